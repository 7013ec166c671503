//! CORBA's Common Data Representation, version 1 (CORBA 3.3 part 2, clause 9.3).
//!
//! Two formats: `cdr` is an encapsulation (clause 9.3.3), whose first octet states the byte order and is the origin of
//! alignment; `cdr_le` is the bare little-endian data, as in the body of a message whose header states the order. Both
//! are written little-endian; an encapsulation is read in either order.
//!
//! Structs are their fields in order ([`Fact::Order`](polywire_model::attr::Fact::Order)). An enum of 8 or 16 bits is
//! an integer of that width, others have 32 bits. An optional, which CDR lacks, is a sequence of at most one element; a
//! required field is its bare value. A union is the label of its case, in the discriminator's type, followed by the value. If
//! the schema states no labels, they are an unsigned long: 0 for no case, else the case's place plus one.

mod labels;
mod min_size;
mod read;
mod read_value;
mod terms;
mod unsupported;
mod write;

use crate::Unsupported;
use crate::plan::{Codecs, Orders, Scaffold, field_path, innermost, messages, struct_decls};
use crate::unsupported::none_of;
use labels::Labels;
pub(crate) use min_size::PAYMENT;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_ir::{Arg, Module, VarId};
use polywire_model::{Field, Model};
use std::sync::Arc;
pub(crate) use terms::TERMS;

/// Encapsulations.
pub(crate) fn lower(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, "cdr", MessageHeader::Encapsulation)
}

/// Little-endian data.
pub(crate) fn lower_le(model: &Model) -> Result<Module, Vec<Unsupported>> {
    lower_as(model, "cdr_le", MessageHeader::LittleEndian)
}

/// The start of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MessageHeader {
    /// The octet of the byte order.
    Encapsulation,
    /// None: the order is known.
    LittleEndian,
}

fn lower_as(model: &Model, format: &str, header: MessageHeader) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let structs = struct_decls(model);
    let mut problems = Vec::new();
    for (owner, field) in structs.iter().flat_map(|owner| owner.it.fields.iter().map(move |field| (owner, field))) {
        if has_wide_enum(&types, &types.of(&field.ty)) {
            problems.push(unsupported::WIDE_ENUM.at(field.span, field_path(owner.decl, &field.name)));
        }
    }
    none_of(problems)?;
    let mut module = ModuleBuilder::new(format, types.clone());
    let cdr = Cdr {
        types: &types,
        scaffold: Scaffold::of(&types),
        codecs: Codecs::declare(&mut module, &types),
        orders: Orders::of(model),
        labels: (0..types.unions.len() as u32).map(|id| Labels::of(model, &types, UnionId(id))).collect(),
        fields: structs.iter().map(|owner| owner.it.fields.as_slice()).collect(),
    };
    cdr.define(&mut module, header);
    Ok(module.finish())
}

fn has_wide_enum(types: &Types, ty: &Type) -> bool {
    matches!(innermost(ty), Type::Enum(id) if types.enumeration(*id).bits > 32)
}

/// The lowering's context. Functions that write take the origin of alignment (U64, a position) in addition to the
/// value; those that read also take a flag for little-endian data (Bool).
struct Cdr<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    orders: Orders,
    /// By union; those that the schema states.
    labels: Vec<Option<Labels>>,
    /// By struct.
    fields: Vec<&'t [Field]>,
}

impl Cdr<'_> {
    fn define(&self, module: &mut ModuleBuilder, header: MessageHeader) {
        self.codecs.define_structs(module, |id| [self.encode_struct(id), self.read_struct(id)]);
        messages(self.types).for_each(|id| self.add_entry(module, id, header));
        self.codecs.define_unions(module, |id| [self.encode_union(id), self.read_union(id)]);
    }

    fn add_entry(&self, module: &mut ModuleBuilder, id: StructId, header: MessageHeader) {
        let mut b = self.scaffold.named(format!("encode_{}_message", &self.scaffold.names[id]));
        let value = b.read_param("value", Type::Struct(id));
        match header {
            MessageHeader::Encapsulation => self.write_encapsulation(&mut b, id, value.into()),
            MessageHeader::LittleEndian => self.write_message(&mut b, id, value),
        }
        let encode = module.add(b.finish(vec![], vec![]));
        let decode = module.add(self.scaffold.decode_entry(id, |b, value| match header {
            MessageHeader::Encapsulation => self.read_encapsulation(b, id, value.into()),
            MessageHeader::LittleEndian => {
                let args = vec![Arg::Place(value.into()), Arg::Value(0u64.into()), Arg::Value(true.into())];
                b.call(self.codecs[id].read, args, &[]);
            }
        }));
        module.entry(id, Some(encode), decode, None);
    }

    fn write_message(&self, b: &mut FunctionBuilder, id: StructId, value: VarId) {
        b.call(self.codecs[id].encode, vec![Arg::Place(value.into()), Arg::Value(0u64.into())], &[]);
    }
}
