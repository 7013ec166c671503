//! Unions: structs that hold one of several values, without allocation for numbers.

use super::columns::Columns;
use super::doc;
use super::names::CaseNames;
use super::native::Printer;
use polywire_ir::types::{CaseType, Type, UnionId};
use polywire_srcgen::Source;
use std::collections::BTreeSet;

/// The member of a union that holds the value of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Numbers, as 64 bits.
    Bits,
    Text,
    Data,
    /// A pointer to a struct or a union.
    Held,
    /// A member of its own.
    Own,
}

fn place(ty: &Type) -> Place {
    match ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => Place::Bits,
        Type::Text { .. } => Place::Text,
        Type::Bytes => Place::Data,
        Type::Struct(_) | Type::Union(_) => Place::Held,
        Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(_) => Place::Own,
    }
}

/// Prints a union, the type of its cases, and their methods.
pub(super) fn union(out: &mut Source, id: UnionId, printer: &mut Printer<'_>) {
    let (it, names) = (printer.types.union(id), printer.names.union(id));
    let (local, case) = (&names.name.local, &names.case);
    let text =
        if it.name.doc.is_empty() { format!("{local} holds one of several values.") } else { it.name.doc.clone() };
    doc::declaration(out, local, &format!("{text}\n\nThe zero value holds none."));
    out.block(format!("type {local} struct {{"), "}", |out| members(out, &it.cases, (case, &names.cases), printer));
    out.blank();
    out.line(format!("// {case} is a case of {local}."));
    out.line(format!("type {case} int"));
    out.blank();
    out.block("const (", ")", |out| {
        let mut columns = Columns::default();
        columns.row([&names.none, case, "= 0"]);
        for ((case_names, of_schema), number) in names.cases.iter().zip(&it.cases).zip(1..) {
            columns.comment(out, &doc::member(&of_schema.doc, false));
            columns.row([&case_names.constant, case, &format!("= {number}")]);
        }
        columns.finish(out);
    });
    out.blank();
    out.line("// Which says which value v holds.");
    out.block(format!("func (v *{local}) Which() {case} {{"), "}", |out| out.line("return v.which"));
    for (of_schema, names) in it.cases.iter().zip(&names.cases) {
        match &of_schema.ty {
            Some(ty) => methods(out, (local, names), ty, printer),
            None => {
                out.blank();
                out.line(format!("// {} makes v hold {}, which has no value.", names.set, names.get));
                out.block(format!("func (v *{local}) {}() {{", names.set), "}", |out| {
                    out.line(format!("*v = {local}{{which: {}}}", names.constant));
                });
            }
        }
    }
}

fn members(out: &mut Source, cases: &[CaseType], (case, names): (&str, &[CaseNames]), printer: &mut Printer<'_>) {
    let mut columns = Columns::default();
    columns.row(["which", case]);
    let places: BTreeSet<Place> = cases.iter().filter_map(|case| case.ty.as_ref()).map(place).collect();
    for place in places {
        match place {
            Place::Bits => columns.row(["bits", "uint64"]),
            Place::Text => columns.row(["text", "string"]),
            Place::Data => columns.row(["data", "[]byte"]),
            Place::Held => columns.row(["held", "any"]),
            Place::Own => {}
        }
    }
    for (case, names) in cases.iter().zip(names) {
        if let Some(ty) = case.ty.as_ref().filter(|ty| place(ty) == Place::Own) {
            columns.row([&names.place, &printer.value_type(ty)]);
        }
    }
    columns.finish(out);
}

fn methods(out: &mut Source, (local, names): (&str, &CaseNames), ty: &Type, printer: &mut Printer<'_>) {
    let CaseNames { constant, get, set, .. } = names;
    let value = printer.value_type(ty);
    let is_pointer = place(ty) == Place::Held;
    let param = if is_pointer { format!("*{value}") } else { value.clone() };
    let nothing = nothing(ty, &value);
    out.blank();
    out.line(format!("// {get} returns the value if v holds {get}, else {}.", if is_pointer { "nil" } else { "zero" }));
    out.block(format!("func (v *{local}) {get}() {param} {{"), "}", |out| {
        out.block(format!("if v.which != {constant} {{"), "}", |out| out.line(format!("return {nothing}")));
        got(out, (names, ty), &value, printer);
    });
    out.blank();
    let nil = if is_pointer { "; nil stands for a new value" } else { "" };
    out.line(format!("// {set} makes v hold {get}{nil}."));
    out.block(format!("func (v *{local}) {set}(value {param}) {{"), "}", |out| {
        let held = stored(out, (names, ty), printer);
        out.line(format!("*v = {local}{{which: {constant}, {held}}}"));
    });
    if place(ty) == Place::Own {
        out.blank();
        out.line(format!("// {} returns the place of the value, if v holds {get}.", names.pointer));
        out.block(format!("func (v *{local}) {}() *{value} {{", names.pointer), "}", |out| {
            out.line(format!("return &v.{}", names.place));
        });
    }
}

/// Returns Go's zero value of a case's type.
fn nothing(ty: &Type, value: &str) -> String {
    match ty {
        Type::Bool => "false".to_owned(),
        Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => "0".to_owned(),
        Type::Text { .. } => "\"\"".to_owned(),
        Type::Bytes | Type::List(_) | Type::Map(_) | Type::Struct(_) | Type::Union(_) => "nil".to_owned(),
        Type::FixedBytes(..) | Type::Array(..) => format!("{value}{{}}"),
    }
}

/// Prints the return of the value of the case that is held.
fn got(out: &mut Source, (names, ty): (&CaseNames, &Type), value: &str, printer: &mut Printer<'_>) {
    let expr = match (place(ty), ty) {
        (Place::Held, _) => {
            out.line(format!("held, _ := v.held.(*{value})"));
            "held".to_owned()
        }
        (Place::Bits, Type::Bool) => "v.bits != 0".to_owned(),
        (Place::Bits, Type::Float { bits }) => {
            printer.imports.standard("math");
            let bits_of = if *bits == 32 { "uint32(v.bits)" } else { "v.bits" };
            format!("math.Float{bits}frombits({bits_of})")
        }
        (Place::Bits, Type::Int { bits: 64, signed: false, .. }) => "v.bits".to_owned(),
        (Place::Bits, _) => format!("{value}(v.bits)"),
        (Place::Text, _) => "v.text".to_owned(),
        (Place::Data, _) => "v.data".to_owned(),
        (Place::Own, _) => format!("v.{}", names.place),
    };
    out.line(format!("return {expr}"));
}

/// Prints what precedes the storing of a value; returns the member with the value.
fn stored(out: &mut Source, (names, ty): (&CaseNames, &Type), printer: &mut Printer<'_>) -> String {
    match (place(ty), ty) {
        (Place::Held, _) => {
            let new = new_value(ty, printer);
            out.line("if value == nil {");
            out.line(format!("\tvalue = {new}"));
            out.line("}");
            "held: value".to_owned()
        }
        (Place::Bits, Type::Bool) => {
            out.line("bits := uint64(0)");
            out.line("if value {");
            out.line("\tbits = 1");
            out.line("}");
            "bits: bits".to_owned()
        }
        (Place::Bits, Type::Float { bits }) => {
            printer.imports.standard("math");
            let bits_of = format!("math.Float{bits}bits(value)");
            if *bits == 32 { format!("bits: uint64({bits_of})") } else { format!("bits: {bits_of}") }
        }
        (Place::Bits, Type::Int { bits: 64, signed: false, .. }) => "bits: value".to_owned(),
        (Place::Bits, _) => "bits: uint64(value)".to_owned(),
        (Place::Text, _) => "text: value".to_owned(),
        (Place::Data, _) => "data: value".to_owned(),
        (Place::Own, _) => format!("{}: value", names.place),
    }
}

/// Returns a pointer to a new struct or union.
fn new_value(ty: &Type, printer: &mut Printer<'_>) -> String {
    if let Type::Struct(id) = ty {
        let names = printer.names.record(*id);
        if let Some(make) = &names.make {
            let package = names.name.package.clone();
            return format!("{}()", printer.imports.qualified(&package, make));
        }
    }
    format!("new({})", printer.value_type(ty))
}
