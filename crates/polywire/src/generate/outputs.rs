use super::File;
use crate::problem::Problem;
use std::collections::BTreeMap;

/// Generated files by path.
#[derive(Default)]
pub struct Outputs {
    files: BTreeMap<String, String>,
}

impl Outputs {
    /// Adds a file.
    pub fn add(&mut self, file: File) -> Result<(), Problem> {
        match self.files.get(&file.name) {
            Some(found) if *found != file.contents => Err(Problem::Input(format!(
                "{} would be generated twice, with different contents; name the schemas together, or give each its own folder",
                file.name
            ))),
            _ => {
                self.files.insert(file.name, file.contents);
                Ok(())
            }
        }
    }

    /// Returns paths and contents in the order of the paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, contents)| (path.as_str(), contents.as_str()))
    }
}
