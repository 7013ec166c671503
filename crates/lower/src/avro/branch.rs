//! What Avro tells the branches of a union by (Avro 1.12 specification, "Unions" and "JSON Encoding"): the full name of a named
//! type, the kind of another one.

use super::array::in_fixed;
use super::facts::Facts;
use super::number::is_long;
use crate::plan::Orders;
use polywire_ir::types::{CaseType, StructId, Type, Types, UnionId};
use polywire_model::attr::AvroForm;

/// A branch of a union other than null.
pub(super) struct Branch<'t> {
    /// The index of its case.
    pub case: u32,
    /// The case; one without a type is an empty record.
    pub ty: Option<&'t Type>,
    /// What it is told by: its kind or full name.
    pub name: String,
    /// It is a record with the value in the field `value`, since Avro has neither unions in unions nor two unnamed types of the
    /// same kind in one.
    pub is_held: bool,
}

/// Returns the branches of a union in order.
pub(super) fn branches<'t>(types: &'t Types, orders: &Orders, facts: &Facts, id: UnionId) -> Vec<Branch<'t>> {
    let union = types.union(id);
    let mut cases: Vec<(u64, u32, &CaseType)> =
        union.cases.iter().zip(0..).map(|(case, index)| (orders.case(id, index), index, case)).collect();
    cases.sort_by_key(|(place, ..)| *place);
    let form = |index: u32| &facts.union(id).forms[index as usize];
    let name = |index: u32, ty: &Type| name(types, ty, form(index));
    let names: Vec<String> =
        cases.iter().filter_map(|(_, index, case)| case.ty.as_ref().map(|ty| name(*index, ty))).collect();
    let branch = |(_, case, it): (u64, u32, &'t CaseType)| {
        let ty = it.ty.as_ref();
        let own = ty.filter(|ty| !matches!(ty, Type::Union(_))).map(|ty| name(case, ty));
        let own = own.filter(|own| names.iter().filter(|other| *other == own).count() == 1);
        let is_held = own.is_none();
        let name = own.unwrap_or_else(|| format!("{}.{}", union.name.dotted(), it.name));
        Branch { case, ty, name, is_held }
    };
    cases.into_iter().map(branch).collect()
}

/// Returns the name of the record that holds a union which may be absent: it would be directly inside of a union with null.
pub(super) fn holder_of_optional(union: &str) -> String {
    format!("{union}Value")
}

/// Returns what Avro tells a type by.
pub(super) fn name(types: &Types, ty: &Type, form: &AvroForm) -> String {
    let text = match (ty, form) {
        (_, AvroForm::Fixed(fixed)) if !is_list(ty) => return fixed.name.clone(),
        (Type::Int { .. }, AvroForm::Bytes) => "bytes",
        (Type::FixedBytes(..), AvroForm::Text) => "string",
        (Type::Bool, _) => "boolean",
        (Type::Int { bits, signed, .. }, _) if is_long(*bits, *signed) => "long",
        (Type::Int { .. }, _) => "int",
        (Type::Float { bits: 32 }, _) => "float",
        (Type::Float { .. }, _) => "double",
        (Type::Text { .. }, _) => "string",
        (Type::Bytes, _) => "bytes",
        (Type::FixedBytes(len, _), _) => return fixed_name(*len),
        (Type::Enum(id), _) => return types.enumeration(*id).name.dotted(),
        (Type::Struct(id), _) => return types.record(*id).name.dotted(),
        (Type::Union(_), _) => "union",
        (Type::Array(element, len), _) if in_fixed(element).is_some() => return fixed_name(*len),
        (Type::List(_) | Type::Array(..), _) => "array",
        (Type::Map(entry), _) if has_text_keys(types, *entry) => "map",
        (Type::Map(_), _) => "array",
    };
    text.to_owned()
}

fn is_list(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Array(..) | Type::Map(_))
}

/// The name of the fixed of this length in schemas that other languages' schemas become.
pub(super) fn fixed_name(len: u32) -> String {
    format!("Fixed{len}")
}

/// Returns true for a map that is one in Avro; others are arrays of their entries.
pub(super) fn has_text_keys(types: &Types, entry: StructId) -> bool {
    matches!(types.entry(entry).0, Type::Text { .. })
}
