//! Modules with functions that return plain values and raise errors, and headers with their records: the convention of
//! another generator, whose users can switch. `polywire_envelope` of the runtime converts values.

mod convention;
mod functions;
mod shapes;

pub use convention::{Convention, is_union};

use super::Unprintable;
use super::emit::Shared;
use super::names::{TypeNames, UNKNOWN};
use super::print::{atom, constant};
use crate::File;
use crate::outline::{Unit, Units};
use polywire_ir::Module;
use polywire_ir::types::{FieldType, Named, StructId, Type, Types};
use polywire_srcgen::{Source, join};
use std::collections::{BTreeMap, BTreeSet};

/// Structs without a name of their own: each is a part of its enclosing struct.
pub type Parts = BTreeSet<StructId>;

/// The envelopes to generate.
#[derive(Clone, Debug, Default)]
pub struct Envelopes {
    /// The prefix of the names of records and functions.
    pub prefix: String,
    /// Structs that are parts of others in the other convention.
    pub parts: Parts,
    /// For self-delimiting formats, the module that finds the ends of messages.
    pub frames: BTreeMap<String, String>,
}

/// The field of an unnamed union in the other convention.
const UNION: &str = "";

/// The first part of the names of the files of framings.
const FRAMES: &str = "frames";

struct Printer<'m> {
    shared: Shared<'m>,
    convention: &'m Convention,
    parts: &'m Parts,
    frames: &'m BTreeMap<String, String>,
    /// Structs whose values are the same in both conventions, for each direction.
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

/// Prints the header of each schema file, and a module of functions for each module of the IR.
pub fn envelopes(
    modules: &[Module],
    names: &TypeNames,
    (units, printed): (&Units, &[Unit]),
    wanted: &Envelopes,
) -> Result<Vec<File>, Vec<Unprintable>> {
    let Some(first) = modules.first() else { return Ok(vec![]) };
    let convention = Convention::of(&first.types, wanted, names);
    let printer = Printer::of(Shared::of(first, names, false), &convention, wanted);
    let mut files: Vec<File> = printed.iter().filter_map(|unit| printer.header((units, *unit))).collect();
    let mut errors = vec![];
    for module in modules.iter().filter(|module| module.entries.iter().any(|entry| entry.encode.is_some())) {
        for unit in printed {
            match printer.module(module, (units, *unit)) {
                Ok(file) => files.extend(file),
                Err(reasons) => errors.extend(Unprintable::all(&module.format, reasons)),
            }
        }
    }
    if errors.is_empty() { Ok(files) } else { Err(errors) }
}

impl<'m> Printer<'m> {
    fn of(shared: Shared<'m>, convention: &'m Convention, wanted: &'m Envelopes) -> Self {
        let Envelopes { parts, frames, .. } = wanted;
        let mut printer = Self { shared, convention, parts, frames, same: [Parts::new(), Parts::new()] };
        printer.same = [Direction::Given, Direction::Shown].map(|direction| printer.same_structs(direction));
        printer
    }

    /// Returns the structs that need no conversion: all except those with differing contents.
    fn same_structs(&self, direction: Direction) -> Parts {
        let mut same: Parts = self.convention.structs().collect();
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
        let has_same_name = self.convention.only_field(self.types(), id).is_none()
            && self.convention.record(id) == self.shared.names.record(id);
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
            | Type::FixedBytes(..)
            | Type::Enum(_)
            | Type::Map(_) => true,
        }
    }

    fn same(&self, direction: Direction) -> &Parts {
        &self.same[direction as usize]
    }

    /// Returns a value in the other convention.
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

    /// Returns the structs of a schema file, each followed by its parts.
    fn own(&self, (units, unit): (&Units, Unit)) -> Vec<StructId> {
        let ids = self.convention.structs().filter(|id| self.types().record(*id).is_declared());
        ids.filter(|id| units.has(unit, Named::Struct(*id))).collect()
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
        for id in own.iter().filter(|id| self.convention.only_field(self.types(), **id).is_none()) {
            source.blank();
            source.comment("%%", &self.types().record(*id).name.doc);
            let record = self.types().record(*id);
            let fields = record.fields.iter().map(|field| self.field(field));
            let fields = fields.chain(record.keeps_unknown.then(|| atom(UNKNOWN)));
            source.line(format!("-record({}, {{{}}}).", atom(self.convention.record(*id)), join(fields, ", ")));
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
}
