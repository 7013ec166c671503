//! Which files see which, and checks of imports.

use super::Resolver;
use super::options::{self, Target};
use crate::proto::ast::{File, ImportKind, Item, Message};
use crate::proto::codes;
use crate::proto::load::{Dependency, Unit, UnitId};
use polywire_source::Diagnostic;
use std::collections::{BTreeSet, HashSet};

/// Visibility between files.
pub(super) struct Imports {
    /// For each unit, what its importers see through it: itself and what it imports publicly.
    exported: Vec<BTreeSet<UnitId>>,
    /// For each unit, the units whose names it may use.
    visible: Vec<BTreeSet<UnitId>>,
    /// (user, used).
    used: HashSet<(UnitId, UnitId)>,
}

impl Imports {
    /// Units come behind those that they import.
    pub fn new(units: &[Unit]) -> Self {
        let mut imports = Self { exported: Vec::new(), visible: Vec::new(), used: HashSet::new() };
        for (index, unit) in units.iter().enumerate() {
            let through = |keep: fn(&Dependency) -> bool| {
                let kept = unit.imports.iter().filter(move |dependency| keep(dependency));
                kept.flat_map(|dependency| imports.exported[dependency.unit.0].iter().copied())
            };
            let exported = through(|dependency| dependency.kind == ImportKind::Public).chain([UnitId(index)]).collect();
            let visible = through(|_| true).chain([UnitId(index)]).collect();
            imports.exported.push(exported);
            imports.visible.push(visible);
        }
        imports
    }

    pub fn sees(&self, user: UnitId, used: UnitId) -> bool {
        self.visible[user.0].contains(&used)
    }

    pub fn note_use(&mut self, user: UnitId, used: UnitId) {
        self.used.insert((user, used));
    }

    fn is_used(&self, user: UnitId, dependency: &Dependency) -> bool {
        self.exported[dependency.unit.0].iter().any(|exported| self.used.contains(&(user, *exported)))
    }
}

impl Resolver<'_> {
    pub(super) fn check_files(&mut self) {
        let units = self.units;
        for (index, unit) in units.iter().enumerate() {
            self.check_options(Target::File, &unit.ast.options);
            self.check_unused_imports(UnitId(index), unit);
            self.check_lite_imports(unit);
        }
    }

    fn check_unused_imports(&mut self, id: UnitId, unit: &Unit) {
        // Custom options are not looked up, so what an import is good for cannot be told in a file that uses some;
        // nor in one with errors.
        if self.diagnostics.has_errors() || uses_custom_options(&unit.ast) {
            return;
        }
        for dependency in unit.imports.iter().filter(|it| it.kind == ImportKind::Plain) {
            if !self.imports.is_used(id, dependency) {
                let path = &self.units[dependency.unit.0].path;
                let unused = Diagnostic::warning(codes::UNUSED_IMPORT, format!("nothing of \"{path}\" is used"));
                self.report(unused.at(dependency.span, "").help("remove the import"));
            }
        }
    }

    /// Code for the full runtime of protoc cannot use code for its lite runtime.
    fn check_lite_imports(&mut self, unit: &Unit) {
        if is_lite(unit) {
            return;
        }
        for dependency in unit.imports.iter().filter(|it| is_lite(&self.units[it.unit.0])) {
            let message = "a file without `optimize_for = LITE_RUNTIME` cannot import one with it";
            let lite = Diagnostic::error(codes::UNSUITABLE_IMPORT, message).at(dependency.span, "");
            self.diagnostics.push(lite.help("set the option in both files or in none"));
        }
    }
}

fn is_lite(unit: &Unit) -> bool {
    options::word(&unit.ast.options, options::OPTIMIZE_FOR) == Some("LITE_RUNTIME")
}

fn uses_custom_options(file: &File) -> bool {
    options::any_custom(&file.options) || file.items.iter().any(item_uses_custom_options)
}

fn item_uses_custom_options(item: &Item) -> bool {
    match item {
        Item::Message(it) => message_uses_custom_options(it),
        Item::Enum(it) => {
            options::any_custom(&it.options) || it.values.iter().any(|value| options::any_custom(&value.options))
        }
        Item::Extend(it) => it.fields.iter().any(|field| options::any_custom(&field.options)),
        Item::Service(it) => {
            options::any_custom(&it.options) || it.methods.iter().any(|method| options::any_custom(&method.options))
        }
    }
}

fn message_uses_custom_options(message: &Message) -> bool {
    let body = &message.body;
    options::any_custom(&body.options)
        || body.members.iter().any(super::message::member_uses_custom_options)
        || body.extensions.iter().any(|range| options::any_custom(&range.options))
        || body.items.iter().any(item_uses_custom_options)
}
