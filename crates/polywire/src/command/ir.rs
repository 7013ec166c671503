//! `polywire ir`.

use super::args::{Global, Ir};
use super::failure::Failure;
use super::model::{self, Schema};
use super::output::Output;
use polywire::inspect;
use std::io::Write;
use std::path::Path;

pub fn run(args: &Ir, global: Global) -> Result<(), Failure> {
    let schema = Schema::load(&args.schema, &args.imports, global)?;
    let codecs = schema.codecs(model::format(&args.wire)?, global)?;
    let record = match &args.type_name {
        Some(name) => codecs.record(&schema.model, &schema.type_name(Some(name))?),
        None => None,
    };
    let text = match args.optimized {
        true => inspect::text(&inspect::optimized(codecs.module()), record),
        false => inspect::text(codecs.module(), record),
    };
    let path = Path::new("-");
    let mut output = Output::create(path)?;
    output.write_all(text.as_bytes()).map_err(|error| Failure::file(path, &error))?;
    output.finish()
}
