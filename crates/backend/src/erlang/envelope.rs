//! Modules with functions that give values as they are and raise errors, and headers with the records that they take: the
//! convention of another generator, whose users can switch. `polywire_envelope` of the runtime converts values.

use super::emit::Shared;
use super::header::include;
use super::module::module_name;
use super::names::{TypeNames, escaped};
use super::print::{atom, constant};
use crate::File;
use crate::outline::{Unit, Units};
use polywire_ir::types::{FieldType, Literal, Named, StructId, Type, Types};
use polywire_ir::{Entry, Module};
use polywire_srcgen::{Source, join};
use std::collections::{BTreeMap, BTreeSet};

/// Structs without a name of their own: each is a part of the struct that holds it.
pub type Parts = BTreeSet<StructId>;

/// The envelopes to generate.
#[derive(Clone, Debug, Default)]
pub struct Envelopes {
    /// Structs that are parts of others there.
    pub parts: Parts,
    /// For self-delimiting formats, the module that finds the ends of messages: messages may follow each other.
    pub frames: BTreeMap<String, String>,
}

/// The field of an unnamed union there.
const UNION: &str = "";

/// The first part of the names of the files of framings.
const FRAMES: &str = "frames";

/// The names of the records in envelopes: a part is named by the struct around it and the field or case.
struct Printer<'m> {
    shared: Shared<'m>,
    parts: &'m Parts,
    frames: &'m BTreeMap<String, String>,
    there: BTreeMap<StructId, String>,
    /// Structs whose values are the same there and here, as they are given and as they are shown.
    same: [Parts; 2],
}

/// The direction of a conversion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Given,
    Shown,
}

impl Direction {
    fn name(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Shown => "shown",
        }
    }
}

/// The header of each schema file, and for each module of the IR a module of functions.
pub fn envelopes(
    modules: &[Module],
    names: &TypeNames,
    (units, printed): (&Units, &[Unit]),
    wanted: &Envelopes,
) -> Vec<File> {
    let Some(first) = modules.first() else { return vec![] };
    let printer = Printer::of(Shared::of(first, names, false), wanted);
    let mut files: Vec<File> = printed.iter().filter_map(|unit| printer.header((units, *unit))).collect();
    let written = modules.iter().filter(|module| module.entries.iter().any(|entry| entry.encode.is_some()));
    files.extend(written.flat_map(|module| printed.iter().filter_map(|unit| printer.module(module, (units, *unit)))));
    files
}

impl<'m> Printer<'m> {
    fn of(shared: Shared<'m>, wanted: &'m Envelopes) -> Self {
        let Envelopes { parts, frames } = wanted;
        let types = shared.types();
        let ids = (0..types.structs.len() as u32).map(StructId);
        let mut there = BTreeMap::new();
        for id in ids.filter(|id| !parts.contains(id)) {
            name_parts(types, parts, (id, shared.names.record(id).to_owned()), &mut there);
        }
        let mut printer = Self { shared, parts, frames, there, same: [Parts::new(), Parts::new()] };
        printer.same = [Direction::Given, Direction::Shown].map(|direction| printer.same_structs(direction));
        printer
    }

    /// The structs of which nothing has to be converted: all but those that something has to be in.
    fn same_structs(&self, direction: Direction) -> Parts {
        let mut same: Parts = self.there.keys().copied().collect();
        loop {
            let before = same.len();
            let kept = same.iter().copied().filter(|id| self.is_same_struct(*id, direction, &same));
            same = kept.collect();
            if same.len() == before {
                return same;
            }
        }
    }

    fn is_same_struct(&self, id: StructId, direction: Direction, same: &Parts) -> bool {
        let fields = &self.types().record(id).fields;
        let has_same_name = self.only_field(id).is_none() && self.there[&id] == self.shared.names.record(id);
        has_same_name
            && fields.iter().all(|it| match it.optional {
                true => self.is_same(&it.ty, direction, same),
                false => self.is_same_always(&it.ty, direction, same),
            })
    }

    /// Returns true if a value that is never absent here is the same there, where it may be `undefined`.
    fn is_same_always(&self, ty: &Type, direction: Direction, same: &Parts) -> bool {
        let may_be_undefined = matches!(ty, Type::Text { .. } | Type::Bytes | Type::Struct(_) | Type::List(_));
        !(direction == Direction::Given && may_be_undefined) && self.is_same(ty, direction, same)
    }

    fn is_same(&self, ty: &Type, direction: Direction, same: &Parts) -> bool {
        match ty {
            Type::Struct(id) => same.contains(id),
            Type::List(element) | Type::Array(element, _) => self.is_same_always(element, direction, same),
            Type::Union(id) => {
                let mut cases = self.types().union(*id).cases.iter();
                cases.all(|case| case.ty.as_ref().is_some_and(|ty| self.is_same_always(ty, direction, same)))
            }
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(_)
            | Type::Enum(_)
            | Type::Map(_) => true,
        }
    }

    fn same(&self, direction: Direction) -> &Parts {
        &self.same[direction as usize]
    }

    /// A value as it is on the other side.
    fn converted(&self, direction: Direction, id: StructId) -> String {
        if self.same(direction).contains(&id) {
            return "Value".to_owned();
        }
        let (direction, record) = (direction.name(), atom(self.shared.names.record(id)));
        format!("polywire_envelope:{direction}(Value, {{struct, {record}}}, {direction}_shapes())")
    }

    fn types(&self) -> &'m Types {
        self.shared.types()
    }

    /// The structs of a schema file, with the parts of each behind it.
    fn own(&self, (units, unit): (&Units, Unit)) -> Vec<StructId> {
        let ids = self.there.keys().copied().filter(|id| !self.types().record(*id).is_entry);
        ids.filter(|id| units.has(unit, Named::Struct(*id))).collect()
    }

    /// The one field that represents a struct: a union, or the field of a part.
    fn only_field(&self, id: StructId) -> Option<&'m FieldType> {
        match self.types().record(id).fields.as_slice() {
            [field] if self.parts.contains(&id) || is_union(field) => Some(field),
            _ => None,
        }
    }

    fn header(&self, (units, unit): (&Units, Unit)) -> Option<File> {
        let own = self.own((units, unit));
        let name = format!("{}_envelope", units.name(unit));
        let guard = name.to_uppercase().replace(|ch: char| !ch.is_ascii_alphanumeric(), "_") + "_HRL";
        let mut source = Source::new("    ");
        source.line(format!(
            "%% Records of {} for its envelopes. Generated by Polywire; changes are lost.\n",
            units.name(unit)
        ));
        source.line(format!("-ifndef({guard}).\n-define({guard}, true)."));
        for id in own.iter().filter(|id| self.only_field(**id).is_none()) {
            source.blank();
            source.comment("%%", &self.types().record(*id).name.doc);
            let fields = self.types().record(*id).fields.iter().map(|field| self.field(field));
            source.line(format!("-record({}, {{{}}}).", atom(&self.there[id]), join(fields, ", ")));
        }
        source.line("\n-endif.");
        (!own.is_empty()).then(|| File { name: format!("{name}.hrl"), contents: source.finish() })
    }

    fn field(&self, field: &FieldType) -> String {
        let name = atom(if is_union(field) { UNION } else { &field.name });
        match field.ty {
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) if !field.optional => {
                format!("{name} = {}", constant(&self.shared.new_or(&field.ty, field.default.as_ref())))
            }
            _ => name,
        }
    }

    fn module(&self, module: &Module, (units, unit): (&Units, Unit)) -> Option<File> {
        let is_own = |entry: &&Entry| units.has(unit, Named::Struct(entry.record)) && entry.encode.is_some();
        let entries = module.entries.iter().filter(is_own).filter(|entry| !self.parts.contains(&entry.record));
        let ids: Vec<StructId> = entries.map(|entry| entry.record).collect();
        let codec = module_name(units.name(unit), &module.format);
        let name = format!("{codec}_envelope");
        let mut source = Source::new("    ");
        source.line(format!("%% Envelopes of {codec}. Generated by Polywire; changes are lost.\n"));
        source.line(format!("-module({}).\n", atom(&name)));
        source.line(include(units.name(unit)));
        let frames = self.frames.get(&module.format).map(String::as_str);
        frames.iter().for_each(|_| source.line(include(FRAMES)));
        source.blank();
        for id in &ids {
            let functions = ["envelope", "decode"].map(|verb| format!("{}/1", self.function(verb, *id)));
            source.line(format!("-export([{}]).", functions.join(", ")));
        }
        ids.iter().for_each(|id| self.functions(&mut source, *id, (&codec, frames)));
        for direction in [Direction::Given, Direction::Shown] {
            if ids.iter().any(|id| !self.same(direction).contains(id)) {
                self.shapes(&mut source, direction);
            }
        }
        (!ids.is_empty()).then(|| File { name: format!("{name}.erl"), contents: source.finish() })
    }

    fn function(&self, verb: &str, id: StructId) -> String {
        atom(&format!("{verb}_{}", self.there[&id]))
    }

    fn functions(&self, source: &mut Source, id: StructId, (codec, frames): (&str, Option<&str>)) {
        let (codec, record) = (atom(codec), self.shared.names.record(id));
        let raise = "{error, Reason} -> error(Reason)";
        let envelope = self.function("envelope", id);
        source.blank();
        source.line(format!("-spec {envelope}(term()) -> binary()."));
        source.line(format!("{envelope}(Value) ->"));
        source.indented(|source| {
            let given = self.converted(Direction::Given, id);
            source.line(format!("case {codec}:{}({given}) of", atom(&format!("encode_{record}"))));
            source.indented(|source| source.line(format!("{{ok, Binary}} -> Binary;\n{raise}")));
            source.line("end.");
        });
        let decode = self.function("decode", id);
        source.blank();
        source.line(format!("-spec {decode}(binary()) -> {{term(), Rest :: binary()}}."));
        source.line(format!("{decode}(Binary) ->"));
        source.indented(|source| {
            let function = atom(&format!("decode_{record}"));
            let shown = self.converted(Direction::Shown, id);
            let (call, done) = match frames {
                None => (format!("{codec}:{function}(Binary)"), format!("{{ok, Value}} -> {{{shown}, <<>>}}")),
                Some(frames) => (
                    format!(
                        "polywire_envelope:first(fun {codec}:{function}/1, fun {}:decode_Frame/2, #'Frame'{{}}, Binary)",
                        atom(frames)
                    ),
                    format!("{{ok, Value, Rest}} -> {{{shown}, Rest}}"),
                ),
            };
            source.line(format!("case {call} of"));
            source.indented(|source| source.line(format!("{done};\n{raise}")));
            source.line("end.");
        });
    }

    fn shapes(&self, source: &mut Source, direction: Direction) {
        let is_wanted = |id: &StructId| !self.types().record(*id).is_entry && !self.same(direction).contains(id);
        let ids = self.there.iter().filter(|(id, _)| is_wanted(id));
        let shapes = ids.map(|(id, there)| {
            let shape = match self.only_field(*id) {
                Some(field) => format!("{{field, {}}}", self.shape(field, direction)),
                None => {
                    let fields = self.types().record(*id).fields.iter().map(|field| self.shape(field, direction));
                    format!("{{record, {}, [{}]}}", atom(there), join(fields, ", "))
                }
            };
            format!("{} => {shape}", atom(self.shared.names.record(*id)))
        });
        source.blank();
        let name = format!("{}_shapes", direction.name());
        source.line(format!("-spec {name}() -> polywire_envelope:shapes()."));
        source.line(format!("{name}() ->"));
        let shapes = join(shapes, ",\n    ");
        source.indented(|source| source.line(format!("#{{{shapes}}}.")));
    }

    fn shape(&self, field: &FieldType, direction: Direction) -> String {
        let shape = self.type_shape(&field.ty, direction);
        match &field.ty {
            Type::Text { .. } | Type::Bytes | Type::Struct(_) | Type::List(_)
                if !field.optional && direction == Direction::Given =>
            {
                self.with_default(&field.ty, field.default.as_ref(), &shape)
            }
            _ => shape,
        }
    }

    /// A value that may be `undefined` there, and is never absent here.
    fn with_default(&self, ty: &Type, default: Option<&Literal>, shape: &str) -> String {
        format!("{{default, {}, {shape}}}", constant(&self.shared.new_or(ty, default)))
    }

    /// The shape of an element or of a case's value.
    fn held_shape(&self, ty: &Type, direction: Direction) -> String {
        let shape = self.type_shape(ty, direction);
        match ty {
            Type::Text { .. } | Type::Bytes | Type::Struct(_) | Type::List(_) if direction == Direction::Given => {
                self.with_default(ty, None, &shape)
            }
            _ => shape,
        }
    }

    fn type_shape(&self, ty: &Type, direction: Direction) -> String {
        if self.is_same(ty, direction, self.same(direction)) {
            return "any".to_owned();
        }
        match ty {
            Type::Struct(id) => format!("{{struct, {}}}", atom(self.shared.names.record(*id))),
            Type::List(element) | Type::Array(element, _) => {
                format!("{{list, {}}}", self.held_shape(element, direction))
            }
            Type::Union(id) => {
                let cases = self.types().union(*id).cases.iter().map(|case| {
                    let shape = case.ty.as_ref().map_or_else(|| "none".to_owned(), |ty| self.held_shape(ty, direction));
                    format!("{} => {shape}", atom(&escaped(&case.name)))
                });
                format!("{{union, #{{{}}}}}", join(cases, ", "))
            }
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(_)
            | Type::Enum(_)
            | Type::Map(_) => "any".to_owned(),
        }
    }
}

fn is_union(field: &FieldType) -> bool {
    matches!(field.ty, Type::Union(_))
}

/// Names a struct and its parts.
fn name_parts(types: &Types, parts: &Parts, (id, name): (StructId, String), there: &mut BTreeMap<StructId, String>) {
    let mut held: Vec<(&str, &Type)> = Vec::new();
    for field in &types.record(id).fields {
        match &field.ty {
            Type::Union(union) => {
                let cases = types.union(*union).cases.iter();
                held.extend(cases.filter_map(|case| Some((case.name.as_str(), case.ty.as_ref()?))));
            }
            ty => held.push((&field.name, ty)),
        }
    }
    for (member, ty) in held {
        match ty {
            Type::Struct(part) if parts.contains(part) => {
                name_parts(types, parts, (*part, format!("{name}_{member}")), there);
            }
            _ => {}
        }
    }
    there.insert(id, name);
}
