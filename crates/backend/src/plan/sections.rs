//! Finds the bytes of a section that an encoder always writes, which need not be zeroed first.

use polywire_ir::types::{Type, Types};
use polywire_ir::{Block, Datum, Expr, FuncId, Function, Module, Op, Place};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The number of bytes that storing a short text may overwrite.
pub const TEXT_BLOCK: u32 = 16;

/// Elements of arrays whose bytes are looked at.
const MOST_ELEMENTS: u32 = 256;

/// A set of byte ranges, sorted and disjoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(Vec<(u32, u32)>);

impl Ranges {
    fn add(&mut self, start: u32, end: u32) {
        self.0.push((start, end));
        self.0.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for &(start, end) in &self.0 {
            match merged.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => merged.push((start, end)),
            }
        }
        self.0 = merged;
    }

    fn extend(&mut self, other: &Self, offset: u32) {
        other.0.iter().for_each(|(start, end)| self.add(start + offset, end + offset));
    }

    fn intersection(&self, other: &Self) -> Self {
        let mut common = Self::default();
        for (start, end) in &self.0 {
            for (from, to) in &other.0 {
                if start.max(from) < end.min(to) {
                    common.add(*start.max(from), *end.min(to));
                }
            }
        }
        common
    }

    /// The ranges below `size` that are not in the set.
    pub fn gaps(&self, size: u32) -> Vec<(u32, u32)> {
        let mut gaps = Vec::new();
        let mut at = 0;
        for &(start, end) in self.0.iter().filter(|(start, _)| *start < size) {
            if start > at {
                gaps.push((at, start));
            }
            at = at.max(end);
        }
        if at < size {
            gaps.push((at, size));
        }
        gaps
    }

    /// The end of the last range.
    pub fn end(&self) -> u32 {
        self.0.last().map_or(0, |(_, end)| *end)
    }

    /// Returns true if a range is disjoint from the set.
    pub fn misses(&self, start: u32, end: u32) -> bool {
        self.0.iter().all(|(from, to)| end <= *from || *to <= start)
    }
}

/// The sections of a module's functions.
pub struct Sections<'m> {
    module: &'m Module,
    /// The names of functions whose section is not theirs alone when they start.
    shared: BTreeSet<&'m str>,
    /// What functions put, as far as it is known; nothing while it is being found.
    of_functions: RefCell<BTreeMap<FuncId, Ranges>>,
}

impl<'m> Sections<'m> {
    pub fn of(module: &'m Module) -> Self {
        let mut shared = BTreeSet::new();
        module.functions.iter().for_each(|function| find_shared(&function.body, &mut shared));
        let shared = shared.into_iter().map(|id| module.function(id).name.as_str()).collect();
        Self { module, shared, of_functions: RefCell::default() }
    }

    /// Returns the bytes that a block's ops put on every path.
    pub fn covered(&self, function: &Function, block: &Block) -> Ranges {
        let mut ranges = Ranges::default();
        for op in &block.ops {
            ranges.extend(&self.covered_by(function, op, &block.ops), 0);
        }
        ranges
    }

    fn covered_by(&self, function: &Function, op: &Op, around: &[Op]) -> Ranges {
        let mut ranges = Ranges::default();
        match op {
            Op::Put { offset, what } => match datum_len(what).or_else(|| self.fixed_len(function, what)) {
                Some(len) => ranges.add(*offset, offset + len),
                None if self.fits_block(function, around, op) => ranges.add(*offset, offset + TEXT_BLOCK),
                None => {}
            },
            Op::Sub { offset, body, .. } => ranges.extend(&self.covered(function, body), *offset),
            Op::Tail { body, .. } => ranges = self.covered(function, body),
            Op::If { then, other, .. } => {
                ranges = self.covered(function, then).intersection(&self.covered(function, other));
            }
            Op::Call { func, .. } => ranges = self.covered_by_function(*func),
            Op::Each { place, stride: Some(stride), body, .. } => {
                let part = self.covered(function, body);
                let count = self.array_len(function, place).filter(|len| *len <= MOST_ELEMENTS).unwrap_or(0);
                // A whole element is one range, as are neighbours.
                (0..count).for_each(|index| ranges.extend(&part, index * stride));
            }
            _ => {}
        }
        ranges
    }

    /// Returns the length of bytes whose type states it.
    fn fixed_len(&self, function: &Function, what: &Datum) -> Option<u32> {
        let Datum::Span(Expr::Get(place)) = what else { return None };
        match self.module.types.at(function, place).and_then(|it| it.value()) {
            Some(Type::FixedBytes(len, ..)) => Some(*len),
            _ => None,
        }
    }

    fn array_len(&self, function: &Function, place: &Place) -> Option<u32> {
        match self.module.types.at(function, place).and_then(|it| it.value()) {
            Some(Type::Array(_, len)) => Some(*len),
            _ => None,
        }
    }

    /// Returns the bytes that a function puts on every path; none that it puts by a call of itself.
    fn covered_by_function(&self, id: FuncId) -> Ranges {
        if let Some(known) = self.of_functions.borrow().get(&id) {
            return known.clone();
        }
        let function = self.module.function(id);
        if function.body.ops.len() >= 1000 || calls(&function.body, id) {
            return Ranges::default();
        }
        self.of_functions.borrow_mut().insert(id, Ranges::default());
        let found = self.covered(function, &function.body);
        self.of_functions.borrow_mut().insert(id, found.clone());
        found
    }

    /// Returns true if a text can be stored as a whole block with trailing zeros: the section is long enough, and the
    /// block overwrites nothing that was put before.
    pub fn fits_block(&self, function: &Function, around: &[Op], op: &Op) -> bool {
        let Op::Put { offset, what: Datum::Span(Expr::Get(place)) } = op else { return false };
        let types: &Types = &self.module.types;
        let is_text = matches!(types.at(function, place).and_then(|it| it.value()), Some(Type::Text { .. }));
        let whole = std::ptr::eq(function.body.ops.as_slice(), around);
        let alone = !whole || !self.shared.contains(function.name.as_str());
        let mut all = Ranges::default();
        for other in around {
            if let Op::Put { offset, what } = other {
                all.add(*offset, offset + datum_len(what).unwrap_or(1));
            }
        }
        is_text && alone && all.end() >= offset + TEXT_BLOCK && untouched(around, op, *offset)
    }
}

/// Returns true if no earlier op has put anything into the block at an offset.
fn untouched(around: &[Op], op: &Op, offset: u32) -> bool {
    let mut before = Ranges::default();
    for other in around.iter().take_while(|other| !std::ptr::eq(*other, op)) {
        match other {
            // A text must end before the next field, and must not start after this one.
            Op::Put { offset: start, what } => match datum_len(what) {
                Some(len) => before.add(*start, start + len),
                None if *start < offset => {}
                None => return false,
            },
            Op::Let { .. } | Op::Check { .. } | Op::Charge { .. } => {}
            _ => return false,
        }
    }
    before.misses(offset, offset + TEXT_BLOCK)
}

/// The length of a datum, if it is constant.
fn datum_len(what: &Datum) -> Option<u32> {
    match what {
        Datum::Int { width, .. } => Some(u32::from(*width)),
        Datum::Bytes(bytes) => Some(bytes.len() as u32),
        Datum::Span(_) | Datum::Zeros(_) | Datum::Align { .. } | Datum::Leaf(..) => None,
    }
}

fn calls(block: &Block, func: FuncId) -> bool {
    block.ops.iter().any(|op| {
        matches!(op, Op::Call { func: callee, .. } if *callee == func)
            || op.blocks().into_iter().any(|block| calls(block, func))
    })
}

/// Collects functions that are called when something has already been put into the section.
fn find_shared(block: &Block, shared: &mut BTreeSet<FuncId>) {
    let mut touched = false;
    for op in &block.ops {
        match op {
            Op::Call { func, .. } => {
                if touched {
                    shared.insert(*func);
                }
                touched = true;
            }
            Op::Put { .. } | Op::Sub { .. } | Op::If { .. } | Op::Switch { .. } => touched = true,
            _ => {}
        }
        op.blocks().into_iter().for_each(|inner| find_shared(inner, shared));
    }
}
