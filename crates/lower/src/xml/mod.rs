//! XML 1.0 (5th edition) with namespaces, in UTF-8.
//!
//! A document is the element of a struct, named after it. Members are elements with their names; XML Schemas state other names,
//! namespaces, attributes and texts. A list or a map is an element for each of its elements or entries; where it may be absent, or is
//! inside of another value, it is one element with an element `item` for each. An entry has the elements `key` and `value`. A value
//! that may be null is an element with one element `value`, or with none. A case of a struct's union is a member of the struct; a union
//! elsewhere is an element with that of its case. Numbers, booleans, bytes are texts as in XML Schema; enumerators are their names.
//!
//! Decoders check that documents are well-formed, also what they skip. They read attributes in any order, and elements unless an
//! XML Schema states theirs. Nothing in a document stands for more than it is: there are no entities but the five, and a document type with an internal subset is
//! refused. Nothing is fetched.
//!
//! Design: docs/decisions/0138-xml.md

mod children;
mod facts;
mod kinds;
mod level;
mod likely;
mod losses;
mod names;
mod next;
mod null;
mod places;
mod plan;
mod read;
mod read_attributes;
mod read_sequence;
mod read_value;
mod sequence;
mod texts;
mod tokens;
pub(crate) mod tree;
mod type_of;
mod typed;
mod unsupported;
mod wildcards;
mod write;
mod write_group;
mod write_sequence;
mod write_value;

pub(crate) use losses::losses;
pub(crate) use places::places;
pub(crate) use type_of::type_of;

use crate::plan::{
    Codecs, Projection, Scaffold, StructDecl, innermost, messages, nested_unions, struct_decls, union_decl,
};
use crate::unsupported::none_of;
use crate::{Options, Unsupported};
use names::Names;
use plan::Content;
use polywire_ir::build::ModuleBuilder;
use polywire_ir::types::{StructId, Type, Types, UnionId};
use polywire_ir::{Arg, ErrorCode, FuncId, Function, Module};
use polywire_model::attr::XmlOptions;
use polywire_model::xml::is_built_in;
use polywire_model::{Decl, Model};
use sequence::Schema;
use std::sync::Arc;
use texts::Texts;
use tokens::Tokens;
use tree::{Attributes, Tree};
use wildcards::has_wildcards;

/// XML.
pub(crate) fn lower(model: &Model, options: &Options) -> Result<Module, Vec<Unsupported>> {
    let types = Arc::new(Types::of_model(model));
    let projection = Projection::of(&options.selection, &types);
    let mut problems = Vec::new();
    let decls = struct_decls(model);
    let schema = Schema { model, types: &types, projection: &projection, structs: &decls };
    let has_trees = has_wildcards(model);
    let is_tree = |decl: &Decl| has_trees && is_built_in(decl);
    let content = |owner: &StructDecl<'_>| match is_tree(owner.decl) {
        true => Content::default(),
        false => Content::of_struct(&schema, owner, &mut problems),
    };
    let structs: Vec<Content> = decls.iter().map(content).collect();
    let unions = (0..types.unions.len() as u32).map(UnionId);
    let unions = unions.map(|id| {
        let mut found = Vec::new();
        match is_tree(union_decl(model, id).0) {
            true => (Content::default(), found),
            false => (Content::of_union(&schema, id, &mut found), found),
        }
    });
    let (unions, found): (Vec<Content>, Vec<_>) = unions.unzip();
    let all = || structs.iter().chain(&unions).flat_map(Content::items);
    for (found, id) in found.into_iter().zip((0..).map(UnionId)) {
        // Those without an element around them have no functions.
        if all().any(|item| *innermost(&item.member.ty) == Type::Union(id)) {
            problems.extend(found);
        }
    }
    // The element in a value that may be null has no name of its own.
    let named = decls.iter().zip(&structs).filter(|(owner, _)| !owner.it.is_nullable).map(|(_, it)| it);
    let names = Names::of(model, named.chain(&unions), &mut problems);
    none_of(problems)?;
    let nested = nested_unions(all().map(|item| &item.member));
    let mut module = ModuleBuilder::new("xml", types.clone());
    let nexts = structs.iter().map(|it| (!it.sequence.is_empty()).then(|| module.declare())).collect();
    let tokens = Tokens::define(&mut module);
    let scaffold = Scaffold::of(&types);
    let texts = Texts::define(&mut module, model, &types, tokens.code_point);
    let schema = (model, &*types);
    let attributes = has_trees.then(|| Attributes::of(&mut module, schema, (tokens, texts.writers()))).flatten();
    let tree = attributes.as_ref().and_then(|it| Tree::of(&mut module, schema, &scaffold, it));
    let trees = decls.iter().filter(|owner| is_tree(owner.decl)).map(|owner| owner.id);
    let xml = Xml {
        options: model.options.xml,
        reports_unknown: options.report_unknown,
        types: &types,
        scaffold,
        codecs: Codecs::declare_standalone(&mut module, &types, &nested),
        tokens,
        texts,
        attributes,
        tree,
        trees: trees.collect(),
        names,
        structs,
        unions,
        nexts,
    };
    xml.define(&mut module);
    Ok(module.finish())
}

/// The lowering's context.
struct Xml<'t> {
    options: XmlOptions,
    /// Decoders report what the schema does not know.
    reports_unknown: bool,
    types: &'t Types,
    scaffold: Scaffold,
    /// `encode_Name(value, indentation)` and `read_Name(value, name, scope, attributes, is_empty)`.
    codecs: Codecs,
    tokens: Tokens,
    texts: Texts,
    /// For attributes of any name.
    attributes: Option<Attributes>,
    /// For elements of any name.
    tree: Option<Tree>,
    /// The structs of both.
    trees: Vec<StructId>,
    names: Names,
    structs: Vec<Content>,
    unions: Vec<Content>,
    /// `next_Name(scope) -> …` of structs whose elements stand in an order.
    nexts: Vec<Option<FuncId>>,
}

impl Xml<'_> {
    fn define(&self, module: &mut ModuleBuilder) {
        let tree = |id| self.tree.as_ref().filter(|tree| tree.is_element(id));
        self.codecs.define_structs(module, |id| {
            let read = tree(id).map_or_else(
                || self.read_struct(id),
                |tree| tree.read_as_member(&self.scaffold, &self.names.declared()),
            );
            [self.encode_struct(id), read]
        });
        self.codecs.define_unions(module, |id| [self.encode_union(id), self.read_union(id)]);
        for (id, next) in (0..).map(StructId).zip(&self.nexts) {
            if let Some(next) = next {
                module.define(*next, self.read_next(id));
            }
        }
        for id in messages(self.types).filter(|id| !self.trees.contains(id)) {
            let [encode, decode] = [self.encode_document(id), self.decode_document(id)];
            let encode = module.add(encode);
            let decode = module.add(decode);
            module.entry(id, Some(encode), decode, None);
        }
    }

    fn decode_document(&self, id: StructId) -> Function {
        let root = self.names.root(id);
        self.scaffold.decode_entry(id, |b, value| {
            self.tokens.prolog(b);
            let tag = self.tokens.tag(b, b"".as_slice());
            let is_root = tag.local.is(tokens::constant(&root.local));
            b.check(is_root & tag.namespace.is(tokens::constant(&root.namespace)), ErrorCode::WrongKind);
            let args = [Arg::Place(value.into())].into_iter().chain(tag.inside.args()).collect();
            b.call(self.codecs[id].read, args, &[]);
            self.tokens.misc(b);
        })
    }
}
