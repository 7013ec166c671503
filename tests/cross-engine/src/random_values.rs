use polywire::random::{Random, Values};
use polywire_model::Model;
use serde_json::Value;

/// Returns `count` values of a struct in plain JSON, the same in every run.
///
/// # Panics
/// If the model has no struct of this name.
pub fn random_values(model: &Model, ty: &str, count: u64) -> Vec<Value> {
    let id = model.find(ty).unwrap_or_else(|| panic!("no struct {ty}"));
    let values = Values::of(model, id);
    (0..count).map(|seed| values.next(&mut Random::new(seed))).collect()
}
