use super::Tree;
use super::attributes::set_attribute;
use super::types::{TEXT, declaration_field, document_field, element_field, misc_case, name_field, node_case};
use crate::plan::Scaffold;
use crate::xml::tokens::{Inside, Tokens, constant};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, ErrorCode, Expr, Function, Place, ReadLeaf, ValueType, VarId};

impl Tree {
    /// Reads a document, with what may stand around its element into lists of a union.
    pub(super) fn read_document(&self, b: &mut FunctionBuilder, (document, misc): (&Place, &Type)) {
        self.attributes.tokens.parts_of_prolog(b, |b| self.read_misc(b, document.field(document_field::PROLOG), misc));
        let tag = self.attributes.tokens.tag(b, b"".as_slice());
        self.read_element(b, document.field(document_field::ROOT), tag.namespace, tag.inside);
        self.read_misc(b, document.field(document_field::EPILOG), misc);
    }

    /// Reads an element behind its tag.
    pub fn read_element(&self, b: &mut FunctionBuilder, place: Place, namespace: VarId, inside: Inside) {
        let args = [Arg::Place(place), Arg::Value(namespace.into())].into_iter().chain(inside.args()).collect();
        b.call(self.read_element, args, &[]);
    }

    fn read_misc(&self, b: &mut FunctionBuilder, list: Place, misc: &Type) {
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                b.skip_leaf(ReadLeaf::JsonSpace);
                let found = self.read_aside(b, [misc_case::COMMENT, misc_case::INSTRUCTION], |b, read| {
                    b.push(list.clone(), ("misc", misc.clone()), |b, it| read(b, it.into()));
                });
                vec![found]
            },
        );
    }

    /// `read_Element(value, namespace, name, scope, attributes, is_empty)`.
    pub(super) fn read_rest(&self, scaffold: &Scaffold) -> Function {
        let (mut b, value) = scaffold.reader("read", self.types.element);
        let namespace = b.value_param("namespace", ValueType::Bytes);
        let inside = Inside::params(&mut b);
        let [prefix, local] = self.parts_of_name(&mut b, Expr::from(inside.name), 0u64.into());
        set_name(&mut b, &value, [local, namespace, prefix]);
        self.read_attributes(&mut b, &value, inside);
        b.when(!inside.is_empty, |b| {
            self.read_content(b, value.field(element_field::CONTENT), inside.scope);
            self.attributes.tokens.end(b, inside.name);
        });
        b.finish(vec![], vec![])
    }

    /// Returns the prefix and the local part of the name at a position.
    pub(super) fn parts_of_name(&self, b: &mut FunctionBuilder, region: Expr, pos: Expr) -> [VarId; 2] {
        let parts = [("prefix", ValueType::Bytes), ("local", ValueType::Bytes)];
        let parts = b.at(region, pos, &parts, |b| self.attributes.tokens.qname(b).into());
        [parts[0], parts[1]]
    }

    fn read_attributes(&self, b: &mut FunctionBuilder, element: &Place, inside: Inside) {
        let Inside { scope, attributes, .. } = inside;
        let [declarations, others] =
            [element_field::DECLARATIONS, element_field::ATTRIBUTES].map(|field| element.field(field));
        Tokens::each_in_tag(b, attributes, vec![], |b, _| {
            let [prefix, local] = self.parts_of_name(b, Expr::Input, Expr::Pos);
            let is_bare = Expr::from(prefix).bytes_len().is(0u64);
            let is_default = b.let_("is_default", is_bare & local.is(constant("xmlns")));
            let read = |b: &mut FunctionBuilder| {
                let attribute = self.attributes.tokens.attribute(b, (attributes, scope));
                self.attributes.tokens.check_first(b, attributes, &attribute);
                attribute
            };
            b.if_else(
                Expr::from(is_default) | prefix.is(constant("xmlns")),
                |b| {
                    b.push(declarations, ("declaration", self.types.declaration.clone()), |b, it| {
                        let (it, attribute) = (Place::from(it), read(b));
                        let prefix = Expr::from(is_default).choose(b"".as_slice(), local);
                        b.set_trusted(it.field(declaration_field::PREFIX), prefix);
                        b.set_trusted(it.field(declaration_field::NAMESPACE), attribute.value);
                    });
                },
                |b| {
                    b.push(others, ("attribute", self.attributes.ty.clone()), |b, it| {
                        let attribute = read(b);
                        set_attribute(b, &it.into(), prefix, &attribute);
                    });
                },
            );
            vec![]
        });
    }

    /// Reads content up to the end of its element, behind the `</`.
    fn read_content(&self, b: &mut FunctionBuilder, list: Place, scope: VarId) {
        let more = [("more", ValueType::Bool)];
        b.loop_while(
            vec![("more", ValueType::Bool, true.into())],
            |carried| carried[0].into(),
            |b, _| {
                let text = b.call(self.character_data, vec![], &[("text", ValueType::Bytes)])[0];
                b.when(Expr::from(text).bytes_len().is_not(0u64), |b| {
                    self.push_node(b, &list, (node_case::TEXT, TEXT), |b, place| b.set_trusted(place, text));
                });
                let closed = b.matches("closed", b"</");
                let read = |b: &mut FunctionBuilder| {
                    self.read_markup(b, &list, scope);
                    vec![true.into()]
                };
                vec![b.if_yields(closed.into(), &more, |_| vec![false.into()], read)[0].into()]
            },
        );
    }

    /// Reads an element, a comment or a processing instruction.
    fn read_markup(&self, b: &mut FunctionBuilder, list: &Place, scope: VarId) {
        let is_aside = self.read_aside(b, [node_case::COMMENT, node_case::INSTRUCTION], |b, read| {
            b.push(list.clone(), ("node", Type::Union(self.types.node)), |b, it| read(b, it.into()));
        });
        b.when(!is_aside, |b| {
            b.expect(b"<", ErrorCode::Syntax);
            self.push_node(b, list, (node_case::ELEMENT, Type::Struct(self.types.element)), |b, place| {
                let tag = self.attributes.tokens.tag(b, scope);
                self.read_element(b, place, tag.namespace, tag.inside);
            });
        });
    }

    fn push_node(
        &self,
        b: &mut FunctionBuilder,
        list: &Place,
        (case, ty): (u32, Type),
        read: impl FnOnce(&mut FunctionBuilder, Place),
    ) {
        b.push(list.clone(), ("node", Type::Union(self.types.node)), |b, node| {
            b.open(node.into(), Some(case), ("value", ty), |b, place, _| read(b, place.into()));
        });
    }
}

pub(super) fn set_name(b: &mut FunctionBuilder, place: &Place, [local, namespace, prefix]: [VarId; 3]) {
    b.set_trusted(place.field(name_field::NAME), local);
    b.set_trusted(place.field(name_field::NAMESPACE), namespace);
    b.set_trusted(place.field(name_field::PREFIX), prefix);
}
