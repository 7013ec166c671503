use super::Protobuf;
use super::plan::{Member, Rule};
use super::scalar::{Scalar, read_scalar, read_varint};
use super::unknown::{Owner, read_key};
use super::value::Value;
use crate::plan::{check_enum, until_end};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{ErrorCode, Expr, Place, Rest};

impl Protobuf<'_> {
    /// Reads a record after its key: sets, merges or appends.
    pub(super) fn read_record(&self, b: &mut FunctionBuilder, member: &Member, owner: &Owner) {
        match member.value {
            Value::Scalar(scalar) => {
                let value = read_scalar(b, scalar);
                put(b, member, owner, value);
            }
            Value::Enum(id) => {
                let tag = member.tag(member.value.wire_type());
                self.read_enum(b, id, (owner, &tag), |b, number| put(b, member, owner, number));
            }
            Value::Bytes => {
                let len = read_varint(b);
                let bytes = b.read_span("bytes", len);
                put(b, member, owner, bytes.into());
            }
            Value::FixedBytes(len) => {
                let given = read_varint(b);
                b.check(given.is(u64::from(len)), ErrorCode::BadLength);
                let bytes = b.read_span("bytes", u64::from(len));
                put(b, member, owner, bytes.into());
            }
            Value::Message(id) => match self.map_entries.get(&id) {
                Some(scan) => self.read_entry(b, (member, id), owner, *scan),
                None => self.read_message(b, member, owner, id),
            },
            Value::Group(id) => {
                let reader = self.groups[&(id, member.number)];
                open(b, member, owner, |b, value, created| self.call_reader(b, (reader, id), value, created));
            }
            Value::Mark => {
                let len = read_varint(b);
                b.skip(len);
                open(b, member, owner, |_, _, _| {});
            }
        }
    }

    fn read_message(&self, b: &mut FunctionBuilder, member: &Member, owner: &Owner, id: StructId) {
        let len = read_varint(b);
        b.window(len, Rest::Skip, |b| {
            self.merge_message(b, member, owner, id);
        });
    }

    /// Reads a message that fills the window.
    pub(super) fn merge_message(&self, b: &mut FunctionBuilder, member: &Member, owner: &Owner, id: StructId) {
        let reader = self.codecs[id].read;
        open(b, member, owner, |b, value, created| self.call_reader(b, (reader, id), value, created));
    }

    /// Numbers of a fixed width are counted by the record's length; varints are read to its end.
    pub(super) fn read_packed_scalars(&self, b: &mut FunctionBuilder, member: &Member, owner: &Owner, scalar: Scalar) {
        let Some(width) = scalar.fixed_width() else {
            return until_end(b, |b| self.read_record(b, member, owner));
        };
        let width = u64::from(width);
        b.check((Expr::Left & (width - 1)).is(0u64), ErrorCode::BadLength);
        b.fill(member.place(&owner.place), Expr::Left / width, ("element", member.ty.clone()), |b, element, _| {
            let value = read_scalar(b, scalar);
            b.set(element.into(), value);
        });
    }

    /// Reads the elements of an array, which is filled in one go: packed, or in adjacent records of which the key of the
    /// first has been read.
    pub(super) fn read_array(
        &self,
        b: &mut FunctionBuilder,
        (member, len): (&Member, u32),
        wire_type: u32,
        owner: &Owner,
    ) {
        let place = member.place(&owner.place);
        let element = ("element", member.ty.clone());
        if member.value.packable() && wire_type == 2 {
            let bytes = read_varint(b);
            return b.window(bytes, Rest::Fail(ErrorCode::BadLength), |b| {
                b.fill(place, u64::from(len), element, |b, element, _| self.read_element(b, member, element.into()));
            });
        }
        b.check(Expr::from(u64::from(len)).is_not(0u64), ErrorCode::BadLength);
        b.fill(place, u64::from(len), element, |b, element, index| {
            b.when(index.is_not(0u64), |b| {
                let key = read_key(b);
                b.check(key.is(member.key(wire_type)), ErrorCode::BadLength);
            });
            self.read_element(b, member, element.into());
        });
    }

    /// Reads a value into a new element.
    fn read_element(&self, b: &mut FunctionBuilder, member: &Member, place: Place) {
        let bytes = |b: &mut FunctionBuilder, len: Expr| {
            let bytes = b.read_span("bytes", len);
            b.set(place.clone(), bytes);
        };
        match member.value {
            Value::Scalar(scalar) => {
                let value = read_scalar(b, scalar);
                b.set(place, value);
            }
            Value::Enum(id) => {
                let varint = read_varint(b);
                let number = Expr::from(b.let_("number", varint.sign_extended(32)));
                check_enum(b, self.types, id, &number);
                b.set(place, number);
            }
            Value::Bytes => {
                let len = read_varint(b);
                bytes(b, len);
            }
            Value::FixedBytes(len) => {
                let given = read_varint(b);
                b.check(given.is(u64::from(len)), ErrorCode::BadLength);
                bytes(b, u64::from(len).into());
            }
            Value::Message(id) => {
                let len = read_varint(b);
                b.window(len, Rest::Skip, |b| self.call_reader(b, (self.codecs[id].read, id), place, true.into()));
            }
            Value::Group(id) => self.call_reader(b, (self.groups[&(id, member.number)], id), place, true.into()),
            Value::Mark => unreachable!("a case"),
        }
    }
}

/// Sets or appends a scalar, text or bytes.
fn put(b: &mut FunctionBuilder, member: &Member, owner: &Owner, value: Expr) {
    match member.rule {
        Rule::Repeated { .. } => b.push(member.place(&owner.place), ("element", member.ty.clone()), |b, element| {
            b.set(element.into(), value);
        }),
        Rule::Implicit | Rule::Always | Rule::Optional | Rule::Required | Rule::Array { .. } | Rule::Case(_) => {
            b.set(member.value_place(&owner.place), value);
        }
    }
}

/// Gets or creates a message, so that repeated occurrences are merged; or appends one. The body gets its place, and a
/// flag for a new one (Bool).
fn open(b: &mut FunctionBuilder, member: &Member, owner: &Owner, body: impl FnOnce(&mut FunctionBuilder, Place, Expr)) {
    let (place, ty) = (member.place(&owner.place), member.ty.clone());
    let case = match member.rule {
        Rule::Implicit | Rule::Always | Rule::Array { .. } => return body(b, place, true.into()),
        Rule::Repeated { .. } => return b.push(place, ("message", ty), |b, value| body(b, value.into(), true.into())),
        Rule::Optional | Rule::Required => None,
        Rule::Case(case) => Some(case),
    };
    b.open(place, case, ("message", ty), |b, value, created| body(b, value.into(), created.into()));
}
