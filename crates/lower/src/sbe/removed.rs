//! Removed members: their bytes remain in blocks, and empty groups and data remain after them.

use super::counts::{Counts, Dimensions};
use super::data::write_no_data;
use super::shape::{enum_bits, null_float};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Order, ValueType};
use polywire_model::attr::{NumberKind, RemovedType, SbeOptions};

/// The placeholder of a removed member.
#[derive(Debug, Default)]
pub(super) struct Removed {
    /// The bytes in a block that is present.
    pub fresh: Vec<u8>,
    /// The bytes in a block that is absent.
    pub null: Vec<u8>,
    /// The groups and data after the block.
    pub rest: Vec<Skipped>,
}

/// Groups and data to skip after a block.
#[derive(Clone, Debug)]
pub(super) enum Skipped {
    /// A group whose entries have blocks of this size, and these groups and data.
    Group(u32, Vec<Skipped>),
    /// Data.
    Data,
}

/// Returns the placeholder of a member, or the name of a type that is not known well enough. A type that SBE cannot
/// represent has none.
pub(super) fn removed(ty: &RemovedType, optional: bool, options: SbeOptions) -> Result<Removed, String> {
    let mut it = place(ty, options)?.unwrap_or_default();
    if !optional {
        return Ok(it);
    }
    if is_maybe(ty, options) {
        return Ok(Removed { rest: vec![it.into_group()], ..Removed::default() });
    }
    it.fresh.clone_from(&it.null);
    Ok(it)
}

/// Returns true if an optional value is a group with at most one entry.
fn is_maybe(ty: &RemovedType, options: SbeOptions) -> bool {
    match ty {
        RemovedType::List(_) | RemovedType::Map(..) | RemovedType::Array(..) | RemovedType::FixedBytes(_) => true,
        RemovedType::Text | RemovedType::Bytes => options.keeps_empty,
        RemovedType::Bool
        | RemovedType::Number { .. }
        | RemovedType::Nothing
        | RemovedType::Enum(_)
        | RemovedType::Struct(..)
        | RemovedType::Union(_)
        | RemovedType::Recursive
        | RemovedType::Unknown(_) => false,
    }
}

fn place(ty: &RemovedType, options: SbeOptions) -> Result<Option<Removed>, String> {
    Ok(Some(match ty {
        RemovedType::Bool => fixed(1, u64::MAX),
        RemovedType::Number { bits, kind: NumberKind::Float } => fixed(bits / 8, null_float(*bits)),
        RemovedType::Number { bits, kind: NumberKind::Signed } => fixed(bits / 8, 1 << (bits - 1)),
        RemovedType::Number { bits, kind: NumberKind::Unsigned } => fixed(bits / 8, u64::MAX),
        RemovedType::Enum(numbers) => match enum_bits(numbers) {
            Some(bits) => fixed(bits / 8, u64::MAX),
            None => return Ok(None),
        },
        RemovedType::FixedBytes(len) => {
            let zeros = vec![0; *len as usize];
            Removed { fresh: zeros.clone(), null: zeros, rest: Vec::new() }
        }
        RemovedType::Array(element, _) if !matches!(**element, RemovedType::Number { .. }) => {
            let Some(entry) = place(element, options)? else { return Ok(None) };
            Removed { rest: vec![entry.into_group()], ..Removed::default() }
        }
        RemovedType::Array(element, len) => {
            let Some(element) = place(element, options)? else { return Ok(None) };
            let repeated = |bytes: &[u8]| bytes.repeat(*len as usize);
            Removed { fresh: repeated(&element.fresh), null: repeated(&element.null), rest: Vec::new() }
        }
        RemovedType::Text | RemovedType::Bytes => Removed { rest: vec![Skipped::Data], ..Removed::default() },
        RemovedType::List(element) => {
            let Some(entry) = place(element, options)? else { return Ok(None) };
            Removed { rest: vec![entry.into_group()], ..Removed::default() }
        }
        RemovedType::Map(key, value) => {
            let (Some(key), Some(value)) = (place(key, options)?, place(value, options)?) else { return Ok(None) };
            Removed { rest: vec![joined([key, value]).into_group()], ..Removed::default() }
        }
        RemovedType::Struct(_, members) => {
            let members =
                members.iter().map(|it| removed(&it.ty, it.optional, options)).collect::<Result<Vec<_>, _>>()?;
            joined(members)
        }
        RemovedType::Nothing => Removed::default(),
        RemovedType::Union(cases) => {
            let groups = cases.iter().map(|case| removed_case(&case.ty, options)).collect::<Result<Vec<_>, _>>()?;
            Removed { rest: groups, ..Removed::default() }
        }
        RemovedType::Recursive => return Ok(None),
        RemovedType::Unknown(name) => return Err(name.clone()),
    }))
}

/// Returns the group of a case.
pub(super) fn removed_case(ty: &RemovedType, options: SbeOptions) -> Result<Skipped, String> {
    Ok(place(ty, options)?.unwrap_or_default().into_group())
}

/// Returns true if values of a removed member contain the struct with this dotted name.
pub(super) fn contains(ty: &RemovedType, path: &str) -> bool {
    match ty {
        RemovedType::Struct(name, members) => name == path || members.iter().any(|it| contains(&it.ty, path)),
        RemovedType::Union(cases) => cases.iter().any(|it| contains(&it.ty, path)),
        RemovedType::List(element) | RemovedType::Array(element, _) => contains(element, path),
        RemovedType::Map(_, value) => contains(value, path),
        RemovedType::Bool
        | RemovedType::Number { .. }
        | RemovedType::Nothing
        | RemovedType::Text
        | RemovedType::Bytes
        | RemovedType::FixedBytes(_)
        | RemovedType::Enum(_)
        | RemovedType::Recursive
        | RemovedType::Unknown(_) => false,
    }
}

fn fixed(width: u8, null: u64) -> Removed {
    let width = usize::from(width);
    Removed { fresh: vec![0; width], null: null.to_le_bytes()[..width].to_vec(), rest: Vec::new() }
}

fn joined(members: impl IntoIterator<Item = Removed>) -> Removed {
    let mut all = Removed::default();
    for member in members {
        all.fresh.extend(member.fresh);
        all.null.extend(member.null);
        all.rest.extend(member.rest);
    }
    all.rest.sort_by_key(|it| matches!(it, Skipped::Data));
    all
}

impl Removed {
    fn into_group(self) -> Skipped {
        Skipped::Group(self.null.len() as u32, self.rest)
    }
}

impl Skipped {
    /// Appends an empty placeholder.
    pub fn write(&self, b: &mut FunctionBuilder, counts: Counts) {
        match self {
            Self::Group(size, _) => counts.write(b, *size, 0u64),
            Self::Data => write_no_data(b),
        }
    }

    /// Skips a placeholder.
    pub fn skip(&self, b: &mut FunctionBuilder, counts: Counts) {
        match self {
            Self::Data => {
                let len = b.read_int("len", 4, Order::Little);
                b.read_span("removed", len);
            }
            Self::Group(_, rest) => {
                let Dimensions { size, count } = counts.read(b);
                if rest.is_empty() {
                    b.read_span("removed", count * size);
                    return;
                }
                // Each entry has bytes: those of its groups and data.
                b.loop_while(
                    vec![("left", ValueType::U64, count.into())],
                    |carried| carried[0].is_not(0u64),
                    |b, carried| {
                        b.read_span("removed", size);
                        rest.iter().for_each(|it| it.skip(b, counts));
                        vec![carried[0] - 1u64]
                    },
                );
            }
        }
    }
}
