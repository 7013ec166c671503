use crate::Corner;
use crate::make::of_capnp;

/// Groups and named unions of Cap'n Proto, which have their members in the sections of the struct around, bits in bytes that
/// belong to others too among them; null pointers that stand for defaults.
pub(crate) fn corner() -> Corner {
    let model = of_capnp(include_bytes!("capnp_groups.capnp"));
    Corner { name: "capnp_groups", model, formats: &["capnp", "capnp_packed", "capnp_canonical"] }
}
