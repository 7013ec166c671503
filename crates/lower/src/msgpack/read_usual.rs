//! Members that are numbers or texts.

use super::Msgpack;
use super::usual::Found;
use crate::plan::{Member, check_enum};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, Type};
use polywire_ir::{ErrorCode, Expr, Place};

impl Msgpack<'_> {
    /// Reads a member that is a number or a text; yields the flag for nil. Returns none for other members, which are not
    /// read.
    pub(super) fn read_usual(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) -> Option<Expr> {
        if member.mark {
            return None;
        }
        let found = match &member.ty {
            Type::Int { bits, signed, .. } => self.numbers.find_int(b, (*bits, *signed)),
            Type::Float { bits } => self.numbers.find_float(b, *bits),
            Type::Enum(id) => self.find_enumerator(b, *id)?,
            Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) => self.heads.find_run(b),
            Type::Bool | Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Map(_) | Type::Array(..) => {
                return None;
            }
        };
        b.when(!found.nil.clone(), |b| {
            let value = match &member.ty {
                Type::Text { .. } | Type::Bytes => b.read_span("bytes", found.value).into(),
                Type::FixedBytes(len, _) => {
                    let bytes = Expr::from(b.read_span("bytes", found.value));
                    b.check(bytes.clone().bytes_len().is(u64::from(*len)), ErrorCode::BadLength);
                    bytes
                }
                Type::Enum(id) if !self.types.enumeration(*id).open => {
                    check_enum(b, self.types, *id, &found.value);
                    found.value
                }
                _ => found.value,
            };
            b.set(member.value_place(owner), value);
        });
        Some(found.nil)
    }

    /// Finds the number of an enum; I64.
    fn find_enumerator(&self, b: &mut FunctionBuilder, id: EnumId) -> Option<Found> {
        let it = self.types.enumeration(id);
        match (it.open, it.signed) {
            // Negative ones are read, too.
            _ if it.is_wide_unsigned() => None,
            (false, _) => Some(self.numbers.find_int(b, (64, true))),
            (true, true) => Some(self.numbers.find_int(b, (it.bits, true))),
            (true, false) => {
                let found = self.numbers.find_int(b, (it.bits, false));
                Some(Found { value: found.value.reinterpret(), ..found })
            }
        }
    }
}
