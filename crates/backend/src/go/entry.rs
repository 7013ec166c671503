//! The public methods of a codec.

use super::case::exported;
use super::native;
use super::printer::{Implicit, Unit, implicit};
use crate::plan::Shape;
use polywire_ir::types::Named;
use polywire_ir::{Entry, FuncId};
use polywire_srcgen::Source;

/// Prints the methods of a struct for a format.
pub(super) fn methods(out: &mut Source, entry: &Entry, unit: &Unit<'_>, file: &mut native::Printer<'_>) {
    let ty = file.named(Named::Struct(entry.record));
    let format = exported(&unit.module.format);
    let schema = entry.schema.map(|schema| format!("schema *{}, ", file.named(Named::Struct(schema))));
    let schema = schema.unwrap_or_default();
    let runtime = file.runtime();
    if let Some(encode) = entry.encode {
        out.blank();
        out.line(format!("// Append{format} appends v as a message to b."));
        out.block(format!("func (v *{ty}) Append{format}(b []byte) ([]byte, error) {{"), "}", |out| {
            append(out, encode, unit, &runtime);
        });
        out.blank();
        out.line(format!("// Size{format} returns the number of bytes that Append{format} appends."));
        out.block(format!("func (v *{ty}) Size{format}() (int, error) {{"), "}", |out| match entry.size {
            Some(size) => size_of(out, size, unit, &runtime),
            None => {
                out.line(format!("b, err := v.Append{format}(nil)"));
                out.line("return len(b), err");
            }
        });
    }
    let args = if schema.is_empty() { "" } else { "schema, " };
    out.blank();
    out.line(format!("// Unmarshal{format} reads a message, which fills b, into v, whose memory is used again."));
    out.block(format!("func (v *{ty}) Unmarshal{format}({schema}b []byte) error {{"), "}", |out| {
        out.line(format!("return v.Unmarshal{format}With(nil, {args}b)"));
    });
    out.blank();
    out.line(format!("// Unmarshal{format}With is Unmarshal{format} with the settings of a decoder."));
    let head = format!("func (v *{ty}) Unmarshal{format}With(decoder *{runtime}.Decoder, {schema}b []byte) error {{");
    out.block(head, "}", |out| read(out, entry.decode, (unit, &runtime), args));
    if let Some(validate) = entry.validate {
        out.blank();
        out.line(format!("// Validate{format} checks a message of v's type as Unmarshal{format} does; v is not used."));
        let head = format!("func (*{ty}) Validate{format}(decoder *{runtime}.Decoder, {schema}b []byte) error {{");
        out.block(head, "}", |out| {
            if unit.module.function(validate).builds() {
                out.line(format!("v := new({ty})"));
            }
            read(out, validate, (unit, &runtime), args);
        });
    }
}

fn append(out: &mut Source, encode: FuncId, unit: &Unit<'_>, runtime: &str) {
    let params = implicit(unit, encode);
    context(out, (&params, runtime), ("0", "nil"));
    let fails = unit.convention(encode).effects.fails;
    if unit.convention(encode).shape() != Shape::Writes {
        call(out, encode, unit, "v, ");
        return out.line("return b, nil");
    }
    let args = arguments("v", &params);
    out.line(format!("out, n := {}({args})", unit.functions[encode.0 as usize]));
    if fails {
        out.line("if n < 0 {");
        out.line("\treturn b, c.Err()");
        out.line("}");
    }
    out.line("return out[:n], nil");
}

fn call(out: &mut Source, function: FuncId, unit: &Unit<'_>, first: &str) {
    let params = implicit(unit, function);
    let args = arguments(first.trim_end_matches(", "), &params);
    let name = &unit.functions[function.0 as usize];
    let error = if unit.convention(function).shape() == Shape::Plain { None } else { Some("return b, c.Err()") };
    match error {
        Some(error) => {
            out.line(format!("if {name}({args}) < 0 {{"));
            out.line(format!("\t{error}"));
            out.line("}");
        }
        None => out.line(format!("{name}({args})")),
    }
}

fn size_of(out: &mut Source, size: FuncId, unit: &Unit<'_>, runtime: &str) {
    let params = implicit(unit, size);
    context(out, (&params, runtime), ("0", "nil"));
    let args = arguments("v", &params);
    let name = &unit.functions[size.0 as usize];
    match unit.convention(size).shape() {
        Shape::Plain => out.line(format!("return int({name}({args})), nil")),
        _ => {
            out.line(format!("size, status := {name}({args})"));
            out.line("if status < 0 {");
            out.line("\treturn 0, c.Err()");
            out.line("}");
            out.line("return int(size), nil");
        }
    }
}

fn read(out: &mut Source, reader: FuncId, (unit, runtime): (&Unit<'_>, &str), schema: &str) {
    let params = implicit(unit, reader);
    context(out, (&params, runtime), ("len(b)", "decoder"));
    let value = if unit.module.function(reader).builds() { "v, " } else { "" };
    let first = format!("{value}{schema}");
    let args = arguments(first.trim_end_matches(", "), &params);
    let args = args.replace("{input}", "b[:len(b):len(b)]");
    let name = &unit.functions[reader.0 as usize];
    if unit.convention(reader).effects.fails {
        out.line(format!("if {name}({args}) < 0 {{"));
        out.line("\treturn c.Err()");
        out.line("}");
    } else {
        out.line(format!("{name}({args})"));
    }
    out.line("return nil");
}

fn context(out: &mut Source, (params, runtime): (&[Implicit], &str), (length, settings): (&str, &str)) {
    if params.contains(&Implicit::Context) || params.contains(&Implicit::Depth) {
        out.line(format!("var c {runtime}.Context"));
        out.line(format!("c.Start({length}, {settings})"));
    }
    if params.contains(&Implicit::Memo) {
        out.line(format!("var memo {runtime}.Memo"));
    }
}

fn arguments(first: &str, params: &[Implicit]) -> String {
    let implicit = params.iter().map(|param| match param {
        Implicit::Input => "{input}",
        Implicit::Position | Implicit::Section => "0",
        Implicit::Output => "b[:cap(b)]",
        Implicit::End | Implicit::Origin => "len(b)",
        Implicit::Depth => "c.Depth",
        Implicit::Memo => "&memo",
        Implicit::Context => "&c",
    });
    let first = Some(first).filter(|first| !first.is_empty());
    first.into_iter().chain(implicit).collect::<Vec<_>>().join(", ")
}
