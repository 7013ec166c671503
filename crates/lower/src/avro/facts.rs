//! What a schema states about how Avro writes its members; for schemas of other languages, what Polywire chooses.

use super::unsigned;
use crate::plan::{struct_decls, union_decl};
use polywire_ir::types::{EnumId, StructId, Types, UnionId};
use polywire_model::attr::{AvroForm, AvroKind};
use polywire_model::{Case, Constant, Decl, DeclKind, Enum, Field, Model, Presence, Struct};

/// The facts of all types.
pub(super) struct Facts {
    structs: Vec<StructFacts>,
    unions: Vec<UnionFacts>,
    enums: Vec<EnumFacts>,
}

/// Facts on an enum.
#[derive(Default)]
pub(super) struct EnumFacts {
    /// Its names, without namespaces; empty if messages of enums of any name are read.
    pub names: Vec<String>,
    /// The number that stands for symbols which the reader does not know.
    pub default: Option<i64>,
}

/// Facts on a struct.
pub(super) struct StructFacts {
    /// It is declared in an Avro schema.
    pub is_own: bool,
    /// Full names of former versions.
    pub aliases: Vec<String>,
    /// What it is in the schema.
    pub kind: AvroKind,
    /// By index.
    pub fields: Vec<FieldFacts>,
}

/// Facts on a field.
pub(super) struct FieldFacts {
    /// Whether it is a union with null.
    pub presence: Presence,
    /// The branch null of that union: 0 or 1.
    pub null: u64,
    /// How the value is written.
    pub form: AvroForm,
    /// Former names.
    pub aliases: Vec<String>,
    /// The value for messages of writers that lack the field.
    pub default: Option<Constant>,
}

/// Facts on a union.
pub(super) struct UnionFacts {
    /// The branch null.
    pub null: Option<u64>,
    /// How the values of the cases are written, by index.
    pub forms: Vec<AvroForm>,
}

impl Facts {
    /// Collects those of a model.
    pub fn of(model: &Model, types: &Types) -> Self {
        let structs = struct_decls(model).into_iter().map(|owner| StructFacts {
            is_own: owner.it.attrs.avro.is_some(),
            aliases: owner.it.attrs.avro.as_ref().map(|it| it.aliases.clone()).unwrap_or_default(),
            kind: kind(owner.it),
            fields: owner.it.fields.iter().map(|field| FieldFacts::of(model, field)).collect(),
        });
        let unions = (0..types.unions.len() as u32).map(|id| {
            let it = union_decl(model, UnionId(id)).1;
            UnionFacts {
                null: it.attrs.avro.as_ref().map_or(Some(0), |own| own.null.map(u64::from)),
                forms: it.cases.iter().map(|case| form_of_case(model, case)).collect(),
            }
        });
        let enums = model.decls.iter().filter_map(|decl| match &decl.kind {
            DeclKind::Enum(it) => Some(EnumFacts::of(decl, it)),
            DeclKind::Struct(_) | DeclKind::Union(_) | DeclKind::Constant(_) => None,
        });
        Self { structs: structs.collect(), unions: unions.collect(), enums: enums.collect() }
    }

    /// Those of a struct.
    pub fn record(&self, id: StructId) -> &StructFacts {
        &self.structs[id.0 as usize]
    }

    /// Those of a field.
    pub fn field(&self, id: StructId, index: u32) -> &FieldFacts {
        &self.record(id).fields[index as usize]
    }

    /// Those of an enum.
    pub fn enumeration(&self, id: EnumId) -> &EnumFacts {
        &self.enums[id.0 as usize]
    }

    /// The forms of all values.
    pub fn forms(&self) -> impl Iterator<Item = &AvroForm> {
        let of_fields = self.structs.iter().flat_map(|it| &it.fields).map(|it| &it.form);
        of_fields.chain(self.unions.iter().flat_map(|it| &it.forms))
    }

    /// Those of a union.
    pub fn union(&self, id: UnionId) -> &UnionFacts {
        &self.unions[id.0 as usize]
    }
}

fn form_of_case(model: &Model, case: &Case) -> AvroForm {
    let stated = &case.attrs.avro;
    case.ty.as_ref().map_or_else(|| stated.clone(), |ty| unsigned::form_of(model.options.avro, ty, stated).into_owned())
}

/// A value that may be null is a union in place.
pub(super) fn kind(it: &Struct) -> AvroKind {
    if it.is_nullable { AvroKind::Value } else { it.attrs.avro.as_ref().map(|it| it.kind).unwrap_or_default() }
}

impl FieldFacts {
    fn of(model: &Model, field: &Field) -> Self {
        let it = &field.attrs.avro;
        Self {
            presence: field.presence,
            null: it.null_is_second.into(),
            form: unsigned::form_of(model.options.avro, &field.ty, &it.form).into_owned(),
            aliases: it.aliases.clone(),
            default: it.default.clone(),
        }
    }
}

impl EnumFacts {
    fn of(decl: &Decl, it: &Enum) -> Self {
        let own = it.attrs.avro.as_ref();
        own.map_or_else(Self::default, |own| Self {
            names: unqualified(&decl.path(), &own.aliases),
            default: own.default,
        })
    }
}

/// Returns a name and its aliases without their namespaces, by which types of writers and readers are matched (Avro 1.12
/// specification, "Schema Resolution").
pub(super) fn unqualified(name: &str, aliases: &[String]) -> Vec<String> {
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    std::iter::once(name).chain(aliases.iter().map(String::as_str)).map(last).collect()
}

impl StructFacts {
    /// Returns true if messages of others must have a field: of an Avro schema, or required.
    pub fn demands(&self, index: u32) -> bool {
        self.is_own || self.fields[index as usize].presence == Presence::Required
    }
}

impl UnionFacts {
    /// Returns the branch of the case at this place among the cases.
    pub fn branch(&self, place: u64) -> u64 {
        place + u64::from(self.null.is_some_and(|null| null <= place))
    }
}
