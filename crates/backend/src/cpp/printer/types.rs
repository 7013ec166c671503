//! Types of expressions, and their C++ types.

use super::Printer;
use polywire_ir::{Expr as Ir, ValueType};

impl Printer<'_> {
    pub(super) fn type_of(&self, expr: &Ir) -> ValueType {
        self.low.type_of(self.unit.types, self.function, expr)
    }
}

/// C++ type of an IR value.
pub(super) fn value_type(ty: &ValueType) -> &'static str {
    match ty {
        ValueType::Bool => "bool",
        ValueType::U64 => "::std::uint64_t",
        ValueType::I64 => "::std::int64_t",
        ValueType::Bytes => "bytes",
        ValueType::Section(_) => "const ::std::uint8_t*",
        ValueType::Ref(_) => "auto&",
    }
}
