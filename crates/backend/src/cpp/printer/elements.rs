//! Places for new values: elements of lists, entries of maps, values of optionals and cases.
//!
//! Design: docs/decisions/0037-messages-of-many-fields.md

use super::Printer;
use super::precedence as prec;
use super::trace::Last;
use crate::cpp::native::{entry_types, initial, is_set, string_literal, value_type};
use crate::low::{Ahead, Body, EntriesStart, FillStart, Stmt};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Expr as Ir, Place, VarId};
use polywire_srcgen::Expr;

impl<'m> Printer<'m> {
    pub(super) fn push(
        &mut self,
        (place, bind): (&Place, VarId),
        size: Option<VarId>,
        ahead: Option<&Ahead>,
        body: &'m Body,
    ) {
        let list = self.place(place);
        let size = size.map(|size| self.info(size).text);
        let element = match (&size, ahead) {
            _ if self.is_sequence(place) => format!("::polywire::bound::append({list})"),
            (Some(size), None) => format!("element({list}, {size}++)"),
            (Some(size), Some(ahead)) => {
                format!("element<{}>({list}, {size}++, {})", ahead.min_len, self.followers(ahead))
            }
            (None, _) => format!("{list}.emplace_back()"),
        };
        let index = size.map_or_else(|| format!("{}.size()", list.within(prec::POSTFIX)), |size| size.text);
        self.braced(|printer| {
            let name = printer.bind(bind);
            printer.trace_element(bind, place, &Last::Index(&index));
            printer.place_line(&format!("auto&& {name} = {element};"), bind);
            printer.body(body);
        });
    }

    /// Returns where elements may follow: their position, the end, and their label.
    fn followers(&self, ahead: &Ahead) -> String {
        let (next, end) = match ahead.behind_window {
            true => (&self.cursor.end, &self.cursor.outer_end),
            false => (&self.cursor.p, &self.cursor.end),
        };
        format!("{next}, {end}, {}", string_literal(&ahead.label))
    }

    /// Prints a new entry that is inserted into a map once it is built.
    pub(super) fn entry(&mut self, place: &Place, bind: VarId, old: Option<VarId>, body: &'m Body) {
        let (map, old) = (self.place(place), old.map(|old| self.info(old).text.text));
        self.braced(|printer| printer.put_entry(&map, old, bind, body));
    }

    fn put_entry(&mut self, map: &Expr, old: Option<String>, bind: VarId, body: &'m Body) {
        let Some(entry) = self.entry_of(bind) else { return };
        let name = self.bind(bind);
        let built = self.name(&format!("new_{name}"));
        let (key, value) = entry_types(entry, self.unit.names);
        let old = old.unwrap_or_else(|| {
            let none = self.name("no_entries");
            self.out.line(format!("auto {none} = old_entries({map}, false);"));
            none
        });
        self.out.line(format!("::polywire::new_entry<{key}, {value}> {built}({map}, {old});"));
        self.place_line(&format!("const auto {name} = {built}.place();"), bind);
        self.body(body);
        self.out.line(format!("{built}.put();"));
    }

    pub(super) fn entries(&mut self, stmt: &'m Stmt) {
        let Stmt::Entries { place, bind, index, count, old, body } = stmt else { return };
        let (map, end) = (self.place(place), self.name("count"));
        let count = self.typed(count);
        self.out.line(format!("const ::std::uint64_t {end} = {count};"));
        let at = self.bind(*index);
        let (old, is_own) = match old {
            EntriesStart::Reset(cond) => {
                let (old, cond) = (self.name("old_entries_of_map"), self.expr(cond));
                self.out.line(format!("auto {old} = old_entries({map}, {cond});"));
                (Some(old), true)
            }
            EntriesStart::Tracked(old) => (Some(self.info(*old).text.text), false),
            EntriesStart::Append => (None, false),
        };
        let head = format!("for (::std::uint64_t {at} = 0; {at} != {end}; ++{at}) {{");
        self.nested(&head, "}", |printer| printer.put_entry(&map, old.clone(), *bind, body));
        if let Some(old) = old.filter(|_| is_own) {
            self.out.line(format!("cut({map}, {old});"));
        }
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
        if is_set(*entry, names) {
            return None;
        }
        let (key, value) = names.entry(*entry);
        let refers = matches!(key, Type::Text { .. }) && names.ownership.is_borrowed();
        refers.then(|| value_type(value, names))
    }

    /// Marks all entries of a map as old.
    pub(super) fn restart_entries(&mut self, place: &Place, old: VarId) {
        let (map, old) = (self.place(place), self.info(old).text);
        let ty = self.place_type(place);
        let refers = ty.is_some_and(|ty| self.spare_value(ty).is_some());
        let of_set = matches!(ty, Some(Type::Map(entry)) if is_set(*entry, self.unit.names));
        self.out.line(match (refers, of_set) {
            (true, _) => format!("{old}.restart({map});"),
            (false, true) => format!("{old} = old_entries({map}, true);"),
            (false, false) => format!("{old} = {}.begin();", map.within(super::precedence::POSTFIX)),
        });
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

    /// Binds a variable to the value of an optional, which becomes present.
    pub(super) fn present(&mut self, bind: VarId, place: &Place, is_reset: bool) {
        let object = self.place(place);
        let name = self.bind(bind);
        self.trace_alias(bind, &place.some());
        if let Some(bound) = self.plain_optional(place) {
            self.open_plain(place, &bound, is_reset);
            return self.place_line(&format!("auto& {name} = {object};"), bind);
        }
        let star = if self.is_boxed(place) { "*" } else { "" };
        self.place_line(&format!("auto& {name} = {star}present({object});"), bind);
    }

    /// Binds a variable to the value of a case, which the union then holds.
    pub(super) fn hold(&mut self, bind: VarId, place: &Place) {
        let object = self.place(place);
        let name = self.bind(bind);
        self.trace_alias(bind, place);
        self.place_line(&format!("auto& {name} = {object};"), bind);
    }

    /// Returns the text of a block instead of appending it. Names in it can be used again behind it.
    pub(super) fn captured(&mut self, print: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::replace(&mut self.out, polywire_srcgen::Source::new("  "));
        let mark = self.scope.mark();
        print(self);
        self.scope.release(mark);
        std::mem::replace(&mut self.out, outer).finish()
    }

    /// Appends the declaration of a place, which has an effect, marked if nothing uses the place.
    fn place_line(&mut self, line: &str, bind: VarId) {
        let unused = if self.low.uses.has(bind) { "" } else { "[[maybe_unused]] " };
        self.out.line(format!("{unused}{line}"));
    }

    pub(super) fn fill(&mut self, stmt: &'m Stmt) {
        let Stmt::Fill { place, bind, index, count, start, body } = stmt else { return };
        let Elements { first, count, position } = self.elements(place, count, start);
        let index_name = self.bind(*index);
        let name = self.bind(*bind);
        let at = position.replace('@', &index_name);
        let has_no_addresses = self.is_packed(place) || self.is_sequence(place);
        if has_no_addresses || self.low.uses.has(*index) || self.has_field_path(place) {
            let element = match has_no_addresses {
                true => first.replace('@', &index_name),
                false => format!("({first})[{index_name}]"),
            };
            return self.nested(
                &format!("for (::std::uint64_t {index_name} = 0; {index_name} != {count}; ++{index_name}) {{"),
                "}",
                |printer| {
                    printer.place_line(&format!("auto&& {name} = {element};"), *bind);
                    printer.trace_element(*bind, place, &Last::Index(&at));
                    printer.body(body);
                },
            );
        }
        let at = self.name(&format!("{name}_at"));
        let last = self.name(&format!("{name}_end"));
        self.out.line(format!("auto* {at} = {first};"));
        self.nested(&format!("for (auto* const {last} = {at} + {count}; {at} != {last}; ++{at}) {{"), "}", |printer| {
            printer.place_line(&format!("auto& {name} = *{at};"), *bind);
            printer.body(body);
        });
    }

    /// A new value is an object of this scope, which the following code reads.
    pub(super) fn make(&mut self, var: VarId, body: &'m Body) {
        let name = self.bind(var);
        let Some(ty) = self.native(var) else { return self.problem("what is made is no native value") };
        let ty_name = value_type(ty, self.unit.names);
        let first = initial(ty, None, self.unit.types, self.unit.names);
        self.out.line(format!("{ty_name} {name}{{{first}}};"));
        self.braced(|printer| printer.body(body));
    }

    /// Returns true if a list's elements have no addresses: std::vector<bool>.
    fn is_packed(&self, place: &Place) -> bool {
        use polywire_ir::types::Type;
        matches!(self.place_type(place), Some(Type::List(element)) if **element == Type::Bool)
    }

    /// Makes room for new elements.
    fn elements(&mut self, place: &Place, count: &Ir, start: &FillStart) -> Elements {
        let object = self.place(place).within(prec::POSTFIX);
        let count = self.typed(count);
        if matches!(start, FillStart::Array) {
            return Elements { first: format!("{object}.data()"), count: count.text, position: "@".into() };
        }
        let end = self.name("count");
        self.out.line(format!("const ::std::uint64_t {end} = {count};"));
        if self.is_sequence(place) {
            match start {
                FillStart::Reset(cond) if Self::is_true(cond) => self.out.line(format!("{object}.clear();")),
                FillStart::Reset(cond) => {
                    let cond = self.expr(cond);
                    self.out.line(format!("if ({cond}) {object}.clear();"));
                }
                FillStart::Array | FillStart::Tracked(_) | FillStart::Append => {}
            }
            let first = format!("::polywire::bound::append({object})");
            return Elements { first, count: end, position: format!("{object}.size() - 1") };
        }
        let packed = self.is_packed(place);
        if matches!(start, FillStart::Reset(cond) if Self::is_true(cond)) {
            self.out.line(format!("fit({object}, {end});"));
            let first = if packed { format!("{object}[@]") } else { format!("{object}.data()") };
            return Elements { first, count: end, position: "@".into() };
        }
        let old = self.name("first");
        match start {
            FillStart::Tracked(size) => {
                let size = self.info(*size).text;
                self.out.line(format!("const ::std::size_t {old} = {size};"));
                self.out.line(format!("{size} += {end};"));
                self.out.line(format!("at_least({object}, {size});"));
            }
            FillStart::Reset(cond) => {
                let cond = self.expr(cond);
                self.out.line(format!("const ::std::size_t {old} = {cond} ? 0 : {object}.size();"));
                self.out.line(format!("fit({object}, {old} + {end});"));
            }
            FillStart::Array | FillStart::Append => {
                self.out.line(format!("const ::std::size_t {old} = {object}.size();"));
                self.out.line(format!("{object}.resize({old} + {end});"));
            }
        }
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
