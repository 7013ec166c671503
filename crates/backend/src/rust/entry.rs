//! The public functions of a codec: implementations of the runtime's traits.

use super::printer::{Implicit, Key, MESSAGE, NO_PATH, Unit, fails, implicit, tidy};
use crate::low::Mode;
use polywire_ir::types::pascal_case;
use polywire_ir::{Entry, FuncId};
use polywire_srcgen::Source;

/// Returns the name of the type that identifies a format.
pub fn marker(format: &str) -> String {
    pascal_case(format)
}

/// Returns the functions that the implementations call.
pub(super) fn roots(unit: &Unit<'_>, entry: &Entry) -> Vec<Key> {
    let validate = entry.validate.filter(|_| !unit.scope.is_borrowed);
    let readers = [Some(entry.decode), validate, entry.size].into_iter().flatten().map(|id| (id, Mode::Raw));
    entry.encode.map(|encode| writer(unit, encode)).into_iter().chain(readers).collect()
}

/// Returns the functions that implementations call to explain errors.
pub(super) fn explaining_roots(unit: &Unit<'_>, entry: &Entry) -> Vec<Key> {
    let encode = entry.encode.map(|encode| growing_writer(unit, encode)).filter(|key| fails(unit, *key));
    encode.into_iter().chain([(entry.decode, Mode::Raw)]).collect()
}

/// Prints the implementations for a type.
pub(super) fn print(out: &mut Source, entry: &Entry, unit: &Unit<'_>) {
    let entry = Printer { unit, entry, record: unit.record(entry.record), marker: marker(&unit.module.format) };
    out.blank();
    entry.decode(out);
    if let Some(encode) = entry.entry.encode {
        out.blank();
        entry.encode(out, writer(unit, encode));
    }
}

/// Returns an encoder in the mode of entries; one without output has only one mode.
fn writer(unit: &Unit<'_>, encode: FuncId) -> Key {
    let effects = &unit.convention(encode).effects;
    (encode, if effects.writes || effects.section { unit.cx.entry_mode(encode) } else { Mode::Raw })
}

/// Returns an encoder that grows its output.
fn growing_writer(unit: &Unit<'_>, encode: FuncId) -> Key {
    (encode, unit.cx.callee_mode(encode, Mode::Checked))
}

/// Prints the implementations that explain errors.
pub(super) fn explain(out: &mut Source, entry: &Entry, unit: &Unit<'_>) {
    let entry = Printer { unit, entry, record: unit.record(entry.record), marker: marker(&unit.module.format) };
    out.blank();
    entry.explain(out);
    if let Some(encode) = entry.entry.encode {
        out.blank();
        entry.explain_encode(out, growing_writer(unit, encode));
    }
}

struct Printer<'e> {
    unit: &'e Unit<'e>,
    entry: &'e Entry,
    record: String,
    marker: String,
}

impl Printer<'_> {
    fn decode(&self, out: &mut Source) {
        let (record, marker) = (&self.record, &self.marker);
        let schema = self.entry.schema.map(|schema| self.unit.record(schema));
        let with_schema = |of: &str, first: &str, schema: &str| format!("{of}With<{first}{marker}, {schema}>");
        let (is_borrowed, (of, first)) = (self.unit.scope.is_borrowed, self.decoding());
        let (of, with, given) = match &schema {
            None => (format!("{of}<{first}{marker}>"), "", String::new()),
            Some(schema) => (with_schema(of, first, schema), "_with", format!("schema: &{schema}, ")),
        };
        out.block(format!("impl{} {of} for {record} {{", self.generics()), "}", |out| {
            let (bytes, arena) = if is_borrowed { ("&'a [u8]", "arena: &'a Arena, ") } else { ("&[u8]", "") };
            let head = format!("input: {bytes}, {given}{arena}limits: &Limits) -> Result<(), Error> {{");
            method(out, format!("fn read{with}(&mut self, {head}"), |out| self.reader(out, self.entry.decode, "self"));
            let Some(validate) = self.entry.validate.filter(|_| !is_borrowed) else { return };
            out.blank();
            method(out, format!("fn validate{with}({head}"), |out| {
                if self.unit.builds(validate) {
                    out.line("let mut value = Self::default();");
                }
                self.reader(out, validate, "&mut value");
            });
        });
    }

    /// Returns the trait of decoders, and its first parameter.
    fn decoding(&self) -> (&'static str, &'static str) {
        if self.unit.scope.is_borrowed { ("DecodeBorrowed", "'a, ") } else { ("Decode", "") }
    }

    fn generics(&self) -> &'static str {
        if self.unit.scope.is_borrowed { "<'a>" } else { "" }
    }

    fn explain(&self, out: &mut Source) {
        let (record, marker, decode) = (&self.record, &self.marker, self.entry.decode);
        let (of, with, given) = match self.entry.schema.map(|schema| self.unit.record(schema)) {
            None => (format!("Explain<{marker}>"), "", String::new()),
            Some(schema) => (format!("ExplainWith<{marker}, {schema}>"), "_with", format!("schema: &{schema}, ")),
        };
        out.block(format!("impl {of} for {record} {{"), "}", |out| {
            let head = format!("input: &[u8], {given}limits: &Limits) -> Result<(), Explanation> {{");
            method(out, format!("fn explain{with}({head}"), |out| {
                let mut given = Vec::new();
                if self.unit.builds(decode) {
                    out.line("let mut value = Self::default();");
                    given.extend(["&mut value", MESSAGE]);
                }
                given.extend(self.entry.schema.map(|_| ["schema", NO_PATH]).into_iter().flatten());
                self.explained(out, ((decode, Mode::Raw), given), "input", "explanation");
            });
        });
    }

    fn explain_encode(&self, out: &mut Source, key: Key) {
        out.block(format!("impl ExplainEncode<{}> for {} {{", self.marker, self.record), "}", |out| {
            method(out, "fn explain_encode(&self, limits: &Limits) -> Result<(), Explanation> {", |out| {
                if !fails(self.unit, key) {
                    return out.line("Ok(())");
                }
                if implicit(self.unit, key).contains(&Implicit::Out) {
                    out.line("let out = &mut Vec::new();");
                }
                self.explained(out, (key, vec!["self", MESSAGE]), "&[]", "explanation_of_value");
            });
        });
    }

    fn explained(&self, out: &mut Source, (key, given): (Key, Vec<&str>), input: &str, explanation: &str) {
        let call = self.call(key, given);
        self.context(out, key, input);
        match fails(self.unit, key) {
            true => out.line(format!("if {call}.is_none() {{ Err(context.{explanation}()) }} else {{ Ok(()) }}")),
            false => {
                out.line(format!("{call};"));
                out.line("Ok(())");
            }
        }
    }

    fn reader(&self, out: &mut Source, reader: FuncId, value: &str) {
        let key = (reader, Mode::Raw);
        let value = self.unit.builds(reader).then_some(value);
        let call = self.call(key, value.into_iter().chain(self.entry.schema.map(|_| "schema")));
        self.context(out, key, "input");
        if fails(self.unit, key) {
            out.line(format!("if {call}.is_none() {{ Err(context.error()) }} else {{ Ok(()) }}"));
        } else {
            out.line(format!("{call};"));
            out.line("Ok(())");
        }
    }

    fn context(&self, out: &mut Source, key: Key, input: &str) {
        if !implicit(self.unit, key).contains(&Implicit::Context) {
            return;
        }
        if !self.unit.scope.is_borrowed {
            return out.line(format!("let mut context = {}::new({input}, limits);", self.unit.context()));
        }
        if input != "input" {
            out.line("let arena = &Arena::new();");
        }
        out.line(format!("let mut context = Borrowing::new({input}, limits, arena);"));
    }

    fn call<'a>(&self, key: Key, given: impl IntoIterator<Item = &'a str>) -> String {
        let mut args: Vec<&str> = given.into_iter().collect();
        args.extend(implicit(self.unit, key).into_iter().map(|param| argument(param)));
        format!("{}({})", self.unit.function_name(key), args.join(", "))
    }

    fn encode(&self, out: &mut Source, key: Key) {
        let (record, marker) = (&self.record, &self.marker);
        out.block(format!("impl{} Encode<{marker}> for {record} {{", self.generics()), "}", |out| {
            match key.1 {
                Mode::Checked => self.growing(out, key),
                Mode::Raw | Mode::Limited => self.limited(out, key),
            }
            let Some(size) = self.entry.size else { return };
            out.blank();
            method(out, "fn size(&self, limits: &Limits) -> Result<usize, Error> {", |out| {
                let key = (size, Mode::Raw);
                self.context(out, key, "&[]");
                let call = self.call(key, ["self"]);
                match fails(self.unit, key) {
                    true => out.line(format!("{call}.map(|size| size as usize).ok_or_else(|| context.error())")),
                    false => out.line(format!("Ok({call} as usize)")),
                }
            });
        });
    }

    /// An encoder that writes to a slice, and gives up if it is too short.
    fn limited(&self, out: &mut Source, key: Key) {
        let unit = self.unit;
        let head = "fn write(&self, out: &mut [u8], limits: &Limits) -> Result<Option<usize>, Error> {";
        method(out, head, |out| {
            if key.1 == Mode::Raw {
                out.block(format!("if out.len() < Encode::<{}>::room(self) {{", self.marker), "}", |out| {
                    out.line("return Ok(None);");
                });
            }
            self.context(out, key, "&[]");
            let (call, writes) = (self.call(key, ["self"]), unit.convention(key.0).effects.writes);
            let may_fail = unit.convention(key.0).effects.fails;
            match (fails(unit, key), writes) {
                (true, true) if may_fail => out.block(format!("match {call} {{"), "}", |out| {
                    out.line("None if context.has_failed() => Err(context.error()),");
                    out.line("len => Ok(len),");
                }),
                (true, true) => out.line(format!("Ok({call})")),
                (true, false) => out.line(format!("{call}.map(|()| Some(0)).ok_or_else(|| context.error())")),
                (false, true) => out.line(format!("Ok(Some({call}))")),
                (false, false) => {
                    out.line(format!("{call};"));
                    out.line("Ok(Some(0))");
                }
            }
        });
        if let Some(bound) = unit.cx.size_bounds.get(key.0) {
            out.blank();
            out.block("fn room(&self) -> usize {", "}", |out| {
                out.line(match bound.terms.is_empty() {
                    true => bound.fixed.to_string(),
                    false => {
                        let value = if unit.cx.size_bounds.params(key.0).is_empty() { "" } else { "self" };
                        format!("{}({value})", unit.size_bound_name(key.0))
                    }
                });
            });
        }
    }

    /// An encoder that grows its output.
    fn growing(&self, out: &mut Source, key: Key) {
        let marker = &self.marker;
        method(out, "fn fill(&self, buffer: &mut Buffer, limits: &Limits) -> Result<(), Error> {", |out| {
            self.context(out, key, "&[]");
            out.block("buffer.grow(|out| {", "})", |out| {
                let call = self.call(key, ["self"]);
                out.line(match fails(self.unit, key) {
                    true => format!("{call}.ok_or_else(|| context.error())"),
                    false => format!("Ok({call})"),
                });
            });
        });
        let fill = format!("|buffer| Encode::<{marker}>::fill(self, buffer, limits)");
        out.blank();
        out.block("fn append(&self, out: &mut Vec<u8>, limits: &Limits) -> Result<(), Error> {", "}", |out| {
            out.line(format!("Buffer::append_to(out, {fill})"));
        });
        out.blank();
        let head = "fn write(&self, out: &mut [u8], limits: &Limits) -> Result<Option<usize>, Error> {";
        out.block(head, "}", |out| out.line(format!("Buffer::copy_to(out, {fill})")));
    }
}

fn argument(param: Implicit) -> &'static str {
    match param {
        Implicit::Input | Implicit::Region => "input",
        Implicit::Section | Implicit::At => "0",
        Implicit::Out => "out",
        Implicit::Depth => "limits.depth",
        Implicit::Memo => "&mut Memo::default()",
        Implicit::Context => "&mut context",
    }
}

/// Prints a method, whose limits may be unused.
fn method(out: &mut Source, head: impl std::fmt::Display, body: impl FnOnce(&mut Source)) {
    let mut text = Source::new("    ");
    text.block(head, "}", body);
    out.lines(&tidy(&text.finish()));
}
