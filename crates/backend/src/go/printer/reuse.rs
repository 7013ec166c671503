//! Resets of values, and the variables that track fields while an object is built. A map is emptied where others
//! would keep its old entries for their memory.

use super::Printer;
use super::place::{Kind, Path};
use crate::go::defaults;
use crate::go::native::{Held, held};
use crate::low::Tracked;
use crate::plan::Track;
use polywire_ir::types::{Literal, StructId, Type};
use polywire_ir::{Const, Expr as Ir, Place, Step};

impl<'m> Printer<'_, 'm> {
    pub(super) fn track(&mut self, Tracked { kind, var, place, is_new }: &Tracked) {
        let is_true = matches!(is_new, Ir::Const(Const::Bool(true)));
        let is_new = self.text(is_new);
        match kind {
            Track::Map => {
                let map = self.path(place).object();
                match is_true {
                    true => self.line(format!("clear({map})")),
                    false => self.when(&is_new, &format!("clear({map})")),
                }
            }
            Track::List => {
                let list = self.path(place).object();
                let name = self.bind(*var);
                self.line(format!("{name} = 0"));
                if !is_true {
                    self.when(&format!("!{is_new}"), &format!("{name} = len({list})"));
                }
            }
            Track::Optional | Track::Union | Track::Struct => {
                let present = if *kind == Track::Optional { self.is_present(place) } else { "true".to_owned() };
                let name = self.bind(*var);
                match (is_true, present.as_str()) {
                    (true, _) => self.line(format!("{name} = false")),
                    (false, "true") => self.line(format!("{name} = !{is_new}")),
                    (false, present) => self.line(format!("{name} = !{is_new} && {present}")),
                }
            }
        }
    }

    /// Corrects a field according to the variable that tracks it.
    pub(super) fn settle(&mut self, Tracked { kind, var, place, .. }: &Tracked) {
        let name = self.info(*var).text;
        match kind {
            Track::Map => {}
            Track::List => {
                let path = self.path(place);
                self.line(format!("{} = {}[:{name}]", path.object(), path.operand()));
            }
            Track::Optional | Track::Union | Track::Struct => {
                let reset = self.captured(|printer| printer.reset(place));
                self.line(format!("if !{name} {{"));
                self.out.indented(|out| out.lines(&reset));
                self.line("}");
            }
        }
    }

    pub(super) fn reset(&mut self, place: &Place) {
        let path = self.path(place);
        let default = self.field_default(place);
        self.reset_path(&path, default);
    }

    fn reset_path(&mut self, path: &Path<'m>, default: Option<&'m Literal>) {
        match path.kind {
            Kind::OptPointer | Kind::OptRef => return self.line(format!("{} = nil", path.text)),
            Kind::Opt => return self.line(format!("{}.Clear()", path.text)),
            _ => {}
        }
        let Some(ty) = path.ty else { return };
        let object = path.object();
        if let Some(literal) = default {
            let first = defaults::value(ty, literal, self.file);
            return self.assign_value(path, &first);
        }
        match ty {
            Type::Bytes | Type::List(_) => match path.kind {
                Kind::Case(_) => self.assign_value(path, &format!("{object}[:0]")),
                _ => self.line(format!("{object} = {}[:0]", path.operand())),
            },
            Type::Map(_) => self.line(format!("clear({object})")),
            // The value of a set's entry, which is nowhere.
            Type::FixedBytes(0, _) => {}
            Type::Struct(id) => {
                let record = self.unit.types.record(*id);
                for index in 0..record.fields.len() {
                    let place = self.step_into(path, index as u32);
                    let default = record.fields[index].default.as_ref().filter(|_| !record.fields[index].optional);
                    self.reset_path(&place, default);
                }
                if record.keeps_unknown {
                    let name = self.file.names.record(*id).unknown.clone();
                    self.line(format!("{}.{name}.Clear()", path.text));
                }
            }
            _ => {
                let zero = self.zero_value(ty);
                self.assign_value(path, &zero);
            }
        }
    }

    pub(super) fn reset_unknown(&mut self, place: &Place) {
        if let Some(member) = self.unknown_member(place) {
            self.line(format!("{member}.Clear()"));
        }
    }

    /// Returns the value of a new object of a type.
    pub(super) fn zero_value(&mut self, ty: &Type) -> String {
        match ty {
            Type::Bool => "false".to_owned(),
            Type::Int { .. } | Type::Float { .. } => "0".to_owned(),
            Type::Enum(id) => {
                let it = self.unit.types.enumeration(*id);
                it.members.first().map_or(0, |first| it.integer(first.number)).to_string()
            }
            Type::Text { .. } => "\"\"".to_owned(),
            Type::Bytes | Type::List(_) | Type::Map(_) => "nil".to_owned(),
            Type::Struct(_) if self.unit.types.nullable(ty).is_some_and(|it| held(it) == Held::Pointer) => {
                "nil".to_owned()
            }
            Type::Struct(id) => match self.maker(*id) {
                Some(make) => format!("*{make}()"),
                None => format!("{}{{}}", self.native_type(ty)),
            },
            Type::Union(_) | Type::FixedBytes(..) | Type::Array(..) => format!("{}{{}}", self.native_type(ty)),
        }
    }

    /// Returns the function that makes a new struct, if there is one.
    pub(super) fn maker(&mut self, id: StructId) -> Option<String> {
        let names = self.file.names.record(id);
        names.make.as_ref().map(|make| self.file.imports.qualified(&names.name.package, make))
    }

    /// Returns a pointer to a new object of a type.
    pub(super) fn new_value(&mut self, ty: &Type) -> String {
        if let Type::Struct(id) = ty
            && let Some(make) = self.maker(*id)
        {
            return format!("{make}()");
        }
        format!("new({})", self.native_type(ty))
    }

    /// Returns the value of a new field at a place, unless it is zero or empty.
    pub(super) fn first_value(&mut self, place: &Place) -> Option<String> {
        let default = self.field_default(place)?;
        let ty = self.place_type(place)?;
        Some(defaults::value(ty, default, self.file))
    }

    fn field_default(&mut self, place: &Place) -> Option<&'m Literal> {
        let (last, outer) = place.steps.split_last()?;
        let outer = Place { root: place.root, steps: outer.to_vec() };
        match (last, self.place_type(&outer)) {
            (Step::Field(index), Some(Type::Struct(id))) => {
                let field = &self.unit.types.record(*id).fields[*index as usize];
                field.default.as_ref().filter(|_| !field.optional)
            }
            (Step::Case(index), Some(Type::Union(id))) => {
                self.unit.types.union(*id).cases[*index as usize].default.as_ref()
            }
            _ => None,
        }
    }
}
