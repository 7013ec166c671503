//! Components to a model. What each becomes is described in docs/schema-xsd.md.

mod attribute;
mod choice;
mod content;
mod element;
mod enumeration;
mod identity;
mod lexical;
mod literal;
mod mixed;
mod names;
mod simple;
mod structure;
mod typed;

use super::codes;
use super::effective::{AllContent, Members, members};
use super::schema::{ElementId, GroupId, Head, Schema, TypeId, TypeKind};
use super::simple::{ANY_TYPE, Types};
use crate::path::below;
use names::{Names, identifier};
use polywire_model::{Decl, DeclId, DeclKind, Field, Model, Struct, Type, xml};
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::{HashMap, HashSet};

/// Builds the model of schemas without errors. After an error, which is reported, it is incomplete.
pub(super) fn to_model(schema: &Schema, diagnostics: &mut Diagnostics) -> Model {
    let types = Types::new(schema);
    let built_in = xml::tree_model();
    let mut maker = Maker {
        schema,
        types: &types,
        derived: typed::derived(&types),
        members: members(schema),
        model: Model::default(),
        tree: None,
        taken: built_in.decls.iter().map(|decl| names::folded(&decl.path())).collect(),
        structs: HashMap::new(),
        unions: HashMap::new(),
        enums: HashMap::new(),
        groups: HashMap::new(),
        substitutions: HashMap::new(),
        sizes: HashMap::new(),
        lexical: lexical::Lexical::default(),
        places: identity::Places::new(),
        open: Vec::new(),
    };
    maker.declare();
    maker.finish();
    maker.declare_attributes();
    maker.check_ends(diagnostics);
    maker.constrain(diagnostics);
    maker.model
}

struct Maker<'a> {
    schema: &'a Schema,
    types: &'a Types<'a>,
    /// The types that are directly derived from a type.
    derived: HashMap<TypeId, Vec<TypeId>>,
    /// The elements of substitution groups.
    members: Members,
    model: Model,
    /// The types of elements and attributes of any name, if there are some.
    tree: Option<[Type; 2]>,
    /// Dotted paths of declarations, without regard to case.
    taken: HashSet<String>,
    structs: HashMap<TypeId, DeclId>,
    /// The unions of a type and those derived from it.
    unions: HashMap<TypeId, DeclId>,
    enums: HashMap<TypeId, DeclId>,
    /// The structs of groups that are not repeated in each type.
    groups: HashMap<GroupId, DeclId>,
    substitutions: HashMap<ElementId, DeclId>,
    /// The number of elements of groups.
    sizes: HashMap<GroupId, usize>,
    /// What texts match.
    lexical: lexical::Lexical,
    /// Where elements with constraints stand.
    places: identity::Places,
    /// Structs whose members are still to be made.
    open: Vec<Open>,
}

/// What a struct is made of.
enum Open {
    /// The members of a type.
    Type(DeclId, TypeId),
    /// A value of a type, or of one that is derived from it.
    Typed(DeclId, TypeId),
    /// The content of a group.
    Group(DeclId, GroupId),
    /// The text of an element of a simple type.
    Text(DeclId, ElementId),
}

impl Maker<'_> {
    /// Declares the named types and the documents.
    fn declare(&mut self) {
        let named = |id: &TypeId| !self.schema.ty(*id).head.name.local.is_empty() && self.schema.ty(*id).head.file != 0;
        let current = |id: &TypeId| self.schema.named.types.get(&self.schema.ty(*id).head.name) == Some(id);
        let types: Vec<TypeId> = (0..self.schema.types.len()).map(TypeId).filter(named).filter(current).collect();
        for id in types {
            match self.schema.ty(id).kind {
                TypeKind::Complex(_) => drop(self.structure(id)),
                TypeKind::Simple(_) => drop(self.enumeration(id, &[])),
            }
        }
        for id in (0..self.schema.elements.len()).map(ElementId) {
            let it = self.schema.element(id);
            let is_current = self.schema.named.elements.get(&it.head.name) == Some(&id);
            if it.is_global && is_current && !it.is_abstract {
                self.document(id);
            }
        }
    }

    /// Makes the members of all structs, also of those that are declared on the way.
    fn finish(&mut self) {
        while let Some(open) = self.open.pop() {
            match open {
                Open::Type(decl, id) => self.define(decl, id),
                Open::Typed(decl, id) => self.define_typed(decl, id),
                Open::Group(decl, id) => self.define_group(decl, id),
                Open::Text(decl, id) => self.define_text(decl, id),
            }
        }
    }

    /// Returns the types of elements and attributes of any name, which are built in.
    fn tree(&mut self) -> [Type; 2] {
        let tree = self.tree.take().unwrap_or_else(|| xml::add_types(&mut self.model));
        self.tree = Some(tree.clone());
        tree
    }

    /// Adds a declaration that is not inside of another one.
    fn add(&mut self, head: &Head, name: &str, kind: DeclKind) -> DeclId {
        let file = &self.schema.files[head.file];
        self.insert(Decl {
            file: below(&file.path),
            module: names::module(&head.name.namespace),
            name: vec![identifier(name)],
            doc: head.doc.clone(),
            deprecated: false,
            span: head.span,
            kind,
        })
    }

    /// Adds a declaration inside of another one.
    fn add_nested(&mut self, owner: DeclId, name: &str, span: Span, kind: DeclKind) -> DeclId {
        let outer = self.model.decl(owner);
        let name = outer.name.iter().cloned().chain([identifier(name)]).collect();
        let (file, module) = (outer.file.clone(), outer.module.clone());
        self.insert(Decl { file, module, name, doc: String::new(), deprecated: false, span, kind })
    }

    /// Gives a declaration a path that no other one has.
    fn insert(&mut self, mut decl: Decl) -> DeclId {
        let plain = decl.name.last().cloned().unwrap_or_default();
        let mut number = 2;
        while !self.taken.insert(names::folded(&decl.path())) {
            decl.name.last_mut().into_iter().for_each(|name| *name = format!("{plain}_{number}"));
            number += 1;
        }
        self.model.add(decl)
    }

    fn set_fields(&mut self, decl: DeclId, fields: Vec<Field>) {
        if let DeclKind::Struct(it) = &mut self.model.decls[decl.0 as usize].kind {
            it.fields = fields;
            for (field, order) in it.fields.iter_mut().zip(0..) {
                field.attrs.order = Some(order);
            }
        }
    }

    fn as_struct_mut(&mut self, decl: DeclId) -> Option<&mut Struct> {
        match &mut self.model.decls[decl.0 as usize].kind {
            DeclKind::Struct(it) => Some(it),
            DeclKind::Enum(_) | DeclKind::Union(_) | DeclKind::Constant(_) => None,
        }
    }

    /// Refuses types of which no value ends.
    fn check_ends(&self, diagnostics: &mut Diagnostics) {
        for (decl, id) in self.model.decls.iter().zip((0..).map(DeclId)) {
            let DeclKind::Struct(it) = &decl.kind else { continue };
            if it.fields.iter().filter_map(Field::always_held).any(|held| self.model.always_contains(held, id)) {
                let message = format!("each `{}` contains another one, so no document of it ends", decl.path());
                let problem = Diagnostic::error(codes::CYCLE, message).at(decl.span, "");
                diagnostics.push(problem.help("make one of the elements optional"));
            }
        }
    }
}

/// Returns true for the type of elements with any content.
fn is_any(id: TypeId) -> bool {
    id == ANY_TYPE
}
