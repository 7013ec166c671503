//! Shared parts of lowerings: names of functions, the functions of each named type, entries, defaults, checks of
//! numbers.
//!
//! Design: docs/decisions/0052-default-lists.md
//! Design: docs/decisions/0053-elements-pay-with-their-bytes.md

mod blocks;
mod byte_order;
mod check;
mod codecs;
mod constant;
mod decls;
mod default;
mod float;
mod keyed;
mod members;
mod memory;
mod min_size;
mod names;
mod order;
mod presence_bits;
mod projection;
mod recursion;
mod report_unknown;
mod scaffold;
mod set_bytes;
mod union_cases;
pub(crate) mod uuid;
mod view_names;
mod wrap;
mod zigzag;

pub(crate) use blocks::{arm, block, until_end};
pub(crate) use byte_order::byte_order;
pub(crate) use check::{bound_count, bound_elements, check_enum, check_range, elements_cost, map_number, write_len};
pub(crate) use codecs::{Codecs, messages};
pub(crate) use constant::{push_all, put_field};
pub(crate) use decls::{StructDecl, enum_decls, field_path, struct_decls, union_decl};
pub(crate) use default::{default_const, is_default};
pub(crate) use float::Floats;
pub(crate) use keyed::Keyed;
pub(crate) use members::{Group, Member, Slot, cases, field_member, groups, nested_unions, standalone_unions};
pub(crate) use memory::memory;
pub(crate) use min_size::MinSize;
pub(crate) use names::Names;
pub(crate) use order::{Orders, fields};
pub(crate) use presence_bits::PresenceBits;
pub(crate) use projection::Projection;
pub(crate) use recursion::{Recursion, innermost, recursive_structs};
pub(crate) use report_unknown::{report_unknown, report_unknown_at};
pub(crate) use scaffold::Scaffold;
pub(crate) use set_bytes::first_set;
pub(crate) use union_cases::{case_arms, switch_case, write_case};
pub(crate) use view_names::{ViewNames, type_name, types_of, vars};
pub(crate) use wrap::{Position, Wrapped, wrap};
pub(crate) use zigzag::{unzigzag, zigzag};
