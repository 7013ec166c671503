//! Reading the standard model.

use super::Fbe;
use super::plan::{HEADER, Member, Record, Shape, Slot};
use super::read_value::Source;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Function, Order, Place, ValueType, VarId};
use polywire_model::Presence;

/// The struct that a function reads.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The whole message: Bytes.
    pub buffer: VarId,
    /// The position to which pointers are relative: U64.
    pub origin: VarId,
    /// Several pointers can lead to the same bytes.
    pub is_repeated: bool,
}

impl Fbe<'_> {
    /// `read_Name(buffer, origin, value)`: reads the struct at a position. A struct of an older writer is shorter, one of a
    /// newer writer longer. A field counts only if the struct has all of its place.
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let mut b = self.scaffold.nesting("read", id);
        let buffer = b.value_param("buffer", ValueType::Bytes);
        let origin = b.value_param("origin", ValueType::U64);
        let value = b.build_param("value", Type::Struct(id));
        let record = self.record(id);
        if record.is_item {
            return b.finish(vec![], vec![]);
        }
        if self.scaffold.nests(id) {
            b.charge(u64::from(record.size));
        }
        let at = (buffer.into(), origin.into(), u64::from(HEADER).into());
        let head = b.section("head", at, vec![0; HEADER as usize], ErrorCode::BadPointer);
        let size = b.let_("size", load(head, 0));
        b.check(Expr::from(u64::from(HEADER)).at_most(size), ErrorCode::BadLength);
        let type_id = b.let_("type", load(head, 4));
        b.check(type_id.is(u64::from(record.type_id)), ErrorCode::Mismatch);
        let kept = known_size(&mut b, record, size);
        let fields =
            b.section("fields", (buffer.into(), origin.into(), kept.into()), record.fresh(), ErrorCode::BadPointer);
        let frame = Frame { buffer, origin, is_repeated: self.is_repeated(id) };
        self.read_members(&mut b, id, &value.into(), frame, &Source::Section { fields, kept });
        b.finish(vec![], vec![])
    }

    /// Reads the members of a struct, or those of an item at the cursor.
    pub(super) fn read_members(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        owner: &Place,
        frame: Frame,
        source: &Source,
    ) {
        let mut held = None;
        for member in &self.record(id).members {
            match member.slot {
                Slot::Field(_, Presence::Implicit) => {
                    self.read(b, member, member.value_place(owner), frame, source);
                }
                Slot::Field(index, Presence::Required) => {
                    b.open(owner.field(index), None, ("present", member.value.ty.clone()), |b, bind, _| {
                        self.read(b, member, bind.into(), frame, source);
                    });
                }
                Slot::Field(_, Presence::Optional) => {
                    self.read_optional(b, member, owner, frame, source);
                }
                Slot::Case { field, .. } => {
                    let flag = self.read_optional(b, member, owner, frame, source);
                    held = Some(at_most_one(b, held.filter(|(other, _)| *other == field), (field, flag)));
                }
            }
        }
    }

    /// Reads a value behind its flag, and returns the flag: Bool.
    fn read_optional(
        &self,
        b: &mut FunctionBuilder,
        member: &Member,
        owner: &Place,
        frame: Frame,
        source: &Source,
    ) -> VarId {
        let flag = source.int(b, ("flag", 1), member.at);
        let flag = b.let_("present", flag.is_not(0u64));
        let pointer = source.int(b, ("pointer", 4), member.at + 1);
        let pointer = b.let_("pointer", pointer);
        b.when(flag.into(), |b| {
            b.check(pointer.is_not(0u64), ErrorCode::BadPointer);
            let origin = b.let_("origin", frame.origin + pointer);
            self.read_present(b, member, owner, Frame { origin, ..frame });
        });
        flag
    }

    /// Reads the value of an optional at the frame's origin.
    fn read_present(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place, frame: Frame) {
        let (place, case) = member.opened(owner);
        let width = member.value.width(&self.records);
        let value = |b: &mut FunctionBuilder| {
            let at = (frame.buffer.into(), frame.origin.into(), u64::from(width).into());
            b.section("value", at, vec![0; width as usize], ErrorCode::BadPointer)
        };
        match &member.value.shape {
            Shape::Scalar(scalar) => {
                let section = value(b);
                let bits = Expr::Load { section, offset: 0, width: scalar.width(), order: Order::Little };
                return scalar.set(b, self.types, member.value_place(owner), bits);
            }
            Shape::Fixed(_) => {
                let section = value(b);
                return b.set(member.value_place(owner), section);
            }
            Shape::Mark => {
                value(b);
                return b.open(place, case, ("present", member.value.ty.clone()), |_, _, _| {});
            }
            Shape::Text | Shape::Bytes | Shape::Struct(_) | Shape::Item(_) | Shape::Array(..) | Shape::List(_) => {}
        }
        b.open(place, case, ("present", member.value.ty.clone()), |b, bind, _| {
            b.at(frame.buffer, frame.origin, &[], |b| {
                self.read_value(b, &member.value, bind.into(), frame);
                vec![]
            });
        });
    }

    fn read(&self, b: &mut FunctionBuilder, member: &Member, place: Place, frame: Frame, source: &Source) {
        let Source::Section { fields, kept } = *source else { return self.read_value(b, &member.value, place, frame) };
        let end = u64::from(member.at + member.value.width(&self.records));
        match &member.value.shape {
            Shape::Scalar(scalar) => {
                let bits = source.int(b, ("bits", scalar.width()), member.at);
                scalar.set(b, self.types, place, bits);
            }
            Shape::Mark => {}
            Shape::Fixed(0) => {}
            Shape::Fixed(len) => b.set(place, Expr::Slice { section: fields, offset: member.at, len: *len }),
            Shape::Text | Shape::Bytes | Shape::List(_) => {
                let pointer = b.let_("pointer", load(fields, member.at));
                self.read_behind(b, &member.value, pointer, place, frame);
            }
            // A pointer that a longer struct has must not be null.
            Shape::Struct(_) => b.when(Expr::from(end).at_most(kept), |b| {
                let pointer = b.let_("pointer", load(fields, member.at));
                self.read_behind(b, &member.value, pointer, place, frame);
            }),
            Shape::Item(_) | Shape::Array(..) => b.when(Expr::from(end).at_most(kept), |b| {
                b.at(frame.buffer, frame.origin + u64::from(member.at), &[], |b| {
                    self.read_value(b, &member.value, place, frame);
                    vec![]
                });
            }),
        }
    }

    /// Calls the reader of a struct behind a pointer, which is not null.
    pub(super) fn call_read(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (buffer, pointer, origin): (VarId, VarId, Expr),
        place: Place,
    ) {
        b.check(pointer.is_not(0u64), ErrorCode::BadPointer);
        let args = vec![Arg::Value(buffer.into()), Arg::Value(origin + pointer), Arg::Place(place)];
        b.call(self.codecs[id].read, args, &[]);
    }
}

impl Record {
    /// The body of a new struct.
    fn fresh(&self) -> Vec<u8> {
        let mut body = vec![0; self.size as usize];
        for member in self.members.iter().filter(|member| !member.is_optional()) {
            body[member.at as usize..][..member.fresh.len()].copy_from_slice(&member.fresh);
        }
        body
    }
}

/// Returns the bytes of a body of this size that belong to whole fields; all if the schema knows no more of them.
fn known_size(b: &mut FunctionBuilder, record: &Record, size: VarId) -> VarId {
    let whole = Expr::from(u64::from(record.size)).at_most(size);
    let results = [("kept", ValueType::U64)];
    let kept = b.if_yields(
        whole,
        &results,
        |_| vec![size.into()],
        |b| {
            let mut kept = b.let_("kept", u64::from(HEADER));
            for start in record.members.iter().skip(1).map(|member| u64::from(member.at)) {
                kept = b.let_("kept", Expr::from(start).at_most(size).choose(start, kept));
            }
            vec![kept.into()]
        },
    );
    kept[0]
}

/// Refuses two cases of a union: returns the number of the field and whether one of its cases is present so far.
pub(super) fn at_most_one(
    b: &mut FunctionBuilder,
    before: Option<(u32, VarId)>,
    (field, flag): (u32, VarId),
) -> (u32, VarId) {
    let Some((_, before)) = before else { return (field, flag) };
    let both = Expr::from(before) & Expr::from(flag);
    b.check(!both, ErrorCode::UnknownCase);
    (field, b.let_("any", Expr::from(before) | Expr::from(flag)))
}

pub(super) fn load(section: VarId, offset: u32) -> Expr {
    Expr::Load { section, offset, width: 4, order: Order::Little }
}
