//! Places for new values: elements of lists, entries of maps, values of optionals and cases; and visits of elements.

use super::Printer;
use super::place::{Kind, Path};
use super::trace::Visited;
use crate::low::{Ahead, Body, EntriesStart, FillStart, Stmt};
use polywire_ir::types::Type;
use polywire_ir::{Const, Expr as Ir, Place, Step, VarId};

/// The value of a set's entry, which has no bytes.
const NO_VALUE: &str = "[0]byte{}";

impl<'m> Printer<'_, 'm> {
    pub(super) fn push(
        &mut self,
        (place, bind): (&Place, VarId),
        size: Option<VarId>,
        ahead: Option<&Ahead>,
        body: &Body,
    ) {
        let list = self.path(place);
        let (object, operand) = (list.object(), list.operand());
        let Some(Type::List(element)) = list.ty else { return self.problem("what is appended to is no list") };
        let name = self.bind_place(bind);
        match size {
            Some(size) => {
                let size = self.info(size).text;
                let more = match ahead {
                    Some(ahead) => {
                        let (elements, followers) = (self.runtime("Elements"), self.followers(ahead));
                        format!("{elements}({object}, {size}+1+{followers})")
                    }
                    None => format!("{}({operand}[:{size}])", self.runtime("Another")),
                };
                self.when(&format!("{size} == cap({object})"), &format!("{object} = {more}"));
                self.line(format!("{object} = {operand}[:{size}+1]"));
                self.line(format!("{name} = &{operand}[{size}]"));
                self.trace_element(bind, place, &format!("uint64({size})"));
                self.line(format!("{size}++"));
            }
            None => {
                let zero = self.zero_value(element);
                self.line(format!("{object} = append({object}, {zero})"));
                self.line(format!("{name} = &{operand}[len({object})-1]"));
                self.trace_element(bind, place, &format!("uint64(len({object})-1)"));
            }
        }
        self.body(body);
    }

    /// Returns the number of elements that follow in the input.
    fn followers(&mut self, ahead: &Ahead) -> String {
        let (b, p) = match (&self.cursor.outer, ahead.behind_window) {
            (Some(outer), true) => (outer.clone(), format!("len({})", self.cursor.b)),
            _ => (self.cursor.b.clone(), self.cursor.p.clone()),
        };
        let (count, label) = (self.runtime("CountAhead"), super::bytes::literal(&ahead.label));
        format!("{count}({b}, {p}, {label}, {})", ahead.min_len)
    }

    pub(super) fn fill(&mut self, stmt: &Stmt) {
        let Stmt::Fill { place, bind, index, count, start, body } = stmt else { return };
        let list = self.path(place);
        let (object, operand) = (list.object(), list.operand());
        let count = self.int(count);
        let (end, first) = (self.local("count", "int"), self.local("first", "int"));
        self.line(format!("{end}, {first} = {count}, 0"));
        match start {
            FillStart::Array => {}
            FillStart::Reset(cond) => {
                if !matches!(cond, Ir::Const(Const::Bool(true))) {
                    let keeps = self.negation(cond);
                    self.when(&keeps.text, &format!("{first} = len({object})"));
                }
                let elements = self.runtime("Elements");
                self.line(format!("{object} = {elements}({object}, {first}+{end})"));
            }
            FillStart::Tracked(size) => {
                let (size, elements) = (self.info(*size).text, self.runtime("Elements"));
                self.line(format!("{first} = {size}"));
                self.line(format!("{size} += {end}"));
                self.when(&format!("{size} > len({object})"), &format!("{object} = {elements}({object}, {size})"));
            }
            FillStart::Append => {
                let Some(Type::List(element)) = list.ty else { return self.problem("what is filled is no list") };
                let element = self.native_type(element);
                self.line(format!("{first} = len({object})"));
                self.line(format!("{object} = append({object}, make([]{element}, {end})...)"));
            }
        }
        let counter = self.bind(*index);
        let name = self.bind_place(*bind);
        self.nested(&format!("for {counter} = 0; {counter} < uint64({end}); {counter}++ {{"), "}", |printer| {
            printer.line(format!("{name} = &{operand}[{first}+int({counter})]"));
            printer.trace_element(*bind, place, &format!("uint64({first})+{counter}"));
            printer.block(body);
        });
    }

    pub(super) fn entry(&mut self, map: &Path<'m>, bind: VarId, body: &Body) {
        let Some((key, value)) = self.entry_types(bind) else { return self.problem("what is built is no entry") };
        let (object, operand) = (map.object(), map.operand());
        if matches!(map.ty, Some(Type::Map(id)) if self.unit.types.is_set(*id)) {
            return self.set_element(map, (key, value), bind, body);
        }
        let (key_type, value_type) = (self.native_type(key), self.native_type(value));
        let (key_name, value_name) = (self.local("key", &key_type), self.local("value", &value_type));
        self.know(bind, &key_name);
        self.built.insert(bind);
        let paths = (Path::value(&key_name, key), Path::value(&value_name, value));
        self.vars.entry(bind).and_modify(|info| info.entry = Some(Box::new(paths)));
        let first = (self.zero_value(key), self.zero_value(value));
        self.line(format!("{key_name}, {value_name} = {}, {}", first.0, first.1));
        self.body(body);
        if !body.ends {
            self.when(&format!("{object} == nil"), &format!("{object} = make(map[{key_type}]{value_type})"));
            self.line(format!("{operand}[{key_name}] = {value_name}"));
        }
    }

    /// Adds an element to a set, built as the key of an entry.
    fn set_element(&mut self, set: &Path<'m>, (key, value): (&'m Type, &'m Type), bind: VarId, body: &Body) {
        let (object, operand) = (set.object(), set.operand());
        let key_type = self.native_type(key);
        let name = self.local("key", &key_type);
        self.know(bind, &name);
        self.built.insert(bind);
        let paths = (Path::value(&name, key), Path::value(NO_VALUE, value));
        self.vars.entry(bind).and_modify(|info| info.entry = Some(Box::new(paths)));
        let first = self.zero_value(key);
        self.line(format!("{name} = {first}"));
        self.body(body);
        if !body.ends {
            self.when(&format!("{object} == nil"), &format!("{object} = make(map[{key_type}]struct{{}})"));
            self.line(format!("{operand}[{name}] = struct{{}}{{}}"));
        }
    }

    pub(super) fn entries(&mut self, stmt: &Stmt) {
        let Stmt::Entries { place, bind, index, count, old, body } = stmt else { return };
        let map = self.path(place);
        if let EntriesStart::Reset(cond) = old {
            let cond = self.text(cond);
            match cond.as_str() {
                "true" => self.line(format!("clear({})", map.object())),
                _ => self.when(&cond, &format!("clear({})", map.object())),
            }
        }
        let count = self.text(count);
        let end = self.local("count", "uint64");
        self.line(format!("{end} = {count}"));
        let at = self.bind(*index);
        self.nested(&format!("for {at} = 0; {at} < {end}; {at}++ {{"), "}", |printer| {
            printer.entry(&map, *bind, body);
        });
    }

    /// Binds a variable to the value of an optional, which becomes present.
    pub(super) fn present(&mut self, bind: VarId, place: &Place, is_reset: bool) {
        let path = self.path(place);
        let Some(ty) = path.ty else { return self.problem("an optional has no type") };
        let name = self.bind_place(bind);
        self.trace_alias(bind, &place.some());
        let text = &path.text;
        match path.kind {
            Kind::OptPointer | Kind::OptRef => {
                let new = self.new_value(ty);
                self.when(&format!("{text} == nil"), &format!("{text} = {new}"));
                self.line(format!("{name} = {text}"));
            }
            Kind::Opt => {
                if !is_reset {
                    let zero = self.zero_value(ty);
                    self.when(&format!("{text}.IsZero()"), &format!("{text}.Set({zero})"));
                }
                self.line(format!("{name} = {text}.Open()"));
            }
            _ => self.line(format!("{name} = {}", path.reference())),
        }
    }

    /// Binds a variable to the value of a case, which the union then holds.
    pub(super) fn hold(&mut self, bind: VarId, place: &Place) {
        let (Some((Step::Case(index), outer)), path) = (place.steps.split_last(), self.path(place)) else { return };
        let outer = Place { root: place.root, steps: outer.to_vec() };
        let of = self.path(&outer);
        let Some(Type::Union(id)) = of.ty else { return self.problem("no union holds a case") };
        let set = self.file.names.union(*id).cases[*index as usize].set.clone();
        let union = of.reference();
        let union = union.trim_start_matches('&').to_owned();
        let first = match path.ty {
            None => String::new(),
            Some(Type::Struct(_) | Type::Union(_)) => "nil".to_owned(),
            Some(ty) => self.zero_value(ty),
        };
        let constant = self.case_constant(*id, *index);
        self.when(&format!("{union}.Which() != {constant}"), &format!("{union}.{set}({first})"));
        self.trace_alias(bind, place);
        if matches!(path.kind, Kind::Case(_) | Kind::Mark(_)) {
            self.built.insert(bind);
            return self.know_path(bind, path);
        }
        let name = self.bind_place(bind);
        self.line(format!("{name} = {}", path.reference()));
    }

    /// A new value, which the following code reads.
    pub(super) fn make(&mut self, var: VarId, body: &Body) {
        let Some(ty) = self.native(var) else { return self.problem("what is made is no native value") };
        let new = self.new_value(ty);
        let name = self.bind_place(var);
        self.line(format!("{name} = {new}"));
        self.body(body);
    }

    pub(super) fn each(&mut self, stmt: &Stmt) {
        let Stmt::Each { place, item, index, stride, ordered, gaps, body } = stmt else { return };
        let outer = self.section.clone();
        if stride.is_some() {
            self.section = self.local("part", "int");
            self.line(format!("{} = {outer}", self.section));
        }
        let list = self.path(place);
        let (head, first) = match list.ty {
            Some(Type::Map(id)) => self.entry_loop(&list, *id, *item),
            _ => self.element_loop(&list, *item, ordered.as_deref()),
        };
        self.line(head);
        let inside = self.captured(|printer| {
            first.iter().for_each(|line| printer.line(line));
            printer.trace_each((place, &list, *item), *index, ordered.is_some());
            let section = printer.section.clone();
            printer.zero(&section, gaps);
            printer.block(body);
            if let Some(stride) = stride {
                printer.line(format!("{section} += {stride}"));
            }
            if let Some(index) = index {
                let index = printer.info(*index).text;
                printer.line(format!("{index}++"));
            }
        });
        self.out.indented(|out| out.lines(&inside));
        self.line("}");
        self.section = outer;
    }

    /// Sets the path of a visited element.
    fn trace_each(&mut self, (place, list, item): (&Place, &Path<'m>, VarId), index: Option<VarId>, ordered: bool) {
        if !self.unit.traced() {
            return;
        }
        let name = self.vars.get(&item).map(|info| info.text.clone()).unwrap_or_default();
        match (list.ty, index) {
            (Some(Type::Map(id)), _) => {
                let key = self.unit.types.entry(*id).0;
                self.trace_visited(item, place, &Visited::Key(&name, key));
            }
            (Some(ty), _) if ordered => {
                let all = if matches!(ty, Type::Array(..)) { "[:]" } else { "" };
                let list = list.operand() + all;
                self.trace_visited(item, place, &Visited::Pointer { list: &list, element: &name });
            }
            (_, Some(index)) => {
                let index = self.info(index).text;
                self.trace_element(item, place, &index);
            }
            (_, None) => self.problem("elements are visited without an index"),
        }
    }

    /// Returns the head of a loop over elements, and the statements with which its body begins.
    fn element_loop(&mut self, list: &Path<'m>, item: VarId, ordered: Option<&[Step]>) -> (String, Vec<String>) {
        let (object, operand) = (list.object(), list.operand());
        if let (Some(steps), Some(Type::List(element) | Type::Array(element, _))) = (ordered, list.ty) {
            return self.ordered_loop(list, (item, element), steps);
        }
        if !self.uses.has(item) {
            return (format!("for range {object} {{"), Vec::new());
        }
        let name = self.bind(item);
        let at = self.name("at");
        (format!("for {at} := range {object} {{"), vec![format!("{name} = &{operand}[{at}]")])
    }

    fn ordered_loop(
        &mut self,
        list: &Path<'m>,
        (item, element): (VarId, &'m Type),
        steps: &[Step],
    ) -> (String, Vec<String>) {
        let key = Place { root: item, steps: steps.to_vec() };
        let is_bool = self.place_type(&key) == Some(&Type::Bool);
        let key = Ir::Get(key);
        let [left, right] = ["left", "right"].map(|side| {
            self.know_path(item, Path::pointer(side, element));
            self.chars(&key).0
        });
        let all = if matches!(list.ty, Some(Type::Array(..))) { "[:]" } else { "" };
        let ty = self.native_type(element);
        let compare = if is_bool { self.runtime("CompareBools") } else { self.standard("cmp", "Compare") };
        let sorted = self.runtime("Sorted");
        let name = self.name("element");
        self.know_path(item, Path::pointer(&name, element));
        let compare = format!("func(left, right *{ty}) int {{ return {compare}({left}, {right}) }}");
        let head = format!("for _, {name} := range {sorted}({}{all}, {compare}) {{", list.operand());
        (head, vec![format!("_ = {name}")])
    }

    /// Entries are visited in the order of their keys.
    fn entry_loop(&mut self, map: &Path<'m>, id: polywire_ir::types::StructId, item: VarId) -> (String, Vec<String>) {
        let (key, value) = self.unit.types.entry(id);
        let (object, operand) = (map.object(), map.operand());
        let is_set = self.unit.types.is_set(id);
        let (key_name, value_name) = match is_set {
            true => (self.name("key"), NO_VALUE.to_owned()),
            false => (self.name("key"), self.name("value")),
        };
        self.know(item, &key_name);
        let paths = (Path::value(&key_name, key), Path::value(&value_name, value));
        self.vars.entry(item).and_modify(|info| info.entry = Some(Box::new(paths)));
        let key_type = self.native_type(key);
        let sorted = self.runtime(if *key == Type::Bool { "SortedBools" } else { "SortedKeys" });
        let head = format!("for _, {key_name} := range {sorted}({object}, make([]{key_type}, 0, 16)) {{");
        if is_set {
            return (head, vec![format!("_ = {key_name}")]);
        }
        (head, vec![format!("{value_name} := {operand}[{key_name}]"), format!("_ = {value_name}")])
    }
}
