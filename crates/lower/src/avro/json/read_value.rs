use super::AvroJson;
use crate::avro::array::{in_fixed, read_fixed};
use crate::avro::branch::has_text_keys;
use crate::avro::form::set_digits;
use crate::avro::number::as_int;
use crate::json::read::read_label;
use crate::json::read_value::read_into;
use crate::json::skip::each_item;
use crate::plan::uuid;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, StructId, Type};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, Place, ReadLeaf, ValueType, VarId};
use polywire_model::attr::{AvroBase, AvroForm};

impl AvroJson<'_> {
    /// Reads a value without leading white space.
    pub(super) fn read_value(&self, b: &mut FunctionBuilder, (ty, form): (&Type, &AvroForm), place: Place) {
        match ty {
            Type::Bool => read_into(b, place, ReadLeaf::JsonBool),
            Type::Int { bits, signed, .. } => self.read_int(b, (*bits, *signed), form, place),
            Type::Float { bits: 32 } => read_into(b, place, ReadLeaf::JsonFloat32),
            Type::Float { .. } => read_into(b, place, ReadLeaf::JsonFloat64),
            Type::Text { .. } if let Some(decimals) = self.decimals_of(form) => {
                let bytes = match form.base() {
                    Some(AvroBase::Fixed(fixed)) => self.read_fixed(b, fixed.size),
                    _ => self.read_characters(b),
                };
                decimals.set_text(b, form, bytes, &place);
            }
            Type::Text { .. } => {
                let text = b.read_leaf("text", ReadLeaf::JsonString);
                b.set_trusted(place, text);
            }
            Type::FixedBytes(..) if *form == AvroForm::Text => {
                let text = b.read_leaf("text", ReadLeaf::JsonString);
                uuid::read_text(b, text.into(), place);
            }
            Type::FixedBytes(len, _) => {
                let bytes = self.read_fixed(b, *len);
                b.set(place, bytes);
            }
            Type::Bytes => {
                let bytes = self.read_characters(b);
                b.set(place, bytes);
            }
            Type::Enum(id) => self.read_enum(b, *id, place),
            Type::Struct(id) => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            Type::Union(id) => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            Type::List(element) => self.read_list(b, (element, form), place),
            Type::Array(element, len) => self.read_array(b, (element, *len, form), place),
            Type::Map(entry) if has_text_keys(self.types, *entry) => self.read_map(b, *entry, place),
            Type::Map(entry) => self.read_list(b, (&Type::Struct(*entry), &AvroForm::Plain), place),
        }
    }

    fn read_int(&self, b: &mut FunctionBuilder, (bits, signed): (u8, bool), form: &AvroForm, place: Place) {
        match form {
            AvroForm::Bytes => {
                let digits = self.read_characters(b);
                set_digits(b, digits, (&place, signed));
            }
            AvroForm::Fixed(fixed) => {
                let digits = self.read_fixed(b, fixed.size);
                set_digits(b, digits, (&place, signed));
            }
            AvroForm::Plain | AvroForm::Text | AvroForm::Decimal(_) | AvroForm::BigDecimal => {
                let number = Expr::from(b.read_leaf("number", ReadLeaf::JsonInt));
                let value = as_int(b, number, bits, signed);
                b.set(place, value);
            }
        }
    }

    /// Reads a string with a character for each byte.
    pub(super) fn read_characters(&self, b: &mut FunctionBuilder) -> VarId {
        let characters = b.read_leaf("characters", ReadLeaf::JsonString);
        self.bytes_of(b, characters)
    }

    fn read_fixed(&self, b: &mut FunctionBuilder, len: u32) -> VarId {
        let bytes = self.read_characters(b);
        b.check(Expr::from(bytes).bytes_len().is(u64::from(len)), ErrorCode::BadLength);
        bytes
    }

    fn read_enum(&self, b: &mut FunctionBuilder, id: EnumId, place: Place) {
        let name = b.read_leaf("symbol", ReadLeaf::JsonString);
        let it = self.types.enumeration(id);
        let known = it.members.iter().filter(|member| self.orders.numbers(id).contains(&member.number));
        let arms = known.map(|member| Arm {
            keys: vec![Const::Bytes(member.name.clone().into())],
            body: b.block(|_| vec![member.number.into()]),
        });
        let arms = arms.collect();
        let unknown = b.block(|b| {
            b.fail(ErrorCode::UnknownEnumerator);
            vec![0i64.into()]
        });
        let number = b.switch(name.into(), arms, unknown, &[("number", ValueType::I64)]);
        b.set(place, number[0]);
    }

    fn read_list(&self, b: &mut FunctionBuilder, (element, form): (&Type, &AvroForm), place: Place) {
        b.expect(b"[", ErrorCode::WrongKind);
        each_item(b, b"]", |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.push(place, ("element", element.clone()), |b, value| self.read_value(b, (element, form), value.into()));
        });
    }

    /// The number of elements must match the type.
    fn read_array(&self, b: &mut FunctionBuilder, (element, len, form): (&Type, u32, &AvroForm), place: Place) {
        if let Some(signed) = in_fixed(element) {
            let bytes = self.read_fixed(b, len);
            b.at(bytes, 0u64, &[], |b| {
                read_fixed(b, (element, len), place, signed);
                vec![]
            });
            return;
        }
        b.expect(b"[", ErrorCode::WrongKind);
        b.fill(place, u64::from(len), ("element", element.clone()), |b, value, index| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.when(index.is_not(0u64), |b| {
                b.expect(b",", ErrorCode::BadLength);
                b.skip_leaf(ReadLeaf::JsonSpace);
            });
            self.read_value(b, (element, form), value.into());
        });
        b.skip_leaf(ReadLeaf::JsonSpace);
        b.expect(b"]", ErrorCode::BadLength);
    }

    /// Reads the members into a new map; of equal keys, the last one wins.
    fn read_map(&self, b: &mut FunctionBuilder, entry: StructId, place: Place) {
        b.expect(b"{", ErrorCode::WrongKind);
        each_item(b, b"}", |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            let name = read_label(b, "name");
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.push(place, ("entry", Type::Struct(entry)), |b, item| {
                let item = Place::from(item);
                b.set_trusted(item.field(0), name);
                self.read_field(b, entry, 1, &item);
            });
        });
    }
}
