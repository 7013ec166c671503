//! What pointers lead to.

use polywire_ir::types::Type;
use polywire_model::attr::CapnpOpaque;

/// What a pointer leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointee<'t> {
    /// The type of the value.
    pub ty: &'t Type,
    /// What the value, or the innermost elements of a list, stand for, where the type does not say it.
    pub opaque: Option<CapnpOpaque>,
}

impl<'t> Pointee<'t> {
    /// A value of which the type says all.
    pub fn of(ty: &'t Type) -> Self {
        Self { ty, opaque: None }
    }

    /// An element of a list.
    pub fn to(self, element: &'t Type) -> Self {
        Self { ty: element, ..self }
    }
}
