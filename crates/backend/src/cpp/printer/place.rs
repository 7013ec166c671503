//! Places in native values.

use super::Printer;
use super::bound::accessor;
use super::precedence as prec;
use crate::cpp::bound::BoundPresence;
use crate::cpp::native::is_meant;
use polywire_ir::types::Type;
use polywire_ir::{Place, PlaceType, Step, ValueType};
use polywire_srcgen::{Expr, Side};

/// A place being printed.
struct Path<'t> {
    /// The object, before dereferencing.
    text: Expr,
    /// The number of `*` before it.
    pointers: usize,
    /// Its type.
    ty: Option<&'t Type>,
    /// The optional contains a box.
    boxed: bool,
    /// The optional is the value itself.
    plain: bool,
}

impl Path<'_> {
    fn object(&self) -> Expr {
        (0..self.pointers).fold(self.text.clone(), |text, _| Expr::prefix("*", prec::UNARY, &text))
    }

    fn member(&self, name: &str) -> Expr {
        match self.pointers {
            0 => Expr::atom(format!("{}.{name}", self.text.within(prec::POSTFIX))),
            1 => Expr::atom(format!("{}->{name}", self.text.within(prec::POSTFIX))),
            _ => Expr::atom(format!(
                "({})->{name}",
                Path { pointers: self.pointers - 1, text: self.text.clone(), ..*self }.object()
            )),
        }
    }
}

impl<'m> Printer<'m> {
    /// Returns the object at a place; the optional itself if the place ends before its value.
    pub(super) fn place(&mut self, place: &Place) -> Expr {
        let object = self.path(place).object();
        self.view(place, object)
    }

    fn path(&mut self, place: &Place) -> Path<'m> {
        let root = self.info(place.root).text;
        let ty = match self.var_type(place.root) {
            ValueType::Ref(ty) => Some(ty),
            _ => None,
        };
        let mut path = Path { text: root, pointers: 0, ty, boxed: false, plain: false };
        for step in &place.steps {
            path = self.step(path, step);
        }
        path
    }

    fn step(&mut self, path: Path<'m>, step: &Step) -> Path<'m> {
        match (step, path.ty) {
            (Step::Field(index), Some(Type::Struct(id))) => {
                let record = self.unit.types.record(*id);
                let field = &record.fields[*index as usize];
                if record.is_nullable {
                    return Path { ty: Some(&field.ty), ..path };
                }
                if let Some(bound) = self.unit.binding.field(*id, *index) {
                    let plain = bound.presence != BoundPresence::Optional;
                    let text = path.member(&accessor(&bound.access));
                    return Path { text, pointers: 0, ty: Some(&field.ty), boxed: false, plain };
                }
                let text = path.member(&self.unit.names.record(*id).fields[*index as usize]);
                let pointers = usize::from(field.boxed && !field.optional);
                Path { text, pointers, ty: Some(&field.ty), boxed: field.boxed && field.optional, plain: false }
            }
            (Step::Some, _) if path.plain => Path { plain: false, ..path },
            (Step::Some, _) => Path { pointers: path.pointers + 1 + usize::from(path.boxed), boxed: false, ..path },
            (Step::Case(index), Some(Type::Union(id))) => {
                let case = &self.unit.types.union(*id).cases[*index as usize];
                let text = Expr::atom(format!("held<{}>({})", index + 1, path.member("value")));
                Path { text, pointers: usize::from(case.boxed), ty: case.ty.as_ref(), boxed: false, plain: false }
            }
            (Step::At(index), Some(Type::List(element) | Type::Array(element, _))) => {
                let index = self.expr(index);
                let text = Expr::atom(format!("{}[{index}]", path.object().within(prec::POSTFIX)));
                Path { text, pointers: 0, ty: Some(element), boxed: false, plain: false }
            }
            (Step::Field(_) | Step::Case(_) | Step::At(_), _) => {
                self.problem("a place does not fit its type");
                path
            }
        }
    }

    /// The type of a place.
    pub(super) fn place_type(&self, place: &Place) -> Option<&'m Type> {
        self.unit.types.at(self.function, place).and_then(|it| it.value())
    }

    pub(super) fn get(&mut self, place: &Place) -> Expr {
        let Some(ty) = self.place_type(place) else {
            self.problem("a place without a value is read");
            return Expr::atom("0");
        };
        let value = self.place(place);
        match ty {
            Type::Bool => value,
            Type::Int { .. } if is_meant(ty) => Expr::call("::polywire::number_of", [value]),
            Type::Int { bits: 64, .. } => value,
            Type::Int { signed: true, .. } => Expr::atom(format!("::std::int64_t{{{value}}}")),
            Type::Int { signed: false, .. } => Expr::atom(format!("::std::uint64_t{{{value}}}")),
            Type::Float { bits: 32 } => {
                Expr::atom(format!("::std::uint64_t{{::std::bit_cast<::std::uint32_t>({value})}}"))
            }
            Type::Float { .. } => Expr::call("::std::bit_cast<::std::uint64_t>", [value]),
            Type::Enum(id) if self.is_mapped(*id) => Expr::call("::polywire::bound::number_of", [value]),
            Type::Enum(_) => Expr::call("static_cast<::std::int64_t>", [value]),
            Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) => Expr::call("as_bytes", [value]),
            Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_) => {
                self.problem("a place that holds no scalar is read");
                value
            }
        }
    }

    pub(super) fn len(&mut self, place: &Place) -> Expr {
        if let Some(Type::Array(_, len)) = self.place_type(place) {
            return super::literal::unsigned(u64::from(*len));
        }
        let object = self.place(place);
        Expr::atom(format!("{}.size()", object.within(prec::POSTFIX)))
    }

    pub(super) fn is_present(&mut self, place: &Place) -> Expr {
        if let Some(bound) = self.plain_optional(place) {
            return self.plain_presence(&bound);
        }
        let object = self.place(place);
        let present = Expr::atom(format!("{}.has_value()", object.within(prec::POSTFIX)));
        match self.unit.types.at(self.function, place) {
            Some(PlaceType::Optional(Type::Union(_))) => {
                let case = self.case(&place.some());
                let held = Expr::new(format!("{case} != 0"), prec::EQUALITY);
                Expr::infix(&present, "&&", prec::AND, Side::Left, &held)
            }
            _ => present,
        }
    }

    pub(super) fn case(&mut self, place: &Place) -> Expr {
        let value = self.path(place).member("value");
        Expr::atom(format!("{value}.index()"))
    }

    /// The member that keeps unknown fields, if the struct at the place has one.
    pub(super) fn unknown_member(&mut self, place: &Place) -> Option<Expr> {
        let Some(Type::Struct(id)) = self.place_type(place) else { return None };
        let keeps = self.unit.types.record(*id).keeps_unknown;
        let name = self.unit.names.record(*id).unknown.clone();
        keeps.then(|| self.path(place).member(&name))
    }

    pub(super) fn unknown(&mut self, place: &Place, format: &str) -> Expr {
        match self.unknown_member(place) {
            Some(member) => Expr::atom(format!("{member}.of(\"{format}\")")),
            None => Expr::atom("bytes(&nothing, 0)"),
        }
    }
}
