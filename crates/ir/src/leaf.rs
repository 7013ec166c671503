//! Leaves: functions that are written by hand for every engine, because they process text or do arithmetic below the
//! level of ops. The list is closed; each leaf has test vectors that every engine runs.

macro_rules! leaves {
    ($(#[$outer:meta])* $kind:ident { $($(#[$doc:meta])* $name:ident = $text:literal ($($arg:ident),*) -> ($($result:ident),*);)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind { $($(#[$doc])* $name,)* }

        impl $kind {
            /// Every leaf of this kind.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Name in the text form and in engines' function names.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Types of the arguments.
            pub const fn args(self) -> &'static [crate::ValueType] {
                match self { $(Self::$name => &[$(crate::ValueType::$arg),*],)* }
            }

            /// Types of the results.
            pub const fn results(self) -> &'static [crate::ValueType] {
                match self { $(Self::$name => &[$(crate::ValueType::$result),*],)* }
            }

            /// The leaf of this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|leaf| leaf.name() == name)
            }
        }
    };
}

leaves! {
    /// Total functions of values.
    PureLeaf {
        /// The number of bytes (1 to 10) of a number as a base-128 varint.
        VarintSize = "varint_size" (U64) -> (U64);
        /// True if bytes are well-formed UTF-8 (Unicode 15, table 3-7).
        Utf8Valid = "utf8_valid" (Bytes) -> (Bool);
        /// True if all bytes are below 0x80.
        IsAscii = "is_ascii" (Bytes) -> (Bool);
        /// The bytes before the first NUL, or all of them.
        UntilNul = "until_nul" (Bytes) -> (Bytes);
        /// The bits of the binary64 nearest to a decimal number, ties to even; infinity if it is too large. A decimal
        /// number is digits, optionally with a point before, between or after them, optionally followed by `e` or
        /// `E`, an optional sign and digits. Anything else yields the default NaN.
        DecimalFloat64 = "decimal_float64" (Bytes) -> (U64);
        /// As `decimal_float64`, for a binary32.
        DecimalFloat32 = "decimal_float32" (Bytes) -> (U64);
    }
}

impl ReadLeaf {
    /// Returns true if the leaf only skips optional white space, and never fails.
    pub fn is_space(self) -> bool {
        self == Self::JsonSpace
    }
}

leaves! {
    /// Consumes input at the cursor. Each fails with `truncated` where the window ends inside the token.
    ReadLeaf {
        /// Base-128 varint, least significant group first, at most 64 bits in 10 bytes; else `overlong`.
        Varint = "varint" () -> (U64);
        /// As `varint`, in at most 5 bytes, which is enough for 32 bits; yields up to 35 bits.
        ShortVarint = "short_varint" () -> (U64);
        /// White space of RFC 8259 section 2, possibly none. Never fails.
        JsonSpace = "json_space" () -> ();
        /// A string of RFC 8259 section 7 with its quotes; yields its characters as UTF-8. No quote at the cursor is
        /// `wrong_kind`; a control character is `syntax`; ill-formed UTF-8 is `invalid_utf8`; an unknown escape or a
        /// lone surrogate is `bad_escape`.
        JsonString = "json_string" () -> (Bytes);
        /// A number of RFC 8259 section 6 with an integral value in the range of I64, bare or as the whole content of
        /// a string. Another token is `wrong_kind`, a malformed number `syntax`, a fraction or a value outside the
        /// range `out_of_range`.
        JsonInt = "json_int" () -> (I64);
        /// As `json_int`, in the range of U64.
        JsonUint = "json_uint" () -> (U64);
        /// A number, correctly rounded to binary64 (its bits); or one of the strings "NaN", "Infinity", "-Infinity", or a
        /// number in a string. A finite number that rounds to infinity is `out_of_range`.
        JsonFloat64 = "json_float64" () -> (U64);
        /// As `json_float64`, correctly rounded to binary32 (its bits).
        JsonFloat32 = "json_float32" () -> (U64);
        /// `true` or `false`; else `wrong_kind`.
        JsonBool = "json_bool" () -> (Bool);
        /// A number of RFC 8259 section 6, of which only the syntax is checked. Another token is `wrong_kind`.
        JsonSkipNumber = "json_skip_number" () -> ();
        /// A string of base64 (RFC 4648 section 4 or 5), with or without padding; yields the decoded bytes. Other
        /// strings are `syntax`.
        JsonBase64 = "json_base64" () -> (Bytes);
    }
}

leaves! {
    /// Appends output.
    WriteLeaf {
        /// Base-128 varint, least significant group first, in the fewest bytes (1 to 10).
        Varint = "varint" (U64) -> ();
        /// A decimal integer.
        DecimalInt = "decimal_int" (I64) -> ();
        /// A decimal integer.
        DecimalUint = "decimal_uint" (U64) -> ();
        /// A binary64 (given as its bits) as the shortest decimal number that reads back as the same value; of
        /// several such numbers the closest, ties to even. The form is that of ECMAScript's Number::toString, but
        /// with `.0` after an integer below 10^16 and `-0.0` for minus zero. NaN and the infinities are the strings
        /// "NaN", "Infinity" and "-Infinity".
        JsonFloat64 = "json_float64" (U64) -> ();
        /// As `json_float64`, for a binary32.
        JsonFloat32 = "json_float32" (U64) -> ();
        /// A string with its quotes; `"`, `\` and control characters escaped (two-character escapes where RFC 8259 has them,
        /// else `\u00xx` in lower case); other bytes as they are.
        JsonString = "json_string" (Bytes) -> ();
        /// A string with its quotes that contains base64 (RFC 4648 section 4) with padding.
        JsonBase64 = "json_base64" (Bytes) -> ();
        /// This many spaces.
        Spaces = "spaces" (U64) -> ();
        /// A string with its quotes as in C: `"`, `'`, `\`, line feed, carriage return and tab as escapes of two characters, other
        /// bytes outside 0x20 to 0x7e as three octal digits.
        CString = "c_string" (Bytes) -> ();
        /// A binary64 (given as its bits) in the general notation of C's `printf`: `%.15g` if that reads back as the
        /// same value, else `%.17g`; `inf`, `-inf`, and `nan` for either sign.
        GeneralFloat64 = "general_float64" (U64) -> ();
        /// As `general_float64`, for a binary32 with `%.6g` or `%.9g`.
        GeneralFloat32 = "general_float32" (U64) -> ();
    }
}
