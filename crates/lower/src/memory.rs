//! Charges for memory that the bytes of a message do not pay for. They are added to the functions of every format, at the
//! ops that create values.
//!
//! Design: docs/decisions/0053-elements-pay-with-their-bytes.md

use crate::plan::{Recursion, elements_cost, memory};
use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{
    Block, Calls, Expr, FuncId, Function, Module, Op, Place, PlaceType, SiteId, Step, ValueType, Var, VarId,
};
use std::sync::Arc;

/// The number of bytes of memory that a byte of a message pays for.
pub(crate) const PAID_BY_BYTE: u64 = 64;

/// The bytes that pay for the memory of a new value.
#[derive(Clone, Copy)]
pub(crate) enum Payment {
    /// The bytes that the value is read from; no other value is read from the same bytes.
    Own {
        /// Returns the minimum size of a value of a type.
        min_size: fn(&Types, &Type) -> u64,
        /// The minimum number of bytes around it: a tag, a length, a separator.
        around: u64,
    },
    /// All bytes of the message, because several values can be read from the same bytes.
    Shared,
}

impl Payment {
    /// Each value has at least one byte.
    pub const ONE_BYTE: Self = Self::Own { min_size: |_, _| 1, around: 0 };
    /// Each value has at least two bytes, one of them around it.
    pub const SEPARATED: Self = Self::Own { min_size: |_, _| 2, around: 1 };
    /// Each value follows at least two bytes.
    pub const TAGGED: Self = Self::Own { min_size: |_, _| 2, around: 2 };
}

/// Charges each new element, entry, boxed value and union case for the memory that its bytes do not pay for. Types whose
/// minimum size always pays have no charge. In types that can contain themselves, bytes would pay for each level around
/// them; only the minimum size of such a value pays, and all bytes of the message pay for the rest.
///
/// `least_sizes` are the minimum sizes of structs where the format knows more than `payment`, by their index; 0 where it does
/// not.
pub(crate) fn charge(module: &mut Module, payment: Payment, least_sizes: &[u64]) -> Credited {
    let types: Arc<Types> = module.types.clone();
    let recursion = Recursion::of(&types);
    let mut credited = Vec::new();
    for (index, function) in module.functions.iter_mut().enumerate() {
        let mut body = std::mem::take(&mut function.body);
        let sites = body.sites();
        let mut charges =
            Charges { types: &types, recursion: &recursion, function, payment, least_sizes, sites, shares: false };
        body.visit_blocks_mut(&mut |block| charges.block(block));
        if charges.shares {
            credited.push(FuncId(index as u32));
        }
        function.body = body;
    }
    Credited(credited)
}

/// Returns the functions that charge what all bytes of a message pay for together.
pub(crate) struct Credited(Vec<FuncId>);

/// Adds a credit for the bytes of a message to decoders that call such a charge and have no credit of their own.
pub(crate) fn credit(module: &mut Module, Credited(charging): &Credited) {
    if charging.is_empty() {
        return;
    }
    let calls = Calls::of(module);
    let mut reaching = vec![false; module.functions.len()];
    let mut open = charging.clone();
    while let Some(callee) = open.pop() {
        if !std::mem::replace(&mut reaching[callee.0 as usize], true) {
            open.extend(calls.callers(callee));
        }
    }
    let decoders: Vec<usize> = module.entries.iter().map(|entry| entry.decode.0 as usize).collect();
    for index in decoders.into_iter().filter(|index| reaching[*index]) {
        let body = &mut module.functions[index].body;
        if !body.ops.iter().any(|op| matches!(op, Op::Credit { .. })) {
            body.ops.insert(0, Op::Credit { amount: Expr::Left * PAID_BY_BYTE });
        }
    }
}

struct Charges<'a> {
    types: &'a Types,
    recursion: &'a Recursion,
    function: &'a mut Function,
    payment: Payment,
    least_sizes: &'a [u64],
    sites: u32,
    /// True if a charge was added that all bytes of a message pay for.
    shares: bool,
}

/// The new values of an op that are charged.
struct New {
    /// The number of values.
    count: Option<Expr>,
    /// The memory of one value.
    memory: u64,
    /// The minimum number of bytes around one value; none if its bytes may pay for other values too.
    own: Option<u64>,
}

impl Charges<'_> {
    fn block(&mut self, block: &mut Block) {
        for op in std::mem::take(&mut block.ops) {
            match self.new_values(&op) {
                Some(New { count: None, memory, own: Some(around) }) => {
                    self.one(&mut block.ops, op, memory.saturating_sub(around * PAID_BY_BYTE));
                }
                Some(New { count: Some(count), memory, own: Some(_) }) => {
                    self.many(&mut block.ops, op, elements_cost(count, memory));
                }
                Some(New { count, memory, own: None }) => {
                    self.shares = true;
                    let cost = count.map_or(memory.into(), |count| elements_cost(count, memory));
                    let charge = self.charge(cost);
                    block.ops.extend([charge, op]);
                }
                None => block.ops.push(op),
            }
        }
    }

    /// One value, charged after it has been read, when its bytes are known.
    fn one(&mut self, ops: &mut Vec<Op>, op: Op, memory: u64) {
        let before = self.bind(ops, "before", Expr::Left);
        ops.push(op);
        let own = self.bind(ops, "own", before - Expr::Left);
        let charge = self.charge(Expr::from(memory) - own * PAID_BY_BYTE);
        let few = own.below(memory.div_ceil(PAID_BY_BYTE));
        let then = Block { ops: vec![charge], yields: Vec::new() };
        ops.push(Op::If { cond: few, then, other: Block::default(), results: Vec::new() });
    }

    /// Several values, whose memory may be allocated before they are read: what the remaining input cannot pay for is
    /// charged first.
    fn many(&mut self, ops: &mut Vec<Op>, op: Op, cost: Expr) {
        let excess = |cost: VarId, bytes: Expr| {
            let paid = bytes * PAID_BY_BYTE;
            paid.clone().below(cost).choose(cost - paid, 0u64)
        };
        let cost = self.bind(ops, "cost", cost);
        let before = self.bind(ops, "before", Expr::Left);
        let ahead = self.bind(ops, "ahead", excess(cost, before.into()));
        let charge = self.charge(ahead.into());
        ops.extend([charge, op]);
        let own = before - Expr::Left;
        let charge = self.charge(excess(cost, own) - ahead);
        ops.push(charge);
    }

    fn bind(&mut self, ops: &mut Vec<Op>, name: &str, value: Expr) -> VarId {
        let var = VarId(self.function.vars.len() as u32);
        self.function.vars.push(Var { name: name.to_owned(), ty: ValueType::U64 });
        ops.push(Op::Let { var, value });
        var
    }

    fn charge(&mut self, cost: Expr) -> Op {
        let site = SiteId(self.sites);
        self.sites += 1;
        Op::Charge { cost, site }
    }

    fn new_values(&self, op: &Op) -> Option<New> {
        match op {
            Op::Push { bind, .. } => self.of_type(*bind, None),
            Op::Open { place, case, bind, .. } if case.is_some() || self.is_boxed(place) => self.of_type(*bind, None),
            Op::Fill { place, count, bind, .. } if !self.is_array(place) => self.of_type(*bind, Some(count)),
            _ => None,
        }
    }

    /// Returns the new values at a variable, unless their bytes always pay for them.
    fn of_type(&self, bind: VarId, count: Option<&Expr>) -> Option<New> {
        let ValueType::Ref(ty) = &self.function.var(bind).ty else { return None };
        let (memory, count) = (memory(self.types, ty), count.cloned());
        let (min_size, own) = match self.payment {
            Payment::Own { min_size, around } => {
                let min_size = min_size(self.types, ty).max(self.least_size(ty));
                (min_size, (!self.holds_itself(ty)).then_some(around))
            }
            Payment::Shared => (0, None),
        };
        let unpaid = memory.saturating_sub(min_size.saturating_mul(PAID_BY_BYTE));
        (unpaid > 0).then(|| New { count, memory: if own.is_some() { memory } else { unpaid }, own })
    }

    fn least_size(&self, ty: &Type) -> u64 {
        let Type::Struct(id) = ty else { return 0 };
        self.least_sizes.get(id.0 as usize).copied().unwrap_or(0)
    }

    fn holds_itself(&self, ty: &Type) -> bool {
        match ty {
            Type::Struct(id) | Type::Map(id) => {
                let record = self.types.record(*id);
                let of_entry = || record.fields.iter().any(|field| self.holds_itself(&field.ty));
                self.recursion.of_struct(*id) || record.is_entry && of_entry()
            }
            Type::Union(id) => {
                let cases = &self.types.union(*id).cases;
                let is_recursive = |ty: &Type| matches!(ty, Type::Struct(id) if self.recursion.of_struct(*id));
                self.recursion.of_union(*id) || cases.iter().filter_map(|case| case.ty.as_ref()).any(is_recursive)
            }
            Type::List(element) | Type::Array(element, _) => self.holds_itself(element),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_) => false,
        }
    }

    /// Returns true if the elements are part of the value that holds them.
    fn is_array(&self, place: &Place) -> bool {
        matches!(self.types.at(self.function, place), Some(PlaceType::Value(Type::Array(..))))
    }

    /// Returns true if the place is a field that is held behind a pointer.
    fn is_boxed(&self, place: &Place) -> bool {
        let Some((Step::Field(index), owner)) = place.steps.split_last() else { return false };
        let owner = Place { root: place.root, steps: owner.to_vec() };
        let Some(PlaceType::Value(Type::Struct(StructId(id)))) = self.types.at(self.function, &owner) else {
            return false;
        };
        let fields = self.types.structs.get(*id as usize).map(|record| &record.fields);
        fields.and_then(|fields| fields.get(*index as usize)).is_some_and(|field| field.boxed)
    }
}
