//! Interprets one setting: resolves its name part by part, and sets the value at the end of that path.

use super::{Interpreted, Interpreter};
use crate::proto::ast::{OptionNamePart, OptionSetting};
use crate::proto::codes;
use crate::proto::descriptor::{Field, FieldType, Message, Setting, Target, Tree, Value};
use crate::proto::index::Declared;
use crate::proto::link::{Miss, SymbolKind, Wanted};
use polywire_source::Diagnostic;
use polywire_source::closest;

/// Limit on the parts of an option's name, which bounds the recursion.
const MAX_PARTS: usize = 100;

/// A field that a part of an option's name refers to.
struct FoundField<'a> {
    field: &'a Field,
    /// True if it is declared in the same file.
    is_own: bool,
}

/// The message in which a part of a name is resolved.
struct Holder<'a> {
    message: Declared<'a, Message>,
    name: String,
}

impl<'a> Interpreter<'a, '_> {
    pub(super) fn setting(
        &mut self,
        scope: &str,
        target: Target,
        setting: &OptionSetting,
        options: &mut Tree,
    ) -> Interpreted<()> {
        let name = target.options_message();
        let Some(message) = self.index.message(name) else { return Ok(()) };
        if setting.name.len() > MAX_PARTS {
            let message = format!("the name of an option has at most {MAX_PARTS} parts");
            return Err(self.error(codes::TOO_DEEP, message, setting.name_span(), "set it as a whole: `{ … }`"));
        }
        let holder = Holder { message, name: name.to_owned() };
        self.at_path(scope, &holder, &setting.name, setting, options).map(drop)
    }

    /// Descends along the remaining parts of the name, and sets the value at the last one.
    fn at_path(
        &mut self,
        scope: &str,
        holder: &Holder<'a>,
        path: &[OptionNamePart],
        setting: &OptionSetting,
        tree: &mut Tree,
    ) -> Interpreted<Setting> {
        let Some((part, rest)) = path.split_first() else { return Err(super::Reported) };
        let field = self.part(scope, holder, part, setting)?.field;
        let number = field.number.unsigned_abs();
        let value = if rest.is_empty() {
            self.leaf(holder, field, setting, tree)?
        } else {
            let inner = self.inner(field, part)?;
            clear_siblings(holder.message.it, field, tree);
            let is_group = field.ty == Some(FieldType::Group);
            let change = |tree: &mut Tree| self.at_path(scope, &inner, rest, setting, tree);
            let Setting { number: inner, value } = tree.change(number, is_group, change)?;
            let mut alone = Tree::default();
            alone.set(inner, value);
            if is_group { Value::Group(alone) } else { Value::Message(alone) }
        };
        let set = Setting { number, value };
        tree.settings.push(set.clone());
        Ok(set)
    }

    fn part(
        &mut self,
        scope: &str,
        holder: &Holder<'a>,
        part: &OptionNamePart,
        setting: &OptionSetting,
    ) -> Interpreted<FoundField<'a>> {
        let found = match part.is_extension {
            true => self.extension(scope, holder, part)?,
            false => self.own_field(holder, part)?,
        };
        if found.is_own && setting.begins_with("features") {
            let message = format!("the feature `{}` cannot be used in the file that declares it", setting.full_name());
            let help = "declare the feature in another file";
            return Err(self.error(codes::OPTION_VALUE, message, setting.name_span(), help));
        }
        Ok(found)
    }

    fn own_field(&mut self, holder: &Holder<'a>, part: &OptionNamePart) -> Interpreted<FoundField<'a>> {
        let fields = &holder.message.it.fields;
        let is_known = |field: &&Field| field.name == part.name.text && field.name != "uninterpreted_option";
        if let Some(field) = fields.iter().find(is_known) {
            let is_own = holder.message.file == self.file && !holder.message.is_built_in;
            return Ok(FoundField { field, is_own });
        }
        let help = match closest(&part.name.text, fields.iter().map(|field| field.name.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "custom options are written in parentheses, as in `(my_option)`".to_owned(),
        };
        let message = format!("there is no option `{}` here", part.name.text);
        Err(self.error(codes::UNKNOWN_OPTION, message, part.name.span, &help))
    }

    fn extension(&mut self, scope: &str, holder: &Holder<'a>, part: &OptionNamePart) -> Interpreted<FoundField<'a>> {
        let name = &part.name;
        let (full_name, symbol) = match self.names.search(self.file, scope, &name.text, Wanted::Anything) {
            Ok(found) => found,
            Err(miss) => return Err(self.missing_extension(part, miss)),
        };
        self.names.imports.note_use(self.file, symbol.file);
        let extension = self.index.extension(&full_name).filter(|_| symbol.kind == SymbolKind::Field);
        let Some(extension) = extension else {
            let message = format!("`{}` is not an extension", name.text);
            let other = Diagnostic::error(codes::UNKNOWN_OPTION, message).at(name.span, "");
            return Err(self.report(other.related(symbol.span, "it is declared here")));
        };
        let extendee = extension.it.extendee.as_deref().unwrap_or_default().trim_start_matches('.');
        if extendee != holder.name.trim_start_matches('.') {
            let message = format!("`{}` extends `{extendee}`, which is not the type of these options", name.text);
            let other = Diagnostic::error(codes::MISPLACED_OPTION, message).at(name.span, "");
            let help = format!("use an extension of `{}`", holder.name.trim_start_matches('.'));
            return Err(self.report(other.related(symbol.span, "it is declared here").help(help)));
        }
        Ok(FoundField { field: extension.it, is_own: extension.file == self.file && !extension.is_built_in })
    }

    fn missing_extension(&mut self, part: &OptionNamePart, miss: Miss) -> super::Reported {
        let name = &part.name;
        if self.names.is_incomplete {
            return super::Reported;
        }
        if !matches!(miss, Miss::Unknown) {
            let diagnostic = self.names.report_miss(&name.text, name.span, miss);
            return self.report(diagnostic);
        }
        let last = |full_name: &'_ str| full_name.rsplit('.').next().unwrap_or_default().to_owned();
        let mut candidates: Vec<String> = self.names.symbols.field_names().map(last).collect();
        candidates.sort_unstable();
        let help = match closest(&last(&name.text), candidates.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `({near})`?"),
            None => "declare it with `extend`, or import the file that does".to_owned(),
        };
        self.error(codes::UNKNOWN_OPTION, format!("there is no option `({})`", name.text), name.span, &help)
    }

    /// Returns the message in which the next part of a name is resolved.
    fn inner(&mut self, field: &'a Field, part: &OptionNamePart) -> Interpreted<Holder<'a>> {
        let Some(message) = self.index.type_of(field).filter(|_| field.is_message()) else {
            let message = format!("the option `{}` is not a message and has no parts", part.name.text);
            return Err(self.error(codes::UNKNOWN_OPTION, message, part.name.span, "set it as a whole"));
        };
        if field.is_repeated() {
            let message = format!("the option `{}` is repeated, so its parts cannot be set", part.name.text);
            return Err(self.error(codes::OPTION_VALUE, message, part.name.span, "set it as a whole: `{ … }`"));
        }
        Ok(Holder { message, name: field.type_name.clone().unwrap_or_default() })
    }

    fn leaf(
        &mut self,
        holder: &Holder<'a>,
        field: &'a Field,
        setting: &OptionSetting,
        tree: &mut Tree,
    ) -> Interpreted<Value> {
        let number = field.number.unsigned_abs();
        if !field.is_repeated() && tree.fields.contains_key(&number) {
            return Err(self.report_twice(setting));
        }
        let value = self.value(field, &setting.value)?;
        clear_siblings(holder.message.it, field, tree);
        let mut alone = value.clone();
        self.normalize_value(&mut alone, field);
        tree.push(number, value, self.is_packed(field));
        Ok(alone)
    }

    fn report_twice(&mut self, setting: &OptionSetting) -> super::Reported {
        let name = setting.full_name();
        let message = format!("the option `{name}` is set twice");
        let mut twice = Diagnostic::error(codes::DUPLICATE_OPTION, message).at(setting.name_span(), "set again here");
        let first = self.settings.iter().find(|it| it.full_name() == name).map(OptionSetting::name_span);
        if let Some(first) = first.filter(|first| *first != setting.name_span()) {
            twice = twice.related(first, "first set here");
        }
        self.report(twice.help("remove one of the settings"))
    }

    /// Returns true if values of an option are packed.
    pub(super) fn is_packed(&self, field: &Field) -> bool {
        field.is_packable() && self.features.of(field.node).packed
    }
}

/// Setting a field of a oneof clears the others.
fn clear_siblings(message: &Message, field: &Field, tree: &mut Tree) {
    for sibling in siblings(message, field) {
        tree.fields.remove(&sibling.number.unsigned_abs());
    }
}

/// Returns the other fields of a field's oneof.
pub(super) fn siblings<'m>(message: &'m Message, field: &Field) -> impl Iterator<Item = &'m Field> {
    let oneof = field.oneof.filter(|_| field.extendee.is_none());
    let (number, fields) = (field.number, message.fields.iter());
    fields.filter(move |other| oneof.is_some() && other.oneof == oneof && other.number != number)
}
