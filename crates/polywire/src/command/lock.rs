//! `polywire lock`.

use super::args::{self, Global};
use super::failure::Failure;
use super::lock_files::Locks;
use super::model::{self, Schema};
use super::terminal;
use polywire::lock_update;

pub fn run(args: &args::Lock, global: Global) -> Result<(), Failure> {
    let schema = Schema::load_all(&args.schemas, &args.imports, global)?;
    let facts = match args.wire.as_slice() {
        [] => lock_update::all(&schema.model),
        names => {
            let formats = names.iter().map(|name| model::format(name)).collect::<Result<Vec<_>, _>>()?;
            lock_update::needed(&schema.model, &formats)
        }
    };
    let (_, locks) = schema.settle_own(&facts, &Locks::default(), global)?;
    if args.check {
        return terminal::report_changed(&locks.changed(), global);
    }
    locks.write()
}
