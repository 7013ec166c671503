/// Why a decoder or an encoder refused. The list is closed, its numbers are the same in every engine, and it only
/// grows.
macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $text:literal, $message:literal;)*) => {
        /// Why a decoder or an encoder refused. Numbers are the same in every engine and never change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum ErrorCode { $($(#[$doc])* $name = $number,)* }

        impl ErrorCode {
            /// Every code, in the order of its number.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The code's stable name, as in the IR's text form and in machine-readable output.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The error message for people.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$name => $message,)* }
            }

            /// The code of this stable name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.name() == name)
            }
        }
    };
}

error_codes! {
    /// The input ends before the value does.
    Truncated = 1, "truncated", "the input ends inside a value";
    /// Bytes follow the value.
    TrailingBytes = 2, "trailing_bytes", "extra bytes follow the end of the value";
    /// A variable-length integer has more bytes or bits than its type.
    Overlong = 3, "overlong", "a variable-length integer is too long";
    /// A text is not UTF-8.
    InvalidUtf8 = 4, "invalid_utf8", "text is not valid UTF-8";
    /// A key or tag that the format forbids.
    InvalidKey = 5, "invalid_key", "a key or tag is not allowed here";
    /// A value of another kind than the schema's type.
    WrongKind = 6, "wrong_kind", "a value has a different type than the schema declares";
    /// A number outside the range of its type.
    OutOfRange = 7, "out_of_range", "a number is outside the range of its type";
    /// An enumerator that a closed enum does not have.
    UnknownEnumerator = 8, "unknown_enumerator", "a number is not an enumerator of a closed enum";
    /// A union's discriminant that the schema does not have.
    UnknownCase = 9, "unknown_case", "a discriminant does not match any case of a union";
    /// Nested deeper than the limit.
    TooDeep = 10, "too_deep", "values are nested deeper than the limit";
    /// The work or memory limit is used up.
    BudgetExceeded = 11, "budget_exceeded", "the message needs more work or memory than the limit allows";
    /// Bytes differ from those that the format prescribes.
    Mismatch = 12, "mismatch", "bytes differ from what the format requires here";
    /// A pointer or offset to outside the message, or misaligned.
    BadPointer = 13, "bad_pointer", "a pointer or offset is misaligned or points outside the message";
    /// A length or count that contradicts the message.
    BadLength = 14, "bad_length", "a length or count contradicts the size of the message";
    /// A text lacks its terminator.
    Unterminated = 15, "unterminated", "a string lacks its terminator";
    /// A character that the format's syntax does not allow.
    Syntax = 16, "syntax", "a character is not allowed here";
    /// An escape sequence that the format does not have.
    BadEscape = 17, "bad_escape", "an escape sequence is not valid";
    /// A required field is missing.
    MissingField = 18, "missing_field", "a required field is missing";
    /// A field came twice where the format forbids it.
    DuplicateField = 19, "duplicate_field", "a field occurs twice";
    /// A value is too large for the format (when writing).
    TooLarge = 20, "too_large", "a value is too large for the format";
    /// The message uses a part of the format that is not supported.
    Unsupported = 21, "unsupported", "the message uses a part of the format that is not supported";
    /// The codec itself breaks a rule of the IR that the verifier would have reported; only engines that check at run
    /// time give it.
    Internal = 22, "internal", "the codec is invalid";
    /// A member that the schema does not have.
    UnknownMember = 23, "unknown_member", "a member is not in the schema";
    /// The type of a message inside a message that the schema does not have.
    UnknownType = 24, "unknown_type", "a type that the message names is not in the schema";
}
