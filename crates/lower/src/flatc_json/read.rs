//! Tables and structs.

use super::FlatcJson;
use super::plan::{Kind, Named, Object};
use crate::plan::{Keyed, PresenceBits, report_unknown};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{
    Arg, Const, ErrorCode, Expr, Function, KeyedArm, Place, ReadLeaf, Separation, Setting, UnknownKind, ValueType,
    VarId,
};

/// The type of a union, or the position of a value, that has not been read.
pub(super) const UNSET: u64 = u64::MAX;

/// What the loop over members carries: the members that were read, then for each union its type (for a list of unions the
/// position of the types), and the position of a value in front of its type.
pub(super) struct Progress {
    presence: PresenceBits,
    /// For each member the index of its carried type, if it has one.
    types: Vec<Option<usize>>,
}

impl Progress {
    fn of(object: &Object) -> Self {
        let presence = PresenceBits::new(object.members.len());
        let mut next = presence.carried().len();
        let types = object.members.iter().map(|named| {
            named.has_type().then(|| {
                next += 2;
                next - 2
            })
        });
        Self { types: types.collect(), presence }
    }

    fn carried(&self) -> Vec<(&'static str, ValueType, Expr)> {
        let unset = |name| (name, ValueType::U64, Expr::from(UNSET));
        let unions = self.types.iter().flatten().flat_map(|_| [unset("type"), unset("value_at")]);
        self.presence.carried().into_iter().chain(unions).collect()
    }

    /// The carried values, after a member.
    pub fn after(&self, carried: &[VarId], number: Option<usize>) -> Vec<Expr> {
        self.presence.after(carried, number)
    }
}

impl FlatcJson<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        self.read_object(&mut b, &self.objects[id.0 as usize], &value);
        b.finish(vec![], vec![])
    }

    fn read_object(&self, b: &mut FunctionBuilder, object: &Object, owner: &Place) {
        b.expect(b"{", ErrorCode::WrongKind);
        let progress = Progress::of(object);
        let last = Keyed {
            key: ValueType::Bytes,
            carried: progress.carried(),
            count: None,
            separation: Separation { separator: b",".to_vec(), space: Some(ReadLeaf::JsonSpace) },
        }
        .build(
            b,
            |b, index| b.block(|b| self.read_name(b, index)),
            |b, carried| self.arms(b, object, owner, (&progress, carried)),
            |b, _, carried| {
                b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
                self.skippers.value(b);
                progress.after(carried, None)
            },
        );
        self.finish_object(b, object, owner, (&progress, &last));
    }

    /// Reads up to the colon after a member's name: yields a flag for a further member, and its name. A comma may follow
    /// the last one.
    fn read_name(&self, b: &mut FunctionBuilder, index: VarId) -> Vec<Expr> {
        self.tokens.skip_space(b);
        let comma = b.if_yields(
            index.is_not(0u64),
            &[("comma", ValueType::Bool)],
            |b| {
                let comma = b.matches("comma", b",");
                b.when(comma.into(), |b| self.tokens.skip_space(b));
                vec![comma.into()]
            },
            |_| vec![true.into()],
        );
        let closed = b.matches("closed", b"}");
        let name = b.if_yields(
            closed.into(),
            &[("name", ValueType::Bytes)],
            |_| vec![b"".as_slice().into()],
            |b| {
                b.check(comma[0].into(), ErrorCode::Syntax);
                let name = self.tokens.name(b);
                self.tokens.skip_space(b);
                b.expect(b":", ErrorCode::Syntax);
                vec![name]
            },
        );
        vec![!closed, name[0].into()]
    }

    fn arms(
        &self,
        b: &mut FunctionBuilder,
        object: &Object,
        owner: &Place,
        (progress, carried): (&Progress, &[VarId]),
    ) -> Vec<KeyedArm> {
        let mut arms = Vec::new();
        for (number, named) in object.members.iter().enumerate() {
            if let Some(at) = progress.types[number] {
                let body = b.block(|b| self.read_type_member(b, named.kind, (progress, carried), at));
                arms.push(labelled(named.type_name(), named.type_label.clone(), body));
            }
            let body = b.block(|b| {
                if !named.member.selected {
                    self.skippers.value(b);
                    return progress.after(carried, None);
                }
                self.read_member(b, named, owner, (progress, carried, number))
            });
            arms.push(labelled(named.member.name.clone(), named.label.clone(), body));
        }
        for name in &object.deprecated {
            let body = b.block(|b| {
                self.skip_deprecated(b, owner);
                progress.after(carried, None)
            });
            arms.push(labelled(name.clone(), format!("{name}:").into_bytes(), body));
        }
        if !arms.iter().any(|arm| arm.keys == [Const::Bytes(b"$schema".to_vec())]) {
            let body = b.block(|b| {
                self.skippers.value(b);
                progress.after(carried, None)
            });
            arms.push(labelled("$schema".to_owned(), b"\"$schema\":".to_vec(), body));
        }
        arms
    }

    /// Values do not have deprecated fields.
    fn skip_deprecated(&self, b: &mut FunctionBuilder, owner: &Place) {
        let start = Expr::from(b.let_("start", Expr::Pos));
        self.skippers.value(b);
        if self.reports_unknown {
            report_unknown(b, Expr::Since(Box::new(start)), UnknownKind::Member, owner);
        }
    }

    /// Reads a member's value unless it is `null`, which means absence. The hash of a word is one, too.
    fn read_member(
        &self,
        b: &mut FunctionBuilder,
        named: &Named,
        owner: &Place,
        (progress, carried, number): (&Progress, &[VarId], usize),
    ) -> Vec<Expr> {
        self.tokens.skip_space(b);
        let absent = match named.kind {
            Kind::Hashed(_) => false.into(),
            Kind::Plain | Kind::Union(_) | Kind::Unions(_) | Kind::Flexible => self.tokens.null(b),
        };
        let results: Vec<_> = progress.carried().into_iter().map(|(name, ty, _)| (name, ty)).collect();
        let after = b.if_yields(
            absent,
            &results,
            |_| progress.after(carried, None),
            |b| {
                b.check(progress.presence.lacks(carried, number), ErrorCode::DuplicateField);
                let mut after = progress.after(carried, Some(number));
                match progress.types[number] {
                    Some(at) => after[at + 1] = self.read_or_defer(b, named, owner, carried[at]),
                    None => self.read_present(b, named, owner),
                }
                after
            },
        );
        after.into_iter().map(Expr::from).collect()
    }

    /// Reads the value of a union whose type is known; else skips it. Yields its position then.
    fn read_or_defer(&self, b: &mut FunctionBuilder, named: &Named, owner: &Place, ty: VarId) -> Expr {
        let at = b.if_yields(
            ty.is(UNSET),
            &[("value_at", ValueType::U64)],
            |b| {
                let start = Expr::from(b.let_("start", Expr::Pos));
                self.skippers.value(b);
                b.charge(Expr::Pos - start.clone());
                vec![start]
            },
            |b| {
                self.read_typed(b, named, owner, ty.into());
                vec![UNSET.into()]
            },
        );
        at[0].into()
    }

    /// Reads the value of a union, or of a list of them, whose type or types are known.
    pub(super) fn read_typed(&self, b: &mut FunctionBuilder, named: &Named, owner: &Place, ty: Expr) {
        named.member.read_new(b, owner, |b, place| match named.kind {
            Kind::Union(id) => {
                b.call(self.codecs[id].read, vec![Arg::Place(place), Arg::Value(ty)], &[]);
            }
            Kind::Unions(id) => {
                b.call(self.unions[id.0 as usize].read_list, vec![Arg::Place(place), Arg::Value(ty)], &[]);
            }
            Kind::Plain | Kind::Hashed(_) | Kind::Flexible => {}
        });
    }

    fn finish_object(
        &self,
        b: &mut FunctionBuilder,
        object: &Object,
        owner: &Place,
        (progress, last): (&Progress, &[VarId]),
    ) {
        for (number, named) in object.members.iter().enumerate() {
            if let Some(at) = progress.types[number].filter(|_| named.member.selected) {
                let lacks = progress.presence.lacks(last, number);
                self.finish_union(b, named, owner, (last[at], last[at + 1], lacks));
            }
        }
        let demanded = object.members.iter().enumerate();
        let demanded =
            demanded.filter(|(_, named)| object.is_inline && named.member.selected || named.member.is_demanded());
        let mut demanded = demanded.map(|(number, _)| number).peekable();
        if demanded.peek().is_some() {
            b.check(progress.presence.includes(last, demanded), ErrorCode::MissingField);
        }
    }
}

fn labelled(name: String, label: Vec<u8>, body: polywire_ir::Block) -> KeyedArm {
    KeyedArm { keys: vec![Const::Bytes(name.into())], label, repeats: false, body }
}
