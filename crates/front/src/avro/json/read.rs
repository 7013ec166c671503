//! Reads JSON with comments, which the parsers of Avro allow in schemas.

use super::{Json, JsonKind, Member};
use crate::avro::codes;
use jsonc_parser::ast::{ObjectProp, Value};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use polywire_source::{Diagnostic, Diagnostics, FileId, Span};

/// RFC 8259, and comments.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// Reads the one value of a text, or reports why there is none.
pub(in crate::avro) fn read(file: FileId, bytes: &[u8], diagnostics: &mut Diagnostics) -> Option<Json> {
    let reader = Reader { file, diagnostics };
    reader.read(bytes)
}

struct Reader<'d> {
    file: FileId,
    diagnostics: &'d mut Diagnostics,
}

impl Reader<'_> {
    fn read(mut self, bytes: &[u8]) -> Option<Json> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let at = error.valid_up_to();
                self.report("the text is not UTF-8", Range { start: at, end: at + 1 });
                return None;
            }
        };
        let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        match parse_to_ast(text, &CollectOptions::default(), &OPTIONS) {
            Ok(it) => match it.value {
                Some(value) => Some(self.value(value)),
                None => {
                    self.report("there is no value", Range { start: mark, end: text.len() });
                    None
                }
            },
            Err(error) => {
                let message = error.kind().to_string();
                let range = error.range();
                self.report(&lower_first(&message), range);
                None
            }
        }
    }

    fn report(&mut self, message: &str, range: Range) {
        let problem = Diagnostic::error(codes::SYNTAX, format!("this is not JSON: {message}"));
        self.diagnostics.push(problem.at(self.span(range), ""));
    }

    fn span(&self, range: Range) -> Span {
        Span { file: self.file, start: range.start as u32, end: range.end as u32 }
    }

    fn value(&mut self, value: Value<'_>) -> Json {
        let range = value.range();
        let span = self.span(range);
        let kind = match value {
            Value::StringLit(it) => JsonKind::Text(it.value.into_owned()),
            Value::NumberLit(it) => JsonKind::Number(self.number(it.value, range)),
            Value::BooleanLit(it) => JsonKind::Bool(it.value),
            Value::NullKeyword(_) => JsonKind::Null,
            Value::Array(it) => JsonKind::Array(it.elements.into_iter().map(|it| self.value(it)).collect()),
            Value::Object(it) => JsonKind::Object(self.members(it.properties)),
        };
        Json { kind, span }
    }

    /// RFC 8259 knows no numbers such as 016.
    fn number(&mut self, number: &str, range: Range) -> String {
        let digits = number.strip_prefix('-').unwrap_or(number);
        if digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit() {
            self.report("numbers do not begin with 0", range);
        }
        number.to_owned()
    }

    /// Of two members with the same name the last one counts, at the place of the first, as Avro's parsers have it.
    fn members(&mut self, properties: Vec<ObjectProp<'_>>) -> Vec<Member> {
        let mut members: Vec<Member> = Vec::new();
        let mut places = std::collections::HashMap::new();
        for property in properties {
            let name_span = self.span(property.name.range());
            let name = property.name.into_string();
            let member = Member { name, name_span, value: self.value(property.value) };
            match places.get(&member.name).and_then(|at: &usize| members.get_mut(*at)) {
                Some(first) => {
                    let message = format!("there are two members `{}`; the last one counts", member.name);
                    let problem = Diagnostic::warning(codes::DUPLICATE_NAME, message).at(member.name_span, "");
                    let problem = problem.related(first.name_span, "first stated here");
                    self.diagnostics.push(problem.help("remove one of them"));
                    *first = member;
                }
                None => {
                    places.insert(member.name.clone(), members.len());
                    members.push(member);
                }
            }
        }
        members
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().collect::<String>() + chars.as_str())
}
