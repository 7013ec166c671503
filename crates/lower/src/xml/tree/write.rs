use super::Tree;
use super::names::SCOPES;
use super::types::{
    ATTRIBUTE_VALUE, declaration_field, document_field, element_field, misc_case, name_field, node_case,
};
use crate::plan::{Scaffold, arm, block};
use crate::xml::tokens::{XSI, constant, declared, is_declared};
use crate::xml::wildcards::accepts;
use crate::xml::write::DECLARATION;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Const, Datum, ErrorCode, Expr, Function, Place, ValueType, VarId};
use polywire_model::attr::{XmlName, XmlNamespaces};

/// Attributes of an element that are free to compare with each other.
const FEW: u64 = 64;

/// What prefixes stand for around and in a tag.
type Scopes = [VarId; 2];

impl Tree {
    pub(super) fn write_document(&self, b: &mut FunctionBuilder, document: &Place, omits_declaration: bool) {
        if !omits_declaration {
            b.write_bytes(DECLARATION);
        }
        self.write_misc(b, document.field(document_field::PROLOG));
        self.write_element(b, document.field(document_field::ROOT), b"".as_slice().into());
        self.write_misc(b, document.field(document_field::EPILOG));
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

    fn write_misc(&self, b: &mut FunctionBuilder, list: Place) {
        b.each(list, ("misc", Type::Union(self.types.misc)), None, |b, it, _| {
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
        self.write_name(&mut b, &prefix, &name);
        let scopes = self.write_declarations(&mut b, value.field(element_field::DECLARATIONS), scope);
        let is_plain = [prefix.clone(), namespace.clone(), scopes[0].into()];
        let is_plain = is_plain.into_iter().fold(Expr::from(true), |all, it| all & it.bytes_len().is(0u64));
        let bound = |b: &mut FunctionBuilder| self.bind(b, scopes, prefix.clone(), namespace);
        let scopes = b.if_yields(is_plain, &SCOPES, |_| scopes.map(Expr::from).into(), bound);
        let scope =
            self.write_attributes(&mut b, value.field(element_field::ATTRIBUTES), [scopes[0], scopes[1]], false);
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

    fn write_name(&self, b: &mut FunctionBuilder, prefix: &Expr, name: &Expr) {
        b.call(self.check_name, vec![Arg::Value(name.clone())], &[]);
        write_raw_name(b, prefix, name);
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
            b.call(self.write_declaration, args, &[]);
            let declare = |b: &mut FunctionBuilder, scope: VarId| {
                self.tokens.declare(b, scope.into(), prefix.into(), namespace.clone())
            };
            vec![declare(b, scopes[0]), declare(b, scopes[1])]
        });
        [last[0], last[1]]
    }

    /// Writes a declaration if a prefix needs one. Returns what prefixes stand for then.
    fn bind(&self, b: &mut FunctionBuilder, scopes: Scopes, prefix: Expr, namespace: Expr) -> Vec<Expr> {
        let args = scopes.map(Expr::from).into_iter().chain([prefix.clone(), namespace.clone()]).map(Arg::Value);
        let known = b.call(self.bind, args.collect(), &[("is_bound", ValueType::Bool), ("is_used", ValueType::Bool)]);
        let declared = SCOPES.into_iter().zip(scopes).zip(known).map(|((result, scope), is_known)| {
            let declare =
                |b: &mut FunctionBuilder| vec![self.tokens.declare(b, scope.into(), prefix.clone(), namespace.clone())];
            b.if_yields(is_known.into(), &[result], |_| vec![scope.into()], declare)[0].into()
        });
        declared.collect()
    }

    /// Writes attributes in the tag of another element, which has others of these names. All prefixes of the scope are used.
    pub fn write_other_attributes(
        &self,
        b: &mut FunctionBuilder,
        list: Place,
        (names, namespaces): (&[&XmlName], &XmlNamespaces),
        scope: VarId,
    ) {
        b.each(list.clone(), ("attribute", self.types.attribute.clone()), None, |b, it, _| {
            let [name, namespace, _] = name_of(&it.into());
            let namespace = b.let_("namespace", namespace);
            b.check(accepts(namespaces, namespace) & !namespace.is(constant(XSI)), ErrorCode::UnknownMember);
            for other in names {
                let is_it = name.clone().is(constant(&other.local)) & namespace.is(constant(&other.namespace));
                b.check(!is_it, ErrorCode::DuplicateField);
            }
        });
        self.write_attributes(b, list, [scope, scope], true);
    }

    /// Returns the declarations in scope. A prefix that is used for another namespace may be replaced.
    fn write_attributes(&self, b: &mut FunctionBuilder, list: Place, scopes: Scopes, replaces: bool) -> VarId {
        self.check_names(b, &list);
        let carried = SCOPES.into_iter().zip(scopes).map(|((name, ty), first)| (name, ty, first.into()));
        let item = ("attribute", self.types.attribute.clone());
        let last = b.each_carry(list, item, None, carried.collect(), |b, it, _, scopes| {
            let (it, scopes) = (Place::from(it), [scopes[0], scopes[1]]);
            let [name, namespace, prefix] = name_of(&it);
            let is_empty = |it: &Expr| it.clone().bytes_len().is(0u64);
            let is_bare = is_empty(&prefix) & is_empty(&namespace);
            // That would be a declaration.
            b.check(!(is_bare.clone() & name.clone().is(constant("xmlns"))), ErrorCode::InvalidKey);
            let prefix = [("prefix", ValueType::Bytes)];
            let stated = Expr::Get(it.field(name_field::PREFIX));
            let free = |b: &mut FunctionBuilder| {
                let args = scopes.map(Expr::from).into_iter().chain([namespace.clone()]).map(Arg::Value);
                vec![b.call(self.free_prefix, args.collect(), &prefix)[0].into()]
            };
            let is_unusable = match replaces {
                true => {
                    let stated = b.let_("stated", stated.clone());
                    let [is_used, used_for] = declared(b, scopes[1], stated);
                    is_empty(&stated.into()) | (Expr::from(is_used) & !used_for.is(namespace.clone()))
                }
                false => is_empty(&stated),
            };
            let needs_one = is_unusable & !is_empty(&namespace);
            let prefix = Expr::from(b.if_yields(needs_one, &prefix, free, |_| vec![stated.clone()])[0]);
            let bound = |b: &mut FunctionBuilder| self.bind(b, scopes, prefix.clone(), namespace.clone());
            let after = b.if_yields(is_bare, &SCOPES, |_| scopes.map(Expr::from).into(), bound);
            b.write_bytes(b" ");
            self.write_name(b, &prefix, &name);
            b.write_bytes(b"=\"");
            let value = Expr::Get(it.field(ATTRIBUTE_VALUE));
            b.call(self.writers.attribute, vec![Arg::Value(value)], &[]);
            b.write_bytes(b"\"");
            after.into_iter().map(Expr::from).collect()
        });
        last[0]
    }

    /// Refuses two attributes of the same name.
    fn check_names(&self, b: &mut FunctionBuilder, list: &Place) {
        let item = |name| (name, self.types.attribute.clone());
        let len = Expr::Len(list.clone());
        b.when(Expr::from(1u64).below(len.clone()), |b| {
            b.each(list.clone(), item("attribute"), None, |b, it, _| {
                b.when(Expr::from(FEW).below(len.clone()), |b| b.charge(len));
                let [name, namespace, _] = name_of(&it.into());
                let carried = vec![("count", ValueType::U64, 0u64.into())];
                let count = b.each_carry(list.clone(), item("other"), None, carried, |_, it, _, count| {
                    let [other, other_namespace, _] = name_of(&it.into());
                    let is_same = name.is(other) & namespace.is(other_namespace);
                    vec![count[0] + is_same.choose(1u64, 0u64)]
                });
                b.check(count[0].is(1u64), ErrorCode::DuplicateField);
            });
        });
    }

    fn write_content(&self, b: &mut FunctionBuilder, list: Place, scope: VarId) {
        b.each(list, ("node", Type::Union(self.types.node)), None, |b, it, _| {
            let it = Place::from(it);
            let arms = vec![
                arm(b, case(node_case::ELEMENT), |b| {
                    self.write_element(b, it.case(node_case::ELEMENT), scope.into());
                }),
                arm(b, case(node_case::TEXT), |b| {
                    b.call(self.writers.text, vec![Arg::Value(Expr::Get(it.case(node_case::TEXT)))], &[]);
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

/// Returns the local part, the namespace and the prefix of an element or an attribute.
fn name_of(place: &Place) -> [Expr; 3] {
    [name_field::NAME, name_field::NAMESPACE, name_field::PREFIX].map(|field| Expr::Get(place.field(field)))
}

fn write_raw_name(b: &mut FunctionBuilder, prefix: &Expr, name: &Expr) {
    b.when(prefix.clone().bytes_len().is_not(0u64), |b| {
        b.write(Datum::Span(prefix.clone()));
        b.write_bytes(b":");
    });
    b.write(Datum::Span(name.clone()));
}

fn case(index: u32) -> Vec<Const> {
    vec![Const::U64(u64::from(index) + 1)]
}
