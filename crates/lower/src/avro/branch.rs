//! What Avro tells the branches of a union by (Avro 1.12 specification, "Unions" and "JSON Encoding"): the full name of a named
//! type, the kind of another one.

use super::array::in_fixed;
use super::facts::Facts;
use super::number::is_long;
use crate::plan::Orders;
use polywire_ir::types::{CaseType, StructId, Type, Types, UnionId};
use polywire_model::attr::{AvroBase, AvroForm};

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
    match super::form::base(ty, form) {
        Some(AvroBase::Fixed(fixed)) => return fixed.name.clone(),
        Some(AvroBase::Bytes) => return "bytes".to_owned(),
        Some(AvroBase::String) => return "string".to_owned(),
        None => {}
    }
    let text = match ty {
        Type::Bool => "boolean",
        Type::Int { bits, signed, .. } if is_long(*bits, *signed) => "long",
        Type::Int { .. } => "int",
        Type::Float { bits: 32 } => "float",
        Type::Float { .. } => "double",
        Type::Text { .. } => "string",
        Type::Bytes => "bytes",
        Type::FixedBytes(len, _) => return fixed_name(*len),
        Type::Enum(id) => return types.enumeration(*id).name.dotted(),
        Type::Struct(id) => return types.record(*id).name.dotted(),
        Type::Union(_) => "union",
        Type::Array(element, len) if in_fixed(element).is_some() => return fixed_name(*len),
        Type::List(_) | Type::Array(..) => "array",
        Type::Map(entry) if has_text_keys(types, *entry) => "map",
        Type::Map(_) => "array",
    };
    text.to_owned()
}

/// The name of the fixed of this length in schemas that other languages' schemas become.
pub(super) fn fixed_name(len: u32) -> String {
    format!("Fixed{len}")
}

/// Returns true for a map that is one in Avro; others are arrays of their entries.
pub(super) fn has_text_keys(types: &Types, entry: StructId) -> bool {
    matches!(types.entry(entry).0, Type::Text { .. })
}
