use crate::TestModel;
use crate::make::of_capnp;

/// Groups and named unions of Cap'n Proto, whose members are in the sections of the enclosing struct, including bits in
/// bytes shared with other members; null pointers that mean defaults.
pub(crate) fn test_model() -> TestModel {
    let model = of_capnp(include_bytes!("capnp_groups.capnp"));
    TestModel { name: "capnp_groups", model, formats: &["capnp", "capnp_packed", "capnp_canonical"] }
}
