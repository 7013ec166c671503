//! Places in native values.

use super::Printer;
use crate::go::bound::BoundPresence;
use crate::go::native::is_meant;
use crate::go::native::{Held, held};
use polywire_ir::types::Meaning;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Place, Step, ValueType};

/// How the text of a path denotes its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The value itself, which has an address.
    Value,
    /// A pointer to it.
    Pointer,
    /// A `polywire.Opt`, or the value in it.
    Opt,
    /// An optional pointer.
    OptPointer,
    /// An optional pointer to a number or text, which is replaced, not changed.
    OptRef,
    /// An optional value of an existing struct, which is always present.
    Always,
    /// An optional union, which is the union.
    OptUnion,
    /// A number, text or bytes in a union: its getter and setter.
    Case([String; 2]),
    /// A pointer to the elements in a union: the union, the setter and the constant.
    Own([String; 3]),
    /// A case without a value: its setter.
    Mark(String),
}

/// A place being printed.
#[derive(Clone, Debug)]
pub(super) struct Path<'m> {
    pub text: String,
    pub kind: Kind,
    pub ty: Option<&'m Type>,
}

impl<'m> Path<'m> {
    pub fn pointer(text: &str, ty: &'m Type) -> Self {
        Self { text: text.to_owned(), kind: Kind::Pointer, ty: Some(ty) }
    }

    pub fn value(text: impl Into<String>, ty: &'m Type) -> Self {
        Self { text: text.into(), kind: Kind::Value, ty: Some(ty) }
    }

    /// The value.
    pub fn object(&self) -> String {
        match &self.kind {
            Kind::Value | Kind::Always | Kind::OptPointer | Kind::OptUnion | Kind::Mark(_) => self.text.clone(),
            Kind::Pointer | Kind::OptRef | Kind::Own(_) => format!("*{}", self.text),
            Kind::Opt => format!("*{}.Place()", self.text),
            Kind::Case([get, _]) => format!("{}.{get}()", self.text),
        }
    }

    /// The value as an operand: what follows binds to it.
    pub fn operand(&self) -> String {
        match self.kind {
            Kind::Pointer | Kind::OptRef | Kind::Own(_) | Kind::Opt => format!("({})", self.object()),
            _ => self.object(),
        }
    }

    /// What members of the value are selected from.
    fn selected(&self) -> String {
        match self.kind {
            Kind::Opt => format!("{}.Place()", self.text),
            _ => self.text.clone(),
        }
    }

    /// A pointer to the value.
    pub fn reference(&self) -> String {
        match self.kind {
            Kind::Pointer | Kind::OptRef | Kind::Own(_) | Kind::OptPointer => self.text.clone(),
            Kind::Opt => format!("{}.Place()", self.text),
            _ => format!("&{}", self.text),
        }
    }
}

impl<'m> Printer<'_, 'm> {
    pub(super) fn path(&mut self, place: &Place) -> Path<'m> {
        let info = self.info(place.root);
        let mut steps = place.steps.as_slice();
        let mut path = match (info.entry, steps.split_first()) {
            (Some(entry), Some((Step::Field(index), rest))) => {
                steps = rest;
                if *index == 0 { entry.0 } else { entry.1 }
            }
            _ => match info.path {
                Some(path) => path,
                None => {
                    self.problem("a variable that is no native value is the root of a place");
                    Path { text: info.text, kind: Kind::Value, ty: None }
                }
            },
        };
        let is_built = self.built.contains(&place.root);
        for step in steps {
            path = self.step(path, step, is_built);
        }
        path
    }

    fn step(&mut self, path: Path<'m>, step: &Step, is_built: bool) -> Path<'m> {
        match (step, path.ty) {
            (Step::Field(index), Some(Type::Struct(id))) => self.member(&path, (*id, *index), is_built),
            (Step::Some, _) => match path.kind {
                Kind::OptPointer => Path { kind: Kind::Pointer, ..path },
                Kind::OptUnion => Path { kind: Kind::Value, ..path },
                _ => path,
            },
            (Step::Case(index), Some(Type::Union(id))) => self.case_path(&path, *id, *index),
            (Step::At(index), Some(Type::List(element) | Type::Array(element, _))) => {
                let index = self.int(index);
                Path::value(format!("{}[{index}]", path.operand()), element)
            }
            (Step::Field(_) | Step::Case(_) | Step::At(_), _) => {
                self.problem("a place does not fit its type");
                path
            }
        }
    }

    fn member(&mut self, path: &Path<'m>, (id, index): (StructId, u32), is_built: bool) -> Path<'m> {
        let record = self.unit.types.record(id);
        let field = &record.fields[index as usize];
        let names = self.file.names.record(id);
        let text = match record.is_nullable {
            true => path.operand(),
            false => format!("{}.{}", path.selected(), names.fields[index as usize]),
        };
        let presence = names.presence.get(index as usize).copied().unwrap_or_default();
        let kind = match held(field) {
            _ if presence == BoundPresence::Pointer => Kind::OptRef,
            _ if presence == BoundPresence::Always => Kind::Always,
            Held::Pointer if field.optional => Kind::OptPointer,
            Held::Pointer => return self.recursive(&text, &field.ty, is_built),
            Held::Optional => Kind::Opt,
            Held::Plain if field.optional => Kind::OptUnion,
            Held::Plain => Kind::Value,
        };
        Path { text, kind, ty: Some(&field.ty) }
    }

    /// A recursive member that is not optional: nil stands for a new value.
    fn recursive(&mut self, member: &str, ty: &'m Type, is_built: bool) -> Path<'m> {
        let make = match ty {
            Type::Struct(id) => self.maker(*id),
            _ => None,
        };
        let make = make.unwrap_or_else(|| format!("{}[{}]", self.runtime("New"), self.native_type(ty)));
        let (made, held) = (self.runtime("Made"), self.runtime("Held"));
        let text = if is_built { format!("{made}(&{member}, {make})") } else { format!("{held}({member}, {make})") };
        Path::pointer(&text, ty)
    }

    fn case_path(&mut self, path: &Path<'m>, id: UnionId, index: u32) -> Path<'m> {
        let case = &self.unit.types.union(id).cases[index as usize];
        let names = self.file.names.union(id).cases[index as usize].clone();
        let of = path.selected();
        let Some(ty) = &case.ty else { return Path { text: of, kind: Kind::Mark(names.set), ty: None } };
        match ty {
            Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) | Type::Text { .. } | Type::Bytes => {
                Path { text: of, kind: Kind::Case([names.get, names.set]), ty: Some(ty) }
            }
            Type::Struct(_) | Type::Union(_) => Path::pointer(&format!("{of}.{}()", names.get), ty),
            Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(_) => {
                let text = format!("{of}.{}()", names.pointer);
                let constant = self.case_constant(id, index);
                Path { text, kind: Kind::Own([of, names.set, constant]), ty: Some(ty) }
            }
        }
    }

    /// Returns the constant that stands for a case.
    pub(super) fn case_constant(&mut self, id: UnionId, index: u32) -> String {
        let names = self.file.names.union(id);
        self.file.imports.qualified(&names.name.package, &names.cases[index as usize].constant)
    }

    pub(super) fn step_into(&mut self, path: &Path<'m>, index: u32) -> Path<'m> {
        self.step(path.clone(), &Step::Field(index), true)
    }

    /// The type of a place.
    pub(super) fn place_type(&mut self, place: &Place) -> Option<&'m Type> {
        let added = (place.root.0 as usize) >= self.function.vars.len();
        if added {
            return self.path(place).ty;
        }
        self.unit.types.at(self.function, place).and_then(|it| it.value())
    }

    /// The value of a scalar, a text or bytes.
    pub(super) fn get(&mut self, place: &Place) -> String {
        let path = self.path(place);
        let (object, operand) = (path.object(), path.operand());
        match path.ty {
            // A rune is signed.
            Some(Type::Int { meaning: Meaning::Character, bits: 32, .. }) => format!("uint64(uint32({object}))"),
            Some(ty @ Type::Int { signed: true, .. }) if is_meant(ty) => format!("int64({object})"),
            Some(ty @ Type::Int { signed: false, .. }) if is_meant(ty) => format!("uint64({object})"),
            Some(Type::Bool | Type::Int { bits: 64, .. }) => object,
            Some(Type::Int { signed: true, .. } | Type::Enum(_)) => format!("int64({object})"),
            Some(Type::Int { signed: false, .. }) => format!("uint64({object})"),
            Some(Type::Float { bits: 32 }) => {
                format!("uint64({}({object}))", self.standard("math", "Float32bits"))
            }
            Some(Type::Float { .. }) => format!("{}({object})", self.standard("math", "Float64bits")),
            Some(Type::Text { .. }) => format!("[]byte({object})"),
            Some(Type::Bytes) => object,
            Some(Type::FixedBytes(..)) => format!("{operand}[:]"),
            _ => {
                self.problem("a place that holds no scalar is read");
                object
            }
        }
    }

    pub(super) fn is_present(&mut self, place: &Place) -> String {
        let path = self.path(place);
        match path.kind {
            Kind::OptPointer | Kind::OptRef => format!("{} != nil", path.text),
            Kind::Always => "true".to_owned(),
            Kind::Opt => format!("!{}.IsZero()", path.text),
            Kind::OptUnion => format!("{}.Which() != 0", path.text),
            _ => {
                self.problem("the presence of a value that is not optional is tested");
                "true".to_owned()
            }
        }
    }

    pub(super) fn case(&mut self, place: &Place) -> String {
        let path = self.path(place);
        format!("{}.Which()", path.selected())
    }

    /// The member that keeps unknown fields, if the struct at the place has one.
    pub(super) fn unknown_member(&mut self, place: &Place) -> Option<String> {
        let path = self.path(place);
        let Some(Type::Struct(id)) = path.ty else { return None };
        let keeps = self.unit.types.record(*id).keeps_unknown;
        let name = self.file.names.record(*id).unknown.clone();
        keeps.then(|| format!("{}.{name}", path.selected()))
    }

    /// Returns the entry of a map that a variable refers to.
    pub(super) fn entry_types(&self, var: polywire_ir::VarId) -> Option<(&'m Type, &'m Type)> {
        match self.native(var) {
            Some(Type::Struct(id)) if self.unit.types.record(*id).is_entry => Some(self.unit.types.entry(*id)),
            _ => None,
        }
    }

    pub(super) fn type_of(&mut self, expr: &polywire_ir::Expr) -> ValueType {
        use polywire_ir::{BinaryOp, Expr as Ir, UnaryOp};
        match expr {
            Ir::Var(var) => self.var_type(*var),
            Ir::Get(place) => self.place_type(place).and_then(Type::scalar).unwrap_or(ValueType::U64),
            Ir::Unary(UnaryOp::Reinterpret, value) => match self.type_of(value) {
                ValueType::U64 => ValueType::I64,
                _ => ValueType::U64,
            },
            Ir::Unary(UnaryOp::Not, _) => ValueType::Bool,
            Ir::Unary(UnaryOp::Complement, _) | Ir::BytesLen(_) => ValueType::U64,
            Ir::Wrap { signed, .. } => {
                if *signed {
                    ValueType::I64
                } else {
                    ValueType::U64
                }
            }
            Ir::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le, ..) => ValueType::Bool,
            Ir::Binary(_, left, _) => self.type_of(left),
            Ir::Select(_, then, other) => match (self.type_of(then), self.type_of(other)) {
                (then, other) if then == other => then,
                _ => ValueType::Bytes,
            },
            _ => self.unit.types.type_of(self.function, expr).unwrap_or(ValueType::U64),
        }
    }
}
