//! Protocol Buffers (the "Encoding" page of its documentation; the semantics of proto2 and proto3 as stated in the
//! model).
//!
//! Fields are written in the order of their numbers, unknown fields after them. Decoders accept any order, merge
//! repeated occurrences of a message, let the last of scalars and cases win, and accept repeated scalars packed or not.
//! Unknown fields, and numbers of enumerators that a closed enum lacks (in a map the whole entry), are kept verbatim,
//! except that tags are kept in their shortest form. A required field must be in the record that creates its message:
//! one that only a later piece of the message provides is refused, although official decoders accept that; no encoder
//! writes it. A schema without field numbers gets them in declaration order. The elements of an array are in adjacent
//! records. Lists, maps, arrays and unions that are optional, elements or cases, and unions in maps are in field 1 of a message of
//! their own.

mod enumeration;
mod key;
mod map_entry;
mod message_set;
pub(crate) mod plan;
mod read;
mod read_value;
pub(crate) mod scalar;
pub(crate) mod unknown;
mod unsupported;
pub(crate) mod value;
mod wrapped;
mod write;

use crate::place::of_members;
use crate::plan::{Codecs, Projection, Scaffold, Wrapped, messages, struct_decls};
use crate::unsupported::none_of;
use crate::{Options, Unsupported};
pub(crate) use key::{TERMS, key_text};
use map_entry::closed_value;
use plan::{Member, members};
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{FuncId, Module};
use polywire_model::attr::ProtobufField;
use polywire_model::{DeclId, Model};
use std::collections::BTreeMap;
use std::sync::Arc;
use unknown::Skippers;
use value::Value;
pub(crate) use wrapped::{WRAPS, wrapped};

/// Label of the unknown fields that values keep.
pub(crate) const FORMAT: &str = "protobuf";

/// Returns the numbers of members.
pub(crate) fn places(model: &Model, id: DeclId) -> Vec<Option<String>> {
    let number = |field: Option<ProtobufField>| field.map(|it| format!("field {}", it.number));
    of_members(model, id, |it| number(it.attrs.protobuf), |it| number(it.attrs.protobuf))
}

/// Lowers every struct.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    let wrapped = wrapped(model);
    let types = Arc::new(Types::of_model(&wrapped.model));
    let mut problems = Vec::new();
    let structs = struct_decls(&wrapped.model);
    let mut plan = |owner| members(&wrapped, &types, owner, &mut problems);
    let plans: Vec<Vec<Member>> = structs.iter().map(&mut plan).collect();
    none_of(problems)?;
    let mut module = ModuleBuilder::new(FORMAT, types.clone());
    let sets = structs.iter().filter(|owner| owner.it.attrs.message_set).map(|owner| owner.id).collect();
    Protobuf::new(&mut module, &types, (plans, sets), options).define(&mut module, &wrapped);
    Ok(wrapped.unwrap(module.finish()))
}

/// The lowering's context.
struct Protobuf<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    /// By struct.
    plans: Vec<Vec<Member>>,
    projection: Projection,
    /// Decoders report unknown fields that are not kept in values.
    report_unknown: bool,
    codecs: Codecs,
    /// Readers of groups, by struct and field number.
    groups: BTreeMap<(StructId, u32), FuncId>,
    /// Functions that look ahead for the value of an entry, if not every value is valid.
    map_entries: BTreeMap<StructId, FuncId>,
    /// For structs that are MessageSets, the reader of an item.
    message_sets: BTreeMap<StructId, FuncId>,
    skippers: Skippers,
}

impl<'t> Protobuf<'t> {
    fn new(
        module: &mut ModuleBuilder,
        types: &'t Arc<Types>,
        (plans, sets): (Vec<Vec<Member>>, Vec<StructId>),
        options: &Options,
    ) -> Self {
        let codecs = Codecs::declare_structs(module, types);
        let groups = plans.iter().flatten().filter_map(|member| match member.value {
            Value::Group(id) => Some((id, member.number)),
            _ => None,
        });
        let groups = groups.map(|key| (key, module.declare())).collect();
        let ids = (0..)
            .map(StructId)
            .zip(&plans)
            .filter(|(id, plan)| types.record(*id).is_entry && closed_value(types, plan).is_some());
        let map_entries = ids.map(|(id, _)| (id, module.declare())).collect();
        let skippers = Skippers::define(module);
        Self {
            scaffold: Scaffold::of(types),
            codecs,
            groups,
            map_entries,
            message_sets: message_set::define(module, &skippers, sets),
            skippers,
            types,
            plans,
            projection: Projection::of(&options.selection, types),
            report_unknown: options.report_unknown,
        }
    }

    fn define(&self, module: &mut ModuleBuilder, wrapped: &Wrapped) {
        self.codecs.define_structs(module, |id| [self.encode_struct(id), self.read_struct(id)]);
        messages(&wrapped.types).for_each(|id| self.add_entry(module, id));
        for (&(id, number), &reader) in &self.groups {
            module.define(reader, self.read_group(id, number));
        }
        for (&id, &scan) in &self.map_entries {
            module.define(scan, self.scan_entry(id));
        }
    }

    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId) {
        let decode = self.scaffold.decode_entry(id, |b, value| {
            self.call_reader(b, (self.codecs[id].read, id), value.into(), true.into());
        });
        let decode = module.add(decode);
        module.entry(id, Some(self.codecs[id].encode), decode, None);
    }

    fn plan(&self, id: StructId) -> &[Member] {
        &self.plans[id.0 as usize]
    }

    /// Returns the members to read. Others are skipped like unknown ones.
    fn selected_members(&self, id: StructId) -> impl Iterator<Item = &Member> {
        self.plan(id).iter().filter(move |member| self.projection.field(id, member.field))
    }
}
