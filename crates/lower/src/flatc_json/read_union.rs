//! Unions: a member with the name of the case, and one with its value.

use super::FlatcJson;
use super::plan::{Kind, Named};
use super::read::{Progress, UNSET};
use super::skip::comma_or;
use super::tokens::in_quotes;
use crate::plan::{arm, block};
use crate::text::class::begins_word;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, UnionId};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, FuncId, Function, Place, Setting, ValueType, VarId};

/// No case.
const NONE: u64 = 0;
/// The type of a case that the schema does not have.
const UNKNOWN: u64 = UNSET - 1;

/// The functions of a union beside its codec.
#[derive(Clone, Copy)]
pub(super) struct UnionFunctions {
    /// `type_of_Name() -> case`: the index plus one of the case that is named, or [`NONE`].
    pub read_type: FuncId,
    /// `list_of_Name(value, types)`: reads a list of unions, given the position of their types.
    pub read_list: FuncId,
}

impl FlatcJson<'_> {
    /// Reads the member with the type of a union, or the types of several; yields the next carried values.
    pub(super) fn read_type_member(
        &self,
        b: &mut FunctionBuilder,
        kind: Kind,
        (progress, carried): (&Progress, &[VarId]),
        at: usize,
    ) -> Vec<Expr> {
        self.tokens.skip_space(b);
        b.check(carried[at].is(UNSET), ErrorCode::DuplicateField);
        let mut after = progress.after(carried, None);
        after[at] = match kind {
            Kind::Union(id) => self.call_read_type(b, id),
            Kind::Plain | Kind::Unions(_) | Kind::Hashed(_) | Kind::Flexible => {
                let start = b.let_("start", Expr::Pos);
                self.skippers.value(b);
                start.into()
            }
        };
        after
    }

    fn call_read_type(&self, b: &mut FunctionBuilder, id: UnionId) -> Expr {
        b.call(self.unions[id.0 as usize].read_type, vec![], &[("case", ValueType::U64)])[0].into()
    }

    /// Reads a value that stood in front of its type. A type without a value is a new value of the case.
    pub(super) fn finish_union(
        &self,
        b: &mut FunctionBuilder,
        named: &Named,
        owner: &Place,
        (ty, value_at, lacks): (VarId, VarId, Expr),
    ) {
        b.when(value_at.is_not(UNSET), |b| {
            b.at(Expr::Input, value_at, &[], |b| {
                self.read_typed(b, named, owner, ty.into());
                vec![]
            });
        });
        let known = lacks & ty.is_not(UNSET);
        b.when(known, |b| match named.kind {
            Kind::Union(id) => named.member.read_new(b, owner, |b, place| {
                let arms = self.case_arms(b, id, &place, |_, _, _| {});
                let none = block(b, |_| {});
                b.switch(ty.into(), arms, none, &[]);
            }),
            Kind::Plain | Kind::Unions(_) | Kind::Hashed(_) | Kind::Flexible => {
                b.at(Expr::Input, ty, &[], |b| {
                    b.expect(b"[", ErrorCode::WrongKind);
                    self.tokens.skip_space(b);
                    b.expect(b"]", ErrorCode::MissingField);
                    vec![]
                });
            }
        });
    }

    fn case_arms(
        &self,
        b: &mut FunctionBuilder,
        id: UnionId,
        place: &Place,
        read: impl Fn(&mut FunctionBuilder, &Type, Place),
    ) -> Vec<Arm> {
        let key = |index: u32| Const::U64(u64::from(index) + 1);
        crate::plan::case_arms(b, self.types.union(id), place, key, |b, (_, ty), place| read(b, ty, place))
    }

    /// `read_Name(value, case)`.
    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let case = b.value_param("case", ValueType::U64);
        let mut arms = self.case_arms(&mut b, id, &value, |b, ty, place| self.read_value(b, ty, place));
        // The value of a case without one is an empty table.
        for (index, case) in self.types.union(id).cases.iter().enumerate().filter(|(_, case)| case.ty.is_none()) {
            arms[index] = arm(&mut b, vec![Const::U64(index as u64 + 1)], |b| {
                b.open(value.clone(), Some(index as u32), ("case", case.value_type()), |_, _, _| {});
                b.expect(b"{", ErrorCode::WrongKind);
                self.tokens.skip_space(b);
                b.expect(b"}", ErrorCode::UnknownMember);
            });
        }
        arms.push(arm(&mut b, vec![Const::U64(UNKNOWN)], |b| self.skippers.value(b)));
        let other = block(&mut b, |b| {
            b.check(case.is_not(UNSET), ErrorCode::MissingField);
            b.fail(ErrorCode::UnknownCase);
        });
        b.switch(case.into(), arms, other, &[]);
        b.finish(vec![], vec![])
    }

    /// `type_of_Name() -> case`: by name or number.
    pub(super) fn read_union_type(&self, id: UnionId) -> Function {
        let mut b = self.scaffold.function("type_of", id);
        let case = [("case", ValueType::U64)];
        let read = in_quotes(&mut b, &case, |b, _| {
            let next = Expr::from(b.peek("next"));
            let by_name = |b: &mut FunctionBuilder| {
                let name = self.tokens.word(b);
                let keys = self.types.union(id).cases.iter().map(|it| Const::Bytes(it.name.clone().into())).collect();
                vec![self.one_of(b, name, (Const::Bytes(b"NONE".to_vec()), keys))]
            };
            let by_number = |b: &mut FunctionBuilder| {
                let number = self.tokens.bare_int(b);
                let keys = self.numbers[id.0 as usize].iter().map(|it| Const::I64(*it)).collect();
                vec![self.one_of(b, number, (Const::I64(0), keys))]
            };
            vec![b.if_yields(begins_word(next), &case, by_name, by_number)[0].into()]
        });
        b.finish(read, vec![ValueType::U64])
    }

    /// Maps a name or a number to a case.
    fn one_of(&self, b: &mut FunctionBuilder, on: Expr, (none, keys): (Const, Vec<Const>)) -> Expr {
        let mut arm = |key: Const, case: u64| Arm { keys: vec![key], body: b.block(|_| vec![case.into()]) };
        let has_none = keys.contains(&none);
        let mut arms: Vec<Arm> = keys.into_iter().zip(1u64..).map(|(key, case)| arm(key, case)).collect();
        if !has_none {
            arms.push(arm(none, NONE));
        }
        let unknown = b.block(|b| {
            b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownCase);
            vec![UNKNOWN.into()]
        });
        b.switch(on, arms, unknown, &[("case", ValueType::U64)])[0].into()
    }

    /// `list_of_Name(value, types)`: both lists have the same length.
    pub(super) fn read_union_list(&self, id: UnionId) -> Function {
        let union = Type::Union(id);
        let mut b = self.scaffold.function("list_of", id);
        let list = Place::from(b.build_param("value", Type::List(Box::new(union.clone()))));
        let types = b.value_param("types", ValueType::U64);
        b.expect(b"[", ErrorCode::WrongKind);
        self.tokens.skip_space(&mut b);
        let empty = Expr::from(b.matches("empty", b"]"));
        let known = types.is_not(UNSET);
        b.check(empty.clone() | known.clone(), ErrorCode::MissingField);
        let first = b.if_yields(
            known,
            &[("types", ValueType::U64)],
            |b| {
                let behind = b.at(Expr::Input, types, &[("types", ValueType::U64)], |b| {
                    b.expect(b"[", ErrorCode::WrongKind);
                    vec![Expr::Pos]
                });
                vec![behind[0].into()]
            },
            |_| vec![UNSET.into()],
        );
        let last = b.loop_while(
            vec![("more", ValueType::Bool, !empty), ("types", ValueType::U64, first[0].into())],
            |carried| carried[0].into(),
            |b, carried| {
                let [case, types] = self.next_type(b, id, carried[1]);
                b.push(list, ("element", union), |b, element| {
                    let element = Place::from(element);
                    let read = vec![Arg::Place(element), Arg::Value(case.clone())];
                    b.if_else(
                        case.is(NONE),
                        |b| self.skippers.value(b),
                        |b| drop(b.call(self.codecs[id].read, read, &[])),
                    );
                });
                vec![comma_or(b, &self.tokens, b"]"), types]
            },
        );
        b.when(last[1].is_not(UNSET), |b| {
            b.at(Expr::Input, last[1], &[], |b| {
                self.tokens.skip_space(b);
                b.expect(b"]", ErrorCode::BadLength);
                vec![]
            });
        });
        b.finish(vec![], vec![])
    }

    /// Reads the type at a position of the list of types; yields it and the position of the next one.
    fn next_type(&self, b: &mut FunctionBuilder, id: UnionId, at: VarId) -> [Expr; 2] {
        let results = [("case", ValueType::U64), ("types", ValueType::U64)];
        let read = b.at(Expr::Input, at, &results, |b| {
            self.tokens.skip_space(b);
            let next = Expr::from(b.peek("next"));
            b.check(next.is_not(u64::from(b']')), ErrorCode::BadLength);
            let case = self.call_read_type(b, id);
            self.tokens.skip_space(b);
            b.matches("comma", b",");
            vec![case, Expr::Pos]
        });
        [read[0].into(), read[1].into()]
    }
}
