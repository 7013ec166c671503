use super::Resolved;
use super::skip::charged_if_empty;
use super::writer::{Writer, kind};
use crate::avro::array::{in_fixed, read_blocks, read_fixed};
use crate::avro::facts::unqualified;
use crate::avro::form;
use crate::avro::number::{as_int, is_long, read_int, read_len, read_number};
use crate::avro::read::{each_block, read_bool};
use crate::plan::{bound_count, elements_cost, memory};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, StructId, Type};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Place, ValueType};
use polywire_model::attr::{AvroBase, AvroForm};
use std::collections::HashSet;

impl Resolved<'_> {
    /// Reads a value whose type in the writer's schema is not a union.
    pub(super) fn read_resolved(
        &self,
        b: &mut FunctionBuilder,
        (ty, form): (&Type, &AvroForm),
        place: Place,
        writer: &Writer,
    ) {
        if self.check_form(b, (ty, form), writer) && form::read(b, self.decimals, (ty, form), &place) {
            return;
        }
        match ty {
            Type::Bool => {
                writer.check_kind(b, &[kind::BOOLEAN]);
                let flag = read_bool(b, self.strictness);
                b.set(place, flag);
            }
            Type::Int { bits, signed, .. } => {
                writer.check_kind(b, int_kinds(*bits, *signed));
                let number = match is_long(*bits, *signed) {
                    true => self.read_either(b, writer),
                    false => read_number(b, false, self.strictness),
                };
                let value = as_int(b, number, *bits, *signed);
                b.set(place, value);
            }
            Type::Float { bits } => {
                let float = self.scalars.read_float(b, *bits, writer);
                b.set(place, float);
            }
            Type::Text { .. } | Type::Bytes => {
                writer.check_kind(b, &[kind::STRING, kind::BYTES]);
                let len = read_len(b);
                let bytes = b.read_span("bytes", len);
                b.set(place, bytes);
            }
            Type::FixedBytes(len, _) => {
                if *form == AvroForm::Plain {
                    self.check_fixed(b, &[], u64::from(*len), writer);
                }
                let bytes = b.read_span("bytes", u64::from(*len));
                b.set(place, bytes);
            }
            Type::Enum(id) => {
                let number = self.read_enum(b, *id, writer);
                b.set(place, number);
            }
            Type::Struct(id) => call(b, self.structs[id.0 as usize], place, writer),
            Type::Union(id) => call(b, self.unions[id.0 as usize], place, writer),
            Type::List(element) => self.read_list(b, (element, form), place, writer),
            Type::Array(element, len) => self.read_array(b, (element, *len, form), place, writer),
            Type::Map(entry) => self.read_map(b, *entry, place, writer),
        }
    }

    /// Elements may have no bytes in the writer's schema. Those that cannot fit in the remaining input are charged at
    /// once, so that a count alone cannot allocate memory.
    fn read_list(&self, b: &mut FunctionBuilder, (element, form): (&Type, &AvroForm), place: Place, writer: &Writer) {
        writer.check_kind(b, &[kind::ARRAY]);
        let memory = memory(self.types, element).max(64);
        each_block(b, |b, count| {
            let excess = Expr::Left.below(count.clone()).choose(count.clone() - Expr::Left, 0u64);
            let excess = Expr::from(b.let_("excess", excess));
            b.charge(elements_cost(excess, memory));
            b.fill(place, count, ("element", element.clone()), |b, item, _| {
                charged_if_empty(b, memory, |b| {
                    let writer = self.navigator.resolve(b, writer.items());
                    self.read_resolved(b, (element, form), item.into(), &writer);
                });
            });
        });
    }

    fn read_array(
        &self,
        b: &mut FunctionBuilder,
        (element, len, form): (&Type, u32, &AvroForm),
        place: Place,
        writer: &Writer,
    ) {
        if let Some(signed) = in_fixed(element) {
            self.check_fixed(b, &[], u64::from(len), writer);
            return read_fixed(b, (element, len), place, signed);
        }
        writer.check_kind(b, &[kind::ARRAY]);
        let memory = memory(self.types, element).max(64);
        read_blocks(b, (element, len), place, |b, item| {
            charged_if_empty(b, memory, |b| {
                let writer = self.navigator.resolve(b, writer.items());
                self.read_resolved(b, (element, form), item, &writer);
            });
        });
    }

    /// Writers encode a map with text keys as a map, any other as an array of its entries.
    fn read_map(&self, b: &mut FunctionBuilder, entry: StructId, place: Place, writer: &Writer) {
        let (key, value) = (self.types.entry(entry).0, &self.types.record(entry).fields[1]);
        let form = &self.facts.field(entry, 1).form;
        let of_map = |b: &mut FunctionBuilder| {
            each_block(b, |b, count| {
                bound_count(b, count.clone(), 1);
                b.fill(place.clone(), count, ("entry", Type::Struct(entry)), |b, item, _| {
                    let len = read_len(b);
                    let text = b.read_span("key", len);
                    b.set(Place::from(item).field(0), text);
                    let writer = self.navigator.resolve(b, writer.items());
                    self.read_resolved_member(b, value, form, Place::from(item).field(1), &writer);
                });
            });
        };
        let of_array = |b: &mut FunctionBuilder| self.read_list(b, (&Type::Struct(entry), form), place.clone(), writer);
        match key {
            Type::Text { .. } => b.if_else(writer.kind().is(kind::MAP), of_map, of_array),
            _ => of_array(b),
        }
    }

    /// Checks that a value can have been written in a form of its own; returns false if there is none for its type.
    fn check_form(&self, b: &mut FunctionBuilder, (ty, form): (&Type, &AvroForm), writer: &Writer) -> bool {
        match form::base(ty, form) {
            None => return false,
            Some(AvroBase::Bytes | AvroBase::String) => writer.check_kind(b, &[kind::STRING, kind::BYTES]),
            Some(AvroBase::Fixed(fixed)) => {
                self.check_fixed(b, &unqualified(&fixed.name, &fixed.aliases), u64::from(fixed.size), writer);
            }
        }
        true
    }

    /// Checks that the writer has a fixed of this size, with one of these names if there are any.
    pub(super) fn check_fixed(&self, b: &mut FunctionBuilder, names: &[String], size: u64, writer: &Writer) {
        writer.check_kind(b, &[kind::FIXED]);
        check_name(b, names, writer);
        b.check(writer.size().is(size), ErrorCode::WrongKind);
    }

    /// Reads an `int` or a `long`, by the kind that the writer has.
    fn read_either(&self, b: &mut FunctionBuilder, writer: &Writer) -> Expr {
        let strictness = self.strictness;
        let read = |is_long| move |b: &mut FunctionBuilder| vec![read_number(b, is_long, strictness)];
        let is_int = writer.kind().is(kind::INT);
        b.if_yields(is_int, &[("number", ValueType::I64)], read(false), read(true))[0].into()
    }

    /// Enumerators are matched by name.
    fn read_enum(&self, b: &mut FunctionBuilder, id: EnumId, writer: &Writer) -> Expr {
        let facts = self.facts.enumeration(id);
        writer.check_kind(b, &[kind::ENUM]);
        check_name(b, &facts.names, writer);
        let index = read_int(b, "index").reinterpret();
        b.check(index.clone().below(Expr::Len(writer.symbols())), ErrorCode::UnknownEnumerator);
        let mut names = HashSet::new();
        let members = self.types.enumeration(id).members.iter().filter(|member| names.insert(&member.name));
        let arms = members.map(|member| Arm {
            keys: vec![Const::Bytes(member.name.clone().into())],
            body: b.block(|_| vec![member.number.into()]),
        });
        let arms = arms.collect();
        let unknown = b.block(|b| {
            if facts.default.is_none() {
                b.fail(ErrorCode::UnknownEnumerator);
            }
            vec![facts.default.unwrap_or_default().into()]
        });
        let symbol = Expr::Get(writer.symbols().at(index));
        b.switch(symbol, arms, unknown, &[("number", ValueType::I64)])[0].into()
    }
}

/// Returns the kinds of schemas from which an integer type can be read.
pub(super) fn int_kinds(bits: u8, signed: bool) -> &'static [i64] {
    if is_long(bits, signed) { &[kind::LONG, kind::INT] } else { &[kind::INT] }
}

/// Checks that the writer's type has one of these names, if there are any.
fn check_name(b: &mut FunctionBuilder, names: &[String], writer: &Writer) {
    if let Some(is_named) = is_named(names, writer) {
        b.check(is_named, ErrorCode::WrongKind);
    }
}

/// Tests whether the writer's type has one of these names, if there are any; Bool.
pub(super) fn is_named(names: &[String], writer: &Writer) -> Option<Expr> {
    names.iter().map(|name| writer.name().is(name.as_bytes())).reduce(|any, is| any | is)
}

fn call(b: &mut FunctionBuilder, reader: FuncId, place: Place, writer: &Writer) {
    b.call(reader, [vec![Arg::Place(place)], writer.args()].concat(), &[]);
}
