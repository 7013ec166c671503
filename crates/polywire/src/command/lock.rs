//! `polywire lock`.

use super::args::{self, Global};
use super::failure::Failure;
use super::lock_files::Locks;
use super::model::Schema;
use super::terminal;
use polywire::FORMATS;

pub fn run(args: &args::Lock, global: Global) -> Result<(), Failure> {
    let schema = Schema::load_all(&args.schemas, &args.imports, global)?;
    let formats = match args.wire.as_slice() {
        // `raw` images are written and read by the same program, so their facts need no lock.
        [] => FORMATS.iter().filter(|format| format.name != "raw").collect(),
        wires => wires.iter().map(|wire| wire.format).collect::<Vec<_>>(),
    };
    let (_, locks) = schema.settle_own(&formats, &Locks::default(), global)?;
    if args.check {
        return terminal::report_changed(&locks.changed(), global);
    }
    locks.write(&schema.inputs())
}
