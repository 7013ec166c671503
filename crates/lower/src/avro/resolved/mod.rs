//! Data of another writer: the decoder follows the writer's schema, a value, and keeps what the reader's type has.
//!
//! Fields are matched by name; those that the writer lacks keep their defaults, and a missing required field is
//! `missing_field`; fields that the reader lacks are skipped. `int` is promoted to `long`, `float` and `double`, `long`
//! to `float` and `double`, `float` to `double`; texts and bytes to each other. Enumerators are matched by name. If the
//! reader has an optional or a union, the writer may have the bare type, and vice versa; the first case of a union that
//! matches the writer's type is chosen, otherwise the first to which it can be promoted. Names of records, enums and
//! fixed types are compared only there.
//!
//! A schema can make records without bytes nest or repeat, so work that consumes no input is charged.

mod case;
mod read;
mod read_value;
mod scalar;
mod skip;
mod writer;

use super::decimal::Decimals;
use super::facts::Facts;
use super::schema::{SCHEMA, described, extend};
use super::unsupported::SCHEMA_NAME;
use crate::Unsupported;
use crate::plan::{Floats, Orders, Scaffold, messages};
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types, UnionId};
use polywire_ir::{Arg, FuncId, Module};
use polywire_model::Model;
use polywire_model::attr::AvroStrictness;
use scalar::Scalars;
pub(super) use skip::{WORK, charged_if_empty, skip_blocks, skip_run};
use std::sync::Arc;
use writer::{Navigator, Writer};

/// Lowers decoders only. The types are those of the model and those that describe a schema.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    let model = extend(model);
    let types = Arc::new(Types::of_model(&model));
    let schema = described(&model).map_err(|id| vec![SCHEMA_NAME.at(model.decl(id).span, SCHEMA.to_owned())])?;
    let schema = schema.and_then(|id| types.struct_of(id)).unwrap_or(StructId(0));
    let mut module = ModuleBuilder::new("avro_resolved", types.clone());
    let navigator = Navigator::define(&mut module, schema);
    let floats = Floats::define(&mut module);
    let strictness = model.options.avro.strictness;
    let facts = Facts::of(&model, &types);
    let resolved = Resolved {
        strictness,
        decimals: Decimals::of(&facts, &mut module),
        types: &types,
        // The writer's schema may be recursive even if the reader's is not.
        scaffold: Scaffold::nesting_also(&types, |_| true),
        facts,
        orders: Orders::without_removed(&model),
        structs: types.structs.iter().map(|_| module.declare()).collect(),
        unions: types.unions.iter().map(|_| module.declare()).collect(),
        scalars: Scalars::define(&mut module, &navigator, floats, strictness),
        navigator,
    };
    resolved.define(&mut module);
    Ok(module.finish())
}

/// The lowering's context.
struct Resolved<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    facts: Facts,
    orders: Orders,
    strictness: AvroStrictness,
    decimals: Option<Decimals>,
    /// Readers of structs.
    structs: Vec<FuncId>,
    /// Readers of unions.
    unions: Vec<FuncId>,
    scalars: Scalars,
    navigator: Navigator,
}

impl Resolved<'_> {
    fn define(&self, module: &mut ModuleBuilder) {
        for (&reader, id) in self.structs.iter().zip((0..).map(StructId)) {
            module.define(reader, self.read_struct(id));
        }
        messages(self.types).for_each(|id| self.add_entry(module, id, self.structs[id.0 as usize]));
        for (&reader, id) in self.unions.iter().zip((0..).map(UnionId)) {
            module.define(reader, self.read_union(id));
        }
    }

    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId, reader: FuncId) {
        let decode = self.scaffold.decode_entry(id, |b, value| {
            let writer = Writer::root(b, &self.navigator);
            let writer = self.navigator.resolve(b, writer);
            b.call(reader, [vec![Arg::Place(value.into())], writer.args()].concat(), &[]);
        });
        let decode = module.add(decode);
        module.entry(id, None, decode, Some(self.navigator.schema));
    }
}
