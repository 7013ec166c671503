//! Scalars in fixed-width formats: patterns of bits.

use crate::plan::{check_enum, default_const};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Literal, Type, Types};
use polywire_ir::{Const, ErrorCode, Expr, Place};

/// A scalar type in a fixed number of bits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scalar {
    /// Bool, Int, Float or Enum.
    pub ty: Type,
    /// Its width in the format: 1 for a Bool in formats that pack bits.
    pub bits: u8,
    /// True for a signed integer, or an enum with negative numbers.
    pub signed: bool,
    /// The bits that mean absence, if the schema states them.
    pub null: Option<u64>,
}

impl Scalar {
    /// An unsigned integer of 16 bits.
    pub const UINT16: Self = Self { ty: Type::int(16, false), bits: 16, signed: false, null: None };

    /// Returns a scalar type with its own width. A Bool has one bit, an enum its declared width.
    pub fn of(types: &Types, ty: &Type) -> Option<Self> {
        let (bits, signed) = match ty {
            Type::Bool => (1, false),
            Type::Int { bits, signed, .. } => (*bits, *signed),
            Type::Float { bits } => (*bits, false),
            Type::Enum(id) => (types.enumeration(*id).bits, types.enumeration(*id).signed),
            Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Struct(_)
            | Type::Union(_)
            | Type::List(_)
            | Type::Array(..)
            | Type::Map(_) => return None,
        };
        Some(Self { ty: ty.clone(), bits, signed, null: None })
    }

    /// Takes the null value that the schema states.
    pub fn with_null(self, null: &Literal) -> Self {
        let bits = match (null, &self.ty) {
            (Literal::Float(bits), Type::Float { bits: 32 }) => (f64::from_bits(*bits) as f32).to_bits().into(),
            (Literal::Float(bits), _) => *bits,
            (Literal::Int(number), _) => *number as u64 & u64::MAX >> (64 - 8 * u32::from(self.width())),
            (Literal::Bool(_) | Literal::Text(_) | Literal::Bytes(_), _) => return self,
        };
        Self { null: Some(bits), ..self }
    }

    /// Returns its size in bytes, at least one.
    pub fn width(&self) -> u8 {
        self.bits.div_ceil(8)
    }

    /// Returns true if every value of its native type fits: an enum can be narrower in a format.
    pub fn has_native_width(&self, types: &Types) -> bool {
        match self.ty {
            Type::Enum(id) => {
                let it = types.enumeration(id);
                (it.bits, it.signed) == (self.bits, self.signed)
            }
            _ => true,
        }
    }

    /// Returns the bits of the scalar at a place: a U64 with only the low ones defined.
    pub fn get(&self, place: Place) -> Expr {
        match self.ty {
            Type::Bool => Expr::Get(place).as_int(),
            Type::Enum(_) => Expr::Get(place).reinterpret(),
            _ if self.signed => Expr::Get(place).reinterpret(),
            _ => Expr::Get(place),
        }
    }

    /// Converts zero-extended bits (U64) to the scalar.
    pub fn value(&self, bits: Expr) -> Expr {
        match self.ty {
            Type::Bool => bits.is_not(0u64),
            _ if self.signed => bits.sign_extended(self.bits),
            Type::Enum(_) => bits.reinterpret(),
            _ => bits,
        }
    }

    /// The bits of a new value.
    pub fn default_bits(&self, types: &Types, default: Option<&Literal>) -> u64 {
        let all = match default_const(types, &self.ty, default) {
            Const::Bool(value) => u64::from(value),
            Const::U64(value) => value,
            Const::I64(value) => value as u64,
            Const::Bytes(_) => 0,
        };
        all & (u64::MAX >> (64 - self.bits))
    }

    /// Sets the scalar at a place from its zero-extended bits; refuses a number that is not in its enum.
    pub fn set(&self, b: &mut FunctionBuilder, types: &Types, place: Place, bits: Expr) {
        let value = self.checked(b, types, bits);
        b.set(place, value);
    }

    /// Converts zero-extended bits (U64) to the scalar; refuses a number that is not in its enum.
    pub fn checked(&self, b: &mut FunctionBuilder, types: &Types, bits: Expr) -> Expr {
        match self.ty {
            Type::Enum(id) if !types.enumeration(id).open || !self.is_within_enum(types) => {
                let number = b.let_("number", self.value(bits));
                check_enum(b, types, id, &number.into());
                number.into()
            }
            _ => self.value(bits),
        }
    }

    /// Returns a number (I64) that some member of the enum has or had; a closed enum refuses the latter.
    pub fn checked_number(&self, b: &mut FunctionBuilder, types: &Types, number: Expr) -> Expr {
        match self.ty {
            Type::Enum(id) if !types.enumeration(id).open => {
                let number = b.let_("number", number);
                check_enum(b, types, id, &number.into());
                number.into()
            }
            _ => number,
        }
    }

    fn is_within_enum(&self, types: &Types) -> bool {
        match self.ty {
            Type::Enum(id) => {
                covers((types.enumeration(id).bits, types.enumeration(id).signed), (self.bits, self.signed))
            }
            _ => true,
        }
    }

    /// Returns a U64 that is below 2^bits if and only if the enum at a place fits its bits here; `None` if every value
    /// of its type does.
    fn excess(&self, types: &Types, place: Place) -> Option<Expr> {
        let Type::Enum(id) = self.ty else { return None };
        let it = types.enumeration(id);
        if covers((self.bits, self.signed), (it.bits, it.signed)) {
            return None;
        }
        Some(if self.signed { self.get(place) + (1u64 << (self.bits - 1)) } else { self.get(place) })
    }
}

/// Returns true if one integer type includes all values of another.
fn covers((bits, signed): (u8, bool), (other_bits, other_signed): (u8, bool)) -> bool {
    match (signed, other_signed) {
        (true, false) => bits > other_bits,
        (false, true) => false,
        (true, true) | (false, false) => bits >= other_bits,
    }
}

/// Refuses enums whose numbers do not fit their bits: one check for all of the same width.
pub(crate) fn check_enums(b: &mut FunctionBuilder, types: &Types, values: &[(&Scalar, Place)]) {
    for bits in [8, 16, 32] {
        let same_width = values.iter().filter(|(scalar, _)| scalar.bits == bits);
        let excesses = same_width.filter_map(|(scalar, place)| scalar.excess(types, place.clone()));
        if let Some(all) = excesses.reduce(|left, right| left | right) {
            b.check(all.below(1u64 << bits), ErrorCode::OutOfRange);
        }
    }
}
