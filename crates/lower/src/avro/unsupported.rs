//! Models that Avro does not support.

use crate::unsupported::UnsupportedFeature;

/// A type of the schema that has the name of the struct that describes a writer's schema.
pub(super) const SCHEMA_NAME: UnsupportedFeature = UnsupportedFeature {
    message: "a decoder of `avro_resolved` takes the writer's schema as a value of a type with this name",
    help: "rename the type, or its package",
};
