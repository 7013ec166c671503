//! Setting scalars, texts and bytes; resets; variables that track fields.

use super::super::names::is_number;
use super::super::native::initial;
use super::precedence as prec;
use super::{Form, Printer};
use crate::low::{Stmt, Tracked};
use crate::plan::Track;
use crate::rust::native::{are_meant, is_meant, number_in, value_type};
use polywire_ir::types::{FieldType, Literal, Named, Type};
use polywire_ir::{Const, ErrorCode, Expr as Ir, Place, PlaceType, Step};
use polywire_srcgen::Expr;

impl<'m> Printer<'m> {
    pub(super) fn set_stmt(&mut self, stmt: &'m Stmt) {
        match stmt {
            Stmt::SetScalar { place, value } => self.set_scalar(place, value),
            Stmt::SetText { place, value, verify, site } => {
                let value = self.lasting(value).text;
                match self.place_type(place) {
                    Some(Type::Text { verified: true }) => {
                        let set = self.text_setter(place, &value);
                        match verify {
                            true => self.fail_if(&format!("!{set}"), ErrorCode::InvalidUtf8, *site),
                            false => self.line(format!("let _ = {set};")),
                        }
                    }
                    _ => self.set_bytes(place, &value),
                }
            }
            Stmt::SetBytes { place, value } => {
                let value = match self.place_type(place) {
                    Some(Type::FixedBytes(..)) => self.bytes(value),
                    _ => self.lasting(value),
                };
                self.set_bytes(place, &value.text);
            }
            Stmt::SetCase(place) => self.assign_case(place, None),
            Stmt::Reset(place) => self.reset(place),
            Stmt::ResetUnknown(place) => {
                if let Some(field) = self.unknown_field(place) {
                    self.line(format!("{field}.clear();"));
                }
            }
            Stmt::Track { tracks, .. } => tracks.iter().for_each(|tracked| self.track(tracked)),
            Stmt::Settle(tracked) => self.settle(tracked),
            Stmt::SetDefault { bind, place, cond } => {
                let Some(first) = self.default_of(place) else { return };
                let (cond, info) = (self.expr(cond), self.info(*bind));
                let star = if info.form == Form::Reference { "*" } else { "" };
                self.nested(&format!("if {cond} {{"), "}", |it| it.line(format!("{star}{} = {first};", info.text)));
            }
            Stmt::Retain { place, format, value } => {
                let Some(field) = self.unknown_field(place) else { return };
                let value = self.bytes(value);
                self.line(format!("{field}.keep({format:?}, {value});"));
            }
            _ => self.problem("this statement sets nothing"),
        }
    }

    /// Returns the expression that sets a verified text, and is false if the bytes are not UTF-8.
    pub(super) fn text_setter(&mut self, place: &Place, bytes: &str) -> String {
        let function = if self.unit.scope.is_borrowed { "refer_text" } else { "set_text" };
        format!("build::{function}({}, {bytes})", self.target(place).mutable())
    }

    /// Sets bytes, or a text that need not be UTF-8.
    pub(super) fn set_bytes(&mut self, place: &Place, bytes: &str) {
        let target = self.target(place);
        self.line(match self.place_type(place) {
            Some(ty @ Type::FixedBytes(..)) if are_meant(ty) => {
                format!("build::set_fixed(&mut {}.0, {bytes});", target.base())
            }
            Some(Type::FixedBytes(..)) => format!("build::set_fixed({}, {bytes});", target.mutable()),
            _ if self.unit.scope.is_borrowed => format!("{} = {bytes};", target.object()),
            _ => format!("build::set_bytes({}, {bytes});", target.mutable()),
        });
    }

    fn set_scalar(&mut self, place: &Place, value: &Ir) {
        let Some(ty) = self.place_type(place) else { return self.problem("a place without a value is set") };
        let value = self.native_value(ty, value);
        match place.steps.last() {
            // An optional scalar is assigned as a whole.
            Some(Step::Some) => {
                let optional = self.target(&before(place)).object();
                self.line(format!("{optional} = Some({value});"));
            }
            Some(Step::Case(_)) => self.assign_case(place, Some(value)),
            _ => {
                let object = self.target(place).object();
                self.line(format!("{object} = {value};"));
            }
        }
    }

    /// Makes a union hold a case.
    pub(super) fn assign_case(&mut self, place: &Place, value: Option<Expr>) {
        let union = before(place);
        match (place.steps.last(), self.place_type(&union)) {
            (Some(Step::Case(index)), Some(Type::Union(id))) => {
                let (case, object) = (self.case_path(*id, *index), self.target(&union).object());
                let value = value.map(|value| format!("({value})")).unwrap_or_default();
                self.line(format!("{object} = {case}{value};"));
            }
            _ => self.problem("the case of no union is set"),
        }
    }

    /// Converts an IR value to a scalar of a native type.
    fn native_value(&mut self, ty: &Type, value: &Ir) -> Expr {
        match ty {
            Type::Bool => self.expr(value),
            Type::Int { bits, signed, meaning } if is_meant(ty) => {
                let (bits, signed) = number_in(*bits, *signed, *meaning);
                let number = self.integer(bits, signed, value);
                Expr::call(format!("<{}>::from_number", value_type(ty, self.unit.scope)), [number])
            }
            Type::Int { bits, signed, .. } => self.integer(*bits, *signed, value),
            Type::Float { bits: 32 } => Expr::call("f32::from_bits", [self.cast(value, "u32")]),
            Type::Float { .. } => Expr::call("f64::from_bits", [self.expr(value)]),
            Type::Enum(id) => {
                let it = self.unit.types.enumeration(*id);
                let path = self.unit.scope.path(Named::Enum(*id));
                let number = self.integer(it.bits, it.signed, value);
                match is_number(it) {
                    true => Expr::call(path, [number]),
                    false => Expr::atom(format!("{path}::from_number({number}).unwrap_or_default()")),
                }
            }
            _ => {
                self.problem("a place that holds no scalar is set");
                self.expr(value)
            }
        }
    }

    fn integer(&mut self, bits: u8, signed: bool, value: &Ir) -> Expr {
        // A second truncation is redundant.
        let value = match value {
            Ir::Wrap { bits: wrapped, value, .. } if *wrapped >= bits => value,
            _ => value,
        };
        let native = format!("{}{bits}", if signed { "i" } else { "u" });
        match value {
            Ir::Const(Const::U64(_) | Const::I64(_)) => self.cast(value, &native),
            _ if self.type_of(value) == polywire_ir::ValueType::I64 && native == "i64" => self.expr(value),
            _ if self.type_of(value) == polywire_ir::ValueType::U64 && native == "u64" => self.expr(value),
            _ => self.cast(value, &native),
        }
    }

    fn track(&mut self, Tracked { kind, var, place, is_new }: &Tracked) {
        let path = self.path(place);
        let (base, reference) = (path.base(), self.target(place).mutable());
        let cond = self.expr(is_new);
        let is_true = matches!(is_new, Ir::Const(Const::Bool(true)));
        let not_new = self.negation(is_new);
        let present = if *kind == Track::Optional { self.is_present(place).text } else { String::new() };
        let name = self.bind(*var, Form::Place);
        self.line(match kind {
            Track::List if is_true => format!("let mut {name} = 0_u64;"),
            Track::List => format!("let mut {name} = if {cond} {{ 0 }} else {{ {base}.len() as u64 }};"),
            Track::Map => format!("let mut {name} = {}::of_if({reference}, {cond});", self.old_entries(place)),
            Track::Optional if !is_true => {
                format!("let mut {name} = {} && {present};", not_new.within(prec::AND + 1))
            }
            Track::Optional | Track::Union | Track::Struct => format!("let mut {name} = {not_new};"),
        });
    }

    /// Corrects a field according to the variable that tracks it.
    fn settle(&mut self, Tracked { kind, var, place, .. }: &Tracked) {
        let name = self.info(*var).text;
        match kind {
            Track::List => {
                let list = self.target(place).mutable();
                self.line(format!("build::fit({list}, {name} as usize);"));
            }
            // Entries that were not used again have been taken out.
            Track::Map => {}
            Track::Optional | Track::Union | Track::Struct => {
                self.nested(&format!("if !{name} {{"), "}", |printer| printer.reset(place));
            }
        }
    }

    fn reset(&mut self, place: &Place) {
        let path = self.target(place);
        let (base, object) = (path.base(), path.object());
        if matches!(self.unit.types.at(self.function, place), Some(PlaceType::Optional(_))) {
            return self.line(format!("{object} = None;"));
        }
        let Some(ty) = self.place_type(place) else { return };
        if let Some(first) = self.default_of(place) {
            return self.line(format!("{object} = {first};"));
        }
        match ty {
            Type::Text { .. } | Type::Bytes if self.unit.scope.is_borrowed => {
                self.line(format!("{object} = Default::default();"));
            }
            Type::Text { .. } | Type::Bytes | Type::List(_) | Type::Map(_) => self.line(format!("{base}.clear();")),
            Type::Struct(_) if path.form == Form::Boxed => self.line(format!("{base} = Default::default();")),
            Type::Struct(id) => {
                let record = self.unit.types.record(*id);
                (0..record.fields.len() as u32).for_each(|field| self.reset(&place.field(field)));
                if let Some(field) = self.unknown_field(place) {
                    self.line(format!("{field}.clear();"));
                }
            }
            Type::Bool => self.line(format!("{object} = false;")),
            Type::Int { .. } if !is_meant(ty) => self.line(format!("{object} = 0;")),
            Type::Float { .. } => self.line(format!("{object} = 0.0;")),
            Type::Int { .. } | Type::Enum(_) => self.line(format!("{object} = Default::default();")),
            Type::Union(id) => {
                let none = format!("{}::None", self.unit.scope.path(Named::Union(*id)));
                self.line(format!("{object} = {none};"));
            }
            Type::FixedBytes(0, _) => {}
            Type::FixedBytes(..) if are_meant(ty) => self.line(format!("{object} = Default::default();")),
            Type::FixedBytes(len, _) => self.line(format!("{object} = [0; {len}];")),
            Type::Array(..) => {
                let first = initial(&field_of(ty, None), self.unit.scope).unwrap_or("Default::default()".into());
                self.line(format!("{object} = {first};"));
            }
        }
    }

    /// Returns the value of a new field at a place, unless it is zero or empty.
    fn default_of(&self, place: &Place) -> Option<String> {
        let default = match (place.steps.last()?, self.place_type(&before(place))?) {
            (Step::Field(index), Type::Struct(id)) => &self.unit.types.record(*id).fields[*index as usize].default,
            (Step::Case(index), Type::Union(id)) => &self.unit.types.union(*id).cases[*index as usize].default,
            _ => return None,
        };
        initial(&field_of(self.place_type(place)?, Some(default.clone()?)), self.unit.scope)
    }
}

fn field_of(ty: &Type, default: Option<Literal>) -> FieldType {
    let (name, doc) = (String::new(), String::new());
    FieldType { name, ty: ty.clone(), optional: false, boxed: false, default, doc, deprecated: false }
}

/// Returns the place before the last step.
fn before(place: &Place) -> Place {
    let steps = place.steps.split_last().map(|(_, steps)| steps.to_vec());
    Place { root: place.root, steps: steps.unwrap_or_default() }
}
