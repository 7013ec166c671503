//! Services as interfaces: a method for each that takes one struct and gives one.

use super::Maker;
use super::name::{Names, member_name};
use crate::capnp::nodes::{Brand, Method};
use polywire_model::{DeclId, Model, Service};
use polywire_source::Span;
use std::collections::BTreeMap;

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
            let sides = (self.side(method.input), self.side(method.output));
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
    fn side(&self, id: DeclId) -> (u64, Brand) {
        (self.ids.get(&id).copied().unwrap_or(NOTHING), Brand::default())
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

/// Returns the streaming methods, which no interface can express, with the remedy.
pub(super) fn streams(model: &Model) -> Vec<String> {
    let methods = model.services.iter().flat_map(|it| it.methods.iter().map(move |method| (it, method)));
    let lost = methods.filter(|(_, method)| !method.is_unary()).map(|(it, method)| {
        let what = match (method.streams_input, method.streams_output) {
            (true, false) => "takes a stream",
            (false, true) => "returns a stream",
            _ => "takes and returns a stream",
        };
        format!(
            "method {}.{}: it {what}, which interfaces do not support; declare one that takes and returns a single \
             struct, or an interface in a file that imports this one",
            it.path(),
            method.name
        )
    });
    lost.collect()
}
