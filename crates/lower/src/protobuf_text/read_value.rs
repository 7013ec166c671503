use super::ProtobufText;
use super::plan::TextField;
use crate::plan::{arm, block, check_enum, check_range};
use crate::protobuf::plan::{Member, Rule};
use crate::protobuf::scalar::Scalar;
use crate::protobuf::value::Value;
use crate::text::class::begins_word;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, StructId};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, Place, ValueType, VarId};

impl ProtobufText<'_> {
    /// Reads the value of a field, or the values of a repeated one.
    pub(super) fn read_present(&self, b: &mut FunctionBuilder, field: &TextField, owner: &Place, close: VarId) {
        let member = &field.member;
        let (place, ty) = (member.place(owner), member.ty.clone());
        let case = match member.rule {
            Rule::Repeated { .. } => {
                return self.tokens.one_or_list(b, |b| {
                    b.push(place, ("element", ty), |b, element| self.read_value(b, member, element.into()));
                });
            }
            Rule::Array { len, .. } => {
                return self.read_array(b, (field, len), place, close);
            }
            Rule::Implicit | Rule::Always => return self.read_value(b, member, place),
            _ if !field.is_message() => return self.read_value(b, member, member.value_place(owner)),
            Rule::Optional | Rule::Required => None,
            Rule::Case(case) => Some(case),
        };
        b.open(place, case, ("message", ty), |b, value, _| self.read_value(b, member, value.into()));
    }

    /// Reads the elements of an array: in brackets, or as adjacent fields of which the name of the first has been read.
    fn read_array(&self, b: &mut FunctionBuilder, (field, len): (&TextField, u32), place: Place, close: VarId) {
        let listed = b.matches("listed", b"[");
        b.when(listed.into(), |b| self.tokens.skip_space(b));
        if len == 0 {
            b.check(listed.into(), ErrorCode::BadLength);
        }
        b.fill(place, u64::from(len), ("element", field.member.ty.clone()), |b, element, index| {
            b.when(index.is_not(0u64), |b| {
                let comma = |b: &mut FunctionBuilder| {
                    self.tokens.skip_space(b);
                    b.expect(b",", ErrorCode::BadLength);
                    self.tokens.skip_space(b);
                };
                b.if_else(listed.into(), comma, |b| self.read_name_again(b, field, close));
            });
            self.read_value(b, &field.member, element.into());
        });
        b.when(listed.into(), |b| {
            self.tokens.skip_space(b);
            b.expect(b"]", ErrorCode::BadLength);
        });
    }

    /// Reads the name of a field before its next value.
    fn read_name_again(&self, b: &mut FunctionBuilder, field: &TextField, close: VarId) {
        let [_, name] = self.tokens.next_field(b, 1u64.into(), close.into());
        let names = field.keys().map(|name| Const::Bytes(name.into())).collect();
        let same = arm(b, names, |b| self.read_colon(b, field));
        let other = block(b, |b| b.fail(ErrorCode::BadLength));
        b.switch(name.into(), vec![same], other, &[]);
    }

    /// Reads a value without leading white space. The place is that of a new value.
    fn read_value(&self, b: &mut FunctionBuilder, member: &Member, place: Place) {
        match member.value {
            Value::Scalar(scalar) => {
                let value = self.read_scalar(b, scalar);
                b.set(place, value);
            }
            Value::Enum(id) => {
                let number = self.read_enum(b, id);
                b.set(place, number);
            }
            Value::Bytes => {
                let bytes = self.tokens.text(b);
                b.set(place, bytes);
            }
            Value::FixedBytes(len) => {
                let bytes = self.tokens.text(b);
                b.check(bytes.clone().bytes_len().is(u64::from(len)), ErrorCode::BadLength);
                b.set(place, bytes);
            }
            Value::Message(id) | Value::Group(id) => self.read_message(b, id, place),
            Value::Mark => self.tokens.empty_message(b),
        }
    }

    pub(super) fn read_message(&self, b: &mut FunctionBuilder, id: StructId, place: Place) {
        let close = self.tokens.open(b);
        b.call(self.codecs[id].read, vec![Arg::Place(place), Arg::Value(close.into())], &[]);
        b.skip(1u64);
    }

    fn read_scalar(&self, b: &mut FunctionBuilder, scalar: Scalar) -> Expr {
        match scalar {
            Scalar::Bool => self.tokens.bool(b),
            Scalar::Varint { bits, signed } | Scalar::Fixed { bits, signed } => self.read_int(b, bits, signed),
            Scalar::ZigZag { bits } => self.read_int(b, bits, true),
            Scalar::Float { bits: 32 } => self.tokens.float32(b),
            Scalar::Float { .. } => self.tokens.float64(b),
        }
    }

    fn read_int(&self, b: &mut FunctionBuilder, bits: u8, signed: bool) -> Expr {
        let number = if signed { self.tokens.int(b) } else { self.tokens.uint(b) };
        check_range(b, &number, bits, signed);
        number
    }

    /// Reads an enumerator by its name or number.
    fn read_enum(&self, b: &mut FunctionBuilder, id: EnumId) -> Expr {
        let is_name = begins_word(b.peek("next").into());
        let by_name = |b: &mut FunctionBuilder| vec![self.read_enum_name(b, id)];
        let by_number = |b: &mut FunctionBuilder| {
            let number = match self.types.enumeration(id).is_wide_unsigned() {
                true => self.tokens.uint(b).reinterpret(),
                false => {
                    let number = self.tokens.int(b);
                    check_range(b, &number, 32, true);
                    number
                }
            };
            check_enum(b, self.types, id, &number);
            vec![number]
        };
        b.if_yields(is_name, &[("number", ValueType::I64)], by_name, by_number)[0].into()
    }

    fn read_enum_name(&self, b: &mut FunctionBuilder, id: EnumId) -> Expr {
        let name = self.tokens.identifier(b);
        let arms: Vec<Arm> = self
            .types
            .enumeration(id)
            .members
            .iter()
            .map(|member| Arm {
                keys: vec![Const::Bytes(member.name.clone().into())],
                body: b.block(|_| vec![member.number.into()]),
            })
            .collect();
        let unknown = b.block(|b| {
            b.fail(ErrorCode::UnknownEnumerator);
            vec![0i64.into()]
        });
        b.switch(name, arms, unknown, &[("number", ValueType::I64)])[0].into()
    }
}
