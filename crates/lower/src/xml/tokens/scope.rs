//! Prefixes of names (Namespaces in XML 1.0).
//!
//! The declarations in scope are bytes: for each one the lengths of the prefix and of the namespace, and both. An inner one stands in
//! front of those around it. Documents that declare all prefixes on their first element make these bytes once.
//!
//! Design: docs/decisions/0138-xml.md

use super::Tokens;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Function, Order, ValueType, VarId};

/// The namespace of the prefix `xml`.
pub(in crate::xml) const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// That of declarations.
pub(in crate::xml) const XMLNS: &str = "http://www.w3.org/2000/xmlns/";
/// That of attributes such as `xsi:nil`.
pub(in crate::xml) const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// Bytes of declarations in scope that are free to look through. More of them are work that the names in a document do not pay for.
const FREE: u64 = 4096;

/// Bytes of a length.
const LEN: u8 = 4;

/// A constant.
pub(in crate::xml) fn constant(text: &str) -> Expr {
    text.as_bytes().into()
}

impl Tokens {
    /// Returns the namespace of a prefix; that of an empty one is empty if there is no declaration.
    pub fn namespace(&self, b: &mut FunctionBuilder, scope: Expr, prefix: Expr) -> Expr {
        let args = vec![Arg::Value(scope), Arg::Value(prefix)];
        b.call(self.namespace, args, &[("namespace", ValueType::Bytes)])[0].into()
    }

    /// Returns the declarations with one more.
    pub fn declare(&self, b: &mut FunctionBuilder, scope: Expr, prefix: Expr, namespace: Expr) -> Expr {
        let args = vec![Arg::Value(scope), Arg::Value(prefix), Arg::Value(namespace)];
        b.call(self.declare, args, &[("scope", ValueType::Bytes)])[0].into()
    }
}

/// Returns declarations that are constant, of prefixes and namespaces.
pub(in crate::xml) fn scope_of(declarations: &[(&str, &str)]) -> Expr {
    let mut scope = Vec::new();
    for (prefix, namespace) in declarations {
        for part in [prefix, namespace] {
            scope.extend((part.len() as u32).to_le_bytes());
        }
        scope.extend(prefix.bytes().chain(namespace.bytes()));
    }
    scope.as_slice().into()
}

/// Runs the body for each declaration of a scope, with its number from 0 on, also for those that an inner one hides.
pub(in crate::xml) fn each_declared(
    b: &mut FunctionBuilder,
    scope: VarId,
    body: impl FnOnce(&mut FunctionBuilder, VarId, [VarId; 2]),
) {
    b.at(scope, 0u64, &[], |b| {
        b.loop_while(
            vec![("index", ValueType::U64, 0u64.into())],
            |_| Expr::Left.is_not(0u64),
            |b, carried| {
                let [prefix, namespace] = read_declaration(b);
                body(b, carried[0], [prefix, namespace]);
                vec![carried[0] + 1u64]
            },
        );
        vec![]
    });
}

/// Returns whether a prefix is declared, and the number of its innermost declaration.
pub(in crate::xml) fn first_declared(b: &mut FunctionBuilder, scope: VarId, prefix: VarId) -> [VarId; 2] {
    charge(b, scope);
    let results = [("found", ValueType::Bool), ("index", ValueType::U64)];
    let found = b.at(scope, 0u64, &results, |b| {
        let last = b.loop_while(
            vec![("found", ValueType::Bool, false.into()), ("index", ValueType::U64, 0u64.into())],
            |carried| !carried[0] & Expr::Left.is_not(0u64),
            |b, carried| {
                let [declared, _] = read_declaration(b);
                let found = b.let_("is_it", declared.is(prefix));
                vec![found.into(), Expr::from(found).choose(carried[1], carried[1] + 1u64)]
            },
        );
        last.into_iter().map(Expr::from).collect()
    });
    [found[0], found[1]]
}

/// Returns the prefix and the namespace of the declaration at the position.
fn read_declaration(b: &mut FunctionBuilder) -> [VarId; 2] {
    let prefix_len = b.read_int("prefix_len", LEN, Order::Little);
    let namespace_len = b.read_int("namespace_len", LEN, Order::Little);
    [b.read_span("declared", prefix_len), b.read_span("namespace", namespace_len)]
}

fn charge(b: &mut FunctionBuilder, scope: VarId) {
    let len = Expr::from(scope).bytes_len();
    b.when(Expr::from(FREE).below(len.clone()), |b| b.charge(len));
}

/// `namespace(scope, prefix) -> namespace`.
pub(super) fn namespace() -> Function {
    let mut b = FunctionBuilder::new("namespace");
    let scope = b.value_param("scope", ValueType::Bytes);
    let prefix = b.value_param("prefix", ValueType::Bytes);
    let found = declared(&mut b, scope, prefix);
    let is_xml = prefix.is(constant("xml"));
    let known = Expr::from(found[0]) | is_xml.clone() | Expr::from(prefix).bytes_len().is(0u64);
    b.check(known, ErrorCode::InvalidKey);
    let other = is_xml.choose(constant(XML), b"".as_slice());
    let namespace = Expr::from(found[0]).choose(found[1], other);
    b.finish(vec![namespace], vec![ValueType::Bytes])
}

/// Returns whether a prefix is declared, and its namespace.
pub(in crate::xml) fn declared(b: &mut FunctionBuilder, scope: VarId, prefix: VarId) -> [VarId; 2] {
    let found = search(b, scope, prefix, true);
    [found[0], found[1]]
}

/// Returns whether a prefix is declared.
pub(in crate::xml) fn is_declared(b: &mut FunctionBuilder, scope: VarId, prefix: VarId) -> VarId {
    search(b, scope, prefix, false)[0]
}

fn search(b: &mut FunctionBuilder, scope: VarId, prefix: VarId, wants_namespace: bool) -> Vec<VarId> {
    charge(b, scope);
    let nothing: Expr = b"".as_slice().into();
    let mut carried = vec![("found", ValueType::Bool, false.into()), ("namespace", ValueType::Bytes, nothing)];
    carried.truncate(if wants_namespace { 2 } else { 1 });
    let results: Vec<_> = carried.iter().map(|(name, ty, _)| (*name, ty.clone())).collect();
    b.at(scope, 0u64, &results, |b| {
        let last = b.loop_while(
            carried,
            |carried| !carried[0] & Expr::Left.is_not(0u64),
            |b, carried| {
                let [declared, namespace] = read_declaration(b);
                let found = [declared.is(prefix), namespace.into()];
                found.into_iter().take(carried.len()).collect()
            },
        );
        last.into_iter().map(Expr::from).collect()
    })
}

/// `declare(scope, prefix, namespace) -> scope`.
pub(super) fn declare() -> Function {
    let mut b = FunctionBuilder::new("declare");
    b.rare();
    let scope = b.value_param("scope", ValueType::Bytes);
    let prefix = Expr::from(b.value_param("prefix", ValueType::Bytes));
    let namespace = Expr::from(b.value_param("namespace", ValueType::Bytes));
    let is_xml = prefix.clone().is(constant("xml"));
    let is_right = is_xml.clone().is(namespace.clone().is(constant(XML)));
    let is_kept = prefix.clone().is(constant("xmlns")) | namespace.clone().is(constant(XMLNS));
    b.check(is_right & !is_kept, ErrorCode::InvalidKey);
    let undeclares = namespace.clone().bytes_len().is(0u64) & prefix.clone().bytes_len().is_not(0u64);
    b.check(!undeclares, ErrorCode::InvalidKey);
    // Each copy of what is around it takes memory that the declaration does not pay for.
    b.charge(Expr::from(scope).bytes_len());
    let inner = b.scratch("inner", |b| {
        for part in [&prefix, &namespace] {
            b.write_int(part.clone().bytes_len(), LEN, Order::Little);
        }
        for part in [prefix.clone(), namespace.clone(), scope.into()] {
            b.write(Datum::Span(part));
        }
    });
    b.finish(vec![inner.into()], vec![ValueType::Bytes])
}
