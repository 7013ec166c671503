//! Names in written documents: the declarations that they need.
//!
//! `used` has what the prefixes of one element mean in its tag, in the form of a scope: all names of a tag share the declarations in it.

use crate::xml::texts::TextWriters;
use crate::xml::tokens::{Tokens, XML, constant, declared};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, FuncId, Function, ValueType, VarId, WriteLeaf};

/// Results of what declares a prefix.
pub(super) const SCOPES: [(&str, ValueType); 2] = [("scope", ValueType::Bytes), ("used", ValueType::Bytes)];

/// `check_name(text)`: refuses what is no name without a colon.
pub(super) fn check_name(tokens: &Tokens) -> Function {
    let mut b = FunctionBuilder::new("check_name");
    let text = b.value_param("text", ValueType::Bytes);
    b.check(Expr::from(text).bytes_len().is_not(0u64), ErrorCode::MissingField);
    b.at(text, 0u64, &[], |b| {
        tokens.ncname(b);
        b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
        vec![]
    });
    b.finish(vec![], vec![])
}

/// `write_declaration(prefix, namespace)`.
pub(super) fn write_declaration(check_name: FuncId, writers: TextWriters) -> Function {
    let mut b = FunctionBuilder::new("write_declaration");
    b.rare();
    let prefix = b.value_param("prefix", ValueType::Bytes);
    let namespace = b.value_param("namespace", ValueType::Bytes);
    b.write_bytes(b" xmlns");
    b.when(Expr::from(prefix).bytes_len().is_not(0u64), |b| {
        b.call(check_name, vec![Arg::Value(prefix.into())], &[]);
        b.write_bytes(b":");
        b.write(Datum::Span(prefix.into()));
    });
    b.write_bytes(b"=\"");
    b.call(writers.attribute, vec![Arg::Value(namespace.into())], &[]);
    b.write_bytes(b"\"");
    b.finish(vec![], vec![])
}

/// Tests whether a prefix stands for a namespace.
fn stands_for(b: &mut FunctionBuilder, scope: VarId, prefix: VarId, namespace: VarId) -> Expr {
    let [found, meaning] = declared(b, scope, prefix);
    let is_empty = |it: VarId| Expr::from(it).bytes_len().is(0u64);
    let undeclared =
        (is_empty(prefix) & is_empty(namespace)) | (prefix.is(constant("xml")) & namespace.is(constant(XML)));
    Expr::from(found).choose(meaning.is(namespace), undeclared)
}

/// `bind(scope, used, prefix, namespace) -> is_bound, is_used`: writes a declaration, unless the prefix is bound: stands for the namespace. If
/// it is used for another one in the same tag, it cannot.
pub(super) fn bind(write_declaration: FuncId) -> Function {
    let mut b = FunctionBuilder::new("bind");
    let [scope, used] = ["scope", "used"].map(|name| b.value_param(name, ValueType::Bytes));
    let [prefix, namespace] = ["prefix", "namespace"].map(|name| b.value_param(name, ValueType::Bytes));
    let [is_used, meaning] = declared(&mut b, used, prefix);
    b.check(!is_used | meaning.is(namespace), ErrorCode::InvalidKey);
    let is_bound = stands_for(&mut b, scope, prefix, namespace);
    let is_bound = b.let_("is_bound", is_bound);
    b.when(!is_bound, |b| {
        b.call(write_declaration, [prefix, namespace].map(|it| Arg::Value(it.into())).into(), &[]);
    });
    b.finish(vec![is_bound.into(), is_used.into()], vec![ValueType::Bool; 2])
}

/// `free_prefix(scope, used, namespace) -> prefix`: one that stands for the namespace, or for nothing: `xml`, `ns1`, `ns2` and so on.
pub(super) fn free_prefix() -> Function {
    let mut b = FunctionBuilder::new("free_prefix");
    b.rare();
    let [scope, used] = ["scope", "used"].map(|name| b.value_param(name, ValueType::Bytes));
    let namespace = b.value_param("namespace", ValueType::Bytes);
    let carried = vec![
        ("prefix", ValueType::Bytes, constant("xml")),
        ("number", ValueType::U64, 0u64.into()),
        ("more", ValueType::Bool, !namespace.is(constant(XML))),
    ];
    let last = b.loop_while(
        carried,
        |carried| carried[2].into(),
        |b, carried| {
            let number = b.let_("next", carried[1] + 1u64);
            let len = Expr::from(scope).bytes_len() + Expr::from(used).bytes_len();
            b.when(number.is_not(1u64), |b| b.charge(len));
            let prefix = b.scratch("prefix", |b| {
                b.write_bytes(b"ns");
                b.write_leaf(WriteLeaf::DecimalUint, vec![number.into()]);
            });
            let [is_used, used_for] = declared(b, used, prefix);
            let [is_declared, declared_for] = declared(b, scope, prefix);
            let is_free = !is_declared | declared_for.is(namespace);
            let fits = Expr::from(is_used).choose(used_for.is(namespace), is_free);
            vec![prefix.into(), number.into(), !fits]
        },
    );
    b.finish(vec![last[0].into()], vec![ValueType::Bytes])
}
