use super::Msgpack;
use super::dialect::Keys;
use super::head::NIL;
use super::read_key::key_type;
use super::shape::Shape;
use crate::plan::{Keyed, Member, PresenceBits, push_all, report_unknown};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, UnionId};
use polywire_ir::{ErrorCode, Expr, Function, KeyedArm, Place, Separation, UnknownKind, VarId};
use polywire_model::attr::MsgpackForm;

impl Msgpack<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let unknown_kind = (!self.projection.is_partial(id)).then_some(UnknownKind::Member);
        let unknown_kind = unknown_kind.filter(|_| self.report_unknown);
        let (shape, owner) = (&self.structs[id.0 as usize], (&value, unknown_kind));
        match (self.forms[id.0 as usize], self.dialect.has_arrays) {
            (MsgpackForm::Extension(code), _) => self.read_extension(&mut b, (id, code), &value),
            (MsgpackForm::Any, _) => self.read_any(&mut b, &value),
            (MsgpackForm::Map, false) => self.read_map(&mut b, shape, owner),
            (MsgpackForm::Array, _) | (MsgpackForm::Map, true) => self.read_array_or_map(&mut b, shape, owner),
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let unknown_kind = Some(UnknownKind::Case).filter(|_| self.report_unknown);
        self.read_map(&mut b, &self.unions[id.0 as usize], (&value, unknown_kind));
        b.finish(vec![], vec![])
    }

    fn read_array_or_map(&self, b: &mut FunctionBuilder, shape: &Shape, owner: (&Place, Option<UnknownKind>)) {
        let first = Expr::from(b.peek("first"));
        let is_map = (first.clone() - 0x80u64).below(16u64) | (first - 0xdeu64).below(2u64);
        let elements: Vec<&Member> = shape.members.iter().flatten().collect();
        b.if_else(is_map, |b| self.read_map(b, shape, owner), |b| self.read_array(b, &elements, owner));
    }

    /// The kind of unknown data for other members.
    fn read_map(&self, b: &mut FunctionBuilder, shape: &Shape, (owner, unknown_kind): (&Place, Option<UnknownKind>)) {
        let count = self.heads.read_map(b);
        let keys = shape.keys;
        let members: Vec<&Member> = shape.members.iter().flatten().filter(|member| member.selected).collect();
        let counted = || members.iter().filter(|member| is_counted(member)).enumerate();
        let presence_bits = PresenceBits::new(counted().count());
        let last = Keyed {
            key: key_type(keys),
            carried: presence_bits.carried(),
            count: Some(count.clone()),
            separation: Separation::default(),
        }
        .build(
            b,
            |b, index| b.block(|b| self.read_key(b, index.below(count), (&members, keys))),
            |b, carried| {
                let arms = self.arms(b, (&members, keys), owner, (&presence_bits, carried));
                self.with_name(b, shape, arms, presence_bits.after(carried, None))
            },
            |b, key, carried| {
                self.skip_member(b, (key, keys), owner, unknown_kind);
                presence_bits.after(carried, None)
            },
        );
        let mut required = counted().filter(|(_, member)| member.is_demanded()).map(|(number, _)| number).peekable();
        if required.peek().is_some() {
            b.check(presence_bits.includes(&last, required), ErrorCode::MissingField);
        }
        for (number, member) in counted().filter(|(_, member)| member.has_default_elements()) {
            b.when(presence_bits.lacks(&last, number), |b| {
                push_all(b, self.types, &member.ty, &member.default_elements, &member.place(owner));
            });
        }
    }

    fn skip_member(
        &self,
        b: &mut FunctionBuilder,
        (key, keys): (VarId, Keys),
        owner: &Place,
        unknown_kind: Option<UnknownKind>,
    ) {
        let Some(what) = unknown_kind else { return self.skippers.value(b) };
        let start = b.let_("start", Expr::Pos);
        self.skippers.value(b);
        if keys == Keys::Names {
            report_unknown(b, key, what, owner);
        }
        report_unknown(b, Expr::Since(Box::new(start.into())), what, owner);
    }

    /// A key of the enclosing struct may follow the last member. Only the count distinguishes it from the struct's own.
    fn arms(
        &self,
        b: &mut FunctionBuilder,
        (members, keys): (&[&Member], Keys),
        owner: &Place,
        (presence_bits, carried): (&PresenceBits, &[VarId]),
    ) -> Vec<KeyedArm> {
        let mut numbers = 0..;
        let mut arm = |member: &&Member| {
            let number = if is_counted(member) { numbers.next() } else { None };
            let body = b.block(|b| {
                let absent = self.read_member(b, member, owner);
                let (with, without) = (presence_bits.after(carried, number), presence_bits.after(carried, None));
                let choose =
                    |(with, without)| if number.is_some() { absent.clone().choose(without, with) } else { with };
                with.into_iter().zip(without).map(choose).collect()
            });
            let (key, label) = self.keys_of(keys, member);
            KeyedArm { keys: vec![key], label, repeats: false, body }
        };
        members.iter().map(&mut arm).collect()
    }

    /// Reads a member's value unless it is nil. Yields a flag for nil; Bool.
    pub(super) fn read_member(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) -> Expr {
        if let Some(nil) = self.read_usual(b, member, owner) {
            return nil;
        }
        let nil = Expr::from(b.matches("nil", &NIL));
        b.when(!nil.clone(), |b| self.read_present(b, member, owner));
        nil
    }
}

/// Returns true if the presence of this member must be known after the last one.
fn is_counted(member: &Member) -> bool {
    member.is_demanded() || member.has_default_elements()
}
