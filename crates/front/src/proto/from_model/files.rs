//! Files and their imports.

use super::{EMPTY_FILE, IMPLICIT, Maker, package_scope, set_feature};
use crate::proto::descriptor::{DescriptorSet, Edition, File, Import, Message, Tree, numbers};
use std::collections::BTreeSet;

impl Maker<'_> {
    /// Makes all files.
    pub(super) fn set(mut self) -> DescriptorSet {
        let files = (0..self.files.files.len()).map(|file| self.file(file)).collect();
        DescriptorSet { files, docs: self.documented.0, ..DescriptorSet::default() }
    }

    fn file(&mut self, index: usize) -> File {
        let target = &self.files.files[index];
        self.needs_empty = false;
        let (messages, enums) = self.declarations(&package_scope(&target.home), index);
        let mut options = Tree::default();
        set_feature(&mut options, numbers::FILE_FEATURES, IMPLICIT);
        let file = File {
            name: target.path.clone(),
            package: target.home.join("."),
            edition: Edition::E2023,
            messages,
            enums,
            services: self.services(index),
            options: Some(options),
            ..File::default()
        };
        File { imports: self.imports(index, &file), ..file }
    }

    /// Returns the files of all types that a file uses.
    fn imports(&self, index: usize, file: &File) -> Vec<Import> {
        let mut names = BTreeSet::new();
        file.messages.iter().for_each(|it| add_names(it, &mut names));
        let methods = file.services.iter().flat_map(|it| &it.methods);
        names.extend(methods.flat_map(|it| [it.input.as_str(), &it.output]));
        // Other names are those of messages that wrap a list, in this file.
        let ids = names.iter().filter_map(|name| self.by_name.get(name.trim_start_matches('.')));
        let used: BTreeSet<usize> = ids.map(|id| self.files.of(*id)).filter(|used| *used != index).collect();
        let paths = used.iter().map(|used| self.files.files[*used].path.as_str());
        let paths: BTreeSet<&str> = paths.chain(self.needs_empty.then_some(EMPTY_FILE)).collect();
        paths.into_iter().map(|path| Import { path: path.to_owned(), public: false, weak: false }).collect()
    }
}

fn add_names<'f>(message: &'f Message, names: &mut BTreeSet<&'f str>) {
    names.extend(message.fields.iter().filter_map(|field| field.type_name.as_deref()));
    message.messages.iter().for_each(|it| add_names(it, names));
}

/// Sorts files so that each follows those that it imports. The error is the positions of files that import each other.
pub(super) fn sort(files: &mut Vec<File>) -> Result<(), Vec<usize>> {
    let mut order = Vec::new();
    while order.len() < files.len() {
        let is_open = |path: &str| files.iter().zip(0..).any(|(file, at)| file.name == path && !order.contains(&at));
        let is_next = |at: &usize| !order.contains(at) && !files[*at].imports.iter().any(|it| is_open(&it.path));
        match (0..files.len()).find(is_next) {
            Some(next) => order.push(next),
            None => return Err(circle(files, &order)),
        }
    }
    let mut sorted: Vec<Option<File>> = std::mem::take(files).into_iter().map(Some).collect();
    files.extend(order.into_iter().filter_map(|at| sorted[at].take()));
    Ok(())
}

/// Returns files that import each other; those in `done` do not.
fn circle(files: &[File], done: &[usize]) -> Vec<usize> {
    let mut path: Vec<usize> = (0..files.len()).filter(|at| !done.contains(at)).take(1).collect();
    while let Some(last) = path.last() {
        let position = |path: &str| files.iter().position(|file| file.name == path);
        let imports = files[*last].imports.iter().filter_map(|it| position(&it.path));
        let Some(next) = imports.into_iter().find(|at| !done.contains(at)) else { break };
        if let Some(start) = path.iter().position(|at| *at == next) {
            return path.split_off(start);
        }
        path.push(next);
    }
    path
}
