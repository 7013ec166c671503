//! Values that a format can only hold inside of a struct of its own.
//!
//! A format lowers a model in which each such value is the field of an additional struct. In the functions that it
//! lowers, this field and its struct are then one value again, so that engines and native types know nothing of it.
//!
//! Design: docs/decisions/0075-wrapped-values.md

use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{Module, Place, PlaceType, Step, ValueType, Var};
use polywire_model::{Decl, DeclId, DeclKind, Field, Model, Presence, Struct, Type as ModelType, pascal_case};
use polywire_source::Span;
use std::collections::HashSet;
use std::sync::Arc;

/// The position of a value that may have to be wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// A field with this presence.
    Field(Presence),
    /// The key or the value of a map's entry.
    EntryPart,
    /// An element of a list or an array.
    Element,
    /// A case of a union.
    Case,
}

/// A model with additional structs after its own declarations, each with one field.
pub(crate) struct Wrapped {
    /// The model to lower.
    pub model: Model,
    /// The id of the first additional struct.
    pub first: StructId,
    /// The native types of the original model.
    pub types: Arc<Types>,
    /// The native types of the values that the additional structs hold, in order.
    inner: Vec<Type>,
}

/// Wraps the values for which `needs` is true. Values of the same type have the same struct.
pub(crate) fn wrap(model: &Model, needs: &dyn Fn(Position, &ModelType) -> bool) -> Wrapped {
    let types = Arc::new(Types::of_model(model));
    let taken = model.decls.iter().map(Decl::path).collect();
    let mut wrapper = Wrapper { model, needs, taken, held: Vec::new(), decls: Vec::new() };
    let decls = model.decls.iter().map(|decl| wrapper.declaration(decl)).collect();
    let inner = wrapper.held.iter().map(|ty| types.of(ty)).collect();
    let added = wrapper.decls;
    let mut wrapped = Model { decls, ..model.clone() };
    wrapped.decls.extend(added);
    let first = StructId(types.structs.len() as u32);
    Wrapped { model: wrapped, first, types, inner }
}

struct Wrapper<'m> {
    model: &'m Model,
    needs: &'m dyn Fn(Position, &ModelType) -> bool,
    taken: HashSet<String>,
    /// The types of wrapped values, as in the original model.
    held: Vec<ModelType>,
    /// Their structs.
    decls: Vec<Decl>,
}

impl Wrapper<'_> {
    fn declaration(&mut self, decl: &Decl) -> Decl {
        let mut decl = decl.clone();
        match &mut decl.kind {
            DeclKind::Struct(it) => {
                let is_entry = it.is_entry;
                for field in &mut it.fields {
                    let position = if is_entry { Position::EntryPart } else { Position::Field(field.presence) };
                    field.ty = self.value(position, &field.ty);
                }
            }
            DeclKind::Union(it) => {
                it.cases
                    .iter_mut()
                    .filter_map(|case| case.ty.as_mut())
                    .for_each(|ty| *ty = self.value(Position::Case, ty));
            }
            DeclKind::Enum(_) | DeclKind::Constant(_) => {}
        }
        decl
    }

    fn value(&mut self, position: Position, ty: &ModelType) -> ModelType {
        if (self.needs)(position, ty) { ModelType::Named(self.wrapper(ty)) } else { self.inside(ty) }
    }

    /// Wraps what is inside of a value.
    fn inside(&mut self, ty: &ModelType) -> ModelType {
        match ty {
            ModelType::List(element) => ModelType::list(self.value(Position::Element, element)),
            ModelType::Array(element, len) => ModelType::Array(Box::new(self.value(Position::Element, element)), *len),
            ModelType::Bool
            | ModelType::Int { .. }
            | ModelType::Float { .. }
            | ModelType::Text(_)
            | ModelType::Bytes
            | ModelType::FixedBytes(..)
            | ModelType::Named(_)
            | ModelType::Map(_) => ty.clone(),
        }
    }

    /// Returns the struct for values of a type.
    fn wrapper(&mut self, ty: &ModelType) -> DeclId {
        let first = self.model.decls.len();
        if let Some(known) = self.held.iter().position(|held| held == ty) {
            return DeclId((first + known) as u32);
        }
        let index = self.held.len();
        self.held.push(ty.clone());
        let decl = self.declare(ty);
        self.decls.push(decl);
        let inside = self.inside(ty);
        self.decls[index].kind =
            DeclKind::Struct(Struct { fields: vec![Field::new("value", inside)], ..Struct::default() });
        DeclId((first + index) as u32)
    }

    fn declare(&mut self, ty: &ModelType) -> Decl {
        let (module, mut name) = self.name(ty);
        let path = |name: &str| module.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join(".");
        while !self.taken.insert(path(&name)) {
            name.push('_');
        }
        Decl {
            file: String::new(),
            module,
            name: vec![name],
            doc: String::new(),
            deprecated: false,
            span: Span::default(),
            kind: DeclKind::Struct(Struct::default()),
        }
    }

    /// Returns the module and the name of the struct for values of a type.
    fn name(&self, ty: &ModelType) -> (Vec<String>, String) {
        let named = |id: &DeclId, suffix: &str| {
            let decl = self.model.decl(*id);
            (decl.module.clone(), decl.name.iter().map(|part| pascal_case(part)).collect::<String>() + suffix)
        };
        let plain = |name: &str| (Vec::new(), format!("{name}Value"));
        match ty {
            ModelType::Bool => plain("Bool"),
            ModelType::Int { bits, signed, .. } => plain(&format!("{}{bits}", if *signed { "Int" } else { "Uint" })),
            ModelType::Float { bits } => plain(&format!("Float{bits}")),
            ModelType::Text(_) => plain("Text"),
            ModelType::Bytes => plain("Bytes"),
            ModelType::FixedBytes(len, _) => plain(&format!("Bytes{len}")),
            ModelType::Named(id) => named(id, "Value"),
            ModelType::Map(id) => named(id, "Map"),
            ModelType::List(element) => suffixed(self.name(element), "List"),
            ModelType::Array(element, len) => suffixed(self.name(element), &format!("Array{len}")),
        }
    }
}

/// Names a list after its element: `BytesList` for `BytesValue`.
fn suffixed((module, name): (Vec<String>, String), suffix: &str) -> (Vec<String>, String) {
    let stem = name.strip_suffix("Value").unwrap_or(&name);
    (module, format!("{stem}{suffix}"))
}

impl Wrapped {
    /// Makes each wrapped value and its struct one value in all functions of a module.
    pub fn unwrap(&self, mut module: Module) -> Module {
        if !self.inner.is_empty() {
            let types = module.types.clone();
            for function in &mut module.functions {
                let vars = function.vars.clone();
                function.visit_places_mut(&mut |place| self.shorten(&types, &vars, place));
                function.vars.iter_mut().for_each(|var| self.unwrap_var(var));
            }
        }
        module.types = self.types.clone();
        module
    }

    /// Drops the steps from additional structs to their fields.
    fn shorten(&self, types: &Types, vars: &[Var], place: &mut Place) {
        let ValueType::Ref(root) = &vars[place.root.0 as usize].ty else { return };
        let mut at = Some(PlaceType::Value(root));
        place.steps.retain(|step| {
            let is_inner = matches!((at, step), (Some(PlaceType::Value(Type::Struct(id))), Step::Field(_)) if self.held(*id).is_some());
            at = at.and_then(|at| at.step(types, step));
            !is_inner
        });
    }

    fn unwrap_var(&self, var: &mut Var) {
        if let ValueType::Ref(ty) = &mut var.ty {
            self.unwrap_type(ty);
        }
    }

    fn unwrap_type(&self, ty: &mut Type) {
        match ty {
            Type::Struct(id) => {
                if let Some(inner) = self.held(*id) {
                    *ty = inner.clone();
                }
            }
            Type::List(element) | Type::Array(element, _) => self.unwrap_type(element),
            Type::Bool
            | Type::Int { .. }
            | Type::Float { .. }
            | Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(..)
            | Type::Enum(_)
            | Type::Union(_)
            | Type::Map(_) => {}
        }
    }

    /// Returns the native type of the value that a struct holds, if it is an additional one.
    fn held(&self, id: StructId) -> Option<&Type> {
        self.inner.get(id.0.checked_sub(self.first.0)? as usize)
    }
}
