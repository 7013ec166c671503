//! Definitions in the order of the text.

use super::facts::{State, What};
use super::scope::{ScopeKind, Target};
use super::{Head, Resolver};
use crate::idl::ast::{Item, ItemKind, Word};
use crate::idl::pragma::Mark;
use crate::idl::tree::{Export, Factory, Kind, StateMember};

/// What the items inside of an interface or valuetype add to it.
#[derive(Default)]
pub(super) struct Body {
    pub exports: Vec<Export>,
    pub members: Vec<StateMember>,
    pub factories: Vec<Factory>,
}

impl Resolver<'_> {
    pub fn items(&mut self, items: &[Item], body: &mut Body) {
        for item in items {
            self.item(item, body);
        }
    }

    pub fn item(&mut self, item: &Item, body: &mut Body) {
        match &item.kind {
            ItemKind::Mark(mark) => self.mark(mark),
            ItemKind::Module(name, items) => self.module(name, items),
            ItemKind::Constant(ty, name, value) => self.constant(ty, name, value, item),
            ItemKind::Typedef(ty, declarators) => self.typedef(ty, declarators, item),
            ItemKind::Native(name) => self.native(name, item),
            ItemKind::Forward(declared, name) => {
                let head = self.head(item);
                self.forward(name, head, *declared);
            }
            ItemKind::Interface(decl) => self.interface(decl, item),
            ItemKind::ValueType(decl) => self.value_type(decl, item),
            ItemKind::ValueBox(name, ty) => self.value_box(name, ty, item),
            ItemKind::TypeId(name, id) => self.type_id(name, id),
            ItemKind::TypePrefix(name, prefix) => self.type_prefix(name, prefix),
            ItemKind::Operation(decl) => {
                let export = self.operation(decl, item);
                body.exports.push(export);
            }
            ItemKind::Attribute(decl) => self.attribute(decl, item, body),
            ItemKind::StateMember { is_public, ty, declarators } => {
                self.state_member(*is_public, ty, declarators, item, body);
            }
            ItemKind::Factory(decl) => {
                let factory = self.factory(decl);
                body.factories.push(factory);
            }
            ItemKind::Broken(name) => {
                if !self.scopes[self.current.0].entries.contains_key(&name.text.to_ascii_lowercase()) {
                    self.declare(name, Target::Broken);
                }
            }
            ItemKind::Struct(_)
            | ItemKind::Exception(..)
            | ItemKind::Union(_)
            | ItemKind::Enum(..)
            | ItemKind::Bitmask(..)
            | ItemKind::Bitset(_) => {
                self.aggregate(item);
            }
        }
    }

    pub fn head(&mut self, item: &Item) -> Head {
        Head { doc: item.doc.clone(), annotations: self.annotations(&item.annotations) }
    }

    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Enter(file) => {
                self.files.push(*file);
                let prefix = self.scope_prefix();
                self.prefixes.enter_file(prefix);
            }
            Mark::Leave => {
                self.files.pop();
                self.prefixes.leave_file();
            }
            Mark::Prefix(text) => self.prefixes.set(text),
            Mark::Id(name, id, span) => self.pragma_id(name, id, *span),
            Mark::Version(name, version, span) => self.pragma_version(name, version, *span),
        }
    }

    fn module(&mut self, name: &Word, items: &[Item]) {
        let entry = self.scopes[self.current.0].entries.get(&name.text.to_ascii_lowercase());
        match entry.filter(|entry| entry.name.text == name.text).map(|entry| entry.target) {
            Some(Target::Module(scope)) => self.enter_again(scope),
            _ => {
                let outer = self.current;
                let scope = self.enter(ScopeKind::Module, name);
                self.current = outer;
                self.declare(name, Target::Module(scope));
                self.current = scope;
            }
        }
        self.items(items, &mut Body::default());
        self.leave();
    }

    fn native(&mut self, name: &Word, item: &Item) {
        let head = self.head(item);
        if !self.is_type_code(name) {
            let id = self.define(name, head, What::Native, State::Complete);
            self.specification.definitions[id.0].kind = Kind::Native;
        }
    }
}
