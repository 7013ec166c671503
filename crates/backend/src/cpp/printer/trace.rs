//! Codecs that explain errors: each native value of the message comes with the way to it, and while a failure is handed to the
//! callers, the innermost op that can tell says what it is about, as [`polywire_ir::subject`] does.

use super::Printer;
use crate::cpp::native::string_literal;
use polywire_ir::types::Type;
use polywire_ir::{Expr as Ir, Op, Place, PlaceType, Step, VarId, subject};
use polywire_srcgen::Expr;

/// The way to a native value.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The C++ way that it goes on from.
    base: String,
    /// Elements on it: the members from there or from the last one, with dots in between, and the index.
    elements: Vec<(String, String)>,
    /// Members from there.
    names: String,
    /// The parameter that it begins at.
    param: VarId,
}

/// What a way ends in, behind its names.
pub(super) enum Last<'t> {
    /// The index of an element.
    Index(&'t str),
    /// The key of a map's entry.
    Key(&'t str),
}

/// The way to what is no part of the message.
pub(in crate::cpp) const NOWHERE: &str = "::polywire::way::nowhere()";

impl Way {
    fn of(base: String, param: VarId) -> Self {
        Self { base, elements: Vec::new(), names: String::new(), param }
    }

    /// As a C++ way, which may refer to temporary ones.
    fn text(&self) -> String {
        let of_element = |outer: String, (names, index): &(String, String)| element(&outer, names, index);
        let outer = self.elements.iter().fold(self.base.clone(), of_element);
        if self.names.is_empty() {
            outer
        } else {
            format!("::polywire::way({outer}, {})", string_literal(self.names.as_bytes()))
        }
    }

    fn name(&mut self, name: &str) {
        let dot = if self.names.is_empty() { "" } else { "." };
        self.names.push_str(dot);
        self.names.push_str(name);
    }
}

fn element(outer: &str, names: &str, index: &str) -> String {
    format!("::polywire::way({outer}, {}, {index})", string_literal(names.as_bytes()))
}

impl<'m> Printer<'m> {
    /// Names the way to the value of a parameter, and returns its declaration.
    pub(super) fn trace_param(&mut self, var: VarId) -> Option<String> {
        if !self.unit.traced || self.native(var).is_none() {
            return None;
        }
        let value = self.info(var).text.text;
        let base = self.name(&format!("way_to_{value}"));
        let declaration = format!("const ::polywire::way& {base}");
        self.ways.insert(var, Way::of(base, var));
        Some(declaration)
    }

    /// The way to what a callee is handed, as an argument.
    pub(super) fn way_argument(&mut self, place: &Place) -> Option<String> {
        self.unit.traced.then(|| self.way(place).map_or_else(|| NOWHERE.into(), |way| way.text()))
    }

    /// A variable stands for what is at a place.
    pub(super) fn trace_alias(&mut self, var: VarId, place: &Place) {
        if let Some(way) = self.way(place) {
            self.ways.insert(var, way);
        }
    }

    /// A variable stands for an element or entry of what is at a place; declares the way to it.
    pub(super) fn trace_element(&mut self, var: VarId, place: &Place, last: &Last) {
        let Some(way) = self.way(place) else { return };
        let mut outer = way.base;
        for (names, index) in &way.elements {
            outer = self.declare_way("outer", &element(&outer, names, index));
        }
        let step = match last {
            Last::Index(index) => element(&outer, &way.names, index),
            Last::Key(key) => {
                format!("::polywire::way::of_entry({outer}, {}, {key})", string_literal(way.names.as_bytes()))
            }
        };
        let value = self.info(var).text.text;
        let base = self.declare_way(value.trim_matches(|ch: char| !ch.is_ascii_alphanumeric()), &step);
        self.ways.insert(var, Way::of(base, way.param));
    }

    /// A variable stands for what is visited at a place, at this position of the visit.
    pub(super) fn trace_visited(
        &mut self,
        (place, list, item): (&Place, &Expr, VarId),
        (at, is_ordered): (&str, bool),
    ) {
        let name = self.info(item).text;
        let list = list.within(super::precedence::POSTFIX);
        let text = match (self.entry_of(item), is_ordered) {
            (Some(_), _) => format!("{}.first", name.within(super::precedence::POSTFIX)),
            (None, true) => format!("static_cast<::std::uint64_t>(&{} - {list}.data())", name.text),
            (None, false) => at.to_owned(),
        };
        let last = if self.entry_of(item).is_some() { Last::Key(&text) } else { Last::Index(&text) };
        self.trace_element(item, place, &last);
    }

    fn declare_way(&mut self, to: &str, way: &str) -> String {
        let name = self.name(&format!("way_to_{to}"));
        self.out.line(format!("[[maybe_unused]] const auto {name} = {way};"));
        name
    }

    /// Prints what fails about one of a block's ops, if nothing inside can tell.
    pub(super) fn tracing_op<T>(&mut self, ops: &'m [Op], index: usize, print: impl FnOnce(&mut Self) -> T) -> T {
        let place = if self.unit.traced { subject(self.function, ops, index).cloned() } else { None };
        self.tracing(place, print)
    }

    /// Prints what fails about a place, if nothing inside can tell.
    pub(super) fn tracing<T>(&mut self, place: Option<Place>, print: impl FnOnce(&mut Self) -> T) -> T {
        if !self.unit.traced {
            return print(self);
        }
        self.subjects.push(place);
        let printed = print(self);
        self.subjects.pop();
        printed
    }

    /// A failure, which says what it is about where errors are explained, and where the input was left in any case. What a
    /// parameter leads to is told by the innermost of its places alone.
    pub(super) fn about(&mut self, failure: String) -> String {
        if let (Some(left), false) = (&self.cursor.left, self.unit.traced) {
            return format!("message.left_at({left}, {failure})");
        }
        let places: Vec<Place> = self.subjects.iter().rev().flatten().cloned().collect();
        let mut told = Vec::new();
        places.iter().fold(failure, |failure, place| match self.way(place) {
            Some(way) if !told.contains(&way.param) => {
                told.push(way.param);
                format!("message.about({}, {failure})", way.text())
            }
            Some(_) | None => failure,
        })
    }

    /// Prints what may fail where this function's cursor is not known.
    pub(super) fn leaving<T>(&mut self, print: impl FnOnce(&mut Self) -> T) -> T {
        let position = self.position();
        if !self.unit.traced || position.is_empty() {
            return print(self);
        }
        let before = self.name("before");
        self.out.line(format!("[[maybe_unused]] const ::std::uint8_t* const {before} = message.leave({position});"));
        let printed = print(self);
        self.out.line(format!("message.come_back({before});"));
        printed
    }

    /// The way to a place, if it is known and begins in a parameter.
    fn way(&mut self, place: &Place) -> Option<Way> {
        let mut way = self.ways.get(&place.root)?.clone();
        let mut at = PlaceType::Value(self.native(place.root)?);
        for step in &place.steps {
            match (at, step) {
                // The parts of an entry are called by its key.
                (PlaceType::Value(Type::Struct(id)), Step::Field(_)) if self.unit.types.record(*id).is_entry => {}
                (PlaceType::Value(Type::Struct(id)), Step::Field(index)) => {
                    way.name(&self.unit.types.record(*id).fields.get(*index as usize)?.name);
                }
                (PlaceType::Value(Type::Union(id)), Step::Case(index)) => {
                    way.name(&self.unit.types.union(*id).cases.get(*index as usize)?.name);
                }
                (_, Step::At(index)) => {
                    let index = self.known(index)?;
                    let names = std::mem::take(&mut way.names);
                    way.elements.push((names, index));
                }
                (_, Step::Field(_) | Step::Case(_) | Step::Some) => {}
            }
            at = at.step(self.unit.types, step)?;
        }
        Some(way)
    }

    /// An expression whose variables are all there.
    fn known(&mut self, expr: &Ir) -> Option<String> {
        let mut known = true;
        expr.visit_uses(&mut |var| known &= self.vars.contains_key(&var));
        known.then(|| self.typed(expr).text)
    }
}
