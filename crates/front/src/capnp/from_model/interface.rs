//! Services as interfaces: a method for each that takes one struct and gives one.

use super::Maker;
use super::name::{Names, member_name};
use crate::capnp::nodes::{Brand, Method};
use crate::capnp::standard::STREAM_RESULT_ID;
use polywire_model::{DeclId, DeclKind, Effect, Field, Model, Service, Type};
use polywire_source::Span;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The node id used for absent parameters or results.
const NOTHING: u64 = 0;

impl Maker<'_> {
    /// The methods by their ordinals; where the model states none, these follow the order of declaration.
    pub(super) fn methods(&self, it: &Service) -> Vec<Method> {
        let unary = it.methods.iter().filter(|method| method.is_unary());
        let live = unary.zip(0..).map(|(method, position)| (method.attrs.capnp_ordinal.unwrap_or(position), method));
        let live: BTreeMap<u16, &polywire_model::Method> = live.collect();
        let mut names = Names::default();
        let named = live.into_iter().map(|(ordinal, method)| {
            let output =
                if method.attrs.capnp_stream { (STREAM_RESULT_ID, Brand::default()) } else { self.side(method.output) };
            let sides = (self.side(Some(method.input)), output);
            (ordinal, made(names.claim(&member_name(&method.name), 2..), ordinal, sides, &method.doc))
        });
        let mut methods: BTreeMap<u16, Method> = named.collect();
        for ordinal in &it.attrs.capnp_removed {
            let name = names.claim(&format!("removed{ordinal}"), 2..);
            let sides = ((NOTHING, Brand::default()), (NOTHING, Brand::default()));
            methods.entry(*ordinal).or_insert_with(|| made(name, *ordinal, sides, ""));
        }
        methods.into_values().collect()
    }

    /// Returns the struct of a method's parameters or results.
    fn side(&self, id: Option<DeclId>) -> (u64, Brand) {
        (id.and_then(|id| self.ids.get(&id)).copied().unwrap_or(NOTHING), Brand::default())
    }
}

fn made(name: String, ordinal: u16, (params, results): ((u64, Brand), (u64, Brand)), doc: &str) -> Method {
    Method {
        name,
        code_order: ordinal,
        implicit: Vec::new(),
        params,
        results,
        annotations: Vec::new(),
        doc: doc.to_owned(),
        span: Span::default(),
    }
}

/// Returns what interfaces cannot say, with the remedy.
pub(super) fn lost(model: &Model) -> Vec<String> {
    let methods = model.services.iter().flat_map(|it| it.methods.iter().map(move |method| (it, method)));
    methods.flat_map(|(it, method)| lost_of(model, &format!("{}.{}", it.path(), method.name), method)).collect()
}

fn lost_of(model: &Model, path: &str, method: &polywire_model::Method) -> Vec<String> {
    if !method.is_unary() {
        let what = match (method.streams_input, method.streams_output) {
            (true, false) => "takes a stream",
            (false, true) => "returns a stream",
            _ => "takes and returns a stream",
        };
        return vec![format!(
            "method {path}: it {what}, which interfaces do not support; declare one that takes and returns a single \
             struct, or an interface in a file that imports this one"
        )];
    }
    let mut lost = Vec::new();
    if method.output.is_none() {
        lost.push(format!("that method {path} is one-way: it returns nothing, and callers get an answer"));
    }
    if method.deprecated {
        lost.push(format!("that method {path} is deprecated: say so in its comment"));
    }
    match method.effect {
        Effect::Any => {}
        Effect::Idempotent => lost.push(format!("that method {path} is idempotent: say so in its comment")),
        Effect::None => lost.push(format!("that method {path} changes nothing: say so in its comment")),
    }
    let errors: Vec<String> = method.raises.iter().map(|id| model.decl(*id).path()).collect();
    if !errors.is_empty() {
        lost.push(format!("that method {path} raises {}: make them a union in its results", errors.join(" and ")));
    }
    lost
}

/// Returns the structs that are printed as the parameters or results of the method that declares them: those of one
/// method whose members are neither unions nor values that may be absent, in the order of their ordinals.
pub(super) fn parameter_lists(model: &Model) -> HashSet<DeclId> {
    let methods = || model.services.iter().flat_map(|it| &it.methods);
    let sides = methods().flat_map(|it| {
        let input = Some(it.input).filter(|_| it.declares_input);
        input.into_iter().chain(it.output.filter(|_| it.declares_output))
    });
    let mut lists: HashSet<DeclId> = sides.filter(|id| is_list(model, *id)).collect();
    let mut seen = HashSet::new();
    let uses = methods().flat_map(polywire_model::Method::structs).filter(|id| !seen.insert(*id));
    let held = model.decls.iter().flat_map(polywire_model::Decl::held);
    for id in uses.chain(held).collect::<Vec<_>>() {
        lists.remove(&id);
    }
    lists
}

fn is_list(model: &Model, id: DeclId) -> bool {
    let DeclKind::Struct(it) = &model.decl(id).kind else { return false };
    let is_union = |ty: &Type| matches!(ty, Type::Named(id) if model.as_union(*id).is_some());
    let is_group = |ty: &Type| matches!(ty, Type::Named(id) if model.as_struct(*id).and_then(|it| it.attrs.capnp.as_ref()).is_some_and(|it| it.is_group));
    let ordinals: BTreeSet<u16> = it.fields.iter().filter_map(|field| field.attrs.capnp_ordinal).collect();
    let is_plain = |field: &Field| {
        field.attrs.capnp_absence.is_none() && field.doc.is_empty() && !is_union(&field.ty) && !is_group(&field.ty)
    };
    it.attrs.capnp_removed.is_empty()
        && it.fields.iter().all(is_plain)
        && ordinals.len() == it.fields.len()
        && ordinals.last().is_none_or(|last| usize::from(*last) + 1 == it.fields.len())
}
