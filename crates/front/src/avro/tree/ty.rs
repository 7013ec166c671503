//! Types where they are used (Avro 1.12 specification, "Primitive Types", "Complex Types" and "Logical Types").

use crate::avro::json::Member;
use polywire_source::Span;

/// A type where it is used.
#[derive(Clone, Debug)]
pub struct TypeExpr {
    /// What it is.
    pub kind: TypeKind,
    /// What it means beyond its bytes; that of a named type is at its declaration.
    pub logical: Option<Logical>,
    /// All that the specification gives no meaning, and the logical type, in the order of the text.
    pub properties: Vec<Member>,
    /// Its place.
    pub span: Span,
}

impl TypeExpr {
    /// Creates a type without properties.
    pub fn new(kind: TypeKind, span: Span) -> Self {
        Self { kind, logical: None, properties: Vec::new(), span }
    }

    /// Creates a reference to a declared type by its full name.
    pub fn named(name: String) -> Self {
        Self::new(TypeKind::Named(name), Span::default())
    }

    /// Returns true for `null`.
    pub fn is_null(&self) -> bool {
        matches!(self.kind, TypeKind::Primitive(Primitive::Null))
    }

    /// Returns the type of a union of null and one other type, and whether null is the second branch.
    pub fn optional(&self) -> Option<(&TypeExpr, bool)> {
        match &self.kind {
            TypeKind::Union(branches) => match branches.as_slice() {
                [null, it] if null.is_null() && !it.is_null() => Some((it, false)),
                [it, null] if null.is_null() && !it.is_null() => Some((it, true)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the types directly in it.
    pub fn parts(&self) -> &[TypeExpr] {
        match &self.kind {
            TypeKind::Array(it) | TypeKind::Map(it) => std::slice::from_ref(it),
            TypeKind::Union(branches) => branches,
            TypeKind::Primitive(_) | TypeKind::Named(_) => &[],
        }
    }

    /// The same, to change them.
    pub fn parts_mut(&mut self) -> &mut [TypeExpr] {
        match &mut self.kind {
            TypeKind::Array(it) | TypeKind::Map(it) => std::slice::from_mut(it),
            TypeKind::Union(branches) => branches,
            TypeKind::Primitive(_) | TypeKind::Named(_) => &mut [],
        }
    }
}

/// The kinds of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A type without a declaration.
    Primitive(Primitive),
    /// Elements of this type.
    Array(Box<TypeExpr>),
    /// Values of this type by texts.
    Map(Box<TypeExpr>),
    /// One of several types.
    Union(Vec<TypeExpr>),
    /// A declared type, by its full name.
    Named(String),
}

/// Types without a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// Nothing.
    Null,
    /// True or false.
    Boolean,
    /// 32 bits, signed.
    Int,
    /// 64 bits, signed.
    Long,
    /// IEEE 754 binary32.
    Float,
    /// IEEE 754 binary64.
    Double,
    /// Bytes.
    Bytes,
    /// Characters.
    String,
}

impl Primitive {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Null, Self::Boolean, Self::Int, Self::Long, Self::Float, Self::Double, Self::Bytes, Self::String];

    /// Returns the name in schemas.
    pub fn word(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
            Self::Bytes => "bytes",
            Self::String => "string",
        }
    }

    /// Returns the type with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == name)
    }
}

/// Valid logical types (Avro 1.12 specification, "Logical Types").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logical {
    /// A decimal number, of `bytes` or a `fixed`.
    Decimal {
        /// The largest number of digits.
        precision: u32,
        /// The number of digits behind the point.
        scale: u32,
    },
    /// A decimal number that tells its scale, of `bytes`.
    BigDecimal,
    /// A UUID, of a `string` or a `fixed` of 16 bytes.
    Uuid,
    /// Days since 1970-01-01, of an `int`.
    Date,
    /// Time of day, of an `int`.
    TimeMillis,
    /// Time of day, of a `long`.
    TimeMicros,
    /// A point in time, of a `long`.
    Timestamp(Unit),
    /// A time in a time zone that is not stated, of a `long`.
    LocalTimestamp(Unit),
    /// Months, days and milliseconds, of a `fixed` of 12 bytes.
    Duration,
}

impl Logical {
    /// Returns true if a decimal number can have so many digits, and so many of them behind the point.
    pub fn has_digits(precision: i128, scale: i128) -> bool {
        precision >= 1 && (0..=precision).contains(&scale)
    }
}

/// Units of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 10⁻³ s.
    Millis,
    /// 10⁻⁶ s.
    Micros,
    /// 10⁻⁹ s.
    Nanos,
}
