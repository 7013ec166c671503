//! Values of the writer, read as values of the reader's types.

use super::{Reason, Resolution};
use crate::avro::array::{in_fixed, read_blocks, read_fixed};
use crate::avro::branch;
use crate::avro::number::{read_int, read_len};
use crate::avro::read::each_block;
use crate::avro::resolved::charged_if_empty;
use crate::avro::written::{self, Written};
use crate::plan::{bound_count, elements_cost, memory};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, StructId, Type};
use polywire_ir::{Arm, Const, ErrorCode, Expr, Place, ValueType};
use polywire_model::attr::AvroForm;

impl Resolution<'_> {
    /// Reads a value of the writer.
    pub(super) fn read_value(
        &self,
        b: &mut FunctionBuilder,
        written: &Written,
        (ty, form): (&Type, &AvroForm),
        place: Place,
    ) {
        match (ty, written) {
            (Type::Struct(id), _) => self.read_struct(b, written, *id, place),
            (_, Written::Union(branches)) => {
                self.each_branch(b, branches, |b, branch| self.read_value(b, branch, (ty, form), place.clone()));
            }
            (Type::Union(id), _) => self.read_union(b, written, *id, place),
            (Type::Enum(id), Written::Enum(of)) => self.read_enum(b, (written, *of), *id, place),
            (Type::Array(element, len), Written::Fixed(..)) if in_fixed(element).is_some() => {
                let signed = in_fixed(element) == Some(true);
                let name = branch::fixed_name(*len);
                if self.check_fixed(b, written, (&name, &[]), u64::from(*len)) {
                    read_fixed(b, (element, *len), place, signed);
                }
            }
            (Type::List(element), Written::Array(items)) => self.read_list(b, items, (element, form), place),
            (Type::Array(element, len), Written::Array(items)) if in_fixed(element).is_none() => {
                let cost = self.cost(element);
                read_blocks(b, (element, *len), place, |b, item| {
                    self.charged(b, items, cost, |b| self.read_value(b, items, (element, form), item));
                });
            }
            (Type::Map(entry), Written::Map(values)) if branch::has_text_keys(self.reader.types, *entry) => {
                self.read_map(b, values, *entry, place);
            }
            (Type::Map(entry), Written::Array(items)) => {
                self.read_list(b, items, (&Type::Struct(*entry), &AvroForm::Plain), place);
            }
            _ => self.read_scalar(b, written, (ty, form), place),
        }
    }

    /// Refuses a value, and what is behind it.
    pub(super) fn refuse(&self, b: &mut FunctionBuilder, written: &Written, reader: String, reason: Reason) {
        self.note(written, reader, reason);
        b.fail(ErrorCode::WrongKind);
    }

    /// The memory that an element is charged for if it has no bytes.
    fn cost(&self, element: &Type) -> u64 {
        memory(self.reader.types, element).max(64)
    }

    /// Charges elements without bytes; others are bounded by the input.
    fn charged(&self, b: &mut FunctionBuilder, written: &Written, cost: u64, read: impl FnOnce(&mut FunctionBuilder)) {
        match written::has_bytes(self.writer, written) {
            true => read(b),
            false => charged_if_empty(b, cost, read),
        }
    }

    fn read_list(&self, b: &mut FunctionBuilder, items: &Written, (element, form): (&Type, &AvroForm), place: Place) {
        let cost = self.cost(element);
        each_block(b, |b, count| {
            if written::has_bytes(self.writer, items) {
                bound_count(b, count.clone(), 1);
            } else {
                let excess = Expr::Left.below(count.clone()).choose(count.clone() - Expr::Left, 0u64);
                let excess = Expr::from(b.let_("excess", excess));
                b.charge(elements_cost(excess, cost));
            }
            b.fill(place, count, ("element", element.clone()), |b, item, _| {
                self.charged(b, items, cost, |b| self.read_value(b, items, (element, form), item.into()));
            });
        });
    }

    fn read_map(&self, b: &mut FunctionBuilder, values: &Written, entry: StructId, place: Place) {
        each_block(b, |b, count| {
            bound_count(b, count.clone(), 1);
            b.fill(place, count, ("entry", Type::Struct(entry)), |b, item, _| {
                let item = Place::from(item);
                let len = read_len(b);
                let text = b.read_span("key", len);
                b.set(item.field(0), text);
                self.read_member(b, values, (entry, 1), &item);
            });
        });
    }

    /// Symbols are matched by name.
    fn read_enum(
        &self,
        b: &mut FunctionBuilder,
        (written, of): (&Written, polywire_model::DeclId),
        id: EnumId,
        place: Place,
    ) {
        let (it, facts) = (self.reader.types.enumeration(id), self.facts().enumeration(id));
        if !self.is_named(written, &facts.names) {
            return self.refuse(b, written, it.name.dotted(), Reason::Name);
        }
        let symbols = written::symbols(self.writer, of);
        let number = |symbol: &String| it.members.iter().find(|member| member.name == *symbol).map(|it| it.number);
        let lacking: Vec<String> = symbols.iter().filter(|symbol| number(symbol).is_none()).cloned().collect();
        if facts.default.is_none() && !lacking.is_empty() {
            self.note(written, it.name.dotted(), Reason::MissingSymbols(lacking));
        }
        let index = read_int(b, "index");
        let arms = symbols.iter().zip(0i64..).filter_map(|(symbol, index)| {
            let number = number(symbol).or(facts.default)?;
            Some(Arm { keys: vec![Const::I64(index)], body: b.block(|_| vec![number.into()]) })
        });
        let arms: Vec<Arm> = arms.collect();
        let unknown = b.block(|b| {
            b.fail(ErrorCode::UnknownEnumerator);
            vec![0i64.into()]
        });
        let number = b.switch(index, arms, unknown, &[("number", ValueType::I64)]);
        b.set(place, number[0]);
    }

    /// Returns true if the writer's type has one of these names, or if there are none.
    pub(super) fn is_named(&self, written: &Written, names: &[String]) -> bool {
        let name = written::name(self.writer, written);
        let own = name.rsplit('.').next().unwrap_or_default();
        names.is_empty() || names.iter().any(|name| name == own)
    }

    /// Checks that the writer's type is a fixed of this size, with one of these names if there are any; refuses it and
    /// returns false if it is not.
    pub(super) fn check_fixed(
        &self,
        b: &mut FunctionBuilder,
        written: &Written,
        (name, names): (&str, &[String]),
        size: u64,
    ) -> bool {
        let reason = match written {
            Written::Fixed(_, of) if *of != size => Reason::Size,
            Written::Fixed(..) if !self.is_named(written, names) => Reason::Name,
            Written::Fixed(..) => return true,
            _ => Reason::Kind,
        };
        self.refuse(b, written, name.to_owned(), reason);
        false
    }
}
