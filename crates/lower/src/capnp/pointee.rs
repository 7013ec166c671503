//! The targets of pointers.

use polywire_ir::types::Type;
use polywire_model::attr::CapnpOpaque;

/// The target of a pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointee<'t> {
    /// The type of the value.
    pub ty: &'t Type,
    /// The meaning of the value, or of the innermost elements of a list, if the type does not state it.
    pub opaque: Option<CapnpOpaque>,
}

impl<'t> Pointee<'t> {
    /// A value described completely by its type.
    pub fn of(ty: &'t Type) -> Self {
        Self { ty, opaque: None }
    }

    /// An element of a list.
    pub fn to(self, element: &'t Type) -> Self {
        Self { ty: element, ..self }
    }
}
