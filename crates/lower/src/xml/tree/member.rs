//! Elements inside of documents of a schema: what a tree needs of what is around it, it gets.

use super::Tree;
use super::types::{declaration_field, element_field};
use crate::plan::Scaffold;
use crate::xml::tokens::{Inside, Tokens, constant, each_declared, first_declared};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Expr, Function, Place, ValueType, VarId};

impl Tree {
    /// As the functions of other types, which are not told the namespace: `read_Name(value, name, scope, attributes, is_empty)`.
    ///
    /// Declarations around the element become its own, because names in its texts may need them, unless they are among those that
    /// documents are written with.
    pub fn read_as_member(&self, scaffold: &Scaffold, written: &[(&str, &str)]) -> Function {
        let mut b = scaffold.function("read_tree", self.types.element);
        let value = Place::from(b.build_param("value", Type::Struct(self.types.element)));
        let inside = Inside::params(&mut b);
        let [prefix, _] = self.parts_of_name(&mut b, Expr::from(inside.name), 0u64.into());
        let namespace = self.attributes.tokens.namespace(&mut b, inside.scope.into(), prefix.into());
        let namespace = b.let_("namespace", namespace);
        self.read_element(&mut b, value.clone(), namespace, inside);
        let list = value.field(element_field::DECLARATIONS);
        let default = written.iter().find(|(prefix, _)| prefix.is_empty()).map_or("", |(_, namespace)| *namespace);
        b.when(Expr::from(inside.scope).bytes_len().is_not(0u64), |b| {
            self.add_declarations(b, &list, (written, default), inside);
        });
        if !default.is_empty() {
            let none = b.let_("none", b"".as_slice());
            let [is_declared, _] = first_declared(&mut b, inside.scope, none);
            b.when(!is_declared, |b| self.push_declaration(b, &list, none, none));
        }
        b.finish(vec![], vec![])
    }

    fn add_declarations(
        &self,
        b: &mut FunctionBuilder,
        list: &Place,
        (written, default): (&[(&str, &str)], &str),
        inside: Inside,
    ) {
        // Each declaration of the tag is one in front of those around it.
        let own = self.count_declarations(b, inside.attributes);
        let bare = ("", default);
        each_declared(b, inside.scope, |b, index, [prefix, namespace]| {
            let others = written.iter().filter(|(prefix, _)| !prefix.is_empty());
            let pairs = others.chain([&bare]);
            let is_one = |(known, meaning): &(&str, &str)| prefix.is(constant(known)) & namespace.is(constant(meaning));
            let is_written = pairs.map(is_one).fold(Expr::from(false), |any, it| any | it);
            b.when(Expr::from(own).at_most(index) & !is_written, |b| {
                let [_, first] = first_declared(b, inside.scope, prefix);
                b.when(first.is(index), |b| self.push_declaration(b, list, prefix, namespace));
            });
        });
    }

    /// Returns how many attributes of a tag are declarations.
    fn count_declarations(&self, b: &mut FunctionBuilder, attributes: VarId) -> VarId {
        let count = vec![("count", ValueType::U64, 0u64.into())];
        Tokens::each_in_tag(b, attributes, count, |b, count| {
            let [prefix, local] = self.attributes.tokens.qname(b);
            let is_default = prefix.clone().bytes_len().is(0u64) & local.is(constant("xmlns"));
            let is_one = is_default | prefix.is(constant("xmlns"));
            let is_one = b.let_("is_one", is_one);
            self.attributes.tokens.assigned(b);
            vec![count[0] + Expr::from(is_one).choose(1u64, 0u64)]
        })[0]
    }

    fn push_declaration(&self, b: &mut FunctionBuilder, list: &Place, prefix: VarId, namespace: VarId) {
        b.push(list.clone(), ("declaration", self.types.declaration.clone()), |b, it| {
            let it = Place::from(it);
            b.set_trusted(it.field(declaration_field::PREFIX), prefix);
            b.set_trusted(it.field(declaration_field::NAMESPACE), namespace);
        });
    }
}
