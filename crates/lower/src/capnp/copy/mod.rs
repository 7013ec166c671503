//! Copies the target of a pointer into one segment, in the order of the pointers: unchanged, or in canonical form, in
//! which trailing zeros of sections are left out (Cap'n Proto Encoding, "Canonicalization").

mod scalars;
mod structs;
mod used;

use super::encode_pointer::{distance, put_list_pointer};
use super::list::{COMPOSITE, composite_elements, count, kind};
use super::pointer::{FAR, Kind, OTHER, Pointer, Pointers, Target, fits, section_sizes, start};
use crate::plan::{arm, block};
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::{Arg, Const, ErrorCode, FuncId, Function, Order, ValueType, VarId};
use structs::Structs;

/// Functions that copy objects.
#[derive(Clone, Copy)]
pub(super) struct Copies {
    /// Puts a pointer to the copy into the caller's section, nothing for null: `copy(message, segment, pos, word, canonical)`.
    copy: FuncId,
}

/// The form of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Unchanged.
    AsItIs,
    /// Sections without trailing zeros; the data is already in one segment.
    Canonical,
}

/// The functions that copying calls.
#[derive(Clone, Copy)]
struct Parts {
    /// [`Copies::copy`].
    copy: FuncId,
    /// Copies adjacent structs: `copy_sections(message, segment, pos, count, data, pointers, kept_data, kept_pointers,
    /// canonical)`.
    sections: FuncId,
    /// Copies a list of elements other than pointers: `copy_scalars(segment, pos, word)`.
    scalars: FuncId,
    /// The sizes of the structs' sections without trailing words that are zero in all of them: `used_sections(segment,
    /// pos, count, data, pointers) -> kept_data, kept_pointers`.
    used: FuncId,
}

impl Copies {
    /// Adds the functions to a module.
    pub fn add(module: &mut ModuleBuilder, pointers: &Pointers) -> Self {
        let (copy, sections) = (module.declare(), module.declare());
        let used = used::add(module);
        let parts = Parts { copy, sections, scalars: module.add(scalars::copy_scalars()), used };
        module.define(copy, parts.copy(pointers));
        module.define(sections, parts.copy_sections());
        Self { copy }
    }

    /// Puts a pointer to a copy into the section.
    pub fn copy(self, b: &mut FunctionBuilder, pointer: &Pointer, form: Form) {
        let canonical = Arg::Value((form == Form::Canonical).into());
        b.call(self.copy, [pointer.args(), vec![canonical]].concat(), &[]);
    }
}

impl Parts {
    fn copy(self, pointers: &Pointers) -> Function {
        let mut b = FunctionBuilder::new("copy");
        b.nests();
        let pointer = Pointer::params(&mut b);
        let canonical = b.value_param("canonical", ValueType::Bool);
        b.when(pointer.word.is_not(0u64), |b| {
            let is_near = (pointer.word & 3u64).is_not(FAR);
            b.check(canonical.is(false) | is_near, ErrorCode::Mismatch);
            let target = pointers.resolve(b, &pointer);
            let structs = arm(b, vec![Const::U64(Kind::STRUCT.value)], |b| {
                self.copy_struct(b, pointer.message, target, canonical);
            });
            let list = arm(b, vec![Const::U64(Kind::LIST.value)], |b| {
                self.copy_list(b, pointer.message, target, canonical);
            });
            let other = arm(b, vec![Const::U64(OTHER)], |b| copy_capability(b, target, canonical));
            let far = block(b, |b| b.fail(ErrorCode::WrongKind));
            b.switch(target.word & 3u64, vec![structs, list, other], far, &[]);
        });
        b.finish(vec![], vec![])
    }

    /// A struct of size zero occupies no space: its pointer points to itself.
    fn copy_struct(self, b: &mut FunctionBuilder, message: VarId, target: Target, canonical: VarId) {
        let (data, pointers) = section_sizes(b, target.word);
        let size = b.let_("size", data + pointers);
        let pos = charged(b, target.segment, target.pos, size);
        let count = b.let_("count", 1u64);
        let structs = self.structs(b, target.segment, pos, (count, data, pointers), canonical);
        b.if_else(
            structs.kept().is(0u64),
            |b| b.put_int(0, 0xffff_fffcu64, 8, Order::Little),
            |b| {
                b.put_int(0, distance(0) | structs.sizes(), 8, Order::Little);
                b.tail(&[], |b| {
                    self.call_sections(b, message, structs, canonical);
                    vec![]
                });
            },
        );
    }

    fn copy_list(self, b: &mut FunctionBuilder, message: VarId, target: Target, canonical: VarId) {
        let structs = arm(b, vec![Const::U64(COMPOSITE)], |b| self.copy_structs(b, message, target, canonical));
        let pointers = arm(b, vec![Const::U64(POINTERS)], |b| self.copy_pointers(b, message, target, canonical));
        let scalars = block(b, |b| {
            let args = [target.segment, target.pos, target.word].map(|var| Arg::Value(var.into())).to_vec();
            b.call(self.scalars, args, &[]);
        });
        b.switch(kind(target.word), vec![structs, pointers], scalars, &[]);
    }

    fn copy_structs(self, b: &mut FunctionBuilder, message: VarId, target: Target, canonical: VarId) {
        let found = composite_elements(b, target.segment, target.pos, target.word);
        let names = ["first", "count", "data", "pointers"].into_iter().zip(found);
        let found: Vec<VarId> = names.map(|(name, value)| b.let_(name, value)).collect();
        let (first, count) = (found[0], found[1]);
        let structs = self.structs(b, target.segment, first, (count, found[2], found[3]), canonical);
        put_list_pointer(b, 0, COMPOSITE, (count * structs.kept()) >> 3u64);
        b.tail(&[], |b| {
            b.write_int((count << 2u64) | structs.sizes(), 8, Order::Little);
            self.call_sections(b, message, structs, canonical);
            vec![]
        });
    }

    fn copy_pointers(self, b: &mut FunctionBuilder, message: VarId, target: Target, canonical: VarId) {
        let count = b.let_("count", count(target.word));
        let size = b.let_("size", count << 3u64);
        let pos = charged(b, target.segment, target.pos, size);
        put_list_pointer(b, 0, POINTERS, count.into());
        let [none, eight] = [0u64, 8].map(|len| b.let_("len", len));
        let structs = Structs {
            segment: target.segment,
            pos,
            count,
            data: none,
            pointers: eight,
            kept_data: none,
            kept_pointers: eight,
        };
        b.tail(&[], |b| {
            self.call_sections(b, message, structs, canonical);
            vec![]
        });
    }
}

/// Bits 32 to 34 of a pointer to a list of pointers.
const POINTERS: u64 = 6;

/// Charges an object of this many bytes, which must be in its segment; returns its start.
fn charged(b: &mut FunctionBuilder, segment: VarId, pos: VarId, size: VarId) -> VarId {
    let first = b.let_("first", start(pos, size));
    b.check(fits(segment, first, size.into()), ErrorCode::BadPointer);
    b.charge(size);
    first
}

/// A capability is a number; a canonical message has none.
fn copy_capability(b: &mut FunctionBuilder, target: Target, canonical: VarId) {
    b.check(Kind::CAPABILITY.is_of(target.word), ErrorCode::WrongKind);
    b.check(canonical.is(false), ErrorCode::Unsupported);
    b.put_int(0, target.word, 8, Order::Little);
}
