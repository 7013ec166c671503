use crate::TestModel;
use crate::locked::locked;
use polywire_model::attr::Fact;

/// A `.proto` schema whose order of members has a history: fields were added between others, and removed ones of all
/// kinds keep their places in blocks, groups, data and vtables.
pub(crate) fn test_model() -> TestModel {
    let (schema, lock) = (include_str!("order_locked.proto"), include_str!("order_locked.lock"));
    let model = locked(schema, lock, &[Fact::Order, Fact::SbeTemplate]);
    TestModel { name: "order_locked", model, formats: &["sbe", "flatbuffers", "avro", "cdr"] }
}
