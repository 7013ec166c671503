//! Analyses of a module before its functions are printed.

mod building;
mod calling_convention;
mod inlining;
mod list_section;
mod passing;
mod readable_end;
mod sections;
mod size_bound;
mod touched;
mod write_limit;

pub(super) use building::{BuildPlan, Building, Scope, Track, address, op_address, plan_scope};
pub(super) use calling_convention::{CallingConvention, Shape, calling_conventions};
pub(super) use inlining::Inlining;
pub(super) use list_section::list_section;
pub(super) use passing::{is_passing, may_refer};
pub(super) use readable_end::ReadableEnds;
pub(super) use sections::Sections;
pub(super) use size_bound::{SizeBound, SizeBoundTerm, SizeBounds, datum_size_bound};
pub(super) use write_limit::{WriteLimit, WriteLimits};
