use crate::TestModel;
use crate::locked::locked;
use polywire_model::attr::Fact;

/// A `.proto` schema with the ordinals of a lock with a history: removed members keep their places, optional members
/// are unions, numbers of enums differ from their ordinals, and bits share bytes.
pub(crate) fn test_model() -> TestModel {
    let (schema, lock) = (include_str!("capnp_locked.proto"), include_str!("capnp_locked.lock"));
    let model = locked(schema, lock, &[Fact::CapnpOrdinal]);
    TestModel { name: "capnp_locked", model, formats: &["capnp", "capnp_packed", "protobuf", "json"] }
}
