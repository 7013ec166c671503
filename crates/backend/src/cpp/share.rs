//! The functions that a header takes from those of imported schema files, and those that it offers to importers.
//!
//! Design: docs/decisions/0035-codec-headers.md

use super::entry::Form;
use super::exports::{CALLS, Exported, Group};
use super::function::{Key, Printed};
use super::header::Header;
use super::reserved::namespace_of;
use polywire_ir::ValueType;
use polywire_ir::types::{Named, Type};
use polywire_srcgen::Source;
use std::collections::{BTreeMap, BTreeSet};

impl Header<'_> {
    /// Returns true if importers can use its functions: those of views are parts of classes.
    pub(super) fn shares(&self) -> bool {
        !self.part.is_view()
    }

    /// Replaces functions by those of imported headers. `of_codec` contains the fingerprints of the codec's functions.
    pub(super) fn link(&mut self, of_codec: &BTreeMap<Key, u64>) {
        for functions in [&mut self.functions, &mut self.size_bounds] {
            functions.identify(&self.unit.cx.calls, of_codec);
            self.used.extend(functions.link(&self.imported));
        }
    }

    /// Returns the functions that importers can use.
    pub(super) fn exported(&self, group: Group) -> Exported {
        let size_bounds = self.size_bounds.exports(|key| self.is_split() && self.has_call(key));
        let functions = self.functions.exports(|key| self.has_call(key)).chain(size_bounds);
        Exported {
            group,
            header: if self.is_split() { self.calls_name() } else { self.part.file_name(self.unit.module, self.name) },
            namespace: self.full_detail(),
            in_source: self.is_split(),
            functions: functions.collect(),
        }
    }

    /// Returns the full name of the namespace of its functions.
    fn full_detail(&self) -> String {
        format!("::polywire::{}::{}", namespace_of(&self.unit.module.format), self.detail)
    }

    /// Returns true for a function of a type that importers may want to call, and cannot call itself because it is inlined
    /// or in a source file.
    fn has_call(&self, key: Key) -> bool {
        let function = self.unit.module.function(key.0);
        let is_own = |ty: &ValueType| matches!(ty, ValueType::Ref(Type::Struct(id)) if self.is_own(Named::Struct(*id)));
        let is_of_type = || function.params.iter().any(|param| is_own(&function.var(param.var).ty));
        let is_inlined = |printed: &Printed| printed.is_inlined() && !self.functions.roots.contains(&key);
        let is_uncallable = || self.functions.printed.get(&key).is_some_and(is_inlined);
        if self.is_split() { !self.is_reader(key) && is_of_type() } else { is_uncallable() && is_of_type() }
    }

    /// Returns true for a function that only users call.
    fn is_reader(&self, key: Key) -> bool {
        self.unit.module.entries.iter().any(|entry| entry.decode == key.0)
    }

    /// Returns true if the function is printed beside those for importers, so that it calls them: what they call is
    /// compiled once.
    pub(super) fn is_beside_calls(&self, key: Key) -> bool {
        self.is_split() && self.is_reader(key)
    }

    /// Returns the namespace of the functions that entries call.
    pub(super) fn called_detail(&self) -> String {
        if self.is_split() { format!("{}::{CALLS}", self.detail) } else { self.detail.clone() }
    }

    /// Returns the name of the header that declares the functions of a source file for those of importers.
    pub(super) fn calls_name(&self) -> String {
        let header = self.part.file_name(self.unit.module, self.name);
        format!("{}.{CALLS}.hpp", header.strip_suffix(".hpp").unwrap_or(&header))
    }

    pub(super) fn used_functions(&self, out: &mut Source) {
        if !self.used.is_empty() {
            out.blank();
            self.used.iter().for_each(|(_, name)| out.line(format!("using {name};")));
        }
    }

    /// Prints functions that call others, for importers.
    pub(super) fn calls(&self, out: &mut Source, form: Form) {
        let size_bounds = self.is_split().then_some(&self.size_bounds);
        let all = size_bounds.into_iter().chain([&self.functions]);
        let called: Vec<&Printed> =
            all.flat_map(|it| it.order.iter().filter(|key| self.has_call(**key)).map(|key| &it.printed[key])).collect();
        if called.is_empty() || !self.shares() {
            return;
        }
        out.blank();
        let (what, whose) =
            if self.is_split() { ("these functions", "source") } else { ("inlined functions", "header") };
        out.line(format!("// Calls of {what}, for the {whose}s of importing files."));
        out.line(format!("namespace {CALLS} {{"));
        for printed in called {
            out.blank();
            printed.print_call(out, &self.full_detail(), form);
        }
        if form == Form::Defined {
            self.functions.print_definitions(out, |key| self.is_beside_calls(*key));
        }
        out.blank();
        out.line(format!("}}  // namespace {CALLS}"));
    }

    /// Prints the includes of imported files' headers of the same kind.
    pub(super) fn imported_headers(&self, out: &mut Source) {
        let used: BTreeSet<&str> = self.used.iter().map(|(at, _)| self.imported[*at].header.as_str()).collect();
        used.into_iter().for_each(|name| out.line(format!("#include \"{name}\"")));
    }
}
