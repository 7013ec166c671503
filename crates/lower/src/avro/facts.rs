//! What a schema states about how Avro writes its members; for schemas of other languages, what Polywire chooses.

use crate::plan::{struct_decls, union_decl};
use polywire_ir::types::{StructId, Types, UnionId};
use polywire_model::attr::{AvroForm, AvroKind};
use polywire_model::{Field, Model, Presence};

/// The facts of all types.
pub(super) struct Facts {
    structs: Vec<StructFacts>,
    unions: Vec<UnionFacts>,
}

/// Facts on a struct.
pub(super) struct StructFacts {
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
            kind: owner.it.attrs.avro.as_ref().map(|it| it.kind).unwrap_or_default(),
            fields: owner.it.fields.iter().map(FieldFacts::of).collect(),
        });
        let unions = (0..types.unions.len() as u32).map(|id| {
            let it = union_decl(model, UnionId(id)).1;
            UnionFacts {
                null: it.attrs.avro.as_ref().map_or(Some(0), |own| own.null.map(u64::from)),
                forms: it.cases.iter().map(|case| case.attrs.avro.clone()).collect(),
            }
        });
        Self { structs: structs.collect(), unions: unions.collect() }
    }

    /// Those of a struct.
    pub fn record(&self, id: StructId) -> &StructFacts {
        &self.structs[id.0 as usize]
    }

    /// Those of a field.
    pub fn field(&self, id: StructId, index: u32) -> &FieldFacts {
        &self.record(id).fields[index as usize]
    }

    /// Those of a union.
    pub fn union(&self, id: UnionId) -> &UnionFacts {
        &self.unions[id.0 as usize]
    }
}

impl FieldFacts {
    fn of(field: &Field) -> Self {
        let it = &field.attrs.avro;
        Self { presence: field.presence, null: it.null_is_second.into(), form: it.form.clone() }
    }
}

impl UnionFacts {
    /// Returns the branch of the case at this place among the cases.
    pub fn branch(&self, place: u64) -> u64 {
        place + u64::from(self.null.is_some_and(|null| null <= place))
    }
}
