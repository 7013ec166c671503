//! Attributes (XML 1.0, sections 3.1 and 3.3.3).

use super::Tokens;
use super::run::Stops;
use super::scope::{XMLNS, XSI, constant};
use super::tag::Inside;
use super::text::copy_run;
use crate::text::class::{demand, is_quote, since, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, Function, Order, ReadLeaf, Setting, ValueType, VarId};

/// An attribute that has been read.
pub(in crate::xml) struct Attribute {
    /// Its namespace.
    pub namespace: VarId,
    /// The local part of its name.
    pub local: VarId,
    /// Its value.
    pub value: VarId,
    /// The element has no other attributes (Bool); known only if nothing stands between it and the end of the tag.
    is_only: VarId,
}

impl Tokens {
    /// Runs the body for each attribute of an element, at the position of the first one; other values than 0 mean that there is
    /// one. Yields the last carried values.
    pub fn each_attribute(
        &self,
        b: &mut FunctionBuilder,
        (attributes, scope): (VarId, VarId),
        carried: Vec<(&str, ValueType, Expr)>,
        body: impl FnOnce(&mut FunctionBuilder, &Attribute, &[VarId]) -> Vec<Expr>,
    ) -> Vec<VarId> {
        Self::each_in_tag(b, attributes, carried, |b, carried| {
            let attribute = self.attribute(b, (attributes, scope));
            body(b, &attribute, carried)
        })
    }

    /// As [`Self::each_attribute`]; the body reads the attribute.
    pub fn each_in_tag(
        b: &mut FunctionBuilder,
        attributes: VarId,
        carried: Vec<(&str, ValueType, Expr)>,
        body: impl FnOnce(&mut FunctionBuilder, &[VarId]) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let results: Vec<_> = carried.iter().map(|(name, ty, _)| (*name, ty.clone())).collect();
        let first: Vec<Expr> = carried.iter().map(|(_, _, first)| first.clone()).collect();
        let read = |b: &mut FunctionBuilder| {
            let read = b.at(Expr::Input, attributes, &results, |b| {
                let more = [("more", ValueType::Bool, true.into())];
                let last = b.loop_while(
                    more.into_iter().chain(carried).collect(),
                    |carried| carried[0].into(),
                    |b, carried| {
                        let after = body(b, &carried[1..]);
                        b.skip_leaf(ReadLeaf::JsonSpace);
                        let next = b.peek("next");
                        [!ends_tag(next)].into_iter().chain(after).collect()
                    },
                );
                last[1..].iter().map(|var| Expr::from(*var)).collect()
            });
            read.into_iter().map(Expr::from).collect()
        };
        b.if_yields(attributes.is_not(0u64), &results, read, |_| first)
    }

    /// Returns the prefix of the attribute at the position.
    pub fn next_prefix(&self, b: &mut FunctionBuilder) -> VarId {
        b.at(Expr::Input, Expr::Pos, &[("prefix", ValueType::Bytes)], |b| {
            let [prefix, _] = self.qname(b);
            vec![prefix]
        })[0]
    }

    /// Reads an attribute of a tag that has been read.
    pub fn attribute(&self, b: &mut FunctionBuilder, (attributes, scope): (VarId, VarId)) -> Attribute {
        let results = [("namespace", ValueType::Bytes), ("local", ValueType::Bytes), ("value", ValueType::Bytes)];
        let begin = b.let_("begin", Expr::Pos);
        let read = b.call(self.attribute, vec![Arg::Value(scope.into())], &results);
        let next = b.peek("next");
        let is_only = begin.is(attributes) & ends_tag(next);
        let is_only = b.let_("is_only", is_only);
        Attribute { namespace: read[0], local: read[1], value: read[2], is_only }
    }

    /// `attribute(scope) -> namespace, local, value`: reads an attribute that [`Self::tag_rest`] has accepted.
    pub(super) fn read_attribute(&self) -> Function {
        let mut b = FunctionBuilder::new("attribute");
        let scope = b.value_param("scope", ValueType::Bytes);
        let [prefix, local] = self.qname(&mut b);
        let is_bare = prefix.clone().bytes_len().is(0u64);
        let declares = prefix.clone().is(constant("xmlns")) | (is_bare.clone() & local.clone().is(constant("xmlns")));
        let namespace = [("namespace", ValueType::Bytes)];
        let namespace = b.if_yields(
            is_bare.clone() | declares.clone(),
            &namespace,
            |_| vec![declares.choose(constant(XMLNS), b"".as_slice())],
            |b| vec![self.namespace(b, scope.into(), prefix)],
        );
        let value = self.assigned(&mut b);
        b.finish(vec![namespace[0].into(), local, value], vec![ValueType::Bytes; 3])
    }

    /// Reads the sign and the value behind the name of an attribute.
    pub(in crate::xml) fn assigned(&self, b: &mut FunctionBuilder) -> Expr {
        b.skip_leaf(ReadLeaf::JsonSpace);
        b.expect(b"=", ErrorCode::Syntax);
        b.skip_leaf(ReadLeaf::JsonSpace);
        b.call(self.attribute_value, vec![], &[("value", ValueType::Bytes)])[0].into()
    }

    /// `attribute_value() -> value`, with its quotes.
    pub(super) fn read_attribute_value(&self) -> Function {
        let mut b = FunctionBuilder::new("attribute_value");
        demand(&mut b, is_quote, ErrorCode::Syntax);
        let quote = b.read_int("quote", 1, Order::Little);
        let start = start(&mut b);
        let stops = Stops { bytes: b"<&\t\n\r", quote: Some(quote) };
        self.skip_run(&mut b, stops);
        let text = since(start.clone());
        let text = b.let_("text", text);
        let ends = b.peek("next").is(quote);
        let value = b.if_yields(
            ends,
            &[("value", ValueType::Bytes)],
            |_| vec![text.into()],
            |b| vec![b.scratch("value", |b| self.copy_value(b, text, (stops, quote))).into()],
        );
        b.skip(1u64);
        b.finish(vec![value[0].into()], vec![ValueType::Bytes])
    }

    /// Copies the rest of a value up to its quote: white space becomes spaces.
    fn copy_value(&self, b: &mut FunctionBuilder, text: VarId, (stops, quote): (Stops<'_>, VarId)) {
        b.write(polywire_ir::Datum::Span(text.into()));
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                copy_run(self, b, stops);
                let next = b.peek("next");
                let is_quote = next.is(quote);
                let more = [("more", ValueType::Bool)];
                let more = b.if_yields(is_quote, &more, |_| vec![false.into()], |b| vec![self.copy_special(b, next)]);
                vec![more[0].into()]
            },
        );
    }

    fn copy_special(&self, b: &mut FunctionBuilder, next: VarId) -> Expr {
        let reference = b.block(|b| {
            let code = self.reference(b);
            b.call(self.write_code_point, vec![Arg::Value(code)], &[]);
            vec![true.into()]
        });
        let space = b.block(|b| {
            b.skip(1u64);
            b.when(next.is(u64::from(b'\r')), |b| {
                b.matches("line_feed", b"\n");
            });
            b.write_bytes(b" ");
            vec![true.into()]
        });
        let other = b.block(|b| {
            self.fail_at_next(b);
            vec![false.into()]
        });
        let spaces = b"\t\n\r".map(|byte| Const::U64(byte.into())).into();
        let arms =
            vec![Arm { keys: vec![Const::U64(b'&'.into())], body: reference }, Arm { keys: spaces, body: space }];
        b.switch(next.into(), arms, other, &[("more", ValueType::Bool)])[0].into()
    }

    /// Refuses attributes that the schema does not know, unless the caller ignores them; yields true if there are some.
    pub fn check_attributes(&self, b: &mut FunctionBuilder, attributes: VarId, scope: VarId) -> Expr {
        let dropped = [("dropped", ValueType::Bool)];
        let check = |b: &mut FunctionBuilder| {
            let args = vec![Arg::Value(attributes.into()), Arg::Value(scope.into())];
            vec![b.call(self.check_attributes, args, &dropped)[0].into()]
        };
        b.if_yields(attributes.is_not(0u64), &dropped, check, |_| vec![false.into()])[0].into()
    }

    /// `check_attributes(attributes, scope) -> dropped`.
    pub(super) fn check_all_attributes(&self) -> Function {
        let mut b = FunctionBuilder::new("check_attributes");
        let attributes = b.value_param("attributes", ValueType::U64);
        let scope = b.value_param("scope", ValueType::Bytes);
        let dropped = vec![("dropped", ValueType::Bool, false.into())];
        let last = self.each_attribute(&mut b, (attributes, scope), dropped, |b, attribute, carried| {
            vec![Expr::from(carried[0]) | self.check_unknown(b, attributes, attribute)]
        });
        b.finish(vec![last[0].into()], vec![ValueType::Bool])
    }

    /// Tests whether `xsi:nil` is true.
    pub fn is_nil(&self, b: &mut FunctionBuilder, inside: Inside) -> Expr {
        let args = vec![Arg::Value(inside.attributes.into()), Arg::Value(inside.scope.into())];
        b.call(self.is_nil, args, &[("nil", ValueType::Bool)])[0].into()
    }

    /// `is_nil(attributes, scope) -> nil`.
    pub(super) fn find_nil(&self) -> Function {
        let mut b = FunctionBuilder::new("is_nil");
        let attributes = b.value_param("attributes", ValueType::U64);
        let scope = b.value_param("scope", ValueType::Bytes);
        let nil = vec![("nil", ValueType::Bool, false.into())];
        let last = self.each_attribute(&mut b, (attributes, scope), nil, |_, attribute, carried| {
            let is_nil = attribute.namespace.is(constant(XSI)) & says_nil(attribute.local, attribute.value);
            vec![Expr::from(carried[0]) | is_nil]
        });
        b.finish(vec![last[0].into()], vec![ValueType::Bool])
    }

    /// Refuses an attribute that occurred before, and one that the schema does not know, unless the caller ignores it; yields true if
    /// it is such a one.
    pub fn check_unknown(&self, b: &mut FunctionBuilder, attributes: VarId, attribute: &Attribute) -> Expr {
        self.check_first(b, attributes, attribute);
        let args = [attribute.namespace, attribute.local, attribute.value].map(|it| Arg::Value(it.into()));
        b.call(self.check_unknown, args.into(), &[("unknown", ValueType::Bool)])[0].into()
    }

    /// Refuses an attribute that occurred before.
    pub fn check_first(&self, b: &mut FunctionBuilder, attributes: VarId, attribute: &Attribute) {
        let args = [attributes, attribute.namespace, attribute.local].map(|it| Arg::Value(it.into()));
        b.when(!attribute.is_only, |b| drop(b.call(self.check_first, args.into(), &[])));
    }
}

/// Tests whether the next byte ends a tag.
fn ends_tag(next: VarId) -> Expr {
    next.is(u64::from(b'>')) | next.is(u64::from(b'/'))
}

/// `check_first(attributes, namespace, local)`.
pub(super) fn check_first() -> Function {
    let mut b = FunctionBuilder::new("check_first");
    b.rare();
    let attributes = b.value_param("attributes", ValueType::U64);
    let namespace = b.value_param("namespace", ValueType::Bytes);
    let local = b.value_param("local", ValueType::Bytes);
    let here = b.let_("here", Expr::Pos);
    let name = b.scratch("name", |b| {
        b.write_int(attributes, 8, Order::Little);
        b.write(polywire_ir::Datum::Span(namespace.into()));
        b.write_bytes(b"}");
        b.write(polywire_ir::Datum::Span(local.into()));
    });
    let first = b.memo(name, |_| here.into());
    b.check(first.is(here), ErrorCode::DuplicateField);
    b.finish(vec![], vec![])
}

/// `check_unknown(namespace, local, value) -> unknown`. Declarations, and hints for schemas, are known.
pub(super) fn check_unknown() -> Function {
    let mut b = FunctionBuilder::new("check_unknown");
    b.rare();
    let namespace = b.value_param("namespace", ValueType::Bytes);
    let local = b.value_param("local", ValueType::Bytes);
    let value = b.value_param("value", ValueType::Bytes);
    let is_hint = namespace.is(constant(XSI));
    b.check(!(is_hint.clone() & says_nil(local, value)), ErrorCode::WrongKind);
    let known = is_hint | namespace.is(constant(XMLNS));
    b.check(known.clone() | Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
    b.finish(vec![!known], vec![ValueType::Bool])
}

/// Tests whether an attribute of the namespace of `xsi` says that its element is null.
fn says_nil(local: VarId, value: VarId) -> Expr {
    local.is(constant("nil")) & (value.is(constant("true")) | value.is(constant("1")))
}
