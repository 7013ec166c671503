//! Records, enums and `fixed`.

use super::{Reader, WITHOUT_MEANING, check_name, logical, properties};
use crate::avro::codes;
use crate::avro::json::Json;
use crate::avro::tree::{Declaration, DeclarationKind, Enum, FullName, Record, TypeExpr, TypeKind, Word};
use polywire_source::{Diagnostic, Diagnostics};
use std::collections::HashMap;

impl Reader<'_> {
    /// Reads a declaration and returns the type that it declares.
    pub(super) fn declaration(&mut self, json: &Json, word: &str, namespace: &str) -> Option<TypeExpr> {
        let what = match word {
            "record" => "a record",
            "error" => "an error",
            "enum" => "an enum",
            _ => "a `fixed`",
        };
        let name = self.name(json, "name", what, namespace)?;
        let ty = TypeExpr::new(TypeKind::Named(name.full()), json.span);
        let kind = match word {
            "enum" => DeclarationKind::Enum(self.enumeration(json)?),
            "fixed" => DeclarationKind::Fixed(self.size(json)?),
            word => DeclarationKind::Record(Record { fields: Vec::new(), is_error: word == "error" }),
        };
        let mut it = Declaration {
            file: self.file(),
            kind,
            doc: self.doc(json),
            aliases: Vec::new(),
            logical: None,
            properties: properties(json.as_object().unwrap_or_default(), &WITHOUT_MEANING),
            name,
        };
        if matches!(it.kind, DeclarationKind::Enum(_)) {
            it.properties.retain(|property| property.name != "default");
        }
        let aliases = self.aliases(json);
        it.aliases = self.full_aliases(aliases, &it.name.namespace);
        it.logical = logical(&ty.kind, Some(&it.kind), &it.properties, self.diagnostics);
        self.finish(it, json)?;
        Some(ty)
    }

    /// Adds a declaration; the name of a record is declared in front of those in it.
    fn finish(&mut self, it: Declaration, json: &Json) -> Option<()> {
        if !matches!(it.kind, DeclarationKind::Record(_)) {
            self.declare(it);
            return Some(());
        }
        let name = it.name.clone();
        let at = self.reserve(it);
        let elements = self.elements(json, "fields", "a record")?;
        let fields = elements.iter().filter_map(|field| self.field(field, &name.namespace)).collect();
        self.fill(at, &name, fields);
        Some(())
    }

    /// Gives a record its fields, unless its name is that of another type.
    pub(in crate::avro) fn fill(&mut self, at: usize, name: &FullName, fields: Vec<crate::avro::tree::Field>) {
        let names = fields.iter().map(|it| &it.name);
        check_duplicates("fields", names, self.diagnostics);
        let own = self.schema.types.get_mut(at).filter(|it| it.name == *name);
        if let Some(DeclarationKind::Record(record)) = own.map(|it| &mut it.kind) {
            record.fields = fields;
        }
    }

    fn enumeration(&mut self, json: &Json) -> Option<Enum> {
        let mut symbols = Vec::new();
        for symbol in self.elements(json, "symbols", "an enum")? {
            match symbol.as_text() {
                Some(name) => symbols.push(Word { text: name.to_owned(), span: symbol.span }),
                None => self.error(symbol.span, format!("a symbol is {}, and must be a text", symbol.what()), ""),
            }
        }
        let default = self.optional(json, "default");
        self.check_enum(&symbols, default.as_ref());
        Some(Enum { symbols, default })
    }

    pub(in crate::avro) fn check_enum(&mut self, symbols: &[Word], default: Option<&Word>) {
        symbols.iter().for_each(|it| check_name("a symbol", &it.text, it.span, self.diagnostics));
        check_duplicates("symbols", symbols, self.diagnostics);
        if let Some(default) = default.filter(|it| symbols.iter().all(|symbol| symbol.text != it.text)) {
            let problem = Diagnostic::error(codes::DEFAULT, format!("the enum has no symbol `{}`", default.text));
            self.diagnostics.push(problem.at(default.span, "").help("the default of an enum is one of its symbols"));
        }
    }

    fn size(&mut self, json: &Json) -> Option<u32> {
        let Some(it) = json.get("size") else {
            self.error(json.span, "a `fixed` needs `size`, a number of bytes", "");
            return None;
        };
        let size = it.as_integer().filter(|size| (0..=i128::from(i32::MAX)).contains(size));
        if size.is_none() {
            let help = format!("write a whole number from 0 to {}", i32::MAX);
            self.error(it.span, "`size` must be a number of bytes", &help);
        }
        size.map(|size| size as u32)
    }
}

/// Reports names that are used twice.
pub(in crate::avro) fn check_duplicates<'w>(
    what: &str,
    words: impl IntoIterator<Item = &'w Word>,
    diagnostics: &mut Diagnostics,
) {
    let mut known: HashMap<&str, &Word> = HashMap::new();
    for word in words {
        if let Some(first) = known.get(word.text.as_str()) {
            let message = format!("there are two {what} called `{}`", word.text);
            let problem = Diagnostic::error(codes::DUPLICATE_NAME, message).at(word.span, "");
            diagnostics.push(problem.related(first.span, "first used here").help("rename or remove one of them"));
        } else {
            known.insert(&word.text, word);
        }
    }
}

impl Declaration {
    /// Returns true if both may stand for each other: an enum with the same symbols, or a `fixed` of the same size.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (DeclarationKind::Enum(one), DeclarationKind::Enum(two)) => {
                one.symbols.iter().map(|it| &it.text).eq(two.symbols.iter().map(|it| &it.text))
            }
            (DeclarationKind::Fixed(one), DeclarationKind::Fixed(two)) => one == two && self.logical == other.logical,
            _ => false,
        }
    }
}
