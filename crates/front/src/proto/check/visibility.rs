//! Checks which files may use a message or enum (`export`, `local`, feature `default_symbol_visibility`).

use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Element, Field, MAX_FIELD_NUMBER, Message, Method, NodeId, Site, Visibility};
use crate::proto::features::DefaultVisibility;
use polywire_source::{Diagnostic, Span};

/// A use of a message or enum.
struct Used {
    node: NodeId,
    file: usize,
    visibility: Option<Visibility>,
    is_nested: bool,
}

impl<'a> Checker<'a, '_> {
    pub(super) fn field_visibility(&mut self, site: &Site<'a>, field: &Field) {
        let place = self.place(field.node).clone();
        self.used(site, field.extendee.as_deref(), place.extendee);
        self.used(site, field.type_name.as_deref(), place.ty);
    }

    pub(super) fn method_visibility(&mut self, site: &Site<'a>, method: &Method) {
        let place = self.place(method.node).clone();
        self.used(site, Some(&method.input), place.ty);
        self.used(site, Some(&method.output), place.extendee);
    }

    fn used(&mut self, site: &Site<'a>, name: Option<&str>, span: Span) {
        let Some((name, used)) = name.and_then(|name| Some((name, self.declared(name)?))) else { return };
        if used.file == site.index || self.is_stripped || self.is_exported(&used) {
            return;
        }
        let name = name.trim_start_matches('.');
        let message = format!("`{name}` is local to its file");
        let local = Diagnostic::error(codes::VISIBILITY, message)
            .at(span, "")
            .related(self.place(used.node).name, "declared here")
            .help("write `export` before its declaration, or move it to the top level");
        self.report(local);
    }

    fn declared(&self, name: &str) -> Option<Used> {
        let message = self.index.message(name).filter(|it| !it.is_built_in).map(|it| Used {
            node: it.it.node,
            file: it.file,
            visibility: it.it.visibility,
            is_nested: it.around.is_some(),
        });
        let enumeration = || {
            self.index.enumeration(name).filter(|it| !it.is_built_in).map(|it| Used {
                node: it.it.node,
                file: it.file,
                visibility: it.it.visibility,
                is_nested: it.around.is_some(),
            })
        };
        message.or_else(enumeration)
    }

    fn is_exported(&self, used: &Used) -> bool {
        match (used.visibility, self.features_of(used.node).default_visibility) {
            (Some(visibility), _) => visibility == Visibility::Export,
            (None, DefaultVisibility::ExportAll) => true,
            (None, DefaultVisibility::ExportTopLevel) => !used.is_nested,
            (None, DefaultVisibility::LocalAll | DefaultVisibility::Strict) => false,
        }
    }

    /// Under strict visibility nothing nested may be exported, except enums in a local message that only serves as
    /// their scope.
    pub(super) fn nested_visibility(&mut self, site: &Site<'a>, element: Element<'a>) {
        let Some(around) = site.message else { return };
        let (visibility, is_enum, name) = match element {
            Element::Message(it) => (it.visibility, false, &it.name),
            Element::Enum(it) => (it.visibility, true, &it.name),
            _ => return,
        };
        let is_strict = self.features_of(element.node()).default_visibility == DefaultVisibility::Strict;
        if self.is_stripped
            || !is_strict
            || visibility != Some(Visibility::Export)
            || (is_enum && is_mere_scope(site, around))
        {
            return;
        }
        let message = format!("`{name}` is nested and cannot be exported under strict visibility");
        let nested = Diagnostic::error(codes::VISIBILITY, message).at(self.place(element.node()).name, "");
        let help = match is_enum {
            true => "move it to the top level, or make the enclosing message `local` with `reserved 1 to max;`",
            false => "move it to the top level",
        };
        self.report(nested.help(help));
    }
}

fn is_mere_scope(site: &Site<'_>, around: &Message) -> bool {
    let is_top_level = site.file.messages.iter().any(|it| it.node == around.node);
    let reserves_all = matches!(around.reserved.as_slice(), [all] if (all.start, all.end) == (1, MAX_FIELD_NUMBER + 1));
    is_top_level && around.visibility != Some(Visibility::Export) && reserves_all
}
