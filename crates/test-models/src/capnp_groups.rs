use crate::TestModel;
use crate::make::of_capnp;

/// Groups and named unions of Cap'n Proto, which have their members in the sections of the struct around, among them
/// bits in bytes that are shared with other members; null pointers that stand for defaults.
pub(crate) fn test_model() -> TestModel {
    let model = of_capnp(include_bytes!("capnp_groups.capnp"));
    TestModel { name: "capnp_groups", model, formats: &["capnp", "capnp_packed", "capnp_canonical"] }
}
