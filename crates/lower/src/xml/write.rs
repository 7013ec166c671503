use super::Xml;
use super::kinds::{is_leaf, nullable};
use super::level::Level;
use super::names::Used;
use super::plan::{Content, Item, Shape};
use super::read_value::simple_of;
use super::texts::Simple;
use crate::plan::{Slot, is_default};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Arg, Const, ErrorCode, Expr, Function, Place};
use polywire_model::Presence;

/// The declaration of documents.
pub(super) const DECLARATION: &[u8] = b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

impl Xml<'_> {
    pub(super) fn encode_document(&self, id: StructId) -> Function {
        let name = self.names.element(self.names.root(id));
        let mut b = self.scaffold.function("encode_document", id);
        let value = Place::from(b.read_param("value", Type::Struct(id)));
        if !self.options.omits_declaration {
            b.write_bytes(DECLARATION);
            if self.options.is_pretty {
                b.write_bytes(b"\n");
            }
        }
        let mut used = Used::new(&self.structs, &self.unions);
        used.add(&Type::Struct(id));
        used.found.insert(&self.names.root(id).namespace);
        if self.attributes.is_some() {
            // Wildcards take all of them as declared.
            used.found.extend(self.names.namespaces());
        }
        b.write_bytes(format!("<{name}{}", self.names.declarations(&used.found)).as_bytes());
        let level = Level::outermost(self.options.is_pretty);
        let args = [Arg::Place(value)].into_iter().chain(level.arg()).collect();
        b.call(self.codecs[id].encode, args, &[]);
        b.write_bytes(format!("</{name}>").as_bytes());
        if self.options.is_pretty {
            b.write_bytes(b"\n");
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let level = Level::param(&mut b, self.options.is_pretty);
        let content = &self.structs[id.0 as usize];
        match &content.whole {
            Some(item) => self.write_if(&mut b, item, &value, |b| {
                self.write_value(b, &item.member.ty, item.member.value_place(&value), &level);
            }),
            None => self.write_content(&mut b, content, &value, &level),
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let level = Level::param(&mut b, self.options.is_pretty);
        let content = &self.unions[id.0 as usize];
        match content.types.is_empty() {
            true => self.write_content(&mut b, content, &value, &level),
            false => self.write_typed(&mut b, content, &value, &level),
        }
        b.finish(vec![], vec![])
    }

    /// Writes the rest of a tag and the content.
    fn write_content(&self, b: &mut FunctionBuilder, content: &Content, owner: &Place, level: &Level) {
        for item in &content.attributes {
            self.write_if(b, item, owner, |b| {
                b.write_bytes(format!(" {}=\"", self.names.attribute(item)).as_bytes());
                self.write_text(b, item, owner, true);
                b.write_bytes(b"\"");
            });
        }
        self.write_any_attributes(b, content, owner);
        b.write_bytes(b">");
        if let Some(item) = &content.text {
            return self.write_whole_text(b, item, owner);
        }
        let level = &if content.is_mixed { level.flat() } else { level.clone() };
        for group in &content.groups {
            self.write_group(b, group, owner, level);
        }
        for part in &content.sequence {
            self.write_part(b, part, owner, level);
        }
        let any = content.groups.iter().map(|group| self.is_group_written(group, owner));
        let any = any.chain(content.sequence.iter().map(|part| self.is_part_written(part, owner)));
        level.start_last_line(b, any.fold(Expr::from(false), |any, it| any | it));
    }

    /// A text is always there: without characters, it is that of an optional member without a value.
    fn write_whole_text(&self, b: &mut FunctionBuilder, item: &Item, owner: &Place) {
        match item.member.slot {
            Slot::Field(_, Presence::Implicit) => self.write_text(b, item, owner, false),
            _ => self.write_if(b, item, owner, |b| self.write_text(b, item, owner, false)),
        }
    }

    /// Writes a member, or that it is null.
    pub(super) fn write_nillable(&self, b: &mut FunctionBuilder, item: &Item, owner: &Place, level: &Level) {
        if !item.member.xml.nillable || nullable(self.types, &item.member).is_some() {
            return self.write_item(b, item, owner, level);
        }
        b.if_else(
            Expr::Present(item.member.place(owner)),
            |b| self.write_item(b, item, owner, level),
            |b| self.write_nil(b, &self.names.element(&item.name), level),
        );
    }

    /// Writes a member unless it is absent.
    pub(super) fn write_if(
        &self,
        b: &mut FunctionBuilder,
        item: &Item,
        owner: &Place,
        write: impl FnOnce(&mut FunctionBuilder),
    ) {
        match item.member.slot {
            Slot::Field(_, Presence::Required) => {
                b.check(Expr::Present(item.member.place(owner)), ErrorCode::MissingField);
                write(b);
            }
            _ => match self.is_written(item, owner) {
                Expr::Const(Const::Bool(true)) => write(b),
                is_written => b.when(is_written, write),
            },
        }
    }

    /// Tests whether the elements of a member, or of a case of its union, are written.
    pub(super) fn is_written(&self, item: &Item, owner: &Place) -> Expr {
        let member = &item.member;
        let place = member.place(owner);
        match member.slot {
            Slot::Field(_, Presence::Required) => true.into(),
            Slot::Field(_, Presence::Optional) if member.xml.nillable => true.into(),
            Slot::Field(_, Presence::Optional) => Expr::Present(place),
            Slot::Case { .. } => Expr::Case(place).is_not(0u64),
            Slot::Field(_, Presence::Implicit) => match &member.ty {
                Type::Struct(_) | Type::Array(..) => true.into(),
                Type::Union(_) => Expr::Case(place).is_not(0u64),
                Type::List(_) if !member.default_elements.is_empty() => true.into(),
                Type::List(_) | Type::Map(_) => Expr::Len(place).is_not(0u64),
                ty => !is_default(self.types, ty, member.default.as_ref(), &place),
            },
        }
    }

    pub(super) fn write_text(&self, b: &mut FunctionBuilder, item: &Item, owner: &Place, in_attribute: bool) {
        let (member, place) = (&item.member, item.member.value_place(owner));
        let simple = simple_of(member);
        match &member.ty {
            Type::List(element) => {
                let tokens = (Simple { ty: element, ..simple }, &member.xml);
                self.texts.write_tokens(b, self.types, tokens, &place, in_attribute);
            }
            _ => self.texts.write(b, self.types, simple, place, in_attribute),
        }
    }

    pub(super) fn write_item(&self, b: &mut FunctionBuilder, item: &Item, owner: &Place, level: &Level) {
        self.write_named(b, &self.names.element(&item.name), item, owner, level);
    }

    /// Writes a member as an element of this name, or as such elements.
    pub(super) fn write_named(&self, b: &mut FunctionBuilder, name: &str, item: &Item, owner: &Place, level: &Level) {
        let member = &item.member;
        if item.is_any() {
            return self.write_any(b, item, owner, level);
        }
        let place = member.value_place(owner);
        let null = nullable(self.types, member).filter(|_| member.xml.nillable);
        match (item.shape, &member.ty) {
            (Shape::Repeated, Type::List(element)) if null.is_some() || is_leaf(element) => {
                b.each(place, ("element", (**element).clone()), None, |b, it, _| match null {
                    Some(id) => self.write_null(b, name, id, &it.into(), level),
                    None => self.write_around(b, name, level, |b| {
                        b.write_bytes(b">");
                        let simple = Simple { ty: element, ..simple_of(member) };
                        self.texts.write(b, self.types, simple, it.into(), false);
                    }),
                });
            }
            (Shape::Repeated, ty) => self.write_items(b, name, ty, place, level),
            (Shape::Single, Type::Struct(_)) if null.is_some() => {
                null.into_iter().for_each(|id| self.write_null(b, name, id, &place, level));
            }
            (Shape::Tokens, _) => self.write_around(b, name, level, |b| {
                b.write_bytes(b">");
                self.write_text(b, item, owner, false);
            }),
            (Shape::Single, ty) if is_leaf(ty) && !member.mark => {
                self.write_around(b, name, level, |b| {
                    b.write_bytes(b">");
                    self.write_text(b, item, owner, false);
                });
            }
            (Shape::Single, ty) => self.write_element(b, name, (ty, member.mark), place, level),
        }
    }

    /// Writes what is inside of an element.
    pub(super) fn write_around(
        &self,
        b: &mut FunctionBuilder,
        name: &str,
        level: &Level,
        write: impl FnOnce(&mut FunctionBuilder),
    ) {
        level.start_line(b);
        b.write_bytes(format!("<{name}").as_bytes());
        write(b);
        b.write_bytes(format!("</{name}>").as_bytes());
    }
}
