//! Models that Protobuf does not support.

use crate::unsupported::unsupported_features;

unsupported_features! {
    NESTED_LIST: "Protobuf has no list of lists or maps, and no map of them", "wrap the inner list or map in a struct";
    ARRAY: "Protobuf has no arrays of fixed length", "use a list";
    OPTIONAL_LIST: "Protobuf cannot distinguish an absent list or map from an empty one", "remove the presence, or wrap the list or map in a struct";
    OPTIONAL_UNION: "Protobuf cannot distinguish an absent union from one without a case", "remove the presence";
    BARE_UNION: "in Protobuf, a union can only be a field of a struct", "wrap the union in a struct";
    LIST_CASE: "in Protobuf, a case of a union cannot be a list or map", "wrap the list or map in a struct";
    NUMBER_TWICE: "two fields of a message have the same Protobuf field number", "give one of them another number";
    NUMBER_RANGE: "the Protobuf field number is not between 1 and 536870911", "give the field another number";
    WIDE_ENUM: "an enumerator does not fit in 32 bits, as Protobuf requires", "use an integer instead of the enum";
}
