use crate::TestModel;
use crate::make::of_capnp;

/// Values without a type in the model: pointers to anything, to structs and lists of any type, references to objects,
/// lists of Void, unbound type parameters.
pub(crate) fn test_model() -> TestModel {
    let model = of_capnp(include_bytes!("capnp_opaque.capnp"));
    TestModel { name: "capnp_opaque", model, formats: &["capnp", "capnp_packed", "capnp_canonical"] }
}
