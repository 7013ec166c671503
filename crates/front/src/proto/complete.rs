//! Sorts files of foreign descriptor sets so that imports come first, and adds missing built-in files.

use super::build::build;
use super::codes;
use super::descriptor::{DescriptorSet, File, node_at, number};
use super::place::Places;
use super::{parse, well_known};
use polywire_source::{Diagnostic, Diagnostics, FileId};
use std::collections::{HashMap, HashSet};

/// Built-in files have no source text to show.
const NO_FILE: FileId = FileId(u32::MAX);

/// Sorts and completes a set, and assigns a node id to everything in it.
pub(super) fn complete(set: DescriptorSet, places: &mut Places, diagnostics: &mut Diagnostics) -> DescriptorSet {
    let names: Vec<String> = set.files.iter().map(|file| file.name.clone()).collect();
    let given = set.files.into_iter().map(|file| (file.name.clone(), file)).collect();
    let mut files = Files { given, places, diagnostics, ordered: Vec::new(), open: Vec::new(), met: HashSet::new() };
    for name in &names {
        files.add(name, None);
    }
    let mut ordered = files.ordered;
    let mut last = places.last();
    for (file, is_built_in) in &mut ordered {
        if !*is_built_in {
            last = number(file, last);
            document(file, places);
        }
    }
    DescriptorSet {
        files: ordered.into_iter().map(|(file, _)| file).collect(),
        is_stripped: set.is_stripped,
        ..DescriptorSet::default()
    }
}

fn document(file: &File, places: &mut Places) {
    for comment in &file.comments {
        if let Some(node) = node_at(file, &comment.path) {
            places.document(node, comment.text.clone());
        }
    }
}

struct Files<'a> {
    given: HashMap<String, File>,
    places: &'a mut Places,
    diagnostics: &'a mut Diagnostics,
    /// Files, each with a flag that is true if it is built in.
    ordered: Vec<(File, bool)>,
    /// The files whose imports are being added.
    open: Vec<String>,
    met: HashSet<String>,
}

impl Files<'_> {
    fn add(&mut self, name: &str, importer: Option<&str>) {
        if self.open.iter().any(|open| open == name) {
            let chain = format!("{} → {name}", self.open.join(" → "));
            let cycle = Diagnostic::error(codes::IMPORT_CYCLE, format!("files import each other: {chain}"));
            return self.diagnostics.push(cycle);
        }
        if !self.met.insert(name.to_owned()) {
            return;
        }
        let given = self.given.remove(name).map(|file| (file, false));
        match given.or_else(|| Some((self.built_in(name)?, true))) {
            Some((file, is_built_in)) => {
                self.open.push(name.to_owned());
                let paths = file.imports.iter().map(|import| &import.path).chain(&file.option_imports);
                paths.for_each(|path| self.add(path, Some(name)));
                self.open.pop();
                self.ordered.push((file, is_built_in));
            }
            None => self.report_missing(name, importer.unwrap_or_default()),
        }
    }

    fn built_in(&mut self, name: &str) -> Option<File> {
        let text = well_known::source(name)?;
        let ast = parse::parse(NO_FILE, text.as_bytes(), self.diagnostics);
        Some(build(name, ast, self.places, self.diagnostics))
    }

    fn report_missing(&mut self, name: &str, importer: &str) {
        let message = format!("{importer}: the file \"{name}\", which it imports, is not in the set");
        let missing = Diagnostic::error(codes::UNREADABLE_FILE, message);
        self.diagnostics.push(missing.help("write the set with its imports: `protoc --include_imports`"));
    }
}
