//! XML Schema.

use super::super::args::Global;
use super::super::failure::Failure;
use super::super::model::{Schema, format};
use super::report_lost;
use polywire::schema::{DerivedFile, derive_xsd, print_xsd};

/// Prints a schema that is one file.
pub fn text(schema: &Schema, global: Global) -> Result<String, Failure> {
    if schema.xsd.is_some() {
        let mut files = files(schema);
        return match (files.pop(), files.len()) {
            (Some(file), 0) => Ok(file.text),
            (_, others) => {
                let count = others + 1;
                let remedy = "give -o a folder for all";
                Err(Failure::Usage(format!("--to xsd: the schema has {count} namespaces, each a file; {remedy}")))
            }
        };
    }
    let printed = derive_xsd(&*schema.model_for(&[format("xml")?], global)?);
    report_lost(&printed.lost, global);
    Ok(printed.text)
}

/// Prints the namespaces of an XML Schema.
pub fn files(schema: &Schema) -> Vec<DerivedFile> {
    let files = schema.xsd.iter().flat_map(print_xsd);
    files.map(|it| DerivedFile { path: it.name, text: it.text, lost: Vec::new() }).collect()
}
