use crate::Corner;
use crate::make::of_capnp;

/// What the model has no type for: pointers to anything, to structs and lists of any type, references to objects, lists of
/// Void, type parameters that nothing is bound to.
pub(crate) fn corner() -> Corner {
    let model = of_capnp(include_bytes!("capnp_opaque.capnp"));
    Corner { name: "capnp_opaque", model, formats: &["capnp", "capnp_packed", "capnp_canonical"] }
}
