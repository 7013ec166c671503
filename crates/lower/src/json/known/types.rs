use crate::any::AnyFields;
use polywire_ir::types::{EnumId, Named, StructId, StructType, Type, Types, UnionId};
use polywire_model::attr::WellKnown;
use polywire_model::{DeclKind, Model};

/// The well-known types of a model that have the expected fields.
pub(in crate::json) struct KnownTypes {
    structs: Vec<Option<Special>>,
    null_values: Vec<bool>,
}

/// A special form, with the indices of the fields from which it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::json) enum Special {
    /// A point in time: RFC 3339.
    Timestamp(Time),
    /// A duration: `1.5s`.
    Duration(Time),
    /// Paths of fields in one string.
    FieldMask {
        /// A list of texts.
        paths: u32,
    },
    /// The bare value of the only field.
    Bare {
        /// The field.
        field: u32,
    },
    /// Any JSON.
    Value(Kinds),
    /// A message together with the name of its type.
    Any(AnyFields),
}

/// Fields of a timestamp or duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::json) struct Time {
    pub seconds: u32,
    pub nanos: u32,
}

/// The union of a dynamic value: the field, and the case of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::json) struct Kinds {
    pub field: u32,
    pub null: u32,
    pub number: u32,
    pub text: u32,
    pub truth: u32,
    pub object: (u32, StructId),
    pub list: (u32, StructId),
}

impl KnownTypes {
    /// Those of a model.
    pub fn of(model: &Model, types: &Types) -> Self {
        let mut known = Self { structs: vec![None; types.structs.len()], null_values: vec![false; types.enums.len()] };
        for (decl, named) in model.decls.iter().zip(&types.of_decl) {
            match (&decl.kind, named) {
                (DeclKind::Struct(it), Named::Struct(id)) => {
                    let special = it.attrs.well_known.and_then(|mark| special(types, types.record(*id), mark));
                    known.structs[id.0 as usize] = special;
                }
                (DeclKind::Enum(it), Named::Enum(id)) => {
                    known.null_values[id.0 as usize] = it.attrs.well_known == Some(WellKnown::NullValue);
                }
                (DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_), _) => {}
            }
        }
        known
    }

    /// The special form of a struct, if it has one.
    pub fn special(&self, id: StructId) -> Option<Special> {
        self.structs[id.0 as usize]
    }

    /// Returns true if an enum has a single value, `null`.
    pub fn is_null_value(&self, id: EnumId) -> bool {
        self.null_values[id.0 as usize]
    }

    /// Returns true if any type is an `Any`.
    pub fn has_any(&self) -> bool {
        self.structs.iter().any(|special| matches!(special, Some(Special::Any(_))))
    }

    /// Returns true if `null` is a value of a type, and does not mean absence.
    pub fn takes_null(&self, ty: &Type) -> bool {
        match ty {
            Type::Struct(id) => matches!(self.special(*id), Some(Special::Value(_))),
            Type::Enum(id) => self.is_null_value(*id),
            _ => false,
        }
    }
}

/// Returns the special form of a well-known type. A type of that name with other fields, from a file that a user has
/// substituted for the original, has none.
fn special(types: &Types, record: &StructType, mark: WellKnown) -> Option<Special> {
    let field = |name: &str, fits: &dyn Fn(&Type) -> bool| {
        let index = record.fields.iter().position(|field| field.name == name && !field.optional && fits(&field.ty));
        index.map(|index| index as u32)
    };
    let int = |bits: u8| move |ty: &Type| *ty == Type::int(bits, true);
    let time = || Some(Time { seconds: field("seconds", &int(64))?, nanos: field("nanos", &int(32))? });
    match mark {
        WellKnown::Timestamp => time().map(Special::Timestamp),
        WellKnown::Duration => time().map(Special::Duration),
        WellKnown::FieldMask => {
            let texts = |ty: &Type| matches!(ty, Type::List(element) if matches!(**element, Type::Text { .. }));
            Some(Special::FieldMask { paths: field("paths", &texts)? })
        }
        WellKnown::Wrapper => Some(Special::Bare { field: field("value", &|_| true)? }),
        WellKnown::ListValue => Some(Special::Bare { field: field("values", &|_| true)? }),
        WellKnown::Struct => Some(Special::Bare { field: field("fields", &|_| true)? }),
        WellKnown::Value => kinds(types, record).map(Special::Value),
        WellKnown::Any => AnyFields::of(record).map(Special::Any),
        WellKnown::Empty | WellKnown::NullValue => None,
    }
}

fn kinds(types: &Types, record: &StructType) -> Option<Kinds> {
    let index = record.fields.iter().position(|field| matches!(field.ty, Type::Union(_)) && !field.optional)?;
    let Type::Union(id) = record.fields[index].ty else { return None };
    let case = |name: &str| case(types, id, name);
    let record_case = |name: &str| match case(name)? {
        (index, Type::Struct(id)) => Some((index, *id)),
        _ => None,
    };
    Some(Kinds {
        field: index as u32,
        null: case("null_value").filter(|(_, ty)| matches!(ty, Type::Enum(_)))?.0,
        number: case("number_value").filter(|(_, ty)| **ty == Type::Float { bits: 64 })?.0,
        text: case("string_value").filter(|(_, ty)| matches!(ty, Type::Text { .. }))?.0,
        truth: case("bool_value").filter(|(_, ty)| **ty == Type::Bool)?.0,
        object: record_case("struct_value")?,
        list: record_case("list_value")?,
    })
}

fn case<'t>(types: &'t Types, id: UnionId, name: &str) -> Option<(u32, &'t Type)> {
    let cases = types.union(id).cases.iter().zip(0..);
    cases.filter(|(case, _)| case.name == name).find_map(|(case, index)| Some((index, case.ty.as_ref()?)))
}
