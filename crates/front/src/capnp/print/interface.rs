use super::{At, Printer};
use crate::capnp::nodes::{Brand, Field, Method, Node, NodeKind, Type};
use crate::capnp::standard::STREAM_RESULT_ID;

impl<'n> Printer<'n> {
    pub(super) fn methods(&mut self, node: &'n Node, methods: &'n [Method]) {
        let mut order: Vec<(usize, &Method)> = methods.iter().enumerate().collect();
        order.sort_by_key(|(_, it)| it.code_order);
        for (number, it) in order {
            let at = At { scope: node, implicit: &it.implicit };
            let implicit =
                if it.implicit.is_empty() { String::new() } else { format!(" [{}]", it.implicit.join(", ")) };
            let params = self.params(at, &it.params);
            let results = match it.results.0 {
                STREAM_RESULT_ID => "stream".to_owned(),
                _ => self.params(at, &it.results),
            };
            let annotations = self.annotations(at, &it.annotations);
            self.out.line(format!("{} @{number}{implicit} {params} -> {results}{annotations};", it.name));
            self.doc(&it.doc);
        }
    }

    /// Prints the fields of a struct that the method declares, or the name of another struct.
    fn params(&mut self, at: At<'n>, (id, brand): &(u64, Brand)) -> String {
        let Some(node) = self.node(*id) else { return "()".to_owned() };
        let (NodeKind::Struct(it), 0) = (&node.kind, node.scope) else {
            return self.type_name(at, &Type::Struct(*id, brand.clone()));
        };
        let mut order: Vec<&Field> = it.fields.iter().collect();
        order.sort_by_key(|field| field.code_order);
        let params = order.into_iter().map(|field| {
            let (typed, annotations) = (self.typed(at, field), self.annotations(at, &field.annotations));
            format!("{} {typed}{annotations}", field.name)
        });
        let params = params.collect::<Vec<_>>().join(", ");
        format!("({params})")
    }
}
