//! Syntax trees to descriptors. Names stay unresolved, and options are kept aside with the places.

mod default;
mod field;
mod message;

pub(super) use field::is_part_of_field;

use super::ast::{self, ImportKind, Item};
use super::descriptor::{Enum, EnumValue, File, Import, Method, Range, Service, Tree};
use super::place::{Place, Places};
use polywire_source::{Diagnostic, Diagnostics, Span};

/// Makes the descriptor of a file.
pub(super) fn build(path: &str, ast: ast::File, places: &mut Places, diagnostics: &mut Diagnostics) -> File {
    Builder { places, diagnostics, edition: ast.edition }.file(path, ast)
}

struct Builder<'a> {
    places: &'a mut Places,
    diagnostics: &'a mut Diagnostics,
    edition: super::descriptor::Edition,
}

impl Builder<'_> {
    fn file(&mut self, path: &str, ast: ast::File) -> File {
        let (options, plain): (Vec<_>, Vec<_>) = ast.imports.iter().partition(|it| it.kind == ImportKind::Option);
        let place = Place {
            name: ast.package.as_ref().map(|package| package.span).unwrap_or_default(),
            parts: plain.iter().chain(&options).map(|it| it.span).collect(),
            settings: ast.options,
            ..Place::default()
        };
        let import = |it: &&ast::Import| Import {
            path: it.path.clone(),
            public: it.kind == ImportKind::Public,
            weak: it.kind == ImportKind::Weak,
        };
        let mut file = File {
            name: path.to_owned(),
            package: ast.package.map(|package| package.text).unwrap_or_default(),
            edition: self.edition,
            imports: plain.iter().map(import).collect(),
            option_imports: options.iter().map(|it| it.path.clone()).collect(),
            node: self.places.add(place),
            ..File::default()
        };
        for item in ast.items {
            self.item(&mut file, item);
        }
        file
    }

    fn item(&mut self, file: &mut File, item: Item) {
        match item {
            Item::Message(it) => file.messages.push(self.message(it)),
            Item::Enum(it) => file.enums.push(self.enumeration(it)),
            Item::Service(it) => file.services.push(self.service(it)),
            Item::Extend(it) => file.extensions.extend(self.extensions(it)),
            Item::MapEntry(it) => file.messages.push(self.map_entry(it)),
        }
    }

    fn enumeration(&mut self, it: ast::Enum) -> Enum {
        let place = Place {
            name: it.name.span,
            parts: it.reserved_names.iter().map(|name| name.span).collect(),
            doc: it.doc,
            settings: it.options,
            ..Place::default()
        };
        let node = self.places.add(place);
        Enum {
            name: it.name.text,
            values: it.values.into_iter().map(|value| self.enum_value(value)).collect(),
            reserved: it.reserved.iter().map(|range| self.range(range, i64::from(i32::MAX), 0)).collect(),
            reserved_names: it.reserved_names.into_iter().map(|name| name.text).collect(),
            visibility: it.visibility,
            node,
            options: None,
        }
    }

    fn enum_value(&mut self, it: ast::EnumValue) -> EnumValue {
        let place =
            Place { name: it.name.span, number: it.number.span, doc: it.doc, settings: it.options, ..Place::default() };
        let node = self.places.add(place);
        EnumValue { name: it.name.text, number: self.int32(it.number.value, it.number.span), node, options: None }
    }

    fn service(&mut self, it: ast::Service) -> Service {
        let place = Place { name: it.name.span, doc: it.doc, settings: it.options, ..Place::default() };
        let node = self.places.add(place);
        let methods = it.methods.into_iter().map(|method| self.method(method)).collect();
        Service { name: it.name.text, methods, node, options: None }
    }

    fn method(&mut self, it: ast::Method) -> Method {
        let place = Place {
            name: it.name.span,
            ty: it.input.message.span,
            extendee: it.output.message.span,
            doc: it.doc,
            settings: it.options,
            ..Place::default()
        };
        Method {
            name: it.name.text,
            input: it.input.message.text,
            output: it.output.message.text,
            client_streaming: it.input.streaming,
            server_streaming: it.output.streaming,
            node: self.places.add(place),
            // An empty block produces an empty options message, as in protoc's descriptors.
            options: it.has_block.then(Tree::default),
        }
    }

    /// Returns a range. The keyword `max` means `max`, and `behind` is added to the end.
    fn range(&mut self, it: &ast::NumberRange, max: i64, behind: i64) -> Range {
        let end = match it.end {
            ast::RangeEnd::At(end) => end,
            ast::RangeEnd::Max => max,
        };
        let limit = i64::from(i32::MAX) - behind;
        let is_too_large = it.start > limit || end > limit;
        // A placeholder, so that a range reported here is not reported again.
        let (start, end) = if is_too_large { (1, 1) } else { (it.start, end) };
        if is_too_large {
            self.report_size(it.span, limit);
        }
        let node = self.places.add(Place { name: it.span, ..Place::default() });
        Range { start: clamp(start), end: clamp(end + behind), node }
    }

    fn report_size(&mut self, span: Span, limit: i64) {
        let large = Diagnostic::error(super::codes::NUMBER, "the number does not fit in 32 bits").at(span, "");
        self.report(large.help(format!("numbers are at most {limit}")));
    }

    /// Returns the number of an enum value; one out of range is reported and clamped.
    fn int32(&mut self, value: i64, span: Span) -> i32 {
        if i32::try_from(value).is_err() {
            let range = Diagnostic::error(super::codes::NUMBER, "the number does not fit in 32 bits");
            self.report(range.at(span, "").help("numbers are −2147483648 to 2147483647"));
        }
        clamp(value)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}

/// Clamps a number to 32 bits; the limits are rejected by every check.
fn clamp(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}
