use super::{AvroJson, label};
use crate::avro::array::{in_fixed, write_fixed};
use crate::avro::branch::has_text_keys;
use crate::avro::duration;
use crate::avro::facts::FieldFacts;
use crate::avro::form::digits;
use crate::avro::number::check_int;
use crate::json::name::quoted;
use crate::json::write_value::write_text;
use crate::plan::{arm, block, uuid};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, StructId, Type, UnionId};
use polywire_ir::{Arg, Const, ErrorCode, Expr, Function, Place, WriteLeaf};
use polywire_model::Presence;
use polywire_model::attr::{AvroForm, AvroKind};

impl AvroJson<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        match self.facts.record(id).kind {
            AvroKind::Record | AvroKind::Error => self.write_record(&mut b, id, &value),
            AvroKind::Duration => self.write_duration(&mut b, id, &value),
            AvroKind::Value => match self.types.record(id).fields.first() {
                Some(_) => self.write_field(&mut b, id, 0, &value),
                None => b.write_bytes(b"null"),
            },
        }
        b.finish(vec![], vec![])
    }

    fn write_record(&self, b: &mut FunctionBuilder, id: StructId, value: &Place) {
        for (at, index) in self.orders.fields(id).enumerate() {
            let name = label(&self.types.record(id).fields[index as usize].name);
            b.write_bytes(&[if at == 0 { b"{" } else { b"," }, name.as_slice()].concat());
            self.write_field(b, id, index, value);
        }
        b.write_bytes(if self.types.record(id).fields.is_empty() { b"{}".as_slice() } else { b"}" });
    }

    fn write_duration(&self, b: &mut FunctionBuilder, id: StructId, value: &Place) {
        let bytes = b.scratch("bytes", |b| {
            duration::write(b, self.orders.fields(id), value);
        });
        self.write_characters(b, bytes);
    }

    fn write_field(&self, b: &mut FunctionBuilder, id: StructId, index: u32, value: &Place) {
        let (ty, place) = (&self.types.record(id).fields[index as usize].ty, value.field(index));
        let FieldFacts { presence, form, .. } = self.facts.field(id, index);
        match presence {
            Presence::Implicit => self.write_value(b, (ty, form), place),
            Presence::Required => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.write_value(b, (ty, form), place.some());
            }
            Presence::Optional => {
                let (name, is_held) = self.optional_branch(ty, form);
                let write = |b: &mut FunctionBuilder| {
                    write_branch(b, &name, is_held, |b| self.write_value(b, (ty, form), place.some()));
                };
                b.if_else(Expr::Present(place.clone()), write, |b| b.write_bytes(b"null"));
            }
        }
    }

    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let facts = self.facts.union(id);
        let arms = self.branches(id).into_iter().map(|branch| {
            arm(&mut b, vec![Const::U64(u64::from(branch.case) + 1)], |b| match branch.ty {
                Some(ty) => write_branch(b, &branch.name, branch.is_held, |b| {
                    self.write_value(b, (ty, &facts.forms[branch.case as usize]), value.case(branch.case));
                }),
                None => b.write_bytes(&[b"{", label(&branch.name).as_slice(), b"{}}"].concat()),
            })
        });
        let arms = arms.collect();
        let none = block(&mut b, |b| match facts.null {
            Some(_) => b.write_bytes(b"null"),
            None => b.fail(ErrorCode::MissingField),
        });
        b.switch(Expr::Case(value), arms, none, &[]);
        b.finish(vec![], vec![])
    }

    fn write_value(&self, b: &mut FunctionBuilder, (ty, form): (&Type, &AvroForm), place: Place) {
        match ty {
            Type::Bool => b.if_else(Expr::Get(place), |b| b.write_bytes(b"true"), |b| b.write_bytes(b"false")),
            Type::Int { bits, signed, .. } => self.write_int(b, (*bits, *signed), form, &place),
            Type::Float { bits: 32 } => b.write_leaf(WriteLeaf::JsonFloat32, vec![Expr::Get(place)]),
            Type::Float { .. } => b.write_leaf(WriteLeaf::JsonFloat64, vec![Expr::Get(place)]),
            Type::Text { .. } if let Some(decimals) = self.decimals_of(form) => {
                let bytes = decimals.bytes_of(b, form, &place);
                self.write_characters(b, bytes);
            }
            Type::Text { verified } => write_text(b, *verified, Expr::Get(place)),
            Type::FixedBytes(..) if *form == AvroForm::Text => {
                b.write_bytes(b"\"");
                uuid::write_text(b, place);
                b.write_bytes(b"\"");
            }
            Type::Bytes | Type::FixedBytes(..) => self.write_characters(b, Expr::Get(place)),
            Type::Enum(id) => self.write_enum(b, *id, Expr::Get(place)),
            Type::Struct(id) => drop(b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[])),
            Type::Union(id) => drop(b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[])),
            Type::Array(element, _) if in_fixed(element).is_some() => {
                let bytes = b.scratch("bytes", |b| write_fixed(b, element, place));
                self.write_characters(b, bytes);
            }
            Type::List(element) | Type::Array(element, _) => self.write_elements(b, (element, form), place),
            Type::Map(entry) if has_text_keys(self.types, *entry) => self.write_map(b, *entry, place),
            Type::Map(entry) => self.write_elements(b, (&Type::Struct(*entry), &AvroForm::Plain), place),
        }
    }

    fn write_int(&self, b: &mut FunctionBuilder, (bits, signed): (u8, bool), form: &AvroForm, place: &Place) {
        match form {
            AvroForm::Bytes => {
                let digits = digits(b, (place, signed), None);
                self.write_characters(b, digits);
            }
            AvroForm::Fixed(fixed) => {
                let digits = digits(b, (place, signed), Some(fixed.size));
                self.write_characters(b, digits);
            }
            AvroForm::Plain | AvroForm::Text | AvroForm::Decimal(_) | AvroForm::BigDecimal => {
                let number = Expr::Get(place.clone());
                check_int(b, &number, bits, signed);
                b.write_leaf(if signed { WriteLeaf::DecimalInt } else { WriteLeaf::DecimalUint }, vec![number]);
            }
        }
    }

    fn write_characters(&self, b: &mut FunctionBuilder, bytes: impl Into<Expr>) {
        let characters = self.characters_of(b, bytes);
        b.write_leaf(WriteLeaf::JsonString, vec![characters.into()]);
    }

    fn write_enum(&self, b: &mut FunctionBuilder, id: EnumId, number: Expr) {
        let it = self.types.enumeration(id);
        let arms = self.orders.numbers(id).iter().map(|number| {
            let member = it.members.iter().find(|member| member.number == *number);
            let name = member.map_or("", |member| member.name.as_str());
            arm(b, vec![Const::I64(*number)], |b| b.write_bytes(quoted(name).as_bytes()))
        });
        let arms = arms.collect();
        let unknown = block(b, |b| b.fail(ErrorCode::UnknownEnumerator));
        b.switch(number, arms, unknown, &[]);
    }

    fn write_elements(&self, b: &mut FunctionBuilder, (element, form): (&Type, &AvroForm), place: Place) {
        b.write_bytes(b"[");
        b.each(place, ("element", element.clone()), None, |b, item, index| {
            b.when(index.is_not(0u64), |b| b.write_bytes(b","));
            self.write_value(b, (element, form), item.into());
        });
        b.write_bytes(b"]");
    }

    fn write_map(&self, b: &mut FunctionBuilder, entry: StructId, place: Place) {
        let (key, _) = self.types.entry(entry);
        let verified = matches!(key, Type::Text { verified: true });
        b.write_bytes(b"{");
        b.each(place, ("entry", Type::Struct(entry)), None, |b, item, index| {
            b.when(index.is_not(0u64), |b| b.write_bytes(b","));
            let item = Place::from(item);
            write_text(b, verified, Expr::Get(item.field(0)));
            b.write_bytes(b":");
            self.write_field(b, entry, 1, &item);
        });
        b.write_bytes(b"}");
    }
}

/// Writes a value of a branch other than null.
fn write_branch(b: &mut FunctionBuilder, name: &str, is_held: bool, value: impl FnOnce(&mut FunctionBuilder)) {
    let (open, close): (&[u8], &[u8]) = if is_held { (b"{\"value\":", b"}}") } else { (b"", b"}") };
    b.write_bytes(&[b"{", label(name).as_slice(), open].concat());
    value(b);
    b.write_bytes(close);
}
