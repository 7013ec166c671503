//! Tags (XML 1.0, section 3.1).

use super::Tokens;
use super::scope::constant;
use crate::text::class::{since, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, ErrorCode, Expr, Function, ReadLeaf, ValueType, VarId};

/// The start of an element that has been read.
#[derive(Clone, Copy)]
pub(in crate::xml) struct Tag {
    /// The namespace of its name.
    pub namespace: VarId,
    /// The local part of its name.
    pub local: VarId,
    /// The parts that its content needs.
    pub inside: Inside,
}

/// What the content of an element needs to know of its start.
#[derive(Clone, Copy)]
pub(in crate::xml) struct Inside {
    /// The name, as the end repeats it.
    pub name: VarId,
    /// The declarations of prefixes.
    pub scope: VarId,
    /// The position of the first attribute; 0 if there is none.
    pub attributes: VarId,
    /// True if there is neither content nor an end.
    pub is_empty: VarId,
}

impl Inside {
    /// Adds the parameters of a function that reads content.
    pub fn params(b: &mut FunctionBuilder) -> Self {
        Self {
            name: b.value_param("name", ValueType::Bytes),
            scope: b.value_param("scope", ValueType::Bytes),
            attributes: b.value_param("attributes", ValueType::U64),
            is_empty: b.value_param("is_empty", ValueType::Bool),
        }
    }

    /// Returns its arguments.
    pub fn args(&self) -> [Arg; 4] {
        [self.name, self.scope, self.attributes, self.is_empty].map(|it| Arg::Value(it.into()))
    }
}

impl Tokens {
    /// Reads the start of an element behind its `<`, in the scope of these declarations.
    pub fn tag(&self, b: &mut FunctionBuilder, scope: impl Into<Expr>) -> Tag {
        let results = [
            ("name", ValueType::Bytes),
            ("namespace", ValueType::Bytes),
            ("local", ValueType::Bytes),
            ("scope", ValueType::Bytes),
            ("attributes", ValueType::U64),
            ("is_empty", ValueType::Bool),
        ];
        let read = b.call(self.tag, vec![Arg::Value(scope.into())], &results);
        let inside = Inside { name: read[0], scope: read[3], attributes: read[4], is_empty: read[5] };
        Tag { namespace: read[1], local: read[2], inside }
    }

    /// `tag(scope) -> name, namespace, local, scope, attributes, is_empty`.
    pub(super) fn read_tag(&self) -> Function {
        let mut b = FunctionBuilder::new("tag");
        let outer = b.value_param("scope", ValueType::Bytes);
        let start = start(&mut b);
        let [prefix, local] = self.qname(&mut b);
        let name = b.let_("whole", since(start));
        let results = [("scope", ValueType::Bytes), ("attributes", ValueType::U64), ("is_empty", ValueType::Bool)];
        let closed = b.matches("closed", b">");
        let rest = b.if_yields(
            closed.into(),
            &results,
            |_| vec![outer.into(), 0u64.into(), false.into()],
            |b| b.call(self.tag_rest, vec![Arg::Value(outer.into())], &results).into_iter().map(Expr::from).collect(),
        );
        let is_simple = Expr::from(rest[0]).bytes_len().is(0u64) & prefix.clone().bytes_len().is(0u64);
        let namespace = b.if_yields(
            is_simple,
            &[("namespace", ValueType::Bytes)],
            |_| vec![b"".as_slice().into()],
            |b| vec![self.namespace(b, rest[0].into(), prefix)],
        );
        let yields = vec![name.into(), namespace[0].into(), local, rest[0].into(), rest[1].into(), rest[2].into()];
        let types = [ValueType::Bytes, ValueType::Bytes, ValueType::Bytes, ValueType::Bytes];
        b.finish(yields, types.into_iter().chain([ValueType::U64, ValueType::Bool]).collect())
    }

    /// `tag_rest(scope) -> scope, attributes, is_empty`: reads attributes, of which it takes the declarations of prefixes.
    pub(super) fn read_tag_rest(&self) -> Function {
        let mut b = FunctionBuilder::new("tag_rest");
        let outer = b.value_param("scope", ValueType::Bytes);
        let carried = vec![
            ("scope", ValueType::Bytes, outer.into()),
            ("attributes", ValueType::U64, 0u64.into()),
            ("is_empty", ValueType::Bool, false.into()),
            ("more", ValueType::Bool, true.into()),
        ];
        let last = b.loop_while(
            carried,
            |carried| carried[3].into(),
            |b, carried| {
                let before = b.let_("before", Expr::Pos);
                b.skip_leaf(ReadLeaf::JsonSpace);
                let closed = b.matches("closed", b">");
                let results: Vec<_> = ["scope", "attributes", "is_empty", "more"].into_iter().zip(TYPES).collect();
                let [scope, attributes] = [carried[0], carried[1]];
                let after = b.if_yields(
                    closed.into(),
                    &results,
                    |_| vec![scope.into(), attributes.into(), false.into(), false.into()],
                    |b| {
                        let empty = Expr::from(b.peek("next")).is(u64::from(b'/'));
                        let after = b.if_yields(
                            empty,
                            &results,
                            |b| {
                                b.expect(b"/>", ErrorCode::Syntax);
                                vec![scope.into(), attributes.into(), true.into(), false.into()]
                            },
                            |b| self.rest_of_attribute(b, (scope, attributes), before),
                        );
                        after.into_iter().map(Expr::from).collect()
                    },
                );
                after.into_iter().map(Expr::from).collect()
            },
        );
        b.finish(last[..3].iter().map(|it| Expr::from(*it)).collect(), TYPES[..3].to_vec())
    }

    fn rest_of_attribute(
        &self,
        b: &mut FunctionBuilder,
        (scope, attributes): (VarId, VarId),
        before: VarId,
    ) -> Vec<Expr> {
        let here = b.let_("here", Expr::Pos);
        b.check(Expr::Left.is_not(0u64), ErrorCode::Truncated);
        b.check(here.is_not(before), ErrorCode::Syntax);
        let [prefix, local] = self.qname(b);
        let value = self.assigned(b);
        let is_bare = prefix.clone().bytes_len().is(0u64);
        let is_default = is_bare & local.clone().is(constant("xmlns"));
        let declared = is_default.clone().choose(b"".as_slice(), local);
        let is_declaration = is_default | prefix.is(constant("xmlns"));
        let inner = b.if_yields(
            is_declaration,
            &[("scope", ValueType::Bytes)],
            |b| vec![self.declare(b, scope.into(), declared, value)],
            |_| vec![scope.into()],
        );
        let first = attributes.is(0u64).choose(here, attributes);
        vec![inner[0].into(), first, false.into(), true.into()]
    }

    /// Reads the rest of the end of an element of this name, behind `</`.
    pub fn end(&self, b: &mut FunctionBuilder, name: VarId) {
        b.call(self.end, vec![Arg::Value(name.into())], &[]);
    }
}

const TYPES: [ValueType; 4] = [ValueType::Bytes, ValueType::U64, ValueType::Bool, ValueType::Bool];

/// `end(name)`.
pub(super) fn read_end() -> Function {
    let mut b = FunctionBuilder::new("end_tag");
    let name = b.value_param("name", ValueType::Bytes);
    let given = b.read_span("given", Expr::from(name).bytes_len());
    b.check(given.is(name), ErrorCode::Mismatch);
    b.skip_leaf(ReadLeaf::JsonSpace);
    b.expect(b">", ErrorCode::Syntax);
    b.finish(vec![], vec![])
}
