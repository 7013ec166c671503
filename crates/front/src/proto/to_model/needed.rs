//! Files that declare the language itself are imported for their options. Their types enter the model only if used.

use crate::proto::descriptor::{Element, File, walk};
use crate::proto::index::Index;
use crate::proto::well_known;
use std::collections::BTreeSet;

/// Returns, for each file, true if its types are part of the model.
pub(super) fn needed(files: &[File], index: &Index<'_>) -> Vec<bool> {
    let last = files.len().saturating_sub(1);
    let mut used = BTreeSet::new();
    for (at, file) in files.iter().enumerate().filter(|(at, file)| *at == last || !is_of_language(file)) {
        add_used(at, file, index, &mut used);
    }
    let is_used = |at: &usize| used.contains(at);
    let mut needed: Vec<bool> =
        files.iter().enumerate().map(|(at, file)| at == last || !is_of_language(file) || is_used(&at)).collect();
    // Repeat: such a file may use another one.
    if needed.iter().zip(files).any(|(needed, file)| *needed && is_of_language(file)) {
        needed.iter_mut().zip(files).for_each(|(needed, file)| *needed |= file.name == well_known::DESCRIPTOR);
    }
    needed
}

/// Adds the files whose types a file uses.
fn add_used(at: usize, file: &File, index: &Index<'_>, used: &mut BTreeSet<usize>) {
    walk(at, file, &mut |_, element| match element {
        Element::Field(it) => used.extend(it.type_name.as_deref().and_then(|name| file_of(index, name))),
        Element::Method(it) => used.extend([&it.input, &it.output].into_iter().filter_map(|name| file_of(index, name))),
        _ => {}
    });
}

/// The files that a file imports, but for those that it needs for their options only.
pub(super) fn imports_of_types(file: &File, (files, index): (&[File], &Index<'_>)) -> Vec<String> {
    let mut used = BTreeSet::new();
    add_used(0, file, index, &mut used);
    let used: BTreeSet<&str> = used.into_iter().map(|at| files[at].name.as_str()).collect();
    let of_types = |path: &&str| !well_known::OF_LANGUAGE.contains(path) || used.contains(path);
    file.imports.iter().map(|import| import.path.as_str()).filter(of_types).map(str::to_owned).collect()
}

fn is_of_language(file: &File) -> bool {
    well_known::OF_LANGUAGE.contains(&file.name.as_str())
}

fn file_of(index: &Index<'_>, name: &str) -> Option<usize> {
    index.message(name).map(|it| it.file).or_else(|| index.enumeration(name).map(|it| it.file))
}
