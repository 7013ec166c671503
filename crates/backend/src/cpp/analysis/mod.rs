//! What is to be known of a module before its functions are printed.

mod building;
mod fence;
mod limits;
mod list_section;
mod needs;
mod passing;
mod room;
mod sections;
mod touched;

pub(super) use building::{BuildPlan, Building, Scope, Track, address, op_address, plan_scope};
pub(super) use fence::{Fence, Fences};
pub(super) use limits::Limits;
pub(super) use list_section::list_section;
pub(super) use needs::{Needs, Shape, needs};
pub(super) use passing::{is_passing, may_refer};
pub(super) use room::{Room, RoomTerm, Rooms, datum_room};
pub(super) use sections::Sections;
