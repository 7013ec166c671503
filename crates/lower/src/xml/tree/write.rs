use super::Tree;
use super::attributes::{Scopes, name_of, write_raw_name};
use super::names::SCOPES;
use super::types::{declaration_field, document_field, element_field, misc_case, node_case};
use crate::plan::{Scaffold, arm, block};
use crate::xml::tokens::is_declared;
use crate::xml::wildcards::accepts;
use crate::xml::write::DECLARATION;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Const, ErrorCode, Expr, Function, Place, ValueType, VarId};
use polywire_model::attr::XmlNamespaces;

impl Tree {
    /// Writes a document, with what may stand around its element in lists of a union.
    pub(super) fn write_document(
        &self,
        b: &mut FunctionBuilder,
        (document, misc): (&Place, &Type),
        omits_declaration: bool,
    ) {
        if !omits_declaration {
            b.write_bytes(DECLARATION);
        }
        self.write_misc(b, document.field(document_field::PROLOG), misc);
        self.write_element(b, document.field(document_field::ROOT), b"".as_slice().into());
        self.write_misc(b, document.field(document_field::EPILOG), misc);
    }

    /// Writes an element of a wildcard in the scope of these declarations.
    pub fn write_any(&self, b: &mut FunctionBuilder, place: Place, namespaces: &XmlNamespaces, scope: Expr) {
        let [_, namespace, _] = name_of(&place);
        if *namespaces != XmlNamespaces::Any {
            let namespace = b.let_("namespace", namespace);
            b.check(accepts(namespaces, namespace), ErrorCode::UnknownMember);
        }
        self.write_element(b, place, scope);
    }

    /// Writes an element in the scope of these declarations.
    pub fn write_element(&self, b: &mut FunctionBuilder, place: Place, scope: Expr) {
        b.call(self.write_element, vec![Arg::Place(place), Arg::Value(scope)], &[]);
    }

    fn write_misc(&self, b: &mut FunctionBuilder, list: Place, misc: &Type) {
        b.each(list, ("misc", misc.clone()), None, |b, it, _| {
            let it = Place::from(it);
            let arms = vec![
                arm(b, case(misc_case::COMMENT), |b| self.write_comment(b, it.case(misc_case::COMMENT))),
                arm(b, case(misc_case::INSTRUCTION), |b| {
                    self.write_instruction(b, &it.case(misc_case::INSTRUCTION));
                }),
            ];
            let none = block(b, |b| b.fail(ErrorCode::MissingField));
            b.switch(Expr::Case(it), arms, none, &[]);
        });
    }

    /// `write_Element(value, scope)`.
    pub(super) fn write_whole(&self, scaffold: &Scaffold) -> Function {
        let (mut b, value) = scaffold.writer("write", self.types.element);
        let scope = b.value_param("scope", ValueType::Bytes);
        let [name, namespace, prefix] = name_of(&value);
        b.write_bytes(b"<");
        self.attributes.write_name(&mut b, &prefix, &name);
        let scopes = self.write_declarations(&mut b, value.field(element_field::DECLARATIONS), scope);
        let is_plain = [prefix.clone(), namespace.clone(), scopes[0].into()];
        let is_plain = is_plain.into_iter().fold(Expr::from(true), |all, it| all & it.bytes_len().is(0u64));
        let bound = |b: &mut FunctionBuilder| self.attributes.bind(b, scopes, prefix.clone(), namespace);
        let scopes = b.if_yields(is_plain, &SCOPES, |_| scopes.map(Expr::from).into(), bound);
        let scope = self.attributes.write_attributes(
            &mut b,
            value.field(element_field::ATTRIBUTES),
            [scopes[0], scopes[1]],
            false,
        );
        let content = value.field(element_field::CONTENT);
        b.if_else(
            Expr::Len(content.clone()).is(0u64),
            |b| b.write_bytes(b"/>"),
            |b| {
                b.write_bytes(b">");
                self.write_content(b, content, scope);
                b.write_bytes(b"</");
                write_raw_name(b, &prefix, &name);
                b.write_bytes(b">");
            },
        );
        b.finish(vec![], vec![])
    }

    fn write_declarations(&self, b: &mut FunctionBuilder, list: Place, scope: VarId) -> Scopes {
        let none = || Expr::from(b"".as_slice());
        let carried = SCOPES.into_iter().zip([scope.into(), none()]).map(|((name, ty), first)| (name, ty, first));
        let item = ("declaration", self.types.declaration.clone());
        let last = b.each_carry(list, item, None, carried.collect(), |b, it, _, scopes| {
            let it = Place::from(it);
            let prefix = b.let_("prefix", Expr::Get(it.field(declaration_field::PREFIX)));
            let namespace = Expr::Get(it.field(declaration_field::NAMESPACE));
            let is_declared = is_declared(b, scopes[1], prefix);
            b.check(!is_declared, ErrorCode::DuplicateField);
            let args = vec![Arg::Value(prefix.into()), Arg::Value(namespace.clone())];
            b.call(self.attributes.write_declaration, args, &[]);
            let declare = |b: &mut FunctionBuilder, scope: VarId| {
                self.attributes.tokens.declare(b, scope.into(), prefix.into(), namespace.clone())
            };
            vec![declare(b, scopes[0]), declare(b, scopes[1])]
        });
        [last[0], last[1]]
    }

    fn write_content(&self, b: &mut FunctionBuilder, list: Place, scope: VarId) {
        b.each(list, ("node", Type::Union(self.types.node)), None, |b, it, _| {
            let it = Place::from(it);
            let arms = vec![
                arm(b, case(node_case::ELEMENT), |b| {
                    self.write_element(b, it.case(node_case::ELEMENT), scope.into());
                }),
                arm(b, case(node_case::TEXT), |b| {
                    b.call(self.attributes.writers.text, vec![Arg::Value(Expr::Get(it.case(node_case::TEXT)))], &[]);
                }),
                arm(b, case(node_case::COMMENT), |b| self.write_comment(b, it.case(node_case::COMMENT))),
                arm(b, case(node_case::INSTRUCTION), |b| {
                    self.write_instruction(b, &it.case(node_case::INSTRUCTION));
                }),
            ];
            let none = block(b, |b| b.fail(ErrorCode::MissingField));
            b.switch(Expr::Case(it), arms, none, &[]);
        });
    }
}

fn case(index: u32) -> Vec<Const> {
    vec![Const::U64(u64::from(index) + 1)]
}
