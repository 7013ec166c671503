use crate::proto::descriptor::File;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The visibility of files to each other.
pub(in crate::proto) struct Imports {
    /// For each file, the files visible to its importers: itself and its public imports, transitively.
    exported: Vec<BTreeSet<usize>>,
    /// For each file, the files whose names it may use.
    visible: Vec<BTreeSet<usize>>,
    /// For each file, the files whose extensions it may use as options.
    for_options: Vec<BTreeSet<usize>>,
    /// Pairs (user, used).
    used: HashSet<(usize, usize)>,
    by_path: HashMap<String, usize>,
}

impl Imports {
    /// Imports come before their importers. Missing files are left out.
    pub fn new(files: &[File]) -> Self {
        let by_path = files.iter().enumerate().map(|(index, file)| (file.name.clone(), index)).collect();
        let mut imports =
            Self { exported: Vec::new(), visible: Vec::new(), for_options: Vec::new(), used: HashSet::new(), by_path };
        for (index, file) in files.iter().enumerate() {
            imports.add(index, file);
        }
        imports
    }

    fn add(&mut self, index: usize, file: &File) {
        let public = file.imports.iter().filter(|it| it.public).map(|it| it.path.as_str());
        let exported = self.through(public).chain([index]).collect();
        let visible = self.through(file.imports.iter().map(|it| it.path.as_str())).chain([index]).collect();
        let for_options = self.through(file.option_imports.iter().map(String::as_str)).collect();
        self.exported.push(exported);
        self.visible.push(visible);
        self.for_options.push(for_options);
    }

    /// Returns the files visible through imports of these paths.
    fn through<'p>(&self, paths: impl Iterator<Item = &'p str>) -> impl Iterator<Item = usize> {
        let indices = paths.filter_map(|path| self.index(path));
        indices.filter_map(|index| self.exported.get(index)).flatten().copied()
    }

    pub fn index(&self, path: &str) -> Option<usize> {
        self.by_path.get(path).copied()
    }

    pub fn sees(&self, user: usize, used: usize) -> bool {
        self.visible[user].contains(&used)
    }

    pub fn sees_options(&self, user: usize, used: usize) -> bool {
        self.for_options[user].contains(&used)
    }

    pub fn note_use(&mut self, user: usize, used: usize) {
        self.used.insert((user, used));
    }

    /// Returns true if the file uses anything from an imported file, or from the public imports of that one.
    pub fn is_used(&self, user: usize, imported: usize) -> bool {
        self.exported.get(imported).is_some_and(|all| all.iter().any(|it| self.used.contains(&(user, *it))))
    }
}
