//! Values of new structs.

use super::native::{Held, Printer, held};
use polywire_ir::types::{EnumId, FieldType, Literal, StructId, Type, Types};
use polywire_srcgen::{Source, join};
use std::collections::HashSet;

/// The structs whose new values are not Go's zero values.
pub(super) struct Defaults(HashSet<StructId>);

impl Defaults {
    pub fn of(types: &Types) -> Self {
        let mut found = Self(HashSet::new());
        let ids = || (0..types.structs.len() as u32).map(StructId);
        // A struct takes part if one that it contains does.
        loop {
            let is_new = |id: &StructId| {
                !found.has(*id) && types.record(*id).fields.iter().any(|field| found.field(field, types))
            };
            let more: Vec<StructId> = ids().filter(is_new).collect();
            if more.is_empty() {
                return found;
            }
            found.0.extend(more);
        }
    }

    /// Returns true if a new value of the struct is not Go's zero value.
    pub fn has(&self, id: StructId) -> bool {
        self.0.contains(&id)
    }

    /// Returns true if a new value of the field is not Go's zero value.
    pub fn field(&self, field: &FieldType, types: &Types) -> bool {
        held(field) == Held::Plain && self.value(&field.ty, field.default.as_ref(), types)
    }

    fn value(&self, ty: &Type, default: Option<&Literal>, types: &Types) -> bool {
        match (ty, default) {
            (_, Some(literal)) => !literal.is_zero(),
            (Type::Enum(id), None) => first_number(*id, types) != 0,
            (Type::Struct(id), None) => self.has(*id),
            (Type::Array(element, len), None) => *len > 0 && self.value(element, None, types),
            _ => false,
        }
    }
}

fn first_number(id: EnumId, types: &Types) -> i64 {
    types.enumeration(id).members.first().map_or(0, |first| first.number)
}

/// Prints the function that makes a new struct, if it is needed.
pub(super) fn make(out: &mut Source, id: StructId, printer: &mut Printer<'_>) {
    let (it, names) = (printer.types.record(id), printer.names.record(id));
    let Some(make) = &names.make else { return };
    let local = &names.name.local;
    out.blank();
    out.line(format!("// {make} returns a new {local} with the defaults of the schema."));
    out.block(format!("func {make}() *{local} {{"), "}", |out| {
        out.line(format!("v := new({local})"));
        for (field, name) in it.fields.iter().zip(&names.fields) {
            if held(field) == Held::Plain {
                assign(out, &format!("v.{name}"), (&field.ty, field.default.as_ref()), printer);
            }
        }
        out.line("return v");
    });
}

/// Sets a place that has Go's zero value to the default.
fn assign(out: &mut Source, place: &str, (ty, default): (&Type, Option<&Literal>), printer: &mut Printer<'_>) {
    let (types, names) = (printer.types, printer.names);
    match (ty, default) {
        (_, Some(literal)) if literal.is_zero() => {}
        (_, Some(literal)) => {
            let value = value(ty, literal, printer);
            out.line(format!("{place} = {value}"));
        }
        (Type::Enum(id), None) if first_number(*id, types) != 0 => {
            let first = value(ty, &Literal::Int(first_number(*id, types).into()), printer);
            out.line(format!("{place} = {first}"));
        }
        (Type::Struct(id), None) => {
            if let Some(make) = &names.record(*id).make {
                let package = names.record(*id).name.package.clone();
                out.line(format!("{place} = *{}()", printer.imports.qualified(&package, make)));
            }
        }
        (Type::Array(element, len), None) if *len > 0 => {
            // Arrays in arrays need an index each.
            let index = ["i", "j", "k"][place.matches('[').count().min(2)];
            let mut inner = Source::new("\t");
            assign(&mut inner, &format!("{place}[{index}]"), (element, None), printer);
            if !inner.is_empty() {
                out.block(format!("for {index} := range {place} {{"), "}", |out| out.lines(&inner.finish()));
            }
        }
        _ => {}
    }
}

fn enumerator(id: EnumId, index: usize, printer: &mut Printer<'_>) -> String {
    let names = printer.names.enumeration(id);
    let package = names.name.package.clone();
    printer.imports.qualified(&package, &names.members[index])
}

/// Prints the default of an optional field as a constant, or a variable if Go has no such constants.
pub(super) fn constant(
    out: &mut Source,
    (field, public, name): (&FieldType, &str, &str),
    owner: &str,
    printer: &mut Printer<'_>,
) {
    let Some(literal) = &field.default else { return };
    out.blank();
    out.line(format!("// {name} is the value that the absence of {public} in {owner} stands for."));
    declaration(out, name, (&field.ty, literal), printer);
}

/// Prints a constant, or a variable if Go has no such constants. Bytes are a string.
pub(super) fn declaration(out: &mut Source, name: &str, (ty, literal): (&Type, &Literal), printer: &mut Printer<'_>) {
    let type_name = match ty {
        Type::Bytes | Type::FixedBytes(..) => "string".to_owned(),
        other => printer.value_type(other),
    };
    let value = match literal {
        Literal::Bytes(bytes) => string_literal(bytes),
        literal => value(ty, literal, printer),
    };
    let word = if value.contains("math.") { "var" } else { "const" };
    out.line(format!("{word} {name} {type_name} = {value}"));
}

/// Prints the value of a literal.
pub(super) fn value(ty: &Type, literal: &Literal, printer: &mut Printer<'_>) -> String {
    match (ty, literal) {
        (Type::Enum(id), Literal::Int(number)) => {
            let it = printer.types.enumeration(*id);
            let is_bound = printer.names.enumeration(*id).name.is_bound;
            let known = it.members.iter().position(|member| it.integer(member.number) == *number);
            match known.filter(|_| !is_bound) {
                Some(index) => enumerator(*id, index, printer),
                None => number.to_string(),
            }
        }
        (Type::FixedBytes(..), Literal::Bytes(bytes)) => format!("{}{{{}}}", printer.value_type(ty), join(bytes, ", ")),
        (_, Literal::Bytes(bytes)) => format!("[]byte({})", string_literal(bytes)),
        (_, Literal::Bool(value)) => value.to_string(),
        (_, Literal::Int(value)) => value.to_string(),
        (_, Literal::Text(value)) => string_literal(value.as_bytes()),
        (_, Literal::Float(bits)) => float(ty, f64::from_bits(*bits), printer),
    }
}

fn float(ty: &Type, value: f64, printer: &mut Printer<'_>) -> String {
    let is_narrow = *ty == Type::Float { bits: 32 };
    let special = match value {
        // The bits of `math.NaN()` are others than those of NaN elsewhere.
        _ if value.is_nan() => "math.Float64frombits(0x7ff8000000000000)",
        f64::INFINITY => "math.Inf(1)",
        f64::NEG_INFINITY => "math.Inf(-1)",
        // A constant cannot be a negative zero.
        0.0 if value.is_sign_negative() => "math.Copysign(0, -1)",
        _ if is_narrow => return format!("{:?}", value as f32),
        _ => return format!("{value:?}"),
    };
    printer.imports.standard("math");
    if is_narrow { format!("float32({special})") } else { special.to_owned() }
}

/// A string literal of these bytes.
pub(super) fn string_literal(bytes: &[u8]) -> String {
    let mut text = String::from('"');
    match std::str::from_utf8(bytes) {
        Ok(characters) => characters.chars().for_each(|ch| text.push_str(&character(ch))),
        Err(_) => bytes.iter().for_each(|byte| match byte {
            0..0x80 => text.push_str(&character(char::from(*byte))),
            _ => text.push_str(&format!("\\x{byte:02x}")),
        }),
    }
    text.push('"');
    text
}

fn character(ch: char) -> String {
    match ch {
        '"' | '\\' => format!("\\{ch}"),
        '\n' => "\\n".to_owned(),
        ' '..='~' => ch.to_string(),
        ch if ch.is_alphanumeric() => ch.to_string(),
        ch if ch.is_ascii() => format!("\\x{:02x}", ch as u32),
        ch => format!("\\U{:08x}", ch as u32),
    }
}
