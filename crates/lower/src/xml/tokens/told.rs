//! The type that an element tells (XML Schema 1.0 Part 1, section 2.6.1).

use super::Tokens;
use super::scope::{XSI, constant};
use super::tag::Inside;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, ErrorCode, Expr, Function, ReadLeaf, ValueType, VarId};

const TOLD: [(&str, ValueType); 3] =
    [("is_told", ValueType::Bool), ("namespace", ValueType::Bytes), ("local", ValueType::Bytes)];

impl Tokens {
    /// Returns true if there is `xsi:type`, and the name that it gives.
    pub fn told_type(&self, b: &mut FunctionBuilder, inside: Inside) -> [VarId; 3] {
        let args = vec![Arg::Value(inside.attributes.into()), Arg::Value(inside.scope.into())];
        let told = b.call(self.told_type, args, &TOLD);
        [told[0], told[1], told[2]]
    }

    /// `told_type(attributes, scope) -> is_told, namespace, local`.
    pub(super) fn find_type(&self) -> Function {
        let mut b = FunctionBuilder::new("told_type");
        let attributes = b.value_param("attributes", ValueType::U64);
        let scope = b.value_param("scope", ValueType::Bytes);
        let none = || Expr::from(b"".as_slice());
        let first = vec![("is_told", ValueType::Bool, false.into()), ("value", ValueType::Bytes, none())];
        let told = self.each_attribute(&mut b, (attributes, scope), first, |b, attribute, carried| {
            let is_it = attribute.namespace.is(constant(XSI)) & attribute.local.is(constant("type"));
            let is_it = b.let_("is_it", is_it);
            let value = Expr::from(is_it).choose(attribute.value, carried[1]);
            vec![Expr::from(carried[0]) | is_it, value]
        });
        let names = [("namespace", ValueType::Bytes), ("local", ValueType::Bytes)];
        let read = |b: &mut FunctionBuilder| {
            let read = b.at(told[1], 0u64, &names, |b| {
                b.skip_leaf(ReadLeaf::JsonSpace);
                let [prefix, local] = self.qname(b);
                b.skip_leaf(ReadLeaf::JsonSpace);
                b.check(Expr::Left.is(0u64), ErrorCode::Syntax);
                vec![self.namespace(b, scope.into(), prefix), local]
            });
            read.into_iter().map(Expr::from).collect()
        };
        let name = b.if_yields(told[0].into(), &names, read, |_| vec![none(), none()]);
        let types = TOLD.map(|(_, ty)| ty).to_vec();
        b.finish(vec![told[0].into(), name[0].into(), name[1].into()], types)
    }
}
