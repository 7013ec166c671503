//! Views of objects without a type in the schema: their pointers, which readers resolve as types of their choice.

use super::pointee::Pointee;
use super::pointer::{Kind, OTHER, Pointer};
use super::view::{STRUCT, Viewing, one_less};
use super::view_list::LIST;
use crate::plan::{types_of, vars};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Asks, ErrorCode, Function, ObjectView, Role, ValueType, VarId};
use polywire_model::attr::CapnpOpaque;

/// The values that locate an object: its pointer.
pub(super) const OBJECT: [(&str, ValueType); 5] = [
    ("message", ValueType::Bytes),
    ("segment", ValueType::Bytes),
    ("pos", ValueType::U64),
    ("word", ValueType::U64),
    ("levels", ValueType::U64),
];

/// The results of `kind`.
const STRUCT_KIND: u64 = 1;
const LIST_KIND: u64 = 2;
const REFERENCE_KIND: u64 = 3;

/// Texts are UTF-8.
const TEXT: Type = Type::Text { verified: true };

/// The meaning of such a member's value in a message.
pub(super) fn role_of(opaque: Option<CapnpOpaque>) -> Role {
    match opaque {
        None => Role::Value,
        Some(CapnpOpaque::Any | CapnpOpaque::Struct | CapnpOpaque::List) => Role::Object,
        Some(CapnpOpaque::Capability(_)) => Role::Reference,
        Some(CapnpOpaque::Voids) => Role::Count,
    }
}

/// Returns true if a member, or its elements, are untyped objects.
pub(super) fn is_object(opaque: Option<CapnpOpaque>) -> bool {
    role_of(opaque) == Role::Object
}

/// Returns the elements of lists that objects can be read as, apart from structs.
pub(super) fn object_elements() -> Vec<Type> {
    let int = |bits| [true, false].map(|signed| Type::int(bits, signed));
    let ints = [8, 16, 32, 64].into_iter().flat_map(int);
    let floats = [32, 64].map(|bits| Type::Float { bits });
    [Type::Bool].into_iter().chain(ints).chain(floats).chain([TEXT, Type::Bytes]).collect()
}

/// Adds the parameters of a function that reads an object.
fn params(b: &mut FunctionBuilder) -> (Pointer, VarId) {
    (Pointer::params(b), b.value_param("levels", ValueType::U64))
}

/// Returns the nesting levels left inside an object, which may be anything, so that each counts as one.
fn descend(b: &mut FunctionBuilder, levels: VarId) -> VarId {
    let left = one_less(b, levels);
    b.let_("left", left)
}

impl Viewing<'_, '_> {
    pub(super) fn object_view(&self, module: &mut ModuleBuilder) -> ObjectView {
        let kind = module.add(self.kind_of_object());
        let text = module.add(self.bytes_of_object("text", &TEXT));
        let bytes = module.add(self.bytes_of_object("bytes", &Type::Bytes));
        let reference = module.add(self.reference_of_object());
        ObjectView { place: vars(&OBJECT), asks: Some(Asks { kind, text, bytes, reference }) }
    }

    /// `struct_of_object_Name(message, segment, pos, word, levels)`: reads an object as the struct of this name.
    pub(super) fn struct_of_object(&self, id: StructId) -> Function {
        let mut b = self.function(format!("struct_of_object_{}", &self.capnp.scaffold.names[id]));
        let (pointer, levels) = params(&mut b);
        let left = descend(&mut b, levels);
        let yields = self.follow_struct(&mut b, id, &pointer, left);
        b.finish(yields, types_of(&STRUCT))
    }

    /// Returns true if an object can be read as a list of such elements.
    pub(super) fn is_read_of_objects(&self, element: Pointee<'_>) -> bool {
        let is_read = match element.ty {
            Type::Struct(id) => self.is_message(*id),
            ty => object_elements().contains(ty),
        };
        is_read && element.opaque.is_none()
    }

    /// `list_of_object_name(message, segment, pos, word, levels)`: reads an object as a list.
    pub(super) fn list_of_object(&self, element: &Type, name: &str) -> Function {
        let mut b = self.function(format!("list_of_object_{name}"));
        let (pointer, levels) = params(&mut b);
        let left = descend(&mut b, levels);
        let yields = self.follow_list(&mut b, Pointee::of(element), None, &pointer, left);
        b.finish(yields, types_of(&LIST))
    }

    fn kind_of_object(&self) -> Function {
        let mut b = self.function("kind_of_object".to_owned());
        let (pointer, _) = params(&mut b);
        let kind = [("kind", ValueType::U64)];
        let found = b.if_yields(
            pointer.word.is_not(0u64),
            &kind,
            |b| {
                let target = self.capnp.pointers.resolve(b, &pointer);
                let low = b.let_("low", target.word & 3u64);
                let is_reference = Kind::CAPABILITY.is_of(target.word);
                let is_known = low.below(2u64) | (low.is(OTHER) & is_reference);
                b.check(is_known, ErrorCode::WrongKind);
                let of_bytes = low.is(Kind::STRUCT.value).choose(STRUCT_KIND, LIST_KIND);
                vec![low.is(OTHER).choose(REFERENCE_KIND, of_bytes)]
            },
            |_| vec![0u64.into()],
        );
        b.finish(vec![found[0].into()], types_of(&kind))
    }

    fn bytes_of_object(&self, name: &str, ty: &Type) -> Function {
        let mut b = self.function(format!("{name}_of_object"));
        let (pointer, levels) = params(&mut b);
        let yields = self.follow(&mut b, (Pointee::of(ty), None), &pointer, levels);
        b.finish(yields, vec![ValueType::Bytes])
    }

    fn reference_of_object(&self) -> Function {
        let mut b = self.function("reference_of_object".to_owned());
        let (pointer, _) = params(&mut b);
        let yields = self.number(&mut b, CapnpOpaque::Capability(None), &pointer);
        b.finish(yields, vec![ValueType::U64])
    }
}
