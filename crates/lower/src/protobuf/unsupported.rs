//! Models that Protobuf does not support.

use crate::unsupported::unsupported_features;

unsupported_features! {
    NUMBER_TWICE: "two fields of a message have the same Protobuf field number", "give one of them another number";
    NUMBER_RANGE: "the Protobuf field number is not between 1 and 536870911", "give the field another number";
    WIDE_ENUM: "an enumerator does not fit in 32 bits, as Protobuf requires", "use an integer instead of the enum";
}
