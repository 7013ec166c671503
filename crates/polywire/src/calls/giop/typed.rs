//! Messages of one operation, in the types of a schema.

use super::GIOP;
use crate::Options;
use crate::codec::{Codec, Codecs};
use polywire_model::attr::CorbaMethod;
use polywire_model::giop::{ARGUMENTS, EXCEPTION_MEMBERS, MESSAGE, typed};
use polywire_model::{Called, Case, DeclId, Model, ServiceId, Type};

/// The types of the messages of an operation.
pub(super) struct Typed {
    /// The schema, with these types.
    pub model: Model,
    /// The full name of the operation, for people.
    name: String,
    operation: String,
}

impl Typed {
    /// Returns the types, with strings in UTF-8 or in ISO 8859-1; or what the user can do.
    pub fn new(schema: &Model, (service, operation): (ServiceId, &str), is_utf8: bool) -> Result<Self, String> {
        let name = format!("{}.{operation}", schema.service(service).path());
        let own = schema.methods(service).into_iter().find(|(_, it)| it.name == operation);
        if own.is_some_and(|(_, it)| matches!(it.attrs.corba, CorbaMethod::WithContext(_))) {
            return Err(format!("`{name}` takes properties of a context, which cannot be given here"));
        }
        let mut model = typed(schema, &Called::Method(service, operation.to_owned()))?;
        model.options.cdr.has_utf8_strings = is_utf8;
        Ok(Self { model, name, operation: operation.to_owned() })
    }

    /// Returns the codecs of messages: on the wire, and as JSON.
    pub fn of_messages(&self) -> Result<(Codec, Codec), String> {
        Ok((self.codec(GIOP, MESSAGE)?, self.codec("json", MESSAGE)?))
    }

    /// Returns the codec of a type as JSON.
    pub fn text(&self, id: DeclId) -> Result<Codec, String> {
        self.codec("json", &self.model.decl(id).path())
    }

    fn codec(&self, format: &str, ty: &str) -> Result<Codec, String> {
        let format = crate::format(format).ok_or("a format is missing")?;
        let options = Options { root: self.model.find(ty), ..Options::default() };
        let codecs = Codecs::with(&self.model, format, &options).map_err(|parts| {
            let all: Vec<String> = parts.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
            format!("`{}` cannot be called: {}", self.name, all.join("; "))
        })?;
        codecs.codec(&self.model, ty).ok_or_else(|| format!("`{ty}` has no codec"))
    }

    /// Returns the case of the parameters, in the union of those of all operations.
    pub fn parameters(&self) -> Result<&Case, String> {
        let is_own = |it: &&Case| it.attrs.giop_selector.as_ref() == Some(&self.operation);
        let found = cases(&self.model, ARGUMENTS).iter().find(is_own);
        found.ok_or_else(|| format!("the schema lacks `{}`", self.name))
    }

    /// Returns the exceptions that the operation raises.
    pub fn exceptions(&self) -> impl Iterator<Item = &Case> {
        cases(&self.model, EXCEPTION_MEMBERS).iter().filter(|it| it.attrs.giop_selector.is_some())
    }
}

fn cases<'m>(model: &'m Model, name: &str) -> &'m [Case] {
    let union = model.find(name).and_then(|id| model.as_union(id));
    union.map_or(&[], |union| union.cases.as_slice())
}

/// Returns the type that a case has.
pub(super) fn named(case: &Case) -> Option<DeclId> {
    if let Some(Type::Named(id)) = case.ty { Some(id) } else { None }
}
