//! `polywire lock`.

use super::args::{self, Global};
use super::failure::Failure;
use super::gen_code::project;
use super::model::{Schema, changed, write_locks};
use super::terminal;
use polywire::project::Set;
use polywire::schema_files::{Locks, Reported};
use polywire::{FORMATS, Format};
use std::fs;
use std::path::{Path, PathBuf};

pub fn run(args: &args::Lock, global: Global) -> Result<(), Failure> {
    let schema = Schema::load_all(&args.schemas, &args.imports, global)?;
    let (formats, reported) = match args.wire.as_slice() {
        [] => {
            // `raw` images are written and read by the same program, so their facts need no lock.
            let all: Vec<&Format> = FORMATS.iter().filter(|format| format.name != "raw").collect();
            let reported = reported(&args.schemas, &all, global)?;
            (all, reported)
        }
        wires => {
            let formats: Vec<_> = wires.iter().map(|wire| wire.format).collect();
            let reported = Reported::in_full(&formats);
            (formats, reported)
        }
    };
    let (_, locks) = schema.settle_own(&formats, &reported, &Locks::default(), global)?;
    if args.check {
        return terminal::report_changed(&changed(&locks), global);
    }
    write_locks(&locks, &schema.inputs())
}

/// The formats in use are those for which this folder's project file generates code of the schemas. Where it does not name a
/// schema, any format may be in use.
fn reported(schemas: &[PathBuf], all: &[&'static Format], global: Global) -> Result<Reported, Failure> {
    let sets = project::sets_of_this_folder(global)?;
    let mut reported = Reported::default();
    let own = sets.iter().filter(|set| schemas.iter().any(|schema| names(set, schema)));
    for format in own.flat_map(|set| &set.job.formats) {
        if reported.in_full.iter().all(|other| other.name != format.name) {
            reported.in_full.push(format);
        }
    }
    if !schemas.iter().all(|schema| sets.iter().any(|set| names(set, schema))) {
        let is_other = |format: &&&Format| reported.in_full.iter().all(|other| other.name != format.name);
        reported.in_summary = all.iter().filter(is_other).copied().collect();
    }
    Ok(reported)
}

fn names(set: &Set, schema: &Path) -> bool {
    let schema = fs::canonicalize(schema).ok();
    schema.is_some() && set.schemas.iter().any(|(path, _)| fs::canonicalize(path).ok() == schema)
}
