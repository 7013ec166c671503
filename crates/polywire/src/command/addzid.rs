//! `polywire addzid`.

use super::args::{self, Global};
use super::failure::Failure;
use super::model::problem_failure;
use super::output;
use polywire::schema::numbered_go;
use std::fs;

pub fn run(args: &args::Addzid, global: Global) -> Result<(), Failure> {
    let mut changed = Vec::new();
    for path in &args.files {
        let text = fs::read(path).map_err(|error| Failure::reading(path, &error))?;
        let numbered = numbered_go(&path.display().to_string(), &text);
        if let Some(numbered) = numbered.map_err(|problem| problem_failure(problem, global))? {
            changed.push((path, numbered.into_bytes()));
        }
    }
    output::rewrite(&changed, args.check, global)
}
