//! Values without a type in the type model: objects of any type, as separate messages.

use super::copy::{Copies, Form};
use super::message::{read_root_pointer, read_segments, write_segment};
use super::pointer::{Kind, Pointer, Pointers};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Function, Place, ValueType, VarId};
use polywire_model::attr::CapnpOpaque;

/// Functions that copy objects. `kind` is the value of the two lowest bits of a pointer to the object, or [`ANY_KIND`].
pub(super) struct Objects {
    /// Writes a message whose root is the target of a pointer: `write_object(message, segment, pos, word, kind)`.
    write: FuncId,
    /// Puts a pointer to a copy of a message's root into the caller's section: `put_object(message, kind)`.
    put: FuncId,
}

/// Distinct from the kinds of pointers.
const ANY_KIND: u64 = 4;

impl Objects {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder, pointers: &Pointers, first_segment: FuncId, copies: Copies) -> Self {
        let write = module.add(write_object(pointers, copies));
        Self { write, put: module.add(put_object(pointers, first_segment, copies)) }
    }

    /// Sets bytes to a message whose root is the target of a pointer.
    pub fn read(&self, b: &mut FunctionBuilder, opaque: CapnpOpaque, pointer: &Pointer, place: Place) {
        let args = [pointer.args(), vec![kind_of(opaque)]].concat();
        let object = b.scratch("object", |b| drop(b.call(self.write, args, &[])));
        b.set(place, object);
    }

    /// Puts a pointer to the root of the message at a place.
    pub fn put(&self, b: &mut FunctionBuilder, opaque: CapnpOpaque, place: Place, at: u32) {
        let args = vec![Arg::Value(Expr::Get(place)), kind_of(opaque)];
        b.sub(at, |b| drop(b.call(self.put, args, &[])));
    }
}

fn kind_of(opaque: CapnpOpaque) -> Arg {
    let kind = match opaque {
        CapnpOpaque::Struct => Kind::STRUCT.value,
        CapnpOpaque::List | CapnpOpaque::Voids => Kind::LIST.value,
        CapnpOpaque::Capability(_) => Kind::CAPABILITY.value,
        CapnpOpaque::Any => ANY_KIND,
    };
    Arg::Value(kind.into())
}

fn write_object(pointers: &Pointers, copies: Copies) -> Function {
    let mut b = FunctionBuilder::new("write_object");
    let pointer = Pointer::params(&mut b);
    let kind = b.value_param("kind", ValueType::U64);
    check_kind(&mut b, pointers, &pointer, kind);
    write_segment(&mut b, |b| copies.copy(b, &pointer, Form::AsItIs));
    b.finish(vec![], vec![])
}

fn put_object(pointers: &Pointers, first_segment: FuncId, copies: Copies) -> Function {
    let mut b = FunctionBuilder::new("put_object");
    let message = b.value_param("message", ValueType::Bytes);
    let kind = b.value_param("kind", ValueType::U64);
    let segment =
        b.at(message, 0u64, &[("segment", ValueType::Bytes)], |b| vec![read_segments(b, first_segment).into()]);
    let pointer = read_root_pointer(&mut b, message, segment[0]);
    b.when(pointer.word.is_not(0u64), |b| check_kind(b, pointers, &pointer, kind));
    copies.copy(&mut b, &pointer, Form::AsItIs);
    b.finish(vec![], vec![])
}

fn check_kind(b: &mut FunctionBuilder, pointers: &Pointers, pointer: &Pointer, kind: VarId) {
    b.when(kind.is_not(ANY_KIND), |b| {
        let target = pointers.resolve(b, pointer);
        b.check((target.word & 3u64).is(kind), ErrorCode::WrongKind);
    });
}
