//! Places in native values.

use super::precedence as prec;
use super::{Form, Printer};
use crate::rust::native::{are_meant, is_meant, number_in};
use polywire_ir::types::{Named, StructId, Type};
use polywire_ir::{Place, PlaceType, Step, ValueType};
use polywire_srcgen::Expr;

/// A place being printed.
#[derive(Clone)]
pub(super) struct Path<'t> {
    pub text: Expr,
    pub form: Form,
    ty: Option<&'t Type>,
    /// The optional holds a box.
    boxed: bool,
}

impl Path<'_> {
    /// Returns the place itself.
    pub fn object(&self) -> Expr {
        let stars = match self.form {
            Form::Place | Form::Pair => return self.text.clone(),
            Form::Reference | Form::Boxed => "*",
            Form::BoxReference => "**",
        };
        Expr::prefix(stars, prec::UNARY, &self.text)
    }

    /// Returns what a field or a method follows.
    pub fn base(&self) -> String {
        self.text.within(prec::POSTFIX)
    }

    /// Returns a shared reference.
    pub fn shared(&self) -> Expr {
        match self.form {
            Form::Reference | Form::Pair => self.text.clone(),
            _ => Expr::prefix("&", prec::UNARY, &self.object()),
        }
    }

    /// Returns a mutable reference.
    pub fn mutable(&self) -> Expr {
        match self.form {
            Form::Reference => self.text.clone(),
            _ => Expr::prefix("&mut ", prec::UNARY, &self.object()),
        }
    }
}

impl<'m> Printer<'m> {
    /// Returns a place that is read.
    pub(super) fn path(&mut self, place: &Place) -> Path<'m> {
        self.walk(place, false)
    }

    /// Returns a place that is built: optionals become present, and unions hold their cases.
    pub(super) fn target(&mut self, place: &Place) -> Path<'m> {
        self.walk(place, true)
    }

    fn walk(&mut self, place: &Place, builds: bool) -> Path<'m> {
        let root = self.info(place.root);
        let ty = match self.var_type(place.root) {
            ValueType::Ref(ty) => Some(ty),
            _ => None,
        };
        let path = Path { text: Expr::atom(root.text), form: root.form, ty, boxed: false };
        place.steps.iter().fold(path, |path, step| self.step(path, step, builds))
    }

    fn step(&mut self, path: Path<'m>, step: &Step, builds: bool) -> Path<'m> {
        match (step, path.ty) {
            (Step::Field(index), Some(Type::Struct(id))) => {
                let record = self.unit.types.record(*id);
                let field = &record.fields[*index as usize];
                if record.is_nullable {
                    return Path { ty: Some(&field.ty), ..path };
                }
                let name = &self.unit.scope.names.record(*id).fields[*index as usize];
                let form = match path.form {
                    Form::Pair => Form::Reference,
                    _ if field.boxed && !field.optional => Form::Boxed,
                    _ => Form::Place,
                };
                let text = Expr::atom(format!("{}.{name}", path.base()));
                Path { text, form, ty: Some(&field.ty), boxed: field.boxed && field.optional }
            }
            (Step::Some, _) => {
                let text = match builds {
                    true => Expr::atom(format!("{}.get_or_insert_default()", path.base())),
                    false => Expr::call("build::held", [path.shared()]),
                };
                let form = if path.boxed { Form::BoxReference } else { Form::Reference };
                Path { text, form, ty: path.ty, boxed: false }
            }
            (Step::Case(index), Some(Type::Union(id))) => {
                let case = &self.unit.types.union(*id).cases[*index as usize];
                let (object, name) = (path.object(), self.case_path(*id, *index));
                let call = if builds { "::polywire_runtime::hold!" } else { "::polywire_runtime::held!" };
                let form = if case.boxed { Form::BoxReference } else { Form::Reference };
                let text = Expr::atom(format!("{call}({object}, {name})"));
                Path { text, form, ty: case.ty.as_ref(), boxed: false }
            }
            (Step::At(index), Some(Type::List(element) | Type::Array(element, _))) => {
                let index = self.expr(index).within(prec::CAST);
                let text = Expr::atom(format!("{}[{index} as usize]", path.base()));
                Path { text, form: Form::Place, ty: Some(element), boxed: false }
            }
            (Step::Field(_) | Step::Case(_) | Step::At(_), _) => {
                self.problem("a place does not fit its type");
                path
            }
        }
    }

    /// Returns the path of a union's case.
    pub(super) fn case_path(&self, id: polywire_ir::types::UnionId, index: u32) -> String {
        let case = &self.unit.scope.names.union(id).cases[index as usize];
        format!("{}::{case}", self.unit.scope.path(Named::Union(id)))
    }

    /// Returns the value at a place.
    pub(super) fn get(&mut self, place: &Place) -> Expr {
        let Some(ty) = self.place_type(place) else {
            self.problem("a place without a value is read");
            return Expr::atom("0");
        };
        let path = self.path(place);
        let object = path.object();
        match ty {
            Type::Int { bits: 64, signed, meaning } if is_meant(ty) => {
                let number = Expr::atom(format!("{}.number()", path.base()));
                match number_in(64, *signed, *meaning).1 == *signed {
                    true => number,
                    false => Expr::new(format!("{number} as u64"), prec::CAST),
                }
            }
            Type::Int { signed, .. } if is_meant(ty) => {
                let wide = if *signed { "i64::from" } else { "u64::from" };
                Expr::call(wide, [Expr::atom(format!("{}.number()", path.base()))])
            }
            Type::Bool | Type::Int { bits: 64, .. } => object,
            Type::Int { signed: true, .. } => Expr::call("i64::from", [object]),
            Type::Int { signed: false, .. } => Expr::call("u64::from", [object]),
            Type::Float { bits: 32 } => Expr::atom(format!("u64::from({}.to_bits())", path.base())),
            Type::Float { .. } => Expr::atom(format!("{}.to_bits()", path.base())),
            Type::Enum(id) => {
                let it = self.unit.types.enumeration(*id);
                let number = match super::super::names::is_number(it) {
                    true => Expr::atom(format!("{}.0", path.base())),
                    false => Expr::atom(format!("{}.number()", path.base())),
                };
                match (it.bits, it.signed) {
                    (64, true) => number,
                    (64, false) => Expr::new(format!("{number} as i64"), prec::CAST),
                    _ => Expr::call("i64::from", [number]),
                }
            }
            Type::Text { verified: true } => Expr::atom(format!("{}.as_bytes()", path.base())),
            Type::Text { .. } | Type::Bytes if self.unit.scope.is_borrowed => object,
            Type::FixedBytes(..) if are_meant(ty) => Expr::atom(format!("{}.0.as_slice()", path.base())),
            Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) => Expr::atom(format!("{}.as_slice()", path.base())),
            Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => {
                self.problem("a place that holds no scalar is read");
                object
            }
        }
    }

    pub(super) fn len(&mut self, place: &Place) -> Expr {
        Expr::new(format!("{}.len() as u64", self.counted(place)), prec::CAST)
    }

    /// What has the length of a value.
    pub(super) fn counted(&mut self, place: &Place) -> String {
        let path = self.path(place);
        let is_wrapped = path.ty.is_some_and(|ty| matches!(ty, Type::FixedBytes(..)) && are_meant(ty));
        if is_wrapped { format!("{}.0", path.base()) } else { path.base() }
    }

    pub(super) fn is_present(&mut self, place: &Place) -> Expr {
        let path = self.path(place);
        match self.unit.types.at(self.function, place) {
            Some(PlaceType::Optional(Type::Union(id))) => {
                let none = format!("{}::None", self.unit.scope.path(Named::Union(*id)));
                let stars = if path.boxed { "**" } else { "*" };
                Expr::atom(format!("{}.as_ref().is_some_and(|held| !matches!({stars}held, {none}))", path.base()))
            }
            _ => Expr::atom(format!("{}.is_some()", path.base())),
        }
    }

    /// Returns the number of the case that a union holds.
    pub(super) fn case(&mut self, place: &Place) -> Expr {
        let Some(Type::Union(id)) = self.place_type(place) else {
            self.problem("the case of no union is read");
            return Expr::atom("0");
        };
        let (path, cases) = (self.path(place), &self.unit.types.union(*id).cases);
        let mut arms = vec![format!("{}::None => 0_u64", self.unit.scope.path(Named::Union(*id)))];
        for (case, index) in cases.iter().zip(0..) {
            let held = if case.ty.is_some() { "(_)" } else { "" };
            arms.push(format!("{}{held} => {}", self.case_path(*id, index), index + 1));
        }
        Expr::new(format!("match {} {{ {} }}", path.shared(), arms.join(", ")), prec::BRANCH)
    }

    /// The field that keeps unknown fields, if the struct at the place has one.
    pub(super) fn unknown_field(&mut self, place: &Place) -> Option<String> {
        let id = self.keeping(place)?;
        let path = self.path(place);
        Some(format!("{}.{}", path.base(), self.unit.scope.names.record(id).unknown))
    }

    fn keeping(&self, place: &Place) -> Option<StructId> {
        match self.place_type(place) {
            Some(Type::Struct(id)) if self.unit.types.record(*id).keeps_unknown => Some(*id),
            _ => None,
        }
    }
}
