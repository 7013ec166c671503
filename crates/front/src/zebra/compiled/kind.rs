//! The numbers of kinds of types in compiled schemas.

/// A kind of type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub number: u64,
    /// The name in compiled schemas.
    pub text: &'static str,
    /// The name in Go; empty for what is not a name there.
    pub go: &'static str,
}

const fn kind(number: u64, text: &'static str, go: &'static str) -> Kind {
    Kind { number, text, go }
}

pub(super) const BYTES: Kind = kind(1, "bytes", "[]byte");
pub(super) const INTERFACE: Kind = kind(19, "Intf", "interface{}");
/// A name that is not a built-in type.
pub(super) const NAME: u64 = 22;
/// Built-in types and names.
pub(super) const BASE: u64 = 23;
pub(super) const MAP: Kind = kind(24, "Map", "");
pub(super) const STRUCT: Kind = kind(25, "Struct", "");
pub(super) const SLICE: Kind = kind(26, "Slice", "");
pub(super) const ARRAY: Kind = kind(27, "Array", "");
pub(super) const POINTER: Kind = kind(28, "Pointer", "");

const BUILT_IN: [Kind; 20] = [
    BYTES,
    kind(2, "string", "string"),
    kind(3, "float32", "float32"),
    kind(4, "float64", "float64"),
    kind(5, "complex64", "complex64"),
    kind(6, "complex128", "complex128"),
    kind(7, "uint", "uint"),
    kind(8, "uint8", "uint8"),
    kind(9, "uint16", "uint16"),
    kind(10, "uint32", "uint32"),
    kind(11, "uint64", "uint64"),
    kind(12, "byte", "byte"),
    kind(13, "int", "int"),
    kind(14, "int8", "int8"),
    kind(15, "int16", "int16"),
    kind(16, "int32", "int32"),
    kind(17, "int64", "int64"),
    kind(18, "bool", "bool"),
    INTERFACE,
    kind(20, "Time", "time.Time"),
];

/// Returns the built-in type of this name in Go.
pub(super) fn built_in(go: &str) -> Option<Kind> {
    BUILT_IN.into_iter().find(|it| it.go == if go == "any" { INTERFACE.go } else { go })
}

/// Returns the built-in type of this number.
pub(super) fn of_number(number: u64) -> Option<Kind> {
    BUILT_IN.into_iter().find(|it| it.number == number)
}
