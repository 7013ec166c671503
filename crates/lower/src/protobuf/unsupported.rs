//! Models that Protobuf does not support.

use crate::unsupported::UnsupportedFeature;

macro_rules! unsupported_features {
    ($($name:ident: $message:literal, $help:literal;)*) => {
        $(pub(super) const $name: UnsupportedFeature = UnsupportedFeature { message: $message, help: $help };)*
    };
}

unsupported_features! {
    NESTED_LIST: "Protobuf has no list of lists or maps, and no map of them", "wrap the inner list or map in a struct";
    ARRAY: "Protobuf has no arrays of fixed length", "use a list";
    OPTIONAL_LIST: "Protobuf does not tell an absent list or map from an empty one", "remove the presence, or wrap the list or map in a struct";
    OPTIONAL_UNION: "Protobuf does not tell an absent union from one without a case", "remove the presence";
    BARE_UNION: "a union can only be a struct's field in Protobuf", "wrap the union in a struct";
    LIST_CASE: "a union's case cannot be a list or map in Protobuf", "wrap the list or map in a struct";
    NUMBER_TWICE: "two fields of a message have the same Protobuf field number", "give one of them another number";
    NUMBER_RANGE: "the Protobuf field number is not between 1 and 536870911", "give the field another number";
    WIDE_ENUM: "an enumerator does not fit 32 bits, as Protobuf wants", "use an integer instead of the enum";
}
