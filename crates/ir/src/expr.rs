//! Design: docs/decisions/0010-settings-are-expressions.md

use crate::types::EnumId;
use crate::{PureLeaf, VarId};

/// A pure, total expression. Integers are 64 bits wide and wrap; both sides of a binary op have the same type.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A constant.
    Const(Const),
    /// A variable, not of type `Ref`.
    Var(VarId),
    /// The scalar, text or bytes at a place. Integers are widened to I64 (signed) or U64; an enum yields its number
    /// as I64, a float its bits as U64 (a binary32 in the low half); text and bytes yield Bytes.
    Get(Place),
    /// The number of elements of a list or array, of entries of a map, or of bytes of a text; U64.
    Len(Place),
    /// True if the optional at a place has a value; Bool. A union without a case counts as absent, because not every
    /// native type can distinguish the two. The place ends before [`Step::Some`].
    Present(Place),
    /// The case that a union holds: 0 for none, else the case's index plus one; U64.
    Case(Place),
    /// The unknown bytes that the struct at a place keeps for a format; Bytes. Empty if it keeps none, or those of
    /// another format.
    Unknown {
        /// A struct.
        place: Place,
        /// Label of the format.
        format: String,
    },
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// The second operand if the first (Bool) is true, else the third. Engines may evaluate both, as expressions
    /// cannot fail.
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The low `bits` (1 to 64) of an integer, zero-extended to U64 or sign-extended to I64.
    Wrap {
        /// How many bits are kept.
        bits: u8,
        /// True if the result is I64.
        signed: bool,
        /// The integer.
        value: Box<Expr>,
    },
    /// 1 for true, 0 for false; U64.
    OfBool(Box<Expr>),
    /// True if a number (I64) is that of an enumerator of an enum; Bool.
    IsMember(EnumId, Box<Expr>),
    /// A leaf that cannot fail.
    Leaf(PureLeaf, Vec<Expr>),
    /// The `width` (1, 2, 4 or 8) bytes at a constant offset of a section; U64. `offset + width` is within the section.
    Load {
        /// A variable of type `Section`.
        section: VarId,
        /// Offset in bytes.
        offset: u32,
        /// Bytes.
        width: u8,
        /// Byte order.
        order: Order,
    },
    /// A part of a section, itself a section.
    Slice {
        /// A variable of type `Section`.
        section: VarId,
        /// Offset in bytes.
        offset: u32,
        /// Length in bytes.
        len: u32,
    },
    /// Length of a Bytes value; U64.
    BytesLen(Box<Expr>),
    /// The read position, from the start of the current region; U64.
    Pos,
    /// Bytes from the cursor to the end of the window; U64.
    Left,
    /// The bytes from an earlier position (U64, from [`Expr::Pos`] in the same region) to the cursor; empty if the
    /// position is past the cursor.
    Since(Box<Expr>),
    /// The whole current region as Bytes.
    Input,
    /// The position of the current section, from the start of the output; U64.
    Base,
    /// The position at which the stream continues, from the start of the output; U64.
    Tail,
    /// A setting chosen by the caller; Bool.
    Setting(Setting),
}

macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// A choice that the caller of a codec makes for one message. All are off by default.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Setting { $($(#[$doc])* $name,)* }

        impl Setting {
            /// Every setting.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Name in the text form and in engines' options.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The setting of this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|setting| setting.name() == name)
            }
        }
    };
}

settings! {
    /// Members that the schema does not know are skipped instead of refused.
    IgnoreUnknown = "ignore_unknown";
    /// Unknown fields are written in a human-readable form in formats that have no names for them. This form cannot
    /// be read back.
    WriteUnknown = "write_unknown";
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// Bool.
    Bool(bool),
    /// U64.
    U64(u64),
    /// I64.
    I64(i64),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Logical negation of a Bool.
    Not,
    /// The complement of all 64 bits of a U64.
    Complement,
    /// Converts U64 to I64, or I64 to U64, with the same bits.
    Reinterpret,
}

/// Operators of two operands of the same type. Comparisons give Bool, the others their operands' type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum, wrapping.
    Add,
    /// Difference, wrapping.
    Sub,
    /// Product, wrapping.
    Mul,
    /// Quotient, towards zero; the divisor is a constant other than 0.
    Div,
    /// Remainder with the dividend's sign; the divisor is a constant other than 0.
    Rem,
    /// Bitwise and; for Bool the logical one.
    And,
    /// Bitwise or; for Bool the logical one.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left by a U64 constant below 64.
    Shl,
    /// Shift right by a U64 constant below 64: logical for U64, arithmetic for I64.
    Shr,
    /// Equal; also for Bool and Bytes.
    Eq,
    /// Not equal; also for Bool and Bytes.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
}

/// Byte order of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
    /// Little if the variable (Bool) holds, else big.
    LittleIf(VarId),
}

/// A path into a native value.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// A variable of type `Ref`.
    pub root: VarId,
    /// Steps from it.
    pub steps: Vec<Step>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The field with this index of a struct. The value of an optional field takes a further [`Step::Some`].
    Field(u32),
    /// The value of an optional. When read, it is present (the lowering has tested it); when set, it becomes present.
    Some,
    /// The value of the case with this index of a union. When read, the union holds this case.
    Case(u32),
    /// The element of a list or array at an index (U64) that is below its length.
    At(Box<Expr>),
}

impl From<VarId> for Place {
    fn from(root: VarId) -> Self {
        Self { root, steps: Vec::new() }
    }
}

impl Place {
    /// This place, one step on.
    pub fn step(&self, step: Step) -> Self {
        let mut place = self.clone();
        place.steps.push(step);
        place
    }

    /// A field of the struct at this place.
    pub fn field(&self, index: u32) -> Self {
        self.step(Step::Field(index))
    }

    /// The value of the optional at this place.
    pub fn some(&self) -> Self {
        self.step(Step::Some)
    }

    /// The value of a case of the union at this place.
    pub fn case(&self, index: u32) -> Self {
        self.step(Step::Case(index))
    }

    /// The element at an index.
    pub fn at(&self, index: Expr) -> Self {
        self.step(Step::At(Box::new(index)))
    }
}

impl From<VarId> for Expr {
    fn from(var: VarId) -> Self {
        Self::Var(var)
    }
}

impl From<u64> for Expr {
    fn from(value: u64) -> Self {
        Self::Const(Const::U64(value))
    }
}

impl From<i64> for Expr {
    fn from(value: i64) -> Self {
        Self::Const(Const::I64(value))
    }
}

impl From<bool> for Expr {
    fn from(value: bool) -> Self {
        Self::Const(Const::Bool(value))
    }
}

impl From<&[u8]> for Expr {
    fn from(value: &[u8]) -> Self {
        Self::Const(Const::Bytes(value.to_vec()))
    }
}

/// Constructors, for lowerings.
impl Expr {
    /// The same bits as the other integer type.
    pub fn reinterpret(self) -> Self {
        Self::Unary(UnaryOp::Reinterpret, Box::new(self))
    }

    /// The low bits as a U64.
    pub fn low_bits(self, bits: u8) -> Self {
        Self::Wrap { bits, signed: false, value: Box::new(self) }
    }

    /// The low bits, sign-extended to an I64.
    pub fn sign_extended(self, bits: u8) -> Self {
        Self::Wrap { bits, signed: true, value: Box::new(self) }
    }

    /// One of two values.
    pub fn choose(self, then: impl Into<Expr>, other: impl Into<Expr>) -> Self {
        Self::Select(Box::new(self), Box::new(then.into()), Box::new(other.into()))
    }

    /// 1 or 0.
    pub fn as_int(self) -> Self {
        Self::OfBool(Box::new(self))
    }

    /// Length of bytes.
    pub fn bytes_len(self) -> Self {
        Self::BytesLen(Box::new(self))
    }

    /// This U64 rounded up to a multiple of a power of two.
    pub fn round_up(self, multiple: u64) -> Self {
        (self + (multiple - 1)) & multiple.wrapping_neg()
    }
}
