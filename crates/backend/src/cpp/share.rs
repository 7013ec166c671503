//! The functions that a header takes from those of imported schema files, and those that it offers to importers.
//!
//! Design: docs/decisions/0035-codec-headers.md

use super::exports::{CALLS, Exported, Group};
use super::function::Key;
use super::header::Header;
use super::reserved::namespace_of;
use polywire_ir::ValueType;
use polywire_ir::types::{Named, Type};
use polywire_srcgen::Source;
use std::collections::{BTreeMap, BTreeSet};

impl Header<'_> {
    /// Returns true if importers can use its functions: those of views are parts of classes, and those of split codecs are
    /// in a source file.
    pub(super) fn shares(&self) -> bool {
        !self.part.is_view() && !self.is_split()
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
        let functions = self.functions.exports(|key| self.has_call(key)).chain(self.size_bounds.exports(|_| false));
        Exported {
            group,
            header: self.part.file_name(self.unit.module, self.name),
            namespace: self.full_detail(),
            functions: functions.collect(),
        }
    }

    /// Returns the full name of the namespace of its functions.
    fn full_detail(&self) -> String {
        format!("::polywire::{}::{}", namespace_of(&self.unit.module.format), self.detail)
    }

    /// Returns true for an inlined function of a type, which importers may want to call.
    fn has_call(&self, key: Key) -> bool {
        let function = self.unit.module.function(key.0);
        let is_own = |ty: &ValueType| matches!(ty, ValueType::Ref(Type::Struct(id)) if self.is_own(Named::Struct(*id)));
        let is_of_type = function.params.iter().any(|param| is_own(&function.var(param.var).ty));
        is_of_type && self.functions.printed[&key].is_inlined() && !self.functions.roots.contains(&key)
    }

    pub(super) fn used_functions(&self, out: &mut Source) {
        if !self.used.is_empty() {
            out.blank();
            self.used.iter().for_each(|(_, name)| out.line(format!("using {name};")));
        }
    }

    /// Prints functions that call inlined ones, for importers.
    pub(super) fn calls(&self, out: &mut Source) {
        let order = self.functions.order.iter().filter(|key| self.shares() && self.has_call(**key));
        let called: Vec<&Key> = order.collect();
        if called.is_empty() {
            return;
        }
        out.blank();
        out.line("// Calls of inlined functions, for the headers of importing files.");
        out.line(format!("namespace {CALLS} {{"));
        for key in called {
            out.blank();
            self.functions.printed[key].print_call(out, &self.full_detail());
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
