//! Design: docs/decisions/0107-services-in-the-model.md

use crate::attr::{MethodAttrs, ServiceAttrs};
use crate::{DeclId, Field, Model};
use polywire_source::Span;

/// Identifies a service of a model: its position in [`Model::services`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ServiceId(pub u32);

/// A service with named methods: an interface, where schemas call it so.
#[derive(Clone, Debug, Default)]
pub struct Service {
    /// The schema file, by the name under which others import it.
    pub file: String,
    /// The enclosing modules, outermost first.
    pub module: Vec<String>,
    /// Name as in the schema.
    pub name: String,
    /// The services whose methods it has besides its own.
    pub extends: Vec<ServiceId>,
    /// Its own methods in declaration order.
    pub methods: Vec<Method>,
    /// Documentation comment, without comment markers.
    pub doc: String,
    /// True if it should no longer be used.
    pub deprecated: bool,
    /// Facts for single formats.
    pub attrs: ServiceAttrs,
    /// The name in the schema text.
    pub span: Span,
}

/// The methods of a schema that messages can call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Called {
    /// Those of all services.
    #[default]
    Any,
    /// Those of a service, and of all that it extends.
    Service(ServiceId),
    /// The one of this name.
    Method(ServiceId, String),
}

/// A method of a service, from one struct to another.
#[derive(Clone, Debug)]
pub struct Method {
    /// Name as in the schema.
    pub name: String,
    /// The struct it takes.
    pub input: DeclId,
    /// The struct it returns; `None` if it is one-way: the caller gets no answer.
    pub output: Option<DeclId>,
    /// The fields of the struct it takes are parameters that the method itself declares.
    pub declares_input: bool,
    /// The fields of the struct it returns are results that the method itself declares.
    pub declares_output: bool,
    /// It takes a stream of structs.
    pub streams_input: bool,
    /// It returns a stream of structs.
    pub streams_output: bool,
    /// The structs that it may answer with instead, to tell that it failed.
    pub raises: Vec<DeclId>,
    /// What a call changes.
    pub effect: Effect,
    /// Documentation comment, without comment markers.
    pub doc: String,
    /// True if it should no longer be used.
    pub deprecated: bool,
    /// Facts for single formats.
    pub attrs: MethodAttrs,
    /// The name in the schema text.
    pub span: Span,
}

/// What a call changes, and so whether it may be repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effect {
    /// Anything.
    #[default]
    Any,
    /// A second call with the same values changes nothing more.
    Idempotent,
    /// Nothing.
    None,
}

/// A parameter or result of a method.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'m> {
    /// The field that holds it; of a parameter in both directions, the field of the struct that the method takes.
    pub field: &'m Field,
    /// Its direction.
    pub direction: Direction,
}

/// Directions of parameters, seen from the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the caller.
    In,
    /// To the caller.
    Out,
    /// From the caller and back to it.
    InOut,
}

impl Service {
    /// Returns the dotted full name.
    pub fn path(&self) -> String {
        let parts: Vec<&str> = self.module.iter().chain([&self.name]).map(String::as_str).collect();
        parts.join(".")
    }
}

impl Method {
    /// Creates a method with no other facts.
    pub fn new(name: &str, input: DeclId, output: Option<DeclId>) -> Self {
        Self {
            name: name.to_owned(),
            input,
            output,
            declares_input: false,
            declares_output: false,
            streams_input: false,
            streams_output: false,
            raises: Vec::new(),
            effect: Effect::default(),
            doc: String::new(),
            deprecated: false,
            attrs: MethodAttrs::default(),
            span: Span::default(),
        }
    }

    /// Returns true if neither side is a stream.
    pub fn is_unary(&self) -> bool {
        !self.streams_input && !self.streams_output
    }

    /// Returns all structs that calls transmit.
    pub fn structs(&self) -> impl Iterator<Item = DeclId> + '_ {
        [self.input].into_iter().chain(self.output).chain(self.raises.iter().copied())
    }

    /// The same, to change them.
    pub fn structs_mut(&mut self) -> impl Iterator<Item = &mut DeclId> {
        [&mut self.input].into_iter().chain(self.output.as_mut()).chain(&mut self.raises)
    }

    /// Returns the parameters that the method itself declares, those from the caller first. One of the same name and
    /// type on both sides goes both ways.
    pub fn parameters<'m>(&self, model: &'m Model) -> Vec<Parameter<'m>> {
        let fields = |declares: bool, id: Option<DeclId>| {
            id.filter(|_| declares).and_then(|id| model.as_struct(id)).map_or(&[][..], |it| it.fields.as_slice())
        };
        let taken = fields(self.declares_input, Some(self.input));
        let returned = fields(self.declares_output, self.output);
        let is_in = |field: &Field, side: &[Field]| side.iter().any(|it| it.name == field.name && it.ty == field.ty);
        let from_caller = taken.iter().map(|field| {
            let direction = if is_in(field, returned) { Direction::InOut } else { Direction::In };
            Parameter { field, direction }
        });
        let to_caller = returned.iter().filter(|field| !is_in(field, taken));
        from_caller.chain(to_caller.map(|field| Parameter { field, direction: Direction::Out })).collect()
    }
}

impl Direction {
    /// Returns the word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
            Self::InOut => "inout",
        }
    }
}

impl Model {
    /// Returns a service.
    pub fn service(&self, id: ServiceId) -> &Service {
        &self.services[id.0 as usize]
    }

    /// Returns a service and all that it extends, directly or not, each once.
    pub fn with_bases(&self, id: ServiceId) -> Vec<ServiceId> {
        let mut all = vec![id];
        let mut next = 0;
        while let Some(id) = all.get(next).copied() {
            let bases = self.service(id).extends.iter().copied();
            let new: Vec<ServiceId> = bases.filter(|base| !all.contains(base)).collect();
            all.extend(new);
            next += 1;
        }
        all
    }

    /// Returns the methods of a service and of all that it extends, with the service that declares each.
    pub fn methods(&self, id: ServiceId) -> Vec<(ServiceId, &Method)> {
        let all = self.with_bases(id).into_iter();
        all.flat_map(|id| self.service(id).methods.iter().map(move |method| (id, method))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Decl, DeclKind, Struct, Type};

    fn service(extends: &[u32]) -> Service {
        Service { extends: extends.iter().copied().map(ServiceId).collect(), ..Service::default() }
    }

    #[test]
    fn bases_that_are_reached_twice_count_once() {
        let model =
            Model { services: vec![service(&[1, 2]), service(&[3]), service(&[3]), service(&[])], ..Model::default() };
        assert_eq!(model.with_bases(ServiceId(0)), [0, 1, 2, 3].map(ServiceId));
    }

    #[test]
    fn parameters_of_both_sides_go_both_ways() {
        let mut model = Model::default();
        let mut declare = |name: &str, fields: &[(&str, Type)]| {
            let fields = fields.iter().map(|(name, ty)| Field::new(name, ty.clone())).collect();
            model.add(Decl {
                file: String::new(),
                module: Vec::new(),
                name: vec![name.to_owned()],
                doc: String::new(),
                deprecated: false,
                span: Span::default(),
                kind: DeclKind::Struct(Struct { fields, ..Struct::default() }),
            })
        };
        let input = declare("Params", &[("a", Type::Bool), ("b", Type::Bytes), ("c", Type::Bool)]);
        let output = declare("Results", &[("b", Type::Bytes), ("c", Type::Bytes), ("d", Type::Bool)]);
        let method = Method { declares_input: true, declares_output: true, ..Method::new("f", input, Some(output)) };
        let found = method.parameters(&model).into_iter().map(|it| (it.field.name.as_str(), it.direction.word()));
        let expected = [("a", "in"), ("b", "inout"), ("c", "in"), ("c", "out"), ("d", "out")];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        let named = Method { declares_input: false, declares_output: false, ..method };
        assert!(named.parameters(&model).is_empty());
    }
}
