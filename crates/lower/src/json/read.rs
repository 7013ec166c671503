use super::Json;
use super::known::Special;
use super::plan::{Named, Object};
use super::style::{EnumForm, WideForm};
use crate::plan::{Keyed, PresenceBits, push_all};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Const, ErrorCode, Expr, Function, KeyedArm, Place, ReadLeaf, Separation, Setting, ValueType, VarId};

impl Json<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let in_any = self.any.as_ref().map(|_| b.value_param("in_any", ValueType::Bool));
        match self.known.special(id) {
            Some(special) => self.read_special(&mut b, (id, special), &value),
            None => self.read_object(&mut b, &self.structs[id.0 as usize], &value, in_any),
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        self.read_object(&mut b, &self.unions[id.0 as usize], &value, None);
        b.finish(vec![], vec![])
    }

    /// `in_any`: the type name is among the members.
    fn read_object(&self, b: &mut FunctionBuilder, object: &Object, owner: &Place, in_any: Option<VarId>) {
        b.expect(b"{", ErrorCode::WrongKind);
        let presence_bits = PresenceBits::new(object.groups.len());
        let last = Keyed {
            key: ValueType::Bytes,
            carried: presence_bits.carried(),
            count: None,
            separation: between_members(),
        }
        .build(
            b,
            |b, index| b.block(|b| read_name(b, index)),
            |b, carried| self.arms(b, object, owner, (&presence_bits, carried)),
            |b, key, carried| {
                let expected = self.is_type(in_any, key);
                b.check(expected | Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
                self.skippers.value(b);
                presence_bits.after(carried, None)
            },
        );
        let required =
            object.groups.iter().enumerate().filter(|(_, group)| group.iter().any(|named| named.member.is_demanded()));
        let mut required = required.map(|(number, _)| number).peekable();
        if required.peek().is_some() {
            b.check(presence_bits.includes(&last, required), ErrorCode::MissingField);
        }
        for (number, group) in object.groups.iter().enumerate() {
            for Named { member, .. } in group.iter().filter(|named| named.member.has_default_elements()) {
                let place = member.place(owner);
                b.when(presence_bits.lacks(&last, number), |b| {
                    push_all(b, self.types, &member.ty, &member.default_elements, &place);
                });
            }
        }
    }

    fn arms(
        &self,
        b: &mut FunctionBuilder,
        object: &Object,
        owner: &Place,
        (presence_bits, carried): (&PresenceBits, &[VarId]),
    ) -> Vec<KeyedArm> {
        let members =
            object.groups.iter().enumerate().flat_map(|(number, group)| group.iter().map(move |it| (number, it)));
        let arm = |(number, named): (usize, &Named)| {
            let body = b.block(|b| {
                if !named.member.selected {
                    self.skippers.value(b);
                    return presence_bits.after(carried, None);
                }
                self.read_member(b, named, owner, (presence_bits, carried, number))
            });
            KeyedArm {
                keys: named.keys.iter().map(|key| Const::Bytes(key.clone().into())).collect(),
                label: named.label.clone(),
                repeats: false,
                body,
            }
        };
        members.map(arm).collect()
    }

    /// Reads a member's value unless it is `null`, which means absence. Only one member of a group may have a value. If
    /// the value's type can be recognised by its first byte, which reading it checks anyway, there is no separate test
    /// for `null`. Yields the groups read so far.
    fn read_member(
        &self,
        b: &mut FunctionBuilder,
        named: &Named,
        owner: &Place,
        (presence_bits, carried, number): (&PresenceBits, &[VarId], usize),
    ) -> Vec<Expr> {
        if self.known.takes_null(&named.member.ty) {
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.check(presence_bits.lacks(carried, number), ErrorCode::DuplicateField);
            self.read_present(b, named, owner);
            return presence_bits.after(carried, Some(number));
        }
        let next = Expr::from(b.peek("next"));
        let absent = b.if_yields(
            self.begins(&named.member.ty, next),
            &[("absent", ValueType::Bool)],
            |_| vec![false.into()],
            |b| {
                b.skip_leaf(ReadLeaf::JsonSpace);
                vec![b.matches("null", b"null").into()]
            },
        )[0];
        let results: Vec<_> = carried.iter().map(|_| ("presence", ValueType::U64)).collect();
        let after = b.if_yields(
            Expr::from(absent),
            &results,
            |_| presence_bits.after(carried, None),
            |b| {
                b.check(presence_bits.lacks(carried, number), ErrorCode::DuplicateField);
                self.read_present(b, named, owner);
                presence_bits.after(carried, Some(number))
            },
        );
        after.into_iter().map(Expr::from).collect()
    }

    /// Tests whether a byte begins a value of a type in this style's most common form; such a byte begins neither white
    /// space nor `null`.
    fn begins(&self, ty: &Type, byte: Expr) -> Expr {
        let digit = |byte: Expr| (byte - u64::from(b'0')).below(10u64);
        let is = |byte: Expr, expected: u8| byte.is(u64::from(expected));
        match ty {
            Type::Int { bits: 64, .. } if self.style.wide == WideForm::Text => is(byte, b'"'),
            Type::Enum(_) if self.style.enums == EnumForm::Name => is(byte, b'"'),
            Type::Int { .. } | Type::Enum(_) | Type::Float { .. } => digit(byte),
            Type::Text { .. } | Type::Bytes | Type::FixedBytes(..) => is(byte, b'"'),
            Type::Struct(id) => match self.known.special(*id) {
                Some(Special::Timestamp(_) | Special::Duration(_) | Special::FieldMask { .. }) => is(byte, b'"'),
                Some(Special::Bare { field }) => self.begins(self.field_type(*id, field), byte),
                Some(Special::Value(_) | Special::Any(_)) | None => is(byte, b'{'),
            },
            Type::Union(_) | Type::Map(_) => is(byte, b'{'),
            Type::List(_) | Type::Array(..) => is(byte, b'['),
            Type::Bool => is(byte.clone(), b't') | is(byte, b'f'),
        }
    }
}

/// White space may surround each token (RFC 8259 section 2).
pub(crate) fn between_members() -> Separation {
    Separation { separator: b",".to_vec(), space: Some(ReadLeaf::JsonSpace) }
}

/// Reads up to the colon after a member's name: yields a flag for a further member, and its name.
pub(crate) fn read_name(b: &mut FunctionBuilder, index: VarId) -> Vec<Expr> {
    b.skip_leaf(ReadLeaf::JsonSpace);
    let closed = b.matches("closed", b"}");
    let name = b.if_yields(
        closed.into(),
        &[("name", ValueType::Bytes)],
        |_| vec![b"".as_slice().into()],
        |b| {
            b.when(index.is_not(0u64), |b| {
                b.expect(b",", ErrorCode::Syntax);
                b.skip_leaf(ReadLeaf::JsonSpace);
            });
            vec![read_label(b, "quoted").into()]
        },
    );
    vec![!closed, name[0].into()]
}

/// Reads a member's name and the colon behind it.
pub(crate) fn read_label(b: &mut FunctionBuilder, var: &str) -> VarId {
    let name = b.read_leaf(var, ReadLeaf::JsonString);
    b.skip_leaf(ReadLeaf::JsonSpace);
    b.expect(b":", ErrorCode::Syntax);
    name
}
