use super::Checker;
use super::declaration::{self, Declaration};
use crate::proto::codes;
use crate::proto::descriptor::{
    Edition, Element, ExtensionRange, Field, FieldType, Label, Message, Site, Target, Tree, numbers, walk,
};
use crate::proto::features::FieldPresence;
use crate::proto::well_known;
use polywire_source::Diagnostic;
use std::collections::HashMap;

const VERIFICATION_DECLARATION: u64 = 0;

impl<'a> Checker<'a, '_> {
    pub(super) fn extension(&mut self, site: &Site<'a>, field: &'a Field) {
        let Some(extendee) = field.extendee.as_deref().and_then(|name| self.index.message(name)) else { return };
        self.extension_label(field);
        self.field_number(field);
        self.extension_in_proto3(site, field);
        self.extension_json_name(field);
        self.extension_of_message_set(field, extendee.it);
        self.extension_of_full_runtime(site, field, extendee.file);
        let range = extendee.it.extension_ranges.iter().find(|it| contains(it, field.number));
        match range {
            // Declarations in the language's own files are not enforced.
            Some(_) if self.is_descriptor(extendee.file, extendee.is_built_in) => {}
            Some(range) => self.declared_extension(site, field, range),
            None => self.report_outside(field, extendee.it),
        }
    }

    fn is_descriptor(&self, file: usize, is_built_in: bool) -> bool {
        is_built_in || self.files.get(file).is_some_and(|file| file.name == well_known::DESCRIPTOR)
    }

    fn extension_label(&mut self, field: &Field) {
        let by_feature = self.features_of(field.node).presence == FieldPresence::LegacyRequired;
        if field.label != Label::Required && !by_feature {
            return;
        }
        let place = self.place(field.node);
        let span = if field.label == Label::Required { place.label } else { place.name };
        let required = Diagnostic::error(codes::EXTENSION, "an extension cannot be required").at(span, "");
        self.report(required.help("write `optional`"));
    }

    fn extension_in_proto3(&mut self, site: &Site<'a>, field: &Field) {
        let extendee = field.extendee.as_deref().unwrap_or_default().trim_start_matches('.');
        if site.file.edition == Edition::PROTO3 && !is_options_message(extendee) {
            let message = "proto3 files can extend the messages of options only";
            let proto3 = Diagnostic::error(codes::EXTENSION, message).at(self.place(field.node).extendee, "");
            self.report(proto3.help("use a field of type `google.protobuf.Any`, or proto2"));
        }
    }

    fn extension_json_name(&mut self, field: &Field) {
        let Some(name) = &field.json_name else { return };
        if *name != crate::proto::descriptor::json_name(&field.name) {
            let place = self.place(field.node).value_or_name("json_name");
            let custom = Diagnostic::error(codes::JSON_NAME, "an extension has no `json_name`").at(place, "");
            self.report(custom.help("remove the option"));
        }
    }

    fn extension_of_message_set(&mut self, field: &Field, extendee: &Message) {
        let fits = field.label == Label::Optional && field.ty == Some(FieldType::Message);
        if extendee.is_message_set() && !fits {
            let message = "an extension of a MessageSet must be an optional message";
            let place = self.place(field.node).ty;
            self.report(Diagnostic::error(codes::MESSAGE_SET, message).at(place, "").help("wrap it in a message"));
        }
    }

    fn extension_of_full_runtime(&mut self, site: &Site<'a>, field: &Field, extendee: usize) {
        let is_full = self.files.get(extendee).is_some_and(|file| !super::file::is_lite(file));
        if super::file::is_lite(site.file) && is_full {
            let message = "a file with `optimize_for = LITE_RUNTIME` cannot extend a message of one without it";
            let place = self.place(field.node).extendee;
            let lite = Diagnostic::error(codes::UNSUITABLE_IMPORT, message).at(place, "");
            self.report(lite.help("set the option in both files or in none"));
        }
    }

    fn report_outside(&mut self, field: &Field, extendee: &Message) {
        let message = format!("message `{}` has no extension range with {}", extendee.name, field.number);
        let outside = Diagnostic::error(codes::EXTENSION, message)
            .at(self.place(field.node).number, "")
            .related(self.place(extendee.node).name, "the message is declared here")
            .help("choose a number from its `extensions`");
        self.report(outside);
    }

    /// A range with declarations, or one with verification, accepts only declared extensions.
    fn declared_extension(&mut self, site: &Site<'a>, field: &Field, range: &ExtensionRange) {
        let extendee = field.extendee.as_deref().unwrap_or_default().trim_start_matches('.');
        if is_options_message(extendee) {
            return;
        }
        let declarations = declaration::of(range);
        let declaration = declarations.iter().find(|it| it.number == field.number);
        let is_verified = Tree::number(&range.options, numbers::VERIFICATION) == Some(VERIFICATION_DECLARATION);
        let problem = match declaration {
            Some(declaration) => self.misfit(site, field, declaration),
            None if is_verified || !declarations.is_empty() => {
                Some(format!("the range allows only declared extensions, and {} is not declared", field.number))
            }
            None => None,
        };
        if let Some(problem) = problem {
            let undeclared = Diagnostic::error(codes::EXTENSION, problem)
                .at(self.place(field.node).name, "")
                .related(self.place(range.range.node).name, "the range")
                .help("declare the extension as it is, or choose a number outside the range");
            self.report(undeclared);
        }
    }

    fn misfit(&self, site: &Site<'a>, field: &Field, declaration: &Declaration) -> Option<String> {
        if declaration.reserved {
            return Some(format!("the extension number {} is reserved", field.number));
        }
        let full_name = format!(".{}", site.full_name(&field.name));
        if declaration.full_name.as_ref().is_some_and(|name| !name.is_empty() && *name != full_name) {
            let name = declaration.full_name.as_deref().unwrap_or_default();
            return Some(format!("the extension with number {} is declared as `{name}`", field.number));
        }
        let ty = field.type_name.clone().or(field.ty.map(|ty| ty.keyword().to_owned())).unwrap_or_default();
        let declared = declaration.ty.as_deref().filter(|declared| !declared.is_empty());
        if let Some(declared) =
            declared.filter(|declared| declared.trim_start_matches('.') != ty.trim_start_matches('.'))
        {
            return Some(format!("the extension is declared with the type `{declared}`"));
        }
        (declaration.repeated != field.is_repeated()).then(|| {
            let kind = if declaration.repeated { "repeated" } else { "optional" };
            format!("the extension is declared as {kind}")
        })
    }

    /// Two extensions of a message must not have the same number. Across files this is a warning, as in protoc, because
    /// the files need not be linked into one program.
    pub(super) fn extension_numbers(&mut self) {
        let mut first_uses: HashMap<(&str, i32), (usize, &Field)> = HashMap::new();
        for (at, file) in self.files.iter().enumerate() {
            let mut extensions: Vec<&Field> = Vec::new();
            walk(at, file, &mut |_, element| match element {
                Element::Field(field) if field.extendee.is_some() => extensions.push(field),
                _ => {}
            });
            for field in extensions {
                let key = (field.extendee.as_deref().unwrap_or_default(), field.number);
                match first_uses.get(&key) {
                    Some((file, first)) => self.report_number_twice(field, first, *file == at),
                    None => {
                        first_uses.insert(key, (at, field));
                    }
                }
            }
        }
    }

    fn report_number_twice(&mut self, field: &Field, first: &Field, same_file: bool) {
        let extendee = field.extendee.as_deref().unwrap_or_default().trim_start_matches('.');
        let message = format!("the extension number {} of `{extendee}` is used twice", field.number);
        let twice = if same_file { Diagnostic::error } else { Diagnostic::warning };
        let twice = twice(codes::DUPLICATE_FIELD_NUMBER, message)
            .at(self.place(field.node).number, "used again here")
            .related(self.place(first.node).number, "first used here")
            .help("give one of them another number");
        self.report(twice);
    }
}

fn contains(range: &ExtensionRange, number: i32) -> bool {
    (range.range.start..range.range.end).contains(&number)
}

/// Returns true for the options messages of `descriptor.proto`.
pub(super) fn is_options_message(path: &str) -> bool {
    Target::ALL.iter().any(|target| target.options_message() == path) || path == "google.protobuf.StreamOptions"
}
