use crate::TestModel;
use crate::make::of_capnp;

/// Lists with default elements in the schema.
pub(crate) fn test_model() -> TestModel {
    let model = of_capnp(include_bytes!("capnp_defaults.capnp"));
    TestModel { name: "capnp_defaults", model, formats: &["capnp", "capnp_packed", "json", "json_plain", "msgpack"] }
}
