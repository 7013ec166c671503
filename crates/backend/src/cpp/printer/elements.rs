//! Places for new values: elements of lists, values of optionals and cases.
//!
//! Design: docs/decisions/0037-messages-of-many-fields.md

use super::Printer;
use super::trace::Last;
use crate::cpp::analysis::op_address;
use crate::cpp::native::{entry_types, initial, value_type};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Block, Expr as Ir, Op, Place, VarId};
use polywire_srcgen::Expr;

impl<'m> Printer<'m> {
    pub(super) fn push(&mut self, place: &Place, bind: VarId, body: &'m Block, results: &[VarId]) {
        let results = self.declare_results(results);
        let list = self.place(place);
        if let Some(entry) = self.entry_of(bind) {
            let old = self.tracked(place);
            return self.braced(|printer| printer.put_entry(&list, old, entry, (bind, body), &results));
        }
        let element = match self.tracked(place) {
            _ if self.is_sequence(place) => format!("::polywire::bound::append({list})"),
            Some(size) => format!("element({list}, {size}++)"),
            None => format!("{list}.emplace_back()"),
        };
        let index =
            self.tracked(place).unwrap_or_else(|| format!("{}.size()", list.within(super::precedence::POSTFIX)));
        self.braced(|printer| {
            let name = printer.bind(bind);
            printer.trace_element(bind, place, &Last::Index(&index));
            let inside = printer.captured(|printer| {
                printer.tracing(Some(bind.into()), |printer| {
                    printer.building(bind, &body.ops, "true", &mut |printer| printer.assign_yields(body, &results));
                });
            });
            printer.place_line(&format!("auto&& {name} = {element};"), &name, &inside);
            printer.out.lines(&inside);
        });
    }

    /// Prints a new entry that is inserted into a map once it is built.
    fn put_entry(
        &mut self,
        map: &Expr,
        old: Option<String>,
        entry: StructId,
        (bind, body): (VarId, &'m Block),
        results: &[String],
    ) {
        let name = self.bind(bind);
        let built = self.name(&format!("new_{name}"));
        let (key, value) = entry_types(entry, self.unit.names);
        let old = old.unwrap_or_else(|| {
            let none = self.name("no_entries");
            self.out.line(format!("auto {none} = old_entries({map}, false);"));
            none
        });
        self.out.line(format!("::polywire::new_entry<{key}, {value}> {built}({map}, {old});"));
        let inside = self.captured(|printer| {
            printer.building(bind, &body.ops, "true", &mut |printer| printer.assign_yields(body, results));
        });
        self.place_line(&format!("const auto {name} = {built}.place();"), &name, &inside);
        self.out.lines(&inside);
        self.out.line(format!("{built}.put();"));
    }

    /// Returns the type of the old entries of a map that is rebuilt; borrowed keys of old entries must not be read.
    pub(super) fn old_entries_type(&self, map: &Type) -> String {
        match self.spare_value(map) {
            Some(value) => format!("::polywire::spare_entries<{value}>"),
            None => format!("{}::iterator", value_type(map, self.unit.names)),
        }
    }

    /// Returns the type of a map's values, if its keys are borrowed.
    fn spare_value(&self, map: &Type) -> Option<String> {
        let names = self.unit.names;
        let Type::Map(entry) = map else { return None };
        let (key, value) = names.entry(*entry);
        let refers = matches!(key, Type::Text { .. }) && names.ownership.is_borrowed();
        refers.then(|| value_type(value, names))
    }

    /// Marks all entries of a map as old.
    pub(super) fn restart_entries(&mut self, place: &Place, old: &str) {
        let map = self.place(place);
        let refers = self.place_type(place).is_some_and(|ty| self.spare_value(ty).is_some());
        self.out.line(match refers {
            true => format!("{old}.restart({map});"),
            false => format!("{old} = {}.begin();", map.within(super::precedence::POSTFIX)),
        });
    }

    fn fill_map(
        &mut self,
        (place, entry, first): (&Place, StructId, Option<String>),
        count: &Ir,
        (bind, index, body): (VarId, VarId, &'m Block),
        carried: &[String],
    ) {
        let (map, end) = (self.place(place), self.name("count"));
        let count = self.typed(count);
        self.out.line(format!("const ::std::uint64_t {end} = {count};"));
        let at = self.bind(index);
        let own = first.map(|first| {
            let old = self.name("old_entries_of_map");
            self.out.line(format!("auto {old} = old_entries({map}, {first});"));
            old
        });
        let old = own.clone().or_else(|| self.tracked(place));
        let head = format!("for (::std::uint64_t {at} = 0; {at} != {end}; ++{at}) {{");
        self.nested(&head, "}", |printer| printer.put_entry(&map, old, entry, (bind, body), carried));
        if let Some(old) = own {
            self.out.line(format!("cut({map}, {old});"));
        }
    }

    /// Returns the entry that a variable refers to.
    pub(super) fn entry_of(&self, var: VarId) -> Option<StructId> {
        match self.native(var) {
            Some(Type::Struct(id)) if self.unit.types.record(*id).is_entry => Some(*id),
            _ => None,
        }
    }

    /// A nested scope.
    pub(super) fn braced(&mut self, inside: impl FnOnce(&mut Self)) {
        self.nested("{", "}", inside);
    }

    /// Prints lines one level deeper, between two others.
    pub(super) fn nested(&mut self, open: &str, close: &str, inside: impl FnOnce(&mut Self)) {
        self.out.line(open);
        let inner = self.captured(inside);
        self.out.indented(|out| out.lines(&inner));
        self.out.line(close);
    }

    pub(super) fn open(&mut self, op: &'m Op) {
        let Op::Open { place, case, bind, created, body, results } = op else { return };
        let results = self.declare_results(results);
        let (binds, first) = ((*bind, *created), self.first(op, place));
        self.braced(|printer| match case {
            Some(case) => printer.open_case(place, *case, binds, body, &results),
            None => printer.open_optional((place, first), binds, body, &results),
        });
    }

    /// Returns the condition under which the op must reset its list or optional itself.
    fn first(&self, op: &Op, place: &Place) -> Option<String> {
        self.self_resetting.get(&op_address(op)).filter(|_| self.tracked(place).is_none()).cloned()
    }

    fn open_optional(
        &mut self,
        (place, first): (&Place, Option<String>),
        (bind, created): (VarId, VarId),
        body: &'m Block,
        results: &[String],
    ) {
        let object = self.place(place);
        let star = if self.is_boxed(place) { "*" } else { "" };
        let created_name = self.bind(created);
        let flag = self.tracked(place);
        let absent = format!("!{}", self.is_present(place).within(super::precedence::UNARY));
        let plain = self.plain_optional(place);
        let (was, is_new) = match (&flag, first.as_deref()) {
            (Some(flag), _) => (format!("!{flag}"), created_name.as_str()),
            (None, Some("true")) => ("true".to_owned(), "true"),
            (None, Some(first)) => (format!("{first} || {absent}"), created_name.as_str()),
            (None, None) => (absent, "false"),
        };
        let name = self.bind(bind);
        self.trace_alias(bind, &place.some());
        let inside = self.captured(|printer| printer.build_opened((bind, created), body, is_new, results));
        self.declare_used(&format!("const bool {created_name} = {was};"), &created_name, &inside);
        if let Some(flag) = &flag {
            self.out.line(format!("{flag} = true;"));
        }
        if let Some(bound) = plain {
            self.open_plain(place, &bound, is_new);
            self.place_line(&format!("auto& {name} = {object};"), &name, &inside);
        } else {
            self.place_line(&format!("auto& {name} = {star}present({object});"), &name, &inside);
        }
        self.out.lines(&inside);
    }

    /// Returns the printed text instead of appending it.
    pub(super) fn captured(&mut self, print: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::replace(&mut self.out, polywire_srcgen::Source::new("  "));
        print(self);
        std::mem::replace(&mut self.out, outer).finish()
    }

    /// Appends a declaration if the following code uses it.
    fn declare_used(&mut self, line: &str, name: &str, following: &str) {
        if super::mentions(following, name) {
            self.out.line(line);
        }
    }

    /// Appends the declaration of a place, which has an effect, marked if the following code does not use it.
    fn place_line(&mut self, line: &str, name: &str, following: &str) {
        let unused = if super::mentions(following, name) { "" } else { "[[maybe_unused]] " };
        self.out.line(format!("{unused}{line}"));
    }

    fn build_opened(&mut self, (bind, created): (VarId, VarId), body: &'m Block, is_new: &str, results: &[String]) {
        let (is_new, ops) = match body.ops.split_first() {
            Some((first, rest)) if resets_old(first, bind, created) => ("true", rest),
            _ => (is_new, body.ops.as_slice()),
        };
        self.tracing(Some(bind.into()), |printer| {
            printer.building(bind, ops, is_new, &mut |printer| printer.assign_yields(body, results));
        });
    }

    fn open_case(
        &mut self,
        place: &Place,
        case: u32,
        (bind, created): (VarId, VarId),
        body: &'m Block,
        results: &[String],
    ) {
        let created_name = self.bind(created);
        let begun = self.tracked_union(&place.case(case));
        let other = format!("{} != {}", self.case(place), case + 1);
        let was = begun.as_ref().map_or_else(|| other.clone(), |begun| format!("!{begun} || {other}"));
        // An explicit first value already resets it.
        let is_reset = begun.is_some() && self.first_value(&place.case(case)).is_none();
        let is_new = if is_reset { created_name.as_str() } else { "false" };
        let object = self.place(&place.case(case));
        let name = self.bind(bind);
        self.trace_alias(bind, &place.case(case));
        let inside = self.captured(|printer| {
            if let Some(first) = printer.first_value(&place.case(case)) {
                printer.out.line(format!("if ({created_name}) {name} = {first};"));
            }
            printer.build_opened((bind, created), body, is_new, results);
        });
        self.declare_used(&format!("const bool {created_name} = {was};"), &created_name, &inside);
        self.choose(&place.case(case));
        self.place_line(&format!("auto& {name} = {object};"), &name, &inside);
        self.out.lines(&inside);
    }

    pub(super) fn fill(&mut self, op: &'m Op) {
        let Op::Fill { place, count, bind, index, body, carried, results } = op else { return };
        let carried = self.declare_carried(carried);
        if let Some(entry) = self.entry_of(*bind) {
            let first = self.first(op, place);
            self.fill_map((place, entry, first), count, (*bind, *index, body), &carried);
            return self.know_results(results, &carried);
        }
        let elements = self.elements(place, count, self.first(op, place));
        let index_name = self.bind(*index);
        let name = self.bind(*bind);
        let Elements { first, count, position } = elements;
        let at = position.replace('@', &index_name);
        let inside = self.captured(|printer| {
            printer.trace_element(*bind, place, &Last::Index(&at));
            printer.tracing(Some((*bind).into()), |printer| {
                printer.building(*bind, &body.ops, "true", &mut |printer| printer.assign_yields(body, &carried));
            });
        });
        if super::mentions(&inside, &index_name) || self.is_packed(place) || self.is_sequence(place) {
            self.nested(
                &format!("for (::std::uint64_t {index_name} = 0; {index_name} != {count}; ++{index_name}) {{"),
                "}",
                |printer| {
                    let element = match printer.is_packed(place) || printer.is_sequence(place) {
                        true => first.replace('@', &index_name),
                        false => format!("({first})[{index_name}]"),
                    };
                    printer.place_line(&format!("auto&& {name} = {element};"), &name, &inside);
                    printer.out.lines(&inside);
                },
            );
        } else {
            let at = self.name(&format!("{name}_at"));
            let last = self.name(&format!("{name}_end"));
            self.out.line(format!("auto* {at} = {first};"));
            self.nested(
                &format!("for (auto* const {last} = {at} + {count}; {at} != {last}; ++{at}) {{"),
                "}",
                |printer| {
                    printer.place_line(&format!("auto& {name} = *{at};"), &name, &inside);
                    printer.out.lines(&inside);
                },
            );
        }
        self.know_results(results, &carried);
    }

    /// A new value needs no reset. It is an object of this scope, which the following code reads.
    pub(super) fn make(&mut self, var: VarId, body: &'m Block, results: &[VarId]) {
        let results = self.declare_results(results);
        let name = self.bind(var);
        let Some(ty) = self.native(var) else { return self.problem("what is made is no native value") };
        let ty_name = value_type(ty, self.unit.names);
        let first = initial(ty, None, self.unit.types, self.unit.names);
        self.out.line(format!("{ty_name} {name}{{{first}}};"));
        self.braced(|printer| {
            printer.building(var, &body.ops, "false", &mut |printer| printer.assign_yields(body, &results));
        });
    }

    /// Returns true if a list's elements have no addresses: std::vector<bool>.
    fn is_packed(&self, place: &Place) -> bool {
        use polywire_ir::types::Type;
        matches!(self.place_type(place), Some(Type::List(element)) if **element == Type::Bool)
    }

    /// Reserves space for `count` new elements; if the condition `first` is true, the list is empty before.
    fn elements(&mut self, place: &Place, count: &Ir, first: Option<String>) -> Elements {
        let object = self.place(place).within(super::precedence::POSTFIX);
        let count = self.typed(count);
        if let Some(polywire_ir::types::Type::Array(..)) = self.place_type(place) {
            return Elements { first: format!("{object}.data()"), count: count.text, position: "@".into() };
        }
        let end = self.name("count");
        self.out.line(format!("const ::std::uint64_t {end} = {count};"));
        if self.is_sequence(place) {
            match first.as_deref() {
                Some("true") => self.out.line(format!("{object}.clear();")),
                Some(first) => self.out.line(format!("if ({first}) {object}.clear();")),
                None => {}
            }
            let first = format!("::polywire::bound::append({object})");
            return Elements { first, count: end, position: format!("{object}.size() - 1") };
        }
        if first.as_deref() == Some("true") {
            self.out.line(format!("fit({object}, {end});"));
            let first = if self.is_packed(place) { format!("{object}[@]") } else { format!("{object}.data()") };
            return Elements { first, count: end, position: "@".into() };
        }
        let old = self.name("first");
        match (self.tracked(place), first) {
            (Some(size), _) => {
                self.out.line(format!("const ::std::size_t {old} = {size};"));
                self.out.line(format!("{size} += {end};"));
                self.out.line(format!("at_least({object}, {size});"));
            }
            (None, Some(first)) => {
                self.out.line(format!("const ::std::size_t {old} = {first} ? 0 : {object}.size();"));
                self.out.line(format!("fit({object}, {old} + {end});"));
            }
            (None, None) => {
                self.out.line(format!("const ::std::size_t {old} = {object}.size();"));
                self.out.line(format!("{object}.resize({old} + {end});"));
            }
        }
        let packed = self.is_packed(place);
        let first = if packed { format!("{object}[{old} + @]") } else { format!("{object}.data() + {old}") };
        Elements { first, count: end, position: format!("{old} + @") }
    }

    pub(super) fn retain(&mut self, place: &Place, format: &str, value: &Ir) {
        let Some(member) = self.unknown_member(place) else { return };
        let value: Expr = self.bytes(value);
        self.out.line(format!("{member}.keep(\"{format}\", {value});"));
    }
}

/// Elements to be filled.
struct Elements {
    /// The address of the first one, or in a packed list, the element at index `@`.
    first: String,
    /// Their number.
    count: String,
    /// The position of the element at index `@` in the list.
    position: String,
}

/// Returns true if an op resets an existing value: since a new one needs no reset, unchanged parts are new too.
fn resets_old(op: &Op, bind: VarId, created: VarId) -> bool {
    let Op::If { cond, then, other, .. } = op else { return false };
    let resets = |block: &Block| *block == Block { ops: vec![Op::Reset { place: bind.into() }], yields: vec![] };
    let nothing = Block::default();
    if *cond == Ir::Var(created) {
        *then == nothing && resets(other)
    } else {
        *cond == !created && resets(then) && *other == nothing
    }
}
