//! Decisions about a module's functions that imperative languages share, made before any function is printed. They name
//! no language.
//!
//! Design: docs/decisions/0066-one-low-form.md

mod building;
mod calling_convention;
mod inlining;
mod list_section;
mod numbering;
mod passing;
mod readable_end;
mod sections;
mod size_bound;
mod touched;
mod verify;
mod write_limit;

pub use building::{BuildPlan, Building, Scope, Track, plan_scope};
pub use calling_convention::{CallingConvention, Shape, calling_conventions};
pub use inlining::Inlining;
pub use list_section::list_section;
pub use numbering::{BlockId, Numbering, OpId};
pub use passing::{is_passing, may_refer};
pub use readable_end::ReadableEnds;
pub use sections::Sections;
pub use size_bound::{SizeBound, SizeBoundTerm, SizeBounds, datum_size_bound};
pub use verify::verify;
pub use write_limit::{WriteLimit, WriteLimits};
