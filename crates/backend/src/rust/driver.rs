//! A program that converts messages between the formats of a schema, for cross-engine tests. The lines that it reads and
//! writes are described in `erlang::driver`; it does not answer `memory`.

use super::Options;
use super::entry::marker;
use super::scope::Scope;
use crate::File;
use crate::outline::{Units, all_types};
use polywire_ir::types::{Named, StructId, Types};
use polywire_ir::{Entry, Module};
use polywire_srcgen::Source;

/// Prints `main.rs`, whose module `generated` is `mod.rs` of [`super::generate`]. Values that describe a schema are
/// read by the codec of `schema_format`.
pub fn driver(modules: &[Module], options: &Options, schema_format: &str) -> File {
    let mut out = Source::new("    ");
    out.lines(HEAD);
    out.blank();
    out.block("fn types() -> Types {", "}", |out| {
        out.line("let mut types = Types::new();");
        if let Some(types) = all_types(modules) {
            let (names, units) = (options.names(types), Units::of(types, &options.name, &options.files));
            let scope = Scope::beside(types, &names, &units, options.borrowed);
            let program = Program { modules, types, scope: &scope, schema_format };
            (0..types.structs.len() as u32).for_each(|id| program.add_type(out, StructId(id)));
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
        let codecs: Vec<(&Module, &Entry)> =
            self.modules.iter().filter_map(|module| Some((module, module.entry(id)?))).collect();
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
                    let reader = self.format(self.schema_format);
                    out.line(format!(
                        "let schema: Result<{schema}, Error> = Decode::<{reader}>::decode(&it.schema, &it.limits);"
                    ));
                    out.line("let schema = &schema.map_err(|error| error.code)?;");
                    let decode = format!("DecodeWith::<{format}, {schema}>");
                    (format!("{decode}::read_with(&mut value, "), format!("<{record} as {decode}>::validate_with("))
                }
            };
            let given =
                if entry.schema.is_some() { "&it.input, schema, &it.limits)" } else { "&it.input, &it.limits)" };
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

#[allow(dead_code, unused_imports)]
mod generated;

#[allow(unused_imports)]
use polywire_runtime::{Arena, Buffer, Decode, DecodeBorrowed, DecodeBorrowedWith, DecodeWith, Encode, Error, ErrorCode};
#[allow(unused_imports)]
use polywire_runtime::{IntoOwned, Limits};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};

struct Request {
    from: String,
    to: String,
    input: Vec<u8>,
    #[allow(dead_code)]
    schema: Vec<u8>,
    limits: Limits,
}

/// All requests for a type use the same value, so that remains of an earlier one are detected.
type Types = BTreeMap<&'static str, Box<dyn FnMut(&Request) -> Result<Vec<u8>, ErrorCode>>>;

fn main() {
    let mut types = types();
    let mut output = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let answer = match answer(&mut types, &line.expect("lines are text")) {
            Ok(bytes) => format!("ok {}\n", to_hex(&bytes)),
            Err(code) => format!("error {}\n", code.name()),
        };
        output.write_all(answer.as_bytes()).expect("answers are read");
    }
}

fn answer(types: &mut Types, line: &str) -> Result<Vec<u8>, ErrorCode> {
    let words: Vec<&str> = line.split(' ').collect();
    let word = |index: usize| words.get(index).copied().unwrap_or("-");
    let limits = Limits {
        ignore_unknown: words.contains(&"ignore_unknown"),
        write_unknown: words.contains(&"write_unknown"),
        ..Limits::default()
    };
    let (from, to) = (word(1).to_owned(), word(2).to_owned());
    let request = Request { from, to, input: from_hex(word(3)), schema: from_hex(word(4)), limits };
    types.get_mut(word(0)).ok_or(ErrorCode::UnknownType)?(&request)
}

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

fn from_hex(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.chars().filter_map(|ch| ch.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

fn to_hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_owned();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
"#;
