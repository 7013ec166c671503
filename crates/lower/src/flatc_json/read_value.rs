//! Values of members and elements.

use super::FlatcJson;
use super::plan::{Kind, Named};
use super::skip::each_item;
use crate::plan::check_range;
use crate::text::class::{begins_word, is_quote};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, Meaning, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Order, Place, ValueType, VarId};
use polywire_model::attr::FlatbuffersHash;

impl FlatcJson<'_> {
    /// Reads a member's value that is not `null`.
    pub(super) fn read_present(&self, b: &mut FunctionBuilder, named: &Named, owner: &Place) {
        let member = &named.member;
        match named.kind {
            Kind::Flexible => {
                // For the path of the error.
                b.reset(member.place(owner));
                b.fail(ErrorCode::Unsupported);
            }
            Kind::Hashed(hash) => match &member.ty {
                Type::List(element) => member.read_new(b, owner, |b, place| {
                    self.read_list(b, element, place, |b, place| self.read_hashed(b, element, hash, place));
                }),
                ty => self.read_hashed(b, ty, hash, member.value_place(owner)),
            },
            Kind::Plain | Kind::Union(_) | Kind::Unions(_) => match is_leaf(&member.ty) {
                true => self.read_value(b, &member.ty, member.value_place(owner)),
                false => member.read_new(b, owner, |b, place| self.read_value(b, &member.ty, place)),
            },
        }
    }

    /// Reads a value without leading white space. The place is that of a new value.
    pub(super) fn read_value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        match ty {
            Type::Bool => {
                let value = self.tokens.bool(b);
                b.set(place, value);
            }
            Type::Int { meaning: Meaning::Flags(id), .. } => {
                let (number, known) = self.call_read_enum(b, *id);
                b.when(known.into(), |b| b.set(place, number.reinterpret()));
            }
            Type::Int { .. } => {
                let number = self.read_number(b, ty);
                b.set(place, number);
            }
            Type::Float { bits } => {
                let value = self.tokens.float(b, *bits);
                b.set(place, value);
            }
            Type::Text { .. } => {
                let text = self.tokens.string(b);
                b.set(place, text);
            }
            Type::Bytes => {
                let bytes = self.read_bytes(b);
                b.set(place, bytes);
            }
            Type::FixedBytes(len, _) => {
                let bytes = Expr::from(self.read_bytes(b));
                b.check(bytes.clone().bytes_len().is(u64::from(*len)), ErrorCode::BadLength);
                b.set(place, bytes);
            }
            Type::Enum(id) => {
                let (number, known) = self.call_read_enum(b, *id);
                b.when(known.into(), |b| b.set(place, number));
            }
            Type::Struct(id) => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            Type::List(element) => self.read_list(b, element, place, |b, place| self.read_value(b, element, place)),
            Type::Array(element, len) => self.read_array(b, element, *len, place),
            Type::Map(entry) => {
                let entry = Type::Struct(*entry);
                self.read_list(b, &entry, place, |b, place| self.read_value(b, &entry, place));
            }
            // Unions are members, or elements of lists that are members.
            Type::Union(_) => b.fail(ErrorCode::Internal),
        }
    }

    fn read_number(&self, b: &mut FunctionBuilder, ty: &Type) -> Expr {
        let Type::Int { bits, signed, .. } = ty else { return self.tokens.int(b) };
        let number = if *signed { self.tokens.int(b) } else { self.tokens.uint(b) };
        check_range(b, &number, *bits, *signed);
        number
    }

    /// Reads an integer, or a text for its hash.
    fn read_hashed(&self, b: &mut FunctionBuilder, ty: &Type, hash: FlatbuffersHash, place: Place) {
        let signed = matches!(ty, Type::Int { signed: true, .. });
        let next = Expr::from(b.peek("next"));
        let other = place.clone();
        b.if_else(
            is_quote(next.clone()) | begins_word(next),
            |b| {
                if let Some(value) = self.tokens.hash(b, hash) {
                    b.set(place, if signed { value.reinterpret() } else { value });
                }
            },
            |b| {
                let number = self.read_number(b, ty);
                b.set(other, number);
            },
        );
    }

    fn read_bytes(&self, b: &mut FunctionBuilder) -> VarId {
        b.expect(b"[", ErrorCode::WrongKind);
        b.scratch("bytes", |b| {
            each_item(b, &self.tokens, b"]", |b| {
                let byte = self.tokens.uint(b);
                check_range(b, &byte, 8, false);
                b.write_int(byte, 1, Order::Little);
            });
        })
    }

    /// Reads a list, or the entries of a map.
    fn read_list(
        &self,
        b: &mut FunctionBuilder,
        element: &Type,
        place: Place,
        read: impl FnOnce(&mut FunctionBuilder, Place),
    ) {
        b.expect(b"[", ErrorCode::WrongKind);
        each_item(b, &self.tokens, b"]", |b| match element {
            // An enumerator that is ignored is no element.
            Type::Enum(id) => {
                let (number, known) = self.call_read_enum(b, *id);
                b.when(known.into(), |b| {
                    b.push(place, ("element", element.clone()), |b, value| b.set(value.into(), number));
                });
            }
            _ => b.push(place, ("element", element.clone()), |b, value| read(b, value.into())),
        });
    }

    /// The number of elements must match the type.
    fn read_array(&self, b: &mut FunctionBuilder, element: &Type, len: u32, place: Place) {
        b.expect(b"[", ErrorCode::WrongKind);
        b.fill(place, u64::from(len), ("element", element.clone()), |b, value, index| {
            self.tokens.skip_space(b);
            b.when(index.is_not(0u64), |b| {
                b.expect(b",", ErrorCode::BadLength);
                self.tokens.skip_space(b);
            });
            self.read_value(b, element, value.into());
        });
        self.tokens.skip_space(b);
        b.matches("comma", b",");
        self.tokens.skip_space(b);
        b.expect(b"]", ErrorCode::BadLength);
    }

    /// Yields the number of an enumerator, or of flags, and whether it is to be set.
    fn call_read_enum(&self, b: &mut FunctionBuilder, id: EnumId) -> (Expr, VarId) {
        let results = [("number", ValueType::I64), ("known", ValueType::Bool)];
        let read = b.call(self.enums[id.0 as usize].read, vec![], &results);
        (read[0].into(), read[1])
    }
}

/// Returns true if a value is set in one step.
fn is_leaf(ty: &Type) -> bool {
    !matches!(ty, Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_))
}
