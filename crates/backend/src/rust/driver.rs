//! A program that converts messages between the formats of a schema, for cross-engine tests. The lines that it reads and
//! writes are described in `erlang::driver`. It needs the crate `peak_alloc`.

mod views;

use super::Options;
use super::entry::marker;
use super::scope::Scope;
use crate::File;
use crate::outline::{Units, all_types};
use polywire_ir::types::{Named, StructId, Types};
use polywire_ir::{Entry, Module};
use polywire_srcgen::Source;

/// Prints `main.rs`, whose module `generated` is `mod.rs` of [`super::generate`]. Values that describe a schema are
/// read by the codec of `schema_format`. Messages of formats with views are decoded by copying every member of the view.
pub fn driver(modules: &[Module], options: &Options, schema_format: &str) -> File {
    file(modules, options, (schema_format, HEAD), |it, out, id| it.add_type(out, id))
}

/// Prints `main.rs` for modules whose codecs [`super::explain`] prints. Values, and those that describe a schema, are read
/// by the codec of `schema_format`.
pub fn explaining_driver(modules: &[Module], options: &Options, schema_format: &str) -> File {
    file(modules, options, (schema_format, EXPLAINING_HEAD), |it, out, id| it.add_explaining_type(out, id))
}

fn file(
    modules: &[Module],
    options: &Options,
    (schema_format, head): (&str, &str),
    add_type: impl Fn(&Program<'_>, &mut Source, StructId),
) -> File {
    let mut out = Source::new("    ");
    out.lines(head);
    out.blank();
    out.lines(MAIN);
    out.blank();
    out.block("fn types() -> Types {", "}", |out| {
        out.line("let mut types = Types::new();");
        if let Some(types) = all_types(modules) {
            let (names, units) = (options.names(types), Units::of(types, &options.name, &options.files));
            let scope = Scope::beside(types, &names, &units, options.borrowed);
            let program = Program { modules, types, scope: &scope, schema_format };
            (0..types.structs.len() as u32).for_each(|id| add_type(&program, out, StructId(id)));
        }
        out.line("types");
    });
    File { name: "main.rs".to_owned(), contents: out.finish() }
}

struct Program<'p> {
    modules: &'p [Module],
    types: &'p Types,
    scope: &'p Scope<'p>,
    schema_format: &'p str,
}

impl Program<'_> {
    fn add_type(&self, out: &mut Source, id: StructId) {
        let codecs = self.codecs(id);
        if codecs.is_empty() {
            return;
        }
        let dotted = self.types.record(id).name.dotted();
        out.line(format!("let mut value = {}::default();", self.record(id)));
        out.block("let answer = move |it: &Request| {", "};", |out| {
            out.block("match it.from.as_str() {", "}", |out| {
                codecs.iter().for_each(|(module, entry)| self.reader(out, module, entry));
                out.line("_ => return Err(ErrorCode::Unsupported),");
            });
            out.block("match it.to.as_str() {", "}", |out| {
                for (module, _) in codecs.iter().filter(|(_, entry)| entry.encode.is_some()) {
                    let format = self.format(&module.format);
                    let encoded = if self.borrows(id) { "encoded_both" } else { "encoded" };
                    out.line(format!("{:?} => {encoded}::<{format}>(&value, &it.limits),", module.format));
                }
                out.line("_ => Err(ErrorCode::Unsupported),");
            });
        });
        out.line(format!("types.insert({dotted:?}, Box::new(answer));"));
    }

    fn reader(&self, out: &mut Source, module: &Module, entry: &Entry) {
        let (name, format, record) = (&module.format, self.format(&module.format), self.record(entry.record));
        out.block(format!("{name:?} => {{"), "}", |out| {
            if let Some(part) = self.views(name, entry.record) {
                return self.copying_reader(out, entry.record, (part, name));
            }
            if self.borrows(entry.record) {
                return self.borrowing_reader(out, entry, &format);
            }
            let (read, validate) = match entry.schema {
                None => {
                    let decode = format!("Decode::<{format}>");
                    (format!("{decode}::read(&mut value, "), format!("<{record} as {decode}>::validate("))
                }
                Some(schema) => {
                    let schema = in_module(&self.scope.owned_path(Named::Struct(schema)));
                    self.read_schema(out, &schema, "error.code");
                    let decode = format!("DecodeWith::<{format}, {schema}>");
                    (format!("{decode}::read_with(&mut value, "), format!("<{record} as {decode}>::validate_with("))
                }
            };
            let given =
                if entry.schema.is_some() { "&it.input, schema, &it.limits)" } else { "&it.input, &it.limits)" };
            out.block("if it.measures {", "}", |out| {
                let fresh = read.replacen("&mut value", &format!("&mut *Box::<{record}>::default()"), 1);
                out.line(format!("return Ok(peak_memory(|| {fresh}{given}.is_ok()));"));
            });
            out.block("if it.to == \"validate\" {", "}", |out| {
                out.line(format!("return {validate}{given}.map(|()| Vec::new()).map_err(|error| error.code);"));
            });
            out.line(format!("{read}{given}.map_err(|error| error.code)?;"));
        });
    }

    /// Messages and arenas are not freed, because the value is used again, and its lists may refer to old ones until then.
    fn borrowing_reader(&self, out: &mut Source, entry: &Entry, format: &str) {
        out.line("let input: &'static [u8] = Vec::leak(it.input.clone());");
        out.line("let arena: &'static Arena = Box::leak(Box::new(Arena::new()));");
        let call = match entry.schema {
            None => format!("DecodeBorrowed::<{format}>::read(&mut value, input, arena, &it.limits)"),
            Some(schema) => {
                let (record, reader) = (self.record(schema), self.format(self.schema_format));
                let described = "Vec::leak(it.schema.clone()), arena, &it.limits";
                out.line(format!(
                    "let schema: Result<{record}, Error> = DecodeBorrowed::<{reader}>::decode({described});"
                ));
                out.line("let schema = &schema.map_err(|error| error.code)?;");
                format!(
                    "DecodeBorrowedWith::<{format}, {record}>::read_with(&mut value, input, schema, arena, &it.limits)"
                )
            }
        };
        out.line(format!("{call}.map_err(|error| error.code)?;"));
        out.line("if it.to == \"validate\" {");
        out.line("    return Ok(Vec::new());");
        out.line("}");
    }

    fn borrows(&self, id: StructId) -> bool {
        self.scope.is_borrowed && self.scope.names.record(id).name.borrows
    }

    /// Reads the value that describes a schema.
    fn read_schema(&self, out: &mut Source, schema: &str, error: &str) {
        let reader = self.format(self.schema_format);
        out.line(format!("let schema: Result<{schema}, Error> = Decode::<{reader}>::decode(&it.schema, &it.limits);"));
        out.line(format!("let schema = &schema.map_err(|error| {error})?;"));
    }

    fn codecs(&self, id: StructId) -> Vec<(&Module, &Entry)> {
        self.modules.iter().filter_map(|module| Some((module, module.entry(id)?))).collect()
    }

    fn add_explaining_type(&self, out: &mut Source, id: StructId) {
        let codecs = self.codecs(id);
        if codecs.is_empty() {
            return;
        }
        let (dotted, record) = (self.types.record(id).name.dotted(), self.record(id));
        out.block("let answer = move |it: &Request| {", "};", |out| {
            out.block("if it.to == \"explain\" {", "}", |out| {
                out.block("return match it.from.as_str() {", "};", |out| {
                    codecs.iter().for_each(|(module, entry)| self.explainer(out, module, entry));
                    out.line("_ => Err(of_value(ErrorCode::Unsupported)),");
                });
            });
            let reader = self.format(self.schema_format);
            out.line(format!(
                "let value: Result<{record}, Error> = Decode::<{reader}>::decode(&it.input, &it.limits);"
            ));
            out.line("let value = value.map_err(|error| of_value(error.code))?;");
            out.block("match it.to.as_str() {", "}", |out| {
                for (module, _) in codecs.iter().filter(|(_, entry)| entry.encode.is_some()) {
                    let (to, format) = (format!("explain:{}", module.format), self.format(&module.format));
                    out.line(format!("{to:?} => ExplainEncode::<{format}>::explain_encode(&value, &it.limits),"));
                }
                out.line("_ => Err(of_value(ErrorCode::Unsupported)),");
            });
        });
        out.line(format!("types.insert({dotted:?}, Box::new(answer));"));
    }

    fn explainer(&self, out: &mut Source, module: &Module, entry: &Entry) {
        let (name, format, record) = (&module.format, self.format(&module.format), self.record(entry.record));
        let Some(schema) = entry.schema.map(|schema| self.record(schema)) else {
            let call = format!("<{record} as Explain<{format}>>::explain(&it.input, &it.limits)");
            return out.line(format!("{name:?} => {call},"));
        };
        out.block(format!("{name:?} => {{"), "}", |out| {
            self.read_schema(out, &schema, "of_value(error.code)");
            let call = format!("<{record} as ExplainWith<{format}, {schema}>>::explain_with");
            out.line(format!("{call}(&it.input, schema, &it.limits)"));
        });
    }

    fn record(&self, id: StructId) -> String {
        in_module(&self.scope.path(Named::Struct(id)))
    }

    fn format(&self, format: &str) -> String {
        format!("generated::{}::{}", self.scope.names.formats, marker(format))
    }
}

/// Returns a path beside the generated files as one of the program.
fn in_module(path: &str) -> String {
    path.replacen("super::", "generated::", 1)
}

const HEAD: &str = r#"//! Converts messages, a line each. Generated by Polywire.

#![forbid(unsafe_code)]

use peak_alloc::PeakAlloc;
#[allow(unused_imports)]
use polywire_runtime::{Arena, Buffer, Decode, DecodeBorrowed, DecodeBorrowedWith, DecodeWith, Encode, Error, ErrorCode};
#[allow(unused_imports)]
use polywire_runtime::{IntoOwned, Limits, view::CheckedInput};

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// All requests for a type use the same value, so that remains of an earlier one are detected.
type Types = BTreeMap<&'static str, Box<dyn FnMut(&Request) -> Result<Vec<u8>, ErrorCode>>>;

fn text(answer: Result<Vec<u8>, ErrorCode>) -> String {
    match answer {
        Ok(bytes) => format!("ok {}", to_hex(&bytes)),
        Err(code) => format!("error {}", code.name()),
    }
}

const UNKNOWN_TYPE: ErrorCode = ErrorCode::UnknownType;

/// All ways of encoding a message agree.
#[allow(dead_code)]
fn encoded<F>(value: &impl Encode<F>, limits: &Limits) -> Result<Vec<u8>, ErrorCode> {
    let (mut buffer, mut appended) = (Buffer::new(), b"before".to_vec());
    let filled = value.fill(&mut buffer, limits);
    assert_eq!(value.append(&mut appended, limits), filled);
    assert_eq!(appended, [b"before", buffer.as_slice()].concat());
    filled.map_err(|error| error.code)?;
    assert_eq!(value.size(limits), Ok(buffer.len()));
    Ok(buffer.into_vec())
}

/// The owned value is the same message.
#[allow(dead_code)]
fn encoded_both<F>(
    value: &(impl Encode<F> + Clone + IntoOwned<Owned: Encode<F>>),
    limits: &Limits,
) -> Result<Vec<u8>, ErrorCode> {
    let answer = encoded::<F>(value, limits);
    assert_eq!(encoded::<F>(&value.clone().into_owned(), limits), answer);
    answer
}

/// Returns the most memory that a function takes at a time, as eight bytes.
#[allow(dead_code)]
fn peak_memory(run: impl FnOnce() -> bool) -> Vec<u8> {
    let before = PEAK.current_usage();
    PEAK.reset_peak_usage();
    std::hint::black_box(run());
    PEAK.peak_usage().saturating_sub(before).to_be_bytes().to_vec()
}

fn to_hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_owned();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
"#;

const EXPLAINING_HEAD: &str = r#"//! Explains the errors of messages and values, a line each. Generated by Polywire.

#![forbid(unsafe_code)]

#[allow(unused_imports)]
use polywire_runtime::{Decode, Error, ErrorCode, Explain, ExplainEncode, ExplainWith, Explanation, Limits};

type Types = BTreeMap<&'static str, Box<dyn FnMut(&Request) -> Result<(), Explanation>>>;

fn text(answer: Result<(), Explanation>) -> String {
    match answer {
        Ok(()) => "ok -".to_owned(),
        Err(Explanation { code, offset: Some(offset), path, .. }) => format!("error {}@{offset} {path}", code.name()),
        Err(Explanation { code, path, .. }) => format!("error {} {path}", code.name()),
    }
}

const UNKNOWN_TYPE: Explanation = of_value(ErrorCode::UnknownType);

/// Returns the error of a value that is read for another purpose.
const fn of_value(code: ErrorCode) -> Explanation {
    Explanation { code, site: 0, offset: None, path: String::new() }
}
"#;

const MAIN: &str = r#"#[allow(dead_code, unused_imports)]
mod generated;

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

struct Request {
    from: String,
    to: String,
    input: Vec<u8>,
    #[allow(dead_code)]
    schema: Vec<u8>,
    limits: Limits,
    /// Asks for the memory that reading takes.
    #[allow(dead_code)]
    measures: bool,
}

fn main() {
    let mut types = types();
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("lines are text");
        let (name, request) = request(&line);
        let answer = types.get_mut(name).map_or(Err(UNKNOWN_TYPE), |answer| answer(&request));
        writeln!(output, "{}", text(answer)).expect("answers are read");
    }
}

/// Returns the name of the type, and what is requested.
fn request(line: &str) -> (&str, Request) {
    let words: Vec<&str> = line.split(' ').collect();
    let word = |index: usize| words.get(index).copied().unwrap_or("-");
    let limits = Limits {
        ignore_unknown: words.contains(&"ignore_unknown"),
        write_unknown: words.contains(&"write_unknown"),
        ..Limits::default()
    };
    let (from, to) = (word(1).to_owned(), word(2).to_owned());
    let budget = to.strip_prefix("memory:").map(|budget| budget.parse().expect("a budget"));
    let limits = Limits { budget: budget.unwrap_or(limits.budget), ..limits };
    let measures = budget.is_some();
    (word(0), Request { from, to, input: from_hex(word(3)), schema: from_hex(word(4)), limits, measures })
}

fn from_hex(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().filter_map(|ch| ch.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
"#;
