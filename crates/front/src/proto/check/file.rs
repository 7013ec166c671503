use super::Checker;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, File, Service, Site, Tree, numbers};
use polywire_source::Diagnostic;

const LITE_RUNTIME: u64 = 3;
const MAX_PACKAGE_DEPTH: usize = 100;
const MAX_PACKAGE_LENGTH: usize = 511;

impl<'a> Checker<'a, '_> {
    /// Enforces limits of protoc.
    pub(super) fn package_size(&mut self, file: &File) {
        let depth = file.package.matches('.').count();
        if depth > MAX_PACKAGE_DEPTH || file.package.len() > MAX_PACKAGE_LENGTH {
            let place = self.place(file.node).name;
            let long = Diagnostic::error(codes::TOO_LARGE, "the name of the package is too long").at(place, "");
            self.report(
                long.help(format!("{MAX_PACKAGE_LENGTH} characters and {MAX_PACKAGE_DEPTH} points are allowed")),
            );
        }
    }

    pub(super) fn file_imports(&mut self, site: &Site<'a>, file: &File) {
        self.import_kinds(file);
        self.lite_imports(file);
        self.unused_imports(site, file);
    }

    /// Checks rules that the parser enforces for text but descriptors can break.
    fn import_kinds(&mut self, file: &File) {
        let message = match file.edition {
            edition if edition < Edition::E2024 && !file.option_imports.is_empty() => {
                "option imports exist from edition 2024 on"
            }
            edition if edition >= Edition::E2024 && file.imports.iter().any(|it| it.weak) => {
                "weak imports do not exist from edition 2024 on"
            }
            _ => return,
        };
        if !self.is_incomplete() {
            let place = self.place(file.node).part(file.imports.len());
            self.report(Diagnostic::error(codes::UNSUITABLE_IMPORT, message).at(place, ""));
        }
    }

    /// Generated code for protoc's full runtime cannot use code for its lite runtime.
    fn lite_imports(&mut self, file: &File) {
        if is_lite(file) {
            return;
        }
        for (at, import) in file.imports.iter().enumerate() {
            let imported = self.names.imports.index(&import.path).and_then(|index| self.files.get(index));
            if imported.is_some_and(is_lite) {
                let message = "a file without `optimize_for = LITE_RUNTIME` cannot import one with it";
                let place = self.place(file.node).part(at);
                let lite = Diagnostic::error(codes::UNSUITABLE_IMPORT, message).at(place, "");
                self.report(lite.help("set the option in both files or in none"));
            }
        }
    }

    /// Reports unused imports. In a file with errors, or with uninterpreted options, uses are not known.
    fn unused_imports(&mut self, site: &Site<'a>, file: &File) {
        if self.diagnostics.has_errors() || self.is_stripped {
            return;
        }
        let plain = file.imports.iter().filter(|it| !it.public && !it.weak).map(|it| &it.path);
        for path in plain.chain(&file.option_imports) {
            let Some(imported) = self.names.imports.index(path) else { continue };
            if !self.names.imports.is_used(site.index, imported) {
                let at = file.imports.iter().position(|it| it.path == *path).unwrap_or(file.imports.len());
                let place = self.place(file.node).part(at);
                let unused = Diagnostic::warning(codes::UNUSED_IMPORT, format!("the import \"{path}\" is not used"));
                self.report(unused.at(place, "").help("remove the import"));
            }
        }
    }

    pub(super) fn lite_service(&mut self, site: &Site<'a>, service: &Service) {
        let options = &site.file.options;
        let is_generic = [numbers::CC_GENERIC_SERVICES, numbers::JAVA_GENERIC_SERVICES];
        if is_lite(site.file) && is_generic.into_iter().any(|number| Tree::flag(options, number)) {
            let message = "a file with `optimize_for = LITE_RUNTIME` has no generic services";
            let place = self.place(service.node).name;
            let generic = Diagnostic::error(codes::MISPLACED_OPTION, message).at(place, "");
            self.report(generic.help("remove `cc_generic_services` and `java_generic_services`"));
        }
    }
}

/// Returns true if the file's code is generated for protoc's lite runtime.
pub(super) fn is_lite(file: &File) -> bool {
    Tree::number(&file.options, numbers::OPTIMIZE_FOR) == Some(LITE_RUNTIME)
}
