//! An upper bound of what an encoder writes, derived from its ops, so that its buffer is checked once.

mod derive;
mod express;
mod safe;
mod spread;
mod term;

use derive::Derive;
use polywire_ir::{FuncId, Module};
pub(super) use safe::is_safe_expr;
pub use term::{Room, RoomTerm, datum_room};

/// The rooms of all functions.
pub struct Rooms {
    rooms: Vec<Option<Room>>,
    params: Vec<Vec<usize>>,
}

impl Rooms {
    pub fn of(module: &Module) -> Self {
        let rooms = module.functions.iter().map(|function| Derive::new(module, function).body()).collect();
        let mut rooms = Self { rooms, params: vec![Vec::new(); module.functions.len()] };
        rooms.spread(module);
        rooms
    }

    /// The room of a function; `None` if it is not known before it runs.
    pub fn get(&self, func: FuncId) -> Option<&Room> {
        self.rooms[func.0 as usize].as_ref()
    }

    /// The parameters that the room depends on.
    pub fn params(&self, func: FuncId) -> &[usize] {
        &self.params[func.0 as usize]
    }
}
