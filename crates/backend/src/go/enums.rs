//! Enums: named integers that are written as texts by name.

use super::bound::bounds;
use super::columns::Columns;
use super::defaults::string_literal;
use super::doc;
use super::native::{Printer, integer};
use polywire_ir::types::{EnumId, EnumType, Named};
use polywire_srcgen::Source;
use std::collections::BTreeSet;

/// Prints an enum, its constants and methods.
pub(super) fn enumeration(out: &mut Source, id: EnumId, printer: &mut Printer<'_>) {
    let (it, names) = (printer.types.enumeration(id), printer.names.enumeration(id));
    let local = &names.name.local;
    if names.name.is_bound {
        let ty = printer.named(Named::Enum(id));
        out.line(format!("// {ty} holds every number of {}.", it.name.dotted()));
        return out.block("const (", ")", |out| bounds(it, &ty).iter().for_each(|it| out.line(format!("_ = {it}"))));
    }
    doc::declaration(out, local, &it.name.doc);
    out.line(format!("type {local} {}", integer(it.bits, it.signed)));
    if !it.members.is_empty() {
        out.blank();
        out.block("const (", ")", |out| {
            let mut columns = Columns::default();
            for (member, name) in it.members.iter().zip(&names.members) {
                columns.comment(out, &doc::member(&member.doc, false));
                columns.row([name, local, &format!("= {}", number(member.number, it))]);
            }
            columns.finish(out);
        });
    }
    if it.flags {
        return set(out, it, (local, &names.members), printer);
    }
    to_text(out, it, (local, &names.members), printer);
    from_text(out, it, (local, &names.members), printer);
    is_known(out, it, (local, &names.members));
}

fn number(number: i64, it: &EnumType) -> String {
    if it.flags {
        format!("{:#x}", number as u64 & (u64::MAX >> (64 - it.bits)))
    } else {
        it.integer(number).to_string()
    }
}

/// Prints the methods of a set of flags.
fn set(out: &mut Source, it: &EnumType, (local, members): (&str, &[String]), printer: &mut Printer<'_>) {
    out.blank();
    out.line("// Has reports whether all of these flags are set.");
    out.line(format!("func (v {local}) Has(flags {local}) bool {{ return v&flags == flags }}"));
    out.blank();
    out.line(
        "// String returns the names of the flags that are set, separated by vertical bars, and the rest as a number.",
    );
    out.block(format!("func (v {local}) String() string {{"), "}", |out| {
        let runtime = printer.runtime();
        if members.is_empty() {
            return out.line(format!("return {runtime}.FlagsString(uint64(v), nil)"));
        }
        out.line(format!("return {runtime}.FlagsString(uint64(v), []{runtime}.Flag{{"));
        for (member, constant) in it.members.iter().zip(members) {
            let name = string_literal(member.name.as_bytes());
            out.line(format!("\t{{Name: {name}, Bits: uint64({constant})}},"));
        }
        out.line("})");
    });
}

/// Returns the index of the first member with each number.
fn distinct(it: &EnumType) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    (0..it.members.len()).filter(|index| seen.insert(it.members[*index].number)).collect()
}

fn to_text(out: &mut Source, it: &EnumType, (local, members): (&str, &[String]), printer: &mut Printer<'_>) {
    out.blank();
    out.line("// String returns the name in the schema, or the number if it has none.");
    out.block(format!("func (v {local}) String() string {{"), "}", |out| {
        if !members.is_empty() {
            out.line("switch v {");
            for index in distinct(it) {
                out.line(format!("case {}:", members[index]));
                out.line(format!("\treturn {}", string_literal(it.members[index].name.as_bytes())));
            }
            out.line("}");
        }
        printer.imports.standard("strconv");
        let (format, wide) = if it.signed { ("FormatInt", "int64") } else { ("FormatUint", "uint64") };
        out.line(format!("return strconv.{format}({wide}(v), 10)"));
    });
    out.blank();
    out.line("// AppendText appends the name in the schema, or the number if it has none.");
    out.block(format!("func (v {local}) AppendText(b []byte) ([]byte, error) {{"), "}", |out| {
        out.line("return append(b, v.String()...), nil");
    });
    out.blank();
    out.line("// MarshalText returns the name in the schema, or the number if it has none.");
    out.block(format!("func (v {local}) MarshalText() ([]byte, error) {{"), "}", |out| {
        out.line("return []byte(v.String()), nil");
    });
}

fn from_text(out: &mut Source, it: &EnumType, (local, members): (&str, &[String]), printer: &mut Printer<'_>) {
    let runtime = printer.runtime();
    let what = if it.open { "a name of the schema, or a number" } else { "a name of the schema" };
    out.blank();
    out.line(format!("// UnmarshalText reads {what}."));
    out.block(format!("func (v *{local}) UnmarshalText(text []byte) error {{"), "}", |out| {
        if !members.is_empty() {
            out.line("switch string(text) {");
            for (member, name) in it.members.iter().zip(members) {
                out.line(format!("case {}:", string_literal(member.name.as_bytes())));
                out.line(format!("\t*v = {name}"));
                out.line("\treturn nil");
            }
            out.line("}");
        }
        if !it.open {
            return out.line(format!("return &{runtime}.Error{{Code: {runtime}.UnknownEnumerator}}"));
        }
        out.line(format!("number, err := {runtime}.EnumNumber[{local}](text)"));
        out.line("if err == nil {");
        out.line("\t*v = number");
        out.line("}");
        out.line("return err");
    });
}

fn is_known(out: &mut Source, it: &EnumType, (local, members): (&str, &[String])) {
    out.blank();
    out.line("// IsKnown reports whether the schema has a name for the number.");
    out.block(format!("func (v {local}) IsKnown() bool {{"), "}", |out| {
        if !members.is_empty() {
            out.line("switch v {");
            let names: Vec<&str> = distinct(it).into_iter().map(|index| members[index].as_str()).collect();
            out.line(format!("case {}:", names.join(",\n\t")));
            out.line("\treturn true");
            out.line("}");
        }
        out.line("return false");
    });
}
