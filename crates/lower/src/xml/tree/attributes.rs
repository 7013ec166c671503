//! Attributes of any name.

use super::names::{self, SCOPES};
use super::read::set_name;
use super::types::{ATTRIBUTE_VALUE, find, name_field};
use crate::xml::texts::TextWriters;
use crate::xml::tokens::{Attribute, Tokens, XSI, constant, declared};
use crate::xml::wildcards::accepts;
use polywire_ir::build::{FunctionBuilder, ModuleBuilder};
use polywire_ir::types::{Type, Types};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, FuncId, Place, ValueType, VarId};
use polywire_model::attr::{XmlName, XmlNamespaces};
use polywire_model::{Model, xml};

/// Attributes of an element that are free to compare with each other.
const FEW: u64 = 64;

/// What prefixes stand for around and in a tag.
pub(super) type Scopes = [VarId; 2];

/// The functions that read and write attributes.
#[derive(Clone)]
pub(crate) struct Attributes {
    /// The type of an attribute.
    pub(super) ty: Type,
    pub(super) tokens: Tokens,
    pub(super) writers: TextWriters,
    pub(super) check_name: FuncId,
    pub(super) write_declaration: FuncId,
    bind: FuncId,
    free_prefix: FuncId,
}

impl Attributes {
    /// Defines them, if a model has the type.
    pub fn of(
        module: &mut ModuleBuilder,
        (model, types): (&Model, &Types),
        functions: (Tokens, TextWriters),
    ) -> Option<Self> {
        let ty = find(model, types, xml::ATTRIBUTE)?;
        Some(Self::define(module, Type::Struct(ty), functions))
    }

    /// Defines them for the type of an attribute.
    pub(super) fn define(module: &mut ModuleBuilder, ty: Type, (tokens, writers): (Tokens, TextWriters)) -> Self {
        let check_name = module.add(names::check_name(&tokens));
        let write_declaration = module.add(names::write_declaration(check_name, writers));
        let bind = module.add(names::bind(write_declaration));
        Self { ty, tokens, writers, check_name, write_declaration, bind, free_prefix: module.add(names::free_prefix()) }
    }

    /// Adds an attribute to a list.
    pub fn push(&self, b: &mut FunctionBuilder, list: Place, prefix: VarId, attribute: &Attribute) {
        b.push(list, ("attribute", self.ty.clone()), |b, it| set_attribute(b, &it.into(), prefix, attribute));
    }

    /// Writes a declaration if a prefix needs one. Returns what prefixes stand for then.
    pub(super) fn bind(&self, b: &mut FunctionBuilder, scopes: Scopes, prefix: Expr, namespace: Expr) -> Vec<Expr> {
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
    pub fn write_others(
        &self,
        b: &mut FunctionBuilder,
        list: Place,
        (names, namespaces): (&[&XmlName], &XmlNamespaces),
        scope: VarId,
    ) {
        b.each(list.clone(), ("attribute", self.ty.clone()), None, |b, it, _| {
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
    pub(super) fn write_attributes(
        &self,
        b: &mut FunctionBuilder,
        list: Place,
        scopes: Scopes,
        replaces: bool,
    ) -> VarId {
        self.check_names(b, &list);
        let carried = SCOPES.into_iter().zip(scopes).map(|((name, ty), first)| (name, ty, first.into()));
        let item = ("attribute", self.ty.clone());
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
        let item = |name| (name, self.ty.clone());
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

    pub(super) fn write_name(&self, b: &mut FunctionBuilder, prefix: &Expr, name: &Expr) {
        b.call(self.check_name, vec![Arg::Value(name.clone())], &[]);
        write_raw_name(b, prefix, name);
    }
}

pub(super) fn set_attribute(b: &mut FunctionBuilder, place: &Place, prefix: VarId, attribute: &Attribute) {
    set_name(b, place, [attribute.local, attribute.namespace, prefix]);
    b.set_trusted(place.field(ATTRIBUTE_VALUE), attribute.value);
}

/// Returns the local part, the namespace and the prefix of an element or an attribute.
pub(super) fn name_of(place: &Place) -> [Expr; 3] {
    [name_field::NAME, name_field::NAMESPACE, name_field::PREFIX].map(|field| Expr::Get(place.field(field)))
}

pub(super) fn write_raw_name(b: &mut FunctionBuilder, prefix: &Expr, name: &Expr) {
    b.when(prefix.clone().bytes_len().is_not(0u64), |b| {
        b.write(Datum::Span(prefix.clone()));
        b.write_bytes(b":");
    });
    b.write(Datum::Span(name.clone()));
}
