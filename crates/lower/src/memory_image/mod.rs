//! Raw memory: the bytes of a C struct, as a program has them in memory that was compiled for an ABI.
//!
//! Where members are follows from the declarations of C ([`polywire_model::c`]) and the ABI (the option `memory.abi`). Structs of
//! other languages get declarations of C: members in the order of [`Fact::Order`](polywire_model::attr::Fact::Order), an optional
//! one behind a `bool`, a union behind its tag, a list with a greatest length behind its count. Padding is written as zero.
//!
//! Design: docs/decisions/0136-raw-memory.md

mod breaks;
mod cell;
mod collect;
mod flexible;
mod float;
mod form;
mod losses;
mod padding;
mod plan;
mod put;
mod put_cells;
mod put_value;
mod read;
mod read_value;
mod terms;
mod text;
mod union;
mod unsupported;
mod view;
mod view_list;
mod view_read;
mod view_root;
mod view_short;
mod view_union;

use crate::memory::Payment;
use crate::plan::{Codecs, Scaffold, messages};
use crate::{Options, Unsupported};
pub(crate) use breaks::breaks;
pub(crate) use losses::losses;
use plan::{Record, UnionPlan};
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Types, UnionId};
use polywire_ir::{Module, Order};
use polywire_model::Model;
use polywire_model::attr::ByteOrder;
use std::sync::Arc;
pub(crate) use terms::TERMS;

/// Elements of flexible arrays pay with their bytes; those of others with the bytes of the array, which are there in any case.
pub(crate) const PAYMENT: Payment = Payment::Shared;

/// Lowers every struct of fixed size, or with one flexible array at its end.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    let model = polywire_model::c::derived(model).map_err(|parts| unsupported::not_fixed(model, &parts))?;
    let types = Arc::new(Types::of_model(&model));
    let (records, unions) = collect::collect(&model, &types)?;
    let mut module = ModuleBuilder::new("memory", types.clone());
    let memory = Memory {
        types: &types,
        scaffold: Scaffold::of(&types),
        codecs: Codecs::declare_structs(&mut module, &types),
        records,
        unions,
        order: match model.options.memory.abi.byte_order {
            ByteOrder::Little => Order::Little,
            ByteOrder::Big => Order::Big,
        },
        checks_padding: model.options.memory.checks_padding,
    };
    memory.codecs.define_structs(&mut module, |id| [memory.put_struct(id), memory.read_struct(id)]);
    messages(&types).for_each(|id| memory.add_entry(&mut module, id));
    if options.views {
        memory.add_views(&mut module);
    }
    Ok(module.finish())
}

/// The lowering's context.
struct Memory<'t> {
    types: &'t Types,
    scaffold: Scaffold,
    codecs: Codecs,
    records: Vec<Record>,
    unions: Vec<UnionPlan>,
    order: Order,
    checks_padding: bool,
}

impl Memory<'_> {
    fn record(&self, id: StructId) -> &Record {
        &self.records[id.0 as usize]
    }

    fn union(&self, id: UnionId) -> &UnionPlan {
        &self.unions[id.0 as usize]
    }

    fn is_little(&self) -> bool {
        self.order == Order::Little
    }
}
