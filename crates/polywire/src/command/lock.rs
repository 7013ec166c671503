//! `polywire lock`.

use super::args::{self, Global};
use super::failure::Failure;
use super::locks::Locks;
use super::model::Schema;
use super::terminal;
use polywire::lock;

pub fn run(args: &args::Lock, global: Global) -> Result<(), Failure> {
    let schema = Schema::load_all(&args.schemas, &args.imports, global)?;
    let facts = match args.wire.as_slice() {
        [] => lock::all(&schema.model),
        wires => lock::needed(&schema.model, &wires.iter().map(|wire| wire.format).collect::<Vec<_>>()),
    };
    let (_, locks) = schema.settle_own(&facts, &Locks::default(), global)?;
    if args.check {
        return terminal::report_changed(&locks.changed(), global);
    }
    locks.write(&schema.inputs())
}
