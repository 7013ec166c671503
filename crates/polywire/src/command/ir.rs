//! `polywire ir`.

use super::args::{Global, Ir};
use super::failure::Failure;
use super::model::Schema;
use super::output;
use polywire::ir_text;
use polywire_lower::Options;
use std::path::Path;

pub fn run(args: &Ir, global: Global) -> Result<(), Failure> {
    let schema = Schema::load(&args.schema, &args.imports, global)?.with_message(args.type_name.as_deref());
    let wanted = args.type_name.as_deref().map(|name| schema.type_name(Some(name))).transpose()?;
    let codecs = match &wanted {
        Some(name) => schema.codecs_of(name, args.wire.format, &Options::default(), global)?,
        None => schema.codecs(args.wire.format, global)?,
    };
    let record = wanted.and_then(|name| codecs.record(&schema.model, &name));
    let without = args.passes.without();
    let text = if args.low {
        ir_text::low(&ir_text::optimized_without(codecs.module(), without), record)
    } else if args.optimized || !without.is_empty() {
        ir_text::text(&ir_text::optimized_without(codecs.module(), without), record)
    } else {
        ir_text::text(codecs.module(), record)
    };
    output::write(Path::new("-"), text.as_bytes())
}
