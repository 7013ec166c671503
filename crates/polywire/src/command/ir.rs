//! `polywire ir`.

use super::args::{Global, Ir};
use super::failure::Failure;
use super::model::{self, Schema};
use super::output::Output;
use std::io::Write;
use std::path::Path;

pub fn run(args: &Ir, global: Global) -> Result<(), Failure> {
    let schema = Schema::load(&args.schema, &args.imports, global)?;
    let codecs = schema.codecs(model::format(&args.wire)?, global)?;
    let path = Path::new("-");
    let mut output = Output::create(path)?;
    write!(output, "{}", codecs.module()).map_err(|error| Failure::file(path, &error))?;
    output.finish()
}
