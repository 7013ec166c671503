use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, Enum, EnumValue, Site, Tree, numbers};
use polywire_source::{Diagnostic, Severity};
use std::collections::HashMap;

impl<'a> Checker<'a, '_> {
    pub(super) fn enum_first_value(&mut self, site: &Site<'a>, it: &Enum) {
        if self.is_incomplete() {
            return;
        }
        match it.values.first() {
            None => {
                let empty = Diagnostic::error(codes::EMPTY_ENUM, format!("enum `{}` has no values", it.name));
                let help = "an enum needs at least one value, which is its default";
                self.report(empty.at(self.place(it.node).name, "").help(help));
            }
            Some(first) if self.features_of(it.node).open_enum && first.number != 0 => {
                let kind = if site.file.edition == Edition::PROTO3 { "proto3" } else { "open" };
                let message = format!("the first value of {kind} enum `{}` is not zero", it.name);
                let place = self.place(first.node).number;
                let nonzero = Diagnostic::error(codes::FIRST_ENUM_VALUE, message).at(place, "");
                self.report(nonzero.help("begin with a value with the number 0, which is the default"));
            }
            Some(_) => {}
        }
    }

    pub(super) fn enum_aliases(&mut self, it: &Enum) {
        let allowed = Tree::flag(&it.options, numbers::ALLOW_ALIAS);
        let mut first_uses: HashMap<i32, &EnumValue> = HashMap::new();
        let mut has_aliases = false;
        for value in &it.values {
            let Some(first) = first_uses.get(&value.number).copied() else {
                first_uses.insert(value.number, value);
                continue;
            };
            has_aliases = true;
            if !allowed {
                let message = format!("two values of enum `{}` have the number {}", it.name, value.number);
                let twice = Diagnostic::error(codes::ENUM_ALIAS, message)
                    .at(self.place(value.node).number, "used again here")
                    .related(self.place(first.node).number, "first used here")
                    .help("change one of them, or set `option allow_alias = true;` if this is intended");
                self.report(twice);
            }
        }
        self.useless_alias_option(it, has_aliases);
    }

    /// `allow_alias` is an error if there are no aliases, as in protoc.
    fn useless_alias_option(&mut self, it: &Enum, has_aliases: bool) {
        let Some(setting) = self.place(it.node).setting("allow_alias") else { return };
        let place = setting.name_span().to(setting.value.span);
        let message = match setting.value.kind.word() {
            Some("false") => format!("`allow_alias = false` on enum `{}` has no effect", it.name),
            Some("true") if !has_aliases => format!("enum `{}` allows aliases but has none", it.name),
            _ => return,
        };
        self.report(Diagnostic::error(codes::ENUM_ALIAS, message).at(place, "").help("remove the option"));
    }

    /// Names must differ even without the enum's name as a prefix, letter case and underscores, because languages with
    /// scoped enums strip the prefix.
    pub(super) fn enum_clashes(&mut self, site: &Site<'a>, it: &Enum) {
        let mut first_uses: HashMap<String, &EnumValue> = HashMap::new();
        for value in &it.values {
            let key = pascal_case(without_prefix(&it.name, &value.name));
            let first = *first_uses.entry(key).or_insert(value);
            if first.name == value.name || first.number == value.number {
                continue;
            }
            let may_clash = Tree::flag(&it.options, numbers::ENUM_LEGACY_JSON);
            let is_warning = may_clash && site.file.edition == Edition::PROTO2;
            let message = format!("`{}` and `{}` differ only in prefix, case or underscores", first.name, value.name);
            let clash = Diagnostic::error(codes::DUPLICATE_NAME, message)
                .at(self.place(value.node).name, "used again here")
                .related(self.place(first.node).name, "first used here")
                .help("rename one of them; some languages remove the name of the enum");
            let severity = if is_warning { Severity::Warning } else { Severity::Error };
            self.report(Diagnostic { severity, ..clash });
        }
    }
}

fn without_prefix<'v>(prefix: &str, name: &'v str) -> &'v str {
    let mut rest = name;
    for wanted in prefix.chars().filter(|ch| *ch != '_') {
        rest = rest.trim_start_matches('_');
        match rest.chars().next() {
            Some(found) if found.eq_ignore_ascii_case(&wanted) => rest = &rest[found.len_utf8()..],
            _ => return name,
        }
    }
    let rest = rest.trim_start_matches('_');
    if rest.is_empty() { name } else { rest }
}

fn pascal_case(name: &str) -> String {
    let mut capital = true;
    let mut pascal = String::with_capacity(name.len());
    for ch in name.chars() {
        if ch == '_' {
            capital = true;
        } else {
            pascal.push(if capital { ch.to_ascii_uppercase() } else { ch.to_ascii_lowercase() });
            capital = false;
        }
    }
    pascal
}
