//! The schema of a message in Avro's own form (`.avsc`), for other implementations: they read and write the same bytes.
//!
//! Avro allows neither unions directly inside of unions nor two unnamed types of the same kind in one. Such a value is the
//! field `value` of a record, which adds no bytes.

use super::array::in_fixed;
use super::branch::{branches, fixed_name, has_text_keys, holder_of_optional};
use super::facts::Facts;
use super::number::is_long;
use super::unsigned;
use crate::plan::Orders;
use polywire_ir::types::{EnumId, StructId, Type, Types, UnionId};
use polywire_model::{DeclId, Model, Presence};
use std::collections::BTreeSet;

/// Returns the schema of a struct; `None` for other types.
pub fn text(model: &Model, id: DeclId) -> Option<String> {
    text_of_all(model, &[id])
}

/// Returns the schema of several structs: a union, in which each type is declared where it is first used. `None` if there is
/// another type among them, or no type.
pub fn text_of_all(model: &Model, ids: &[DeclId]) -> Option<String> {
    let types = Types::of_model(model);
    let ids = ids.iter().map(|id| types.struct_of(*id)).collect::<Option<Vec<_>>>()?;
    let (facts, orders) = (Facts::of(model, &types), Orders::without_removed(model));
    let has_decimal_unsigned = model.options.avro.has_decimal_unsigned;
    let mut printer = Printer { types: &types, facts, orders, has_decimal_unsigned, declared: BTreeSet::new() };
    let records: Vec<String> = ids.into_iter().map(|id| printer.record(id)).collect();
    match records.as_slice() {
        [] => None,
        [record] => Some(format!("{record}\n")),
        records => Some(list(records) + "\n"),
    }
}

struct Printer<'t> {
    types: &'t Types,
    facts: Facts,
    orders: Orders,
    has_decimal_unsigned: bool,
    /// The full names of types that are declared already: others refer to them.
    declared: BTreeSet<String>,
}

impl Printer<'_> {
    fn ty(&mut self, ty: &Type) -> String {
        match ty {
            Type::Bool => quoted("boolean"),
            Type::Int { bits: 64, signed: false, .. } if self.has_decimal_unsigned => self.unsigned(),
            Type::Int { bits, signed, .. } => quoted(if is_long(*bits, *signed) { "long" } else { "int" }),
            Type::Float { bits: 32 } => quoted("float"),
            Type::Float { .. } => quoted("double"),
            Type::Text { .. } => quoted("string"),
            Type::Bytes => quoted("bytes"),
            Type::FixedBytes(len, _) => self.fixed(*len),
            Type::Enum(id) => self.enumeration(*id),
            Type::Struct(id) => match self.types.nullable(ty) {
                Some(value) => self.or_null(&value.ty),
                None => self.record(*id),
            },
            Type::Union(id) => self.union(*id),
            Type::List(element) => self.array(element),
            Type::Array(element, len) if in_fixed(element).is_some() => self.fixed(*len),
            Type::Array(element, _) => self.array(element),
            Type::Map(entry) => self.map(*entry),
        }
    }

    fn array(&mut self, element: &Type) -> String {
        let items = self.ty(element);
        object(&[("type", quoted("array")), ("items", items)])
    }

    /// A map, or an array of its entries if the keys are not texts.
    fn map(&mut self, entry: StructId) -> String {
        if !has_text_keys(self.types, entry) {
            return self.array(&Type::Struct(entry));
        }
        let values = self.ty(self.types.entry(entry).1);
        object(&[("type", quoted("map")), ("values", values)])
    }

    fn fixed(&mut self, len: u32) -> String {
        let size = ("size", len.to_string());
        self.declare("fixed", &fixed_name(len), |_| vec![size])
    }

    fn unsigned(&mut self) -> String {
        let members = [("size", unsigned::SIZE), ("precision", unsigned::PRECISION), ("scale", 0)];
        let members = members.into_iter().map(|(name, number)| (name, number.to_string()));
        let members = members.chain([("logicalType", quoted("decimal"))]).collect();
        self.declare("fixed", unsigned::NAME, |_| members)
    }

    fn enumeration(&mut self, id: EnumId) -> String {
        let types = self.types;
        let ty = types.enumeration(id);
        self.declare("enum", &ty.name.dotted(), |it| {
            let member = |number: &i64| ty.members.iter().find(|member| member.number == *number);
            let members = it.orders.numbers(id).iter().filter_map(member);
            let symbols: Vec<String> = members.map(|member| quoted(&member.name)).collect();
            vec![("symbols", list(&symbols))]
        })
    }

    fn record(&mut self, id: StructId) -> String {
        let types = self.types;
        let record = types.record(id);
        self.declare("record", &record.name.dotted(), |it| {
            let order: Vec<u32> = it.orders.fields(id).collect();
            let fields = order.into_iter().map(|index| {
                let field = &record.fields[index as usize];
                it.field(&field.name, &field.ty, it.facts.field(id, index).presence)
            });
            vec![("fields", list(&fields.collect::<Vec<_>>()))]
        })
    }

    fn field(&mut self, name: &str, ty: &Type, presence: Presence) -> String {
        let ty = if presence == Presence::Optional { self.or_null(ty) } else { self.ty(ty) };
        let default = (presence == Presence::Optional).then(|| ("default", "null".to_owned()));
        let members: Vec<_> = [("name", quoted(name)), ("type", ty)].into_iter().chain(default).collect();
        object(&members)
    }

    /// A union of null and a type.
    fn or_null(&mut self, ty: &Type) -> String {
        let value = match ty {
            Type::Union(id) => self.holder(&holder_of_optional(&self.types.union(*id).name.dotted()), Some(ty)),
            _ => self.ty(ty),
        };
        list(&[quoted("null"), value])
    }

    /// A union of null, which means no case, and the cases.
    fn union(&mut self, id: UnionId) -> String {
        let branches = branches(self.types, &self.orders, &self.facts, id).into_iter().map(|branch| match branch.ty {
            Some(ty) if !branch.is_held => self.ty(ty),
            held => self.holder(&branch.name, held),
        });
        let branches: Vec<String> = branches.collect();
        list(&[vec![quoted("null")], branches].concat())
    }

    /// A record that contains one value, or nothing.
    fn holder(&mut self, name: &str, held: Option<&Type>) -> String {
        self.declare("record", name, |it| {
            let field = held.map(|ty| it.field("value", ty, Presence::Implicit));
            vec![("fields", list(&field.into_iter().collect::<Vec<_>>()))]
        })
    }

    /// Declares a type with a name, or refers to it by its full name.
    fn declare(
        &mut self,
        kind: &str,
        name: &str,
        rest: impl FnOnce(&mut Self) -> Vec<(&'static str, String)>,
    ) -> String {
        if !self.declared.insert(name.to_owned()) {
            return quoted(name);
        }
        let (namespace, own) = name.rsplit_once('.').unwrap_or(("", name));
        let head = [("type", quoted(kind)), ("name", quoted(own)), ("namespace", quoted(namespace))];
        object(&head.into_iter().chain(rest(self)).collect::<Vec<_>>())
    }
}

/// Names of types, members and symbols consist of letters, digits, underscores and dots.
fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// Short values on one line, each longer one on lines of its own.
fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
    enclosed('{', &members, '}')
}

fn list(items: &[String]) -> String {
    enclosed('[', items, ']')
}

const WIDTH: usize = 100;

fn enclosed(open: char, parts: &[String], close: char) -> String {
    let line = parts.join(", ");
    if line.len() < WIDTH && !line.contains('\n') {
        return format!("{open}{line}{close}");
    }
    let indented: Vec<String> = parts.iter().map(|part| format!("  {}", part.replace('\n', "\n  "))).collect();
    format!("{open}\n{}\n{close}", indented.join(",\n"))
}
