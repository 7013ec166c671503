//! Messages of types that are no structs, and those of formats with types of their own.

use super::SchemaFiles;
use crate::schema::{full_name, type_name, type_name_in};
use polywire_lower::Calls;
use polywire_model::attr::FieldAttrs;
use polywire_model::{Called, Decl, DeclId, DeclKind, Field, Struct, Type};

/// The struct of a union or enum in its name, and the only field of all these structs.
const VALUE: &str = "value";

impl SchemaFiles {
    /// Adds a struct with only a value to the model, if a name means a typedef, union or enum: [`Self::type_name`] then returns its
    /// name.
    pub fn declare_message(&mut self, wanted: &str) {
        if type_name_in(&self.model, wanted, &self.named).is_ok() {
            return;
        }
        let typedefs = self.typedefs.iter().map(Decl::path);
        let names: Vec<String> = self.named_values().map(|(_, decl)| decl.path()).chain(typedefs).collect();
        let Ok(name) = full_name(wanted, &names) else { return };
        let typedef = self.typedefs.iter().find(|it| it.path() == *name);
        let declared = || self.named_values().find(|(_, it)| it.path() == *name).map(|(id, it)| value_of(id, it));
        if let Some(decl) = typedef.cloned().or_else(declared) {
            self.model.add(decl);
        }
    }

    /// Returns the operations of the schema that messages call: of the interface or operation that a name means, or any.
    pub fn called(&self, calls: Calls, wanted: Option<&str>) -> Result<Called, String> {
        wanted.map_or(Ok(Called::Any), |wanted| called((calls.named)(&self.model), wanted))
    }

    /// Returns the schema with the types of a format whose messages call these operations.
    pub fn calling(&self, calls: Calls, called: &Called) -> Result<Self, String> {
        Ok(Self {
            sources: self.sources.clone(),
            read: self.read.clone(),
            files: self.files.clone(),
            named: self.named.clone(),
            own_folders: self.own_folders.clone(),
            ..Self::built_in((calls.typed)(&self.model, called)?)
        })
    }

    fn named_values(&self) -> impl Iterator<Item = (DeclId, &Decl)> {
        let decls = (0..).map(DeclId).zip(&self.model.decls);
        decls.filter(|(_, it)| matches!(it.kind, DeclKind::Union(_) | DeclKind::Enum(_)))
    }

    /// Returns the name of the struct that the user means.
    pub(super) fn struct_name(&self, wanted: &str) -> Result<String, String> {
        let found = type_name_in(&self.model, wanted, &self.named);
        found.or_else(|error| type_name(&self.model, &format!("{wanted}.{VALUE}")).map_err(|_| error))
    }
}

/// Returns what a name means.
fn called(named: Vec<(String, Called)>, wanted: &str) -> Result<Called, String> {
    let (names, all): (Vec<String>, Vec<Called>) = named.into_iter().unzip();
    let found = full_name(wanted, &names)?;
    let position = names.iter().position(|name| name == found);
    Ok(position.and_then(|position| all.into_iter().nth(position)).unwrap_or_default())
}

fn value_of(id: DeclId, it: &Decl) -> Decl {
    let attrs = FieldAttrs { order: Some(0), ..FieldAttrs::default() };
    let field = Field { attrs, span: it.span, ..Field::new(VALUE, Type::Named(id)) };
    let name = it.name.iter().cloned().chain([VALUE.to_owned()]).collect();
    Decl { name, kind: DeclKind::Struct(Struct { fields: vec![field], ..Struct::default() }), ..it.clone() }
}
