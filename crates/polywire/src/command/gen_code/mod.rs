//! `polywire gen`.

mod depfile;
pub mod project;
mod task;
mod write;

use super::args::{FileList, Gen, Global};
use super::failure::Failure;
use super::inputs::Inputs;
use super::model::{self, write_locks};
use super::terminal;
use polywire::generate::Outputs;
use polywire::schema_files::Locks;
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use task::Task;
use write::{is_written, write};

/// The files to generate, and the files that determined the plan.
struct Plan {
    tasks: Vec<Task>,
    read: Vec<PathBuf>,
}

/// The generated files and their inputs.
#[derive(Default)]
struct Made {
    outputs: Outputs,
    locks: Locks,
    read: Vec<PathBuf>,
}

pub fn run(args: &Gen, global: Global) -> Result<(), Failure> {
    let plan = if args.schemas.is_empty() { project::plan(args, global)? } else { Plan::of(Task::of_args(args)?) };
    let mut made = Made { read: plan.read, ..Made::default() };
    plan.tasks.into_iter().try_for_each(|task| task.run(&mut made, args.list, global))?;
    if let Some(list) = args.list {
        return terminal::print_lines(&made.list(list));
    }
    if args.check {
        return check(&made, global);
    }
    let inputs = Inputs::of(&made.read);
    let more = args.depfile.iter().chain(&args.stamp).map(PathBuf::as_path);
    made.outputs.iter().map(|(path, _)| Path::new(path)).chain(more).try_for_each(|path| inputs.check(path))?;
    write_locks(&made.locks, &inputs)?;
    made.outputs.iter().try_for_each(|(path, contents)| write(Path::new(path), contents))?;
    if let Some(path) = &args.depfile {
        write(path, &depfile::text(args.stamp.as_deref(), &made))?;
    }
    args.stamp.as_deref().map_or(Ok(()), touch)
}

impl Plan {
    fn of(task: Task) -> Self {
        Self { tasks: vec![task], read: Vec::new() }
    }
}

impl Made {
    fn list(&self, list: FileList) -> Vec<String> {
        match list {
            FileList::Inputs => self.inputs().iter().map(|path| path.display().to_string()).collect(),
            FileList::Outputs => self.outputs.iter().map(|(path, _)| path.to_owned()).collect(),
        }
    }

    /// Returns the files that were read, without duplicates.
    fn inputs(&self) -> BTreeSet<&Path> {
        self.read.iter().map(PathBuf::as_path).collect()
    }
}

/// Prints the names of files that would change.
fn check(made: &Made, global: Global) -> Result<(), Failure> {
    let outputs = made.outputs.iter().filter(|(path, contents)| !is_written(Path::new(path), contents));
    let changed: Vec<&str> = model::changed(&made.locks).into_iter().chain(outputs.map(|(path, _)| path)).collect();
    terminal::report_changed(&changed, global)
}

/// Sets the modification time of a file to the present.
fn touch(path: &Path) -> Result<(), Failure> {
    write::make_folder_of(path)?;
    let touched = File::create(path).and_then(|file| file.set_modified(SystemTime::now()));
    touched.map_err(|error| Failure::writing(path, &error))
}
