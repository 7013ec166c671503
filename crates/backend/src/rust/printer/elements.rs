//! Elements of lists, entries of maps, values of optionals and cases.

use super::super::native::value_type;
use super::control::bytes_literal;
use super::{Form, Printer};
use crate::low::{Ahead, Body, EntriesStart, FillStart, Stmt};
use polywire_ir::types::Type;
use polywire_ir::{Const, Expr as Ir, Place, Step, VarId};

impl<'m> Printer<'m> {
    pub(super) fn element_stmt(&mut self, stmt: &'m Stmt) {
        match stmt {
            Stmt::RestartEntries { place, old } => {
                let (map, old) = (self.target(place).mutable(), self.info(*old).text);
                let entries = self.old_entries(place);
                self.line(format!("{old} = {entries}::of({map});"));
            }
            Stmt::Present { bind, place, .. } => {
                let value = self.target(&place.some()).mutable();
                let name = self.bind(*bind, Form::Reference);
                self.trace_alias(*bind, &place.some());
                self.line(format!("let {name} = {value};"));
            }
            Stmt::Hold { bind, place } if self.place_type(place).is_none() => {
                self.assign_case(place, None);
                self.trace_alias(*bind, place);
                self.know(*bind, "()", Form::Place);
            }
            Stmt::Hold { bind, place } => {
                let value = self.target(place).mutable();
                let name = self.bind(*bind, Form::Reference);
                self.trace_alias(*bind, place);
                self.line(format!("let {name} = {value};"));
            }
            Stmt::Push { place, bind, size, ahead, body } => {
                let list = self.target(place);
                let (base, list) = (list.base(), list.mutable());
                self.nested("{", "}", |printer| match size {
                    Some(size) => {
                        let size = printer.info(*size).text;
                        let name = printer.bind(*bind, Form::Reference);
                        printer.trace_element(*bind, place, &size);
                        let element = match ahead {
                            Some(ahead) => printer.counted_element(&list.text, &size, ahead),
                            None => format!("build::element({list}, {size} as usize)"),
                        };
                        printer.line(format!("let {name} = {element};"));
                        printer.line(format!("{size} += 1;"));
                        printer.body(body);
                    }
                    None => {
                        let (last, name) = (printer.name("last"), printer.bind(*bind, Form::Reference));
                        printer.line(format!("let {last} = {base}.len();"));
                        printer.trace_element(*bind, place, &format!("{last} as u64"));
                        printer.line(format!("let {name} = build::element({list}, {last});"));
                        printer.body(body);
                    }
                });
            }
            Stmt::Fill { place, bind, index, count, start, body } => {
                self.fill_elements((place, count, start), (*bind, *index), body);
            }
            Stmt::Entry { place, bind, old, body } => {
                let (map, old) = (self.target(place).base(), old.map(|old| self.info(old).text));
                self.nested("{", "}", |printer| printer.put_entry(&map, old.as_deref(), *bind, body));
            }
            Stmt::Entries { place, bind, index, count, old, body } => {
                let (map, count) = (self.target(place), self.typed(count));
                let (reference, map) = (map.mutable(), map.base());
                let end = self.name("count");
                self.line(format!("let {end} = {count};"));
                let old = match old {
                    EntriesStart::Reset(cond) => {
                        let (old, cond) = (self.name("old_entries"), self.expr(cond));
                        let entries = self.old_entries(place);
                        self.line(format!("let mut {old} = {entries}::of_if({reference}, {cond});"));
                        Some(old)
                    }
                    EntriesStart::Tracked(old) => Some(self.info(*old).text),
                    EntriesStart::Append => None,
                };
                let index = self.bind(*index, Form::Place);
                self.nested(&format!("for {index} in 0..{end} {{"), "}", |printer| {
                    printer.put_entry(&map, old.as_deref(), *bind, body);
                });
            }
            Stmt::Make { var, body } => {
                let Some(ty) = self.native(*var) else { return self.problem("what is made is no native value") };
                let (name, ty) = (self.bind(*var, Form::Place), value_type(ty, self.unit.scope));
                self.line(format!("let mut {name} = <{ty}>::default();"));
                self.nested("{", "}", |printer| printer.body(body));
            }
            Stmt::Each { .. } => self.each(stmt),
            _ => self.problem("this statement has no elements"),
        }
    }

    /// Returns the type of the entries that a map had before.
    pub(super) fn old_entries(&self, place: &Place) -> &'static str {
        match self.place_type(place) {
            Some(Type::Map(entry)) if self.unit.types.is_set(*entry) => "build::OldElements",
            _ => "build::OldEntries",
        }
    }

    fn put_entry(&mut self, map: &str, old: Option<&str>, bind: VarId, body: &'m Body) {
        let Some(ty) = self.native(bind) else { return self.problem("an entry is no native value") };
        let is_set = matches!(ty, Type::Struct(entry) if self.unit.types.is_set(*entry));
        let ty = value_type(ty, self.unit.scope);
        let name = self.bind(bind, Form::Place);
        let first = old.map_or_else(|| format!("<{ty}>::default()"), |old| format!("{old}.take()"));
        self.line(format!("let mut {name}: {ty} = {first};"));
        self.body(body);
        if !body.ends {
            self.line(match is_set {
                true => format!("{map}.insert({name}.0);"),
                false => format!("{map}.insert({name}.0, {name}.1);"),
            });
        }
    }

    fn fill_elements(
        &mut self,
        (place, count, start): (&Place, &Ir, &FillStart),
        (bind, index): (VarId, VarId),
        body: &'m Body,
    ) {
        let list = self.target(place);
        let (base, reference) = (list.base(), list.mutable());
        let count = self.size(count);
        let mut before = None;
        let elements = match start {
            FillStart::Array => format!("{base}.iter_mut().take({count})"),
            FillStart::Reset(Ir::Const(Const::Bool(true))) => {
                self.line(format!("build::fit({reference}, {count});"));
                format!("{base}.iter_mut()")
            }
            FillStart::Reset(cond) => {
                let (first, cond) = (self.name("first"), self.expr(cond));
                before = Some(first.clone());
                self.line(format!("let {first} = if {cond} {{ 0 }} else {{ {base}.len() }};"));
                self.line(format!("build::fit({reference}, {first} + {});", count.within(super::precedence::PRODUCT)));
                format!("{base}[{first}..].iter_mut()")
            }
            FillStart::Tracked(size) => {
                let (first, size) = (self.name("first"), self.info(*size).text);
                before = Some(first.clone());
                self.line(format!("let {first} = {size} as usize;"));
                self.line(format!("{size} += ({count}) as u64;"));
                self.line(format!("build::at_least({reference}, {size} as usize);"));
                format!("{base}[{first}..{size} as usize].iter_mut()")
            }
            FillStart::Append => {
                let first = self.name("first");
                before = Some(first.clone());
                self.line(format!("let {first} = {base}.len();"));
                self.line(format!("build::fit({reference}, {first} + {});", count.within(super::precedence::PRODUCT)));
                format!("{base}[{first}..].iter_mut()")
            }
        };
        let with_index = self.uses.has(index) || self.has_field_path(place);
        let index = self.bind(index, Form::Place);
        let name = self.bind(bind, Form::Reference);
        let position = before.map_or_else(|| index.clone(), |first| format!("{first} as u64 + {index}"));
        let head = match with_index {
            true => format!("for ({index}, {name}) in (0_u64..).zip({elements}) {{"),
            false => format!("for {name} in {elements} {{"),
        };
        self.nested(&head, "}", |printer| {
            printer.trace_element(bind, place, &position);
            printer.body(body);
        });
    }

    /// Returns the next element of a list that gets room for those that follow in the input.
    fn counted_element(&self, list: &str, size: &str, ahead: &Ahead) -> String {
        let rest = self.cursor.after.as_ref().filter(|_| ahead.behind_window).unwrap_or(&self.cursor.input);
        let (label, least) = (bytes_literal(&ahead.label), ahead.min_len);
        format!("build::counted_element({list}, {size} as usize, {rest}, {label}, {least})")
    }

    fn each(&mut self, stmt: &'m Stmt) {
        let Stmt::Each { place, item, index, stride, ordered, gaps, body } = stmt else { return };
        let outer = self.section.clone();
        if stride.is_some() {
            self.section = self.name("part");
            let part = format!("let mut {} = {outer};", self.section);
            self.line(part);
        }
        let (list, is_map) = (self.path(place), matches!(self.place_type(place), Some(Type::Map(_))));
        let shared = match ordered {
            Some(steps) => {
                let key = self.key(*item, steps);
                format!("build::ordered({}, |element| {key})", list.shared())
            }
            None => self.visited(place),
        };
        let name = self.bind(*item, if is_map { Form::Pair } else { Form::Reference });
        let index = index.map(|index| self.info(index).text);
        let position = format!("build::index_of({}, {name})", list.shared());
        self.nested(&format!("for {name} in {shared} {{"), "}", |printer| {
            match (is_map, ordered, &index) {
                (true, ..) => printer.trace_entry(*item, place, &format!("{name}.0")),
                (false, Some(_), _) => printer.trace_element(*item, place, &position),
                (false, None, Some(index)) => printer.trace_element(*item, place, index),
                (false, None, None) => {}
            }
            let section = printer.section.clone();
            printer.zero(&section, gaps);
            printer.body(body);
            if let Some(stride) = stride {
                printer.line(format!("{section} += {stride};"));
            }
            if let Some(index) = index {
                printer.line(format!("{index} += 1;"));
            }
        });
        self.section = outer;
    }

    /// Returns what a loop over the elements of a list or the entries of a map iterates over.
    pub(super) fn visited(&mut self, place: &Place) -> String {
        let list = self.path(place);
        match self.place_type(place) {
            Some(Type::Map(entry)) if self.unit.types.is_set(*entry) => {
                format!("{}.iter().map(|key| (key, &[0_u8; 0]))", list.base())
            }
            _ => list.shared().text,
        }
    }

    fn key(&mut self, item: VarId, steps: &[Step]) -> String {
        self.know(item, "element", Form::Reference);
        self.get(&Place { root: item, steps: steps.to_vec() }).text
    }
}
