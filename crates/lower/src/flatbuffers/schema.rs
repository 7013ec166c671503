//! What the bytes of a type take from the schema as a whole.

use super::inline::{self, Inline};
use super::table::{self, Table, enum_base};
use super::tag::Tag;
use crate::Unsupported;
use crate::plan::{Orders, StructDecl, enum_decls, struct_decls};
use crate::scalar::Scalar;
use polywire_ir::Step;
use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_model::attr::FlatbuffersFile;
use polywire_model::{Decl, DeclKind, Model, Presence, Struct, Type as ModelType};
use std::sync::Arc;

/// The facts of all types.
pub(super) struct Schema {
    /// The native types.
    pub types: Arc<Types>,
    /// The order of members in schemas of other languages.
    pub orders: Orders,
    /// For each enum, width and signedness in messages.
    bases: Vec<(u8, bool)>,
    tags: Vec<Tag>,
    inline: Vec<Option<Inline>>,
    identifiers: Vec<Option<Identifier>>,
    keys: Vec<Option<Vec<Step>>>,
    /// Scalars that equal their default are left out of all tables.
    pub leaves_out_defaults: bool,
}

/// Four bytes after the root's offset that tell the schema of a message.
#[derive(Clone, Copy)]
pub(super) struct Identifier {
    /// The bytes.
    pub bytes: [u8; 4],
    /// Messages must have it. If the schema states no root, they may have any.
    pub is_checked: bool,
}

impl Schema {
    pub fn of(model: &Model) -> Self {
        let types = Arc::new(Types::of_model(model));
        let orders = Orders::of(model);
        let enums = enum_decls(model);
        let bases = enums.map(|it| match it.attrs.flatbuffers {
            true => (it.bits, it.signed),
            false => enum_base(&it.numbers_in_order()),
        });
        let bases = bases.collect();
        let unions = model.decls.iter().filter_map(|decl| match &decl.kind {
            DeclKind::Union(it) => Some(it),
            DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
        });
        let tags = unions.zip((0..).map(UnionId)).map(|(it, id)| Tag::of(it, |case| orders.case(id, case))).collect();
        let mut schema = Self {
            types,
            orders,
            bases,
            tags,
            inline: Vec::new(),
            identifiers: Vec::new(),
            keys: Vec::new(),
            leaves_out_defaults: false,
        };
        schema.inline = inline::lay_out_all(&schema, &struct_decls(model));
        schema.identifiers = struct_decls(model).iter().map(|it| identifier(model, it.decl)).collect();
        schema.keys = struct_decls(model).iter().map(|it| key(model, &schema.types, it.it)).collect();
        schema
    }

    /// Returns the steps to the value by which vectors of a struct are sorted.
    pub fn key(&self, id: StructId) -> Option<&[Step]> {
        self.keys[id.0 as usize].as_deref()
    }

    /// Returns the layout of a table; an inline struct has an empty one.
    pub fn table(&self, record: &StructDecl<'_>, refused: &mut Vec<Unsupported>) -> Table {
        match self.inline(record.id) {
            Some(_) => Table::default(),
            None => table::lay_out(self, record, refused),
        }
    }

    /// Returns the layout of a struct that is stored in line; `None` for a table.
    pub fn inline(&self, id: StructId) -> Option<&Inline> {
        self.inline.get(id.0 as usize)?.as_ref()
    }

    pub fn tag(&self, id: UnionId) -> &Tag {
        &self.tags[id.0 as usize]
    }

    /// Returns the identifier of messages with this root.
    pub fn identifier(&self, id: StructId) -> Option<Identifier> {
        self.identifiers[id.0 as usize]
    }

    /// Returns a scalar type as it is stored: a Bool has eight bits.
    pub fn scalar(&self, ty: &Type) -> Option<Scalar> {
        let scalar = Scalar::of(&self.types, ty)?;
        Some(match ty {
            Type::Enum(id) => {
                let (bits, signed) = self.bases[id.0 as usize];
                Scalar { bits, signed, ..scalar }
            }
            _ => scalar,
        })
    }

    /// The greatest alignment in any message: that of a nested buffer.
    pub fn max_align(&self) -> u32 {
        self.inline.iter().flatten().map(|it| it.align).fold(8, u32::max)
    }
}

/// A file that includes the one with the declaration may name it as its root, too: its own file counts first.
fn identifier(model: &Model, decl: &Decl) -> Option<Identifier> {
    let is_root = |file: &&FlatbuffersFile| file.root.is_some_and(|root| std::ptr::eq(model.decl(root), decl));
    let own = model.flatbuffers_files.get(&decl.file);
    let files = own.into_iter().chain(model.flatbuffers_files.values());
    let stated = files.filter(is_root).find_map(|file| file.identifier);
    let common = own.filter(|file| file.root.is_none()).and_then(|file| file.identifier);
    let checked = stated.map(|bytes| Identifier { bytes, is_checked: true });
    checked.or(common.map(|bytes| Identifier { bytes, is_checked: false }))
}

/// Vectors are sorted by booleans, integers, enumerators and texts, and by structs of one such member; those with another
/// key keep their order.
fn key(model: &Model, types: &Types, it: &Struct) -> Option<Vec<Step>> {
    let (field, index) = it.fields.iter().zip(0..).find(|(field, _)| field.attrs.flatbuffers.key)?;
    let mut steps = vec![Step::Field(index)];
    match (types.of(&field.ty), field.presence) {
        (_, Presence::Optional) => return None,
        (Type::Text { .. }, Presence::Required) => steps.push(Step::Some),
        (Type::Bool | Type::Int { .. } | Type::Enum(_) | Type::Text { .. }, _) => {}
        (Type::Struct(_), Presence::Implicit) => {
            let ModelType::Named(id) = field.ty else { return None };
            steps.extend(only_member(model, types, model.as_struct(id)?)?);
        }
        _ => return None,
    }
    Some(steps)
}

/// Returns the steps to the only member of a struct: structs are compared member by member.
fn only_member(model: &Model, types: &Types, it: &Struct) -> Option<Vec<Step>> {
    let [field] = it.fields.as_slice() else { return None };
    let own = match (types.of(&field.ty), &field.ty) {
        (Type::Bool | Type::Int { .. } | Type::Enum(_), _) => Vec::new(),
        (Type::Struct(_), ModelType::Named(id)) => only_member(model, types, model.as_struct(*id)?)?,
        _ => return None,
    };
    Some([vec![Step::Field(0)], own].concat())
}
