use super::elements::Elements;
use super::instr::Instr;
use super::jit::Tiers;
use super::layout::Layouts;
use super::literal::Literal;
use super::span::Span;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{ErrorCode, FuncId, SiteId};
use polywire_runtime::read::ByteSet;
use std::sync::Arc;

/// The compiled functions of a module.
#[derive(Debug)]
pub struct Program {
    pub(super) types: Arc<Types>,
    pub(super) elements: Elements,
    pub(super) layouts: Layouts,
    pub(super) code: Vec<Instr>,
    pub(super) functions: Vec<Compiled>,
    pub(super) entries: Vec<EntryPoint>,
    /// The bytes that literals are spans of.
    pub(super) literal_bytes: Vec<u8>,
    /// The site of each instruction that can fail, in the order of the code.
    pub(super) sites: Vec<(u32, SiteId)>,
    pub(super) tables: Tables,
    pub(super) tiers: Tiers,
}

/// Tables that instructions refer to by index.
#[derive(Debug, Default)]
pub struct Tables {
    /// Constant bytes.
    pub literals: Vec<Literal>,
    pub byte_sets: Vec<ByteSet>,
    /// New values.
    pub templates: Vec<Vec<u64>>,
    /// Jumps by number.
    pub switches: Vec<IntSwitch>,
    /// Jumps by bytes.
    pub byte_switches: Vec<ByteSwitch>,
    pub members: Vec<Members>,
    pub sections: Vec<SectionFill>,
    pub cases: Vec<CaseOpening>,
    pub measures: Vec<Measure>,
    pub sorts: Vec<Sort>,
}

/// A compiled function.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// First instruction.
    pub start: u32,
    /// Registers.
    pub registers: u32,
    /// Registers of the arguments.
    #[cfg_attr(not(feature = "jit"), expect(dead_code, reason = "only machine code asks"))]
    pub params: u32,
    /// Registers that results are left in.
    #[cfg_attr(not(feature = "jit"), expect(dead_code, reason = "only machine code asks"))]
    pub results: u32,
    /// True if it counts as a nesting level.
    pub nests: bool,
}

/// The functions that users call.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    pub record: StructId,
    pub encode: Option<FuncId>,
    pub decode: FuncId,
    pub validate: Option<Reading>,
    pub schema: Option<StructId>,
}

/// A decoder or validator.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    pub func: FuncId,
    /// True if it takes a value to build.
    pub builds: bool,
}

/// Numbers of an enum's members.
#[derive(Clone, Debug)]
pub struct Members {
    /// A bit set of the numbers below 64.
    small: u64,
    /// All numbers, ascending.
    sorted: Vec<i64>,
}

impl Members {
    pub fn new(mut numbers: Vec<i64>) -> Self {
        numbers.sort_unstable();
        let small =
            numbers.iter().filter(|number| (0..64).contains(*number)).fold(0, |bits, number| bits | 1 << number);
        Self { small, sorted: numbers }
    }

    #[inline(always)]
    pub fn contains(&self, number: i64) -> bool {
        match number {
            0..64 => self.small >> number & 1 != 0,
            _ => self.sorted.binary_search(&number).is_ok(),
        }
    }
}

/// Jump targets by number.
#[derive(Clone, Debug)]
pub struct IntSwitch {
    /// Targets of `first`, `first + 1`, …
    pub dense: Vec<u32>,
    pub first: u64,
    /// Other keys, ascending.
    pub sparse: Vec<(u64, u32)>,
    pub default: u32,
}

/// Jump targets by bytes: an open hash table whose size is a power of two.
#[derive(Clone, Debug)]
pub struct ByteSwitch {
    /// Key and target.
    pub buckets: Vec<Option<(Box<[u8]>, u32)>>,
    pub default: u32,
}

/// The bytes that replace absent ones of a section.
#[derive(Clone, Copy, Debug)]
pub struct SectionFill {
    pub fill: Span,
    pub code: ErrorCode,
}

/// The parameters to open a union's case.
#[derive(Clone, Debug)]
pub struct CaseOpening {
    /// The case's index plus one.
    pub tag: u64,
    pub template: u32,
    /// True if the value is in the union's word itself.
    pub inline: bool,
}

/// The form of a length that precedes the data that it measures.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Bytes; 0 for a varint.
    pub width: u8,
    pub order: ByteOrder,
    pub unit: u32,
    pub bias: i32,
    /// The body depends on its start position, so exactly the shortest varint's space must be reserved.
    pub positioned: bool,
}

/// Byte order at run time.
#[derive(Clone, Copy, Debug)]
pub enum ByteOrder {
    Little,
    Big,
    /// Determined by a register after the saved ones: little-endian if it is set.
    Asked,
}

/// The sort key of a visit.
#[derive(Clone, Debug)]
pub struct Sort {
    /// Slots per element; for an array, the number of its elements.
    pub stride: u32,
    pub array: Option<u32>,
    /// Slot offsets, all but the last of which lead to an address.
    pub path: Vec<u32>,
    pub kind: SortKind,
}

/// The comparison of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKind {
    Signed,
    Unsigned,
    Bytes,
}

impl IntSwitch {
    /// Returns the target for a number.
    #[inline]
    pub fn target(&self, key: u64) -> u32 {
        match self.dense.get(key.wrapping_sub(self.first) as usize) {
            Some(&target) => target,
            None if self.sparse.is_empty() => self.default,
            None => {
                let found = self.sparse.binary_search_by_key(&key, |(key, _)| *key).ok();
                found.and_then(|index| self.sparse.get(index)).map_or(self.default, |(_, target)| *target)
            }
        }
    }
}

impl ByteSwitch {
    /// Returns the target for bytes.
    #[inline]
    pub fn target(&self, key: &[u8]) -> u32 {
        let mask = self.buckets.len().wrapping_sub(1);
        let mut at = hash(key) & mask;
        while let Some(Some((bytes, target))) = self.buckets.get(at) {
            if **bytes == *key {
                return *target;
            }
            at = (at + 1) & mask;
        }
        self.default
    }

    /// Makes a table of these keys.
    pub fn new(keys: Vec<(Box<[u8]>, u32)>, default: u32) -> Self {
        let mut buckets = vec![None; (keys.len() * 2 + 1).next_power_of_two()];
        let mask = buckets.len() - 1;
        for (key, target) in keys {
            let mut at = hash(&key) & mask;
            while buckets[at].is_some() {
                at = (at + 1) & mask;
            }
            buckets[at] = Some((key, target));
        }
        Self { buckets, default }
    }
}

/// The keys are the codec's own, so an attacker cannot choose colliding ones.
#[inline]
fn hash(key: &[u8]) -> usize {
    let mut hash = key.len() as u64;
    for chunk in key.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash as usize
}

impl Program {
    /// Returns the site of an instruction.
    pub(super) fn site(&self, at: u32) -> Option<SiteId> {
        let found = self.sites.binary_search_by_key(&at, |(at, _)| *at).ok()?;
        self.sites.get(found).map(|(_, site)| *site)
    }

    /// Returns the function that an instruction belongs to.
    pub(super) fn function_at(&self, at: u32) -> FuncId {
        let after = self.functions.partition_point(|function| function.start <= at);
        FuncId(after.saturating_sub(1) as u32)
    }
}
