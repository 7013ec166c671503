use super::Json;
use super::plan::{Named, Object};
use super::style::{EnumForm, WideForm};
use crate::plan::{Keyed, Seen, Slot};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Const, ErrorCode, Expr, Function, KeyedArm, Place, ReadLeaf, ValueType, VarId};
use polywire_model::Presence;

impl Json<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let mut b = FunctionBuilder::new(format!("read_{}", &self.names[id]));
        if self.recursion.of_struct(id) {
            b.nests();
        }
        let value = b.build_param("value", Type::Struct(id)).into();
        self.read_object(&mut b, &self.structs[id.0 as usize], &value);
        b.finish(vec![], vec![])
    }

    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let mut b = FunctionBuilder::new(format!("read_{}", &self.names[id]));
        if self.recursion.of_union(id) {
            b.nests();
        }
        let value = b.build_param("value", Type::Union(id)).into();
        self.read_object(&mut b, &self.unions[id.0 as usize], &value);
        b.finish(vec![], vec![])
    }

    fn read_object(&self, b: &mut FunctionBuilder, object: &Object, owner: &Place) {
        b.expect(b"{", ErrorCode::WrongKind);
        let seen = Seen::new(object.members().filter(|named| is_required(named)).count());
        let last = Keyed { key: ValueType::Bytes, carried: seen.carried() }.build(
            b,
            |b, index| b.block(|b| read_name(b, index)),
            |b, carried| self.arms(b, object, owner, (&seen, carried)),
            |b, _, carried| {
                self.skippers.value(b);
                seen.after(carried, None)
            },
        );
        if !seen.is_empty() {
            b.check(seen.complete(&last), ErrorCode::MissingField);
        }
    }

    fn arms(
        &self,
        b: &mut FunctionBuilder,
        object: &Object,
        owner: &Place,
        (seen, carried): (&Seen, &[VarId]),
    ) -> Vec<KeyedArm> {
        let mut required = 0..;
        let mut arm = |named: &Named| {
            let number = if is_required(named) { required.next() } else { None };
            let body = b.block(|b| {
                let absent = self.read_member(b, named, owner);
                let (with, without) = (seen.after(carried, number), seen.after(carried, None));
                let choose =
                    |(with, without)| if number.is_some() { absent.clone().choose(without, with) } else { with };
                with.into_iter().zip(without).map(choose).collect()
            });
            KeyedArm {
                keys: named.keys.iter().map(|key| Const::Bytes(key.clone().into())).collect(),
                first: named.label.clone(),
                later: [b",", named.label.as_slice()].concat(),
                repeats: false,
                body,
            }
        };
        object.members().map(&mut arm).collect()
    }

    /// Reads a member's value unless it is `null`, which stands for an absent one. Whether it was `null`; Bool. The byte
    /// that values of its type begin with, and that reading them looks for anyway, needs no further look.
    fn read_member(&self, b: &mut FunctionBuilder, named: &Named, owner: &Place) -> Expr {
        let next = Expr::from(b.peek("next"));
        let absent = b.if_yields(
            self.begins(&named.member.ty, next),
            &[("absent", ValueType::Bool)],
            |_| vec![false.into()],
            |b| {
                b.skip_leaf(ReadLeaf::JsonSpace);
                vec![b.matches("null", b"null").into()]
            },
        );
        b.when(Expr::from(absent[0]).negated(), |b| self.read_present(b, named, owner));
        absent[0].into()
    }

    /// Whether a byte begins a value of a type as this style most often writes it; it begins neither white space nor `null`.
    fn begins(&self, ty: &Type, byte: Expr) -> Expr {
        let digit = |byte: Expr| byte.minus(u64::from(b'0')).below(10u64);
        let is = |byte: Expr, expected: u8| byte.is(u64::from(expected));
        match ty {
            Type::Int { bits: 64, .. } if self.style.wide == WideForm::Text => is(byte, b'"'),
            Type::Enum(_) if self.style.enums == EnumForm::Name => is(byte, b'"'),
            Type::Int { .. } | Type::Enum(_) | Type::Float { .. } => digit(byte),
            Type::Text { .. } | Type::Bytes | Type::FixedBytes(_) => is(byte, b'"'),
            Type::Struct(_) | Type::Union(_) => is(byte, b'{'),
            Type::List(_) | Type::Array(..) => is(byte, b'['),
            Type::Bool => is(byte.clone(), b't').or(is(byte, b'f')),
        }
    }
}

/// Reads up to the colon behind a member's name: yields whether there is a member, and its name.
fn read_name(b: &mut FunctionBuilder, index: VarId) -> Vec<Expr> {
    b.skip_leaf(ReadLeaf::JsonSpace);
    let closed = b.matches("closed", b"}");
    let name = b.if_yields(
        closed.into(),
        &[("name", ValueType::Bytes)],
        |_| vec![b"".as_slice().into()],
        |b| {
            b.when(Expr::from(index).is_not(0u64), |b| {
                b.expect(b",", ErrorCode::Syntax);
                b.skip_leaf(ReadLeaf::JsonSpace);
            });
            let name = b.read_leaf("quoted", ReadLeaf::JsonString);
            b.skip_leaf(ReadLeaf::JsonSpace);
            b.expect(b":", ErrorCode::Syntax);
            vec![name.into()]
        },
    );
    vec![Expr::from(closed).negated(), name[0].into()]
}

fn is_required(named: &Named) -> bool {
    matches!(named.member.slot, Slot::Field(_, Presence::Required))
}
