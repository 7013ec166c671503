//! ZebraPack (github.com/glycerine/zebrapack): a struct is a map from zids to values, which begins with the name of the struct.
//!
//! Zids are the places of members ([`Fact::Order`](polywire_model::attr::Fact::Order)), those of removed members included. A
//! union is a map with at most one entry, whose zid is the place of the case. What is empty is left out, except for structs,
//! arrays and values of any kind. Signed integers have signed forms.

use super::Msgpack;
use super::dialect::Keys;
use super::shape::{ENCODED_KEY, Shape, StructName};
use crate::plan::{Member, Projection, cases, default_const, field_member, is_default, struct_decls, union_decl};
use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_ir::{Const, Expr, Place};
use polywire_model::attr::MsgpackForm;
use polywire_model::{Decl, DeclId, DeclKind, Model};

/// Returns what each struct is.
pub(super) fn structs(model: &Model, (types, projection): (&Types, &Projection)) -> Vec<Shape> {
    let shape = |owner: &crate::plan::StructDecl<'_>| {
        let member = |(index, zid): (usize, u32)| {
            vec![Member { number: Some(zid), ..field_member(types, (owner, projection), index as u32) }]
        };
        Shape {
            members: model.fields_with_places(owner.it).into_iter().map(member).collect(),
            keys: Keys::Zids,
            name: Some(name(owner.decl)),
        }
    };
    struct_decls(model).iter().map(shape).collect()
}

/// Returns what each union is.
pub(super) fn unions(model: &Model, types: &Types) -> Vec<Shape> {
    let shape = |id: UnionId| {
        let (decl, cases) = cases(model, types, id, None);
        let zids = model.case_places(union_decl(model, id).1);
        let mut cases: Vec<Member> =
            cases.into_iter().zip(zids).map(|(case, zid)| Member { number: Some(zid), ..case }).collect();
        cases.sort_by_key(|case| case.number);
        Shape { members: vec![cases], keys: Keys::Zids, name: Some(name(decl)) }
    };
    (0..types.unions.len() as u32).map(|id| shape(UnionId(id))).collect()
}

/// Returns the zids of members, for people.
pub(crate) fn places(model: &Model, id: DeclId) -> Vec<Option<String>> {
    match &model.decl(id).kind {
        DeclKind::Struct(it) => {
            let mut places = vec![None; it.fields.len()];
            for (index, zid) in model.fields_with_places(it) {
                places[index] = Some(format!("zid {zid}"));
            }
            places
        }
        DeclKind::Union(it) => model.case_places(it).into_iter().map(|zid| Some(format!("zid {zid}"))).collect(),
        DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
    }
}

/// Describes a key to people.
pub(crate) fn zid_text(key: u64) -> String {
    (key as i64).to_string()
}

/// Types that are declared in others have both names.
fn name(decl: &Decl) -> StructName {
    StructName(decl.name.join("_"))
}

/// Returns the struct that the first entry of a message names. Go has upper-case names only.
pub(crate) fn type_of(model: &Model, message: &[u8]) -> Option<DeclId> {
    let capitalised = |name: &str| name.get(..1).map(|first| first.to_ascii_uppercase() + &name[1..]);
    let wanted = capitalised(named(message)?)?;
    let is_it = |decl: &Decl| {
        matches!(&decl.kind, DeclKind::Struct(it) if it.is_declared())
            && capitalised(&name(decl).0).as_ref() == Some(&wanted)
    };
    model.decls.iter().position(is_it).map(|index| DeclId(index as u32))
}

/// Returns the name in the first entry of a message.
fn named(message: &[u8]) -> Option<&str> {
    let (head, rest) = message.split_first()?;
    let entries = match head {
        0x81..=0x8f => rest,
        0xde => rest.get(2..)?,
        0xdf => rest.get(4..)?,
        _ => return None,
    };
    let (len, text) = match entries.strip_prefix(&[ENCODED_KEY])?.split_first()? {
        (head @ 0xa0..=0xbf, text) => (usize::from(head & 0x1f), text),
        (0xd9, rest) => (usize::from(*rest.first()?), rest.get(1..)?),
        _ => return None,
    };
    std::str::from_utf8(text.get(..len)?).ok()
}

impl Msgpack<'_> {
    /// Returns true for a member that is left out if it is empty. Readers take a missing member for zero, so that one with
    /// another default is always written.
    pub(super) fn is_left_out_if_empty(&self, member: &Member) -> bool {
        match &member.ty {
            Type::Struct(id) => matches!(self.forms[id.0 as usize], MsgpackForm::Extension(_)),
            Type::Array(..) | Type::FixedBytes(..) => false,
            Type::List(_) => member.default_elements.is_empty(),
            Type::Map(_) | Type::Union(_) => true,
            ty @ (Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Enum(_)
            | Type::Text { .. }
            | Type::Bytes) => match default_const(self.types, ty, member.default.as_ref()) {
                Const::Bool(it) => !it,
                Const::U64(it) => it == 0,
                Const::I64(it) => it == 0,
                Const::Bytes(it) => it.is_empty(),
            },
        }
    }

    /// Tests whether all members of a struct of scalars are those of a new one; Bool.
    pub(super) fn is_new(&self, id: StructId, place: &Place) -> Expr {
        let fields = self.types.record(id).fields.iter().zip(0..);
        let is_new = |(field, index): (&polywire_ir::types::FieldType, u32)| {
            is_default(self.types, &field.ty, field.default.as_ref(), &place.field(index))
        };
        fields.map(is_new).reduce(|all, it| all & it).unwrap_or_else(|| true.into())
    }
}
