//! Glue for implementations with generated code: the fields of each type, by the names of their accessors.

use super::schema::{SCOPE, Schema};
use polywire_model::Struct;
use std::fmt::Write;

/// How a file of `bench/peers` names the fields of a type.
pub(super) struct Glue {
    /// The template that is specialised for each type, and its member.
    pub template: (&'static str, &'static str),
    /// The macro that defines a field.
    pub field: &'static str,
    /// Returns the accessor's name for a field.
    pub name: fn(&str) -> String,
    /// Returns other parts of the template.
    pub also: fn(&str, &Struct) -> String,
}

impl Glue {
    /// Prints the include of the schema compiler's header, and the fields of all types.
    pub fn print(&self, schema: &Schema, header: &str) -> String {
        let mut out = format!("#include \"{header}\"\n\nnamespace peers {{\n");
        for (name, it) in schema.structs() {
            let (template, member) = self.template;
            let fields = it.fields.iter().map(|field| format!("\n    {}({}),", self.field, (self.name)(&field.name)));
            let fields: String = fields.collect();
            let tuple = if fields.is_empty() { "std::tuple<>".to_owned() } else { "std::tuple".to_owned() };
            let also = (self.also)(name, it);
            let _ = write!(
                out,
                "\ntemplate <>\nstruct {template}<{SCOPE}::{name}> {{\n{also}  static constexpr {tuple} {member}{{{fields}}};\n}};\n"
            );
        }
        out + "\n}  // namespace peers\n"
    }
}
