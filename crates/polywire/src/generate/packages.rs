//! The packages of generated Go.

use super::Packages;
use polywire_backend::go::CALLS;
use polywire_model::Model;
use polywire_model::rpc::MODULE;
use std::collections::BTreeMap;

/// The package of the well-known types. Go has its own types at the paths that their schema files name.
const WELL_KNOWN: &str = "google.protobuf";

/// The package of the runtime.
const RUNTIME: &str = "polywire";

/// Parses import paths written `PATH`, for the folder of generated files, `PACKAGE=PATH`, for one package, or
/// `polywire=PATH`, for the runtime. Later ones override earlier ones.
pub fn go_packages(texts: &[&str]) -> Result<Packages, String> {
    let mut read = Packages::default();
    for &text in texts {
        let (package, path) = text.split_once('=').map_or((None, text), |(package, path)| (Some(package), path));
        let (import, name) = path.split_once(';').map_or((path, None), |(import, name)| (import, Some(name)));
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
        if package == Some("")
            || !is_import_path(import)
            || name.is_some_and(|name| package.is_none() || !is_name(name))
        {
            return Err(format!(
                "`{text}` is not an import path; give that of the folder of generated files, as in `example.com/app/gen`, or that of one package, as in `trade.v1=example.com/app/trade`"
            ));
        }
        match package {
            None => path.clone_into(&mut read.root),
            Some(RUNTIME) => path.clone_into(&mut read.runtime),
            Some(package) => {
                read.given.retain(|(known, _)| known != package);
                read.given.push((package.to_owned(), path.to_owned()));
            }
        }
    }
    Ok(read)
}

/// Returns the module of envelopes of calls, and the folder of the runtime that has their types.
pub(super) fn envelopes_of_runtime() -> (String, String) {
    (MODULE.to_owned(), CALLS.to_owned())
}

/// Returns true if a text can be an import path.
pub fn is_import_path(text: &str) -> bool {
    let is_allowed = |ch: char| ch.is_ascii_alphanumeric() || "-._~".contains(ch);
    text.split('/').all(|part| !part.is_empty() && part != "." && part != ".." && part.chars().all(is_allowed))
}

/// Returns the chosen packages with those that the schema's files name, unless these are outside of the folder of generated
/// files. A package of the schema is one package of Go, that of its first file.
pub(super) fn completed(chosen: &Packages, model: &Model) -> Packages {
    let mut named: BTreeMap<String, &str> = BTreeMap::new();
    for decl in &model.decls {
        let Some(path) = model.go_packages.get(&decl.file) else { continue };
        named.entry(decl.module.join(".")).or_insert(path);
    }
    let mut all = chosen.clone();
    for (package, path) in named {
        let import = path.split(';').next().unwrap_or_default();
        let is_below = import == all.root || import.strip_prefix(&all.root).is_some_and(|rest| rest.starts_with('/'));
        let is_chosen = all.given.iter().any(|(known, _)| *known == package);
        if package != WELL_KNOWN && !is_chosen && is_import_path(import) && (all.root.is_empty() || is_below) {
            all.given.push((package, path.to_owned()));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use polywire_model::{Decl, DeclKind, Struct};
    use polywire_source::Span;

    #[test]
    fn the_last_path_counts() {
        let read = go_packages(&["a.b/c", "x.y/z", "p.q=x", "p.q=y.z/v2;name", "polywire=r"]).expect("packages");
        assert_eq!((read.root.as_str(), read.runtime.as_str()), ("x.y/z", "r"));
        assert_eq!(read.given, [("p.q".to_owned(), "y.z/v2;name".to_owned())]);
        for wrong in ["", "=a", "a=", "/a", "a/", "a//b", "a b", "a/../b", "a;b", "p=a;", "p=a;b-c"] {
            assert!(go_packages(&[wrong]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn files_of_the_schema_name_packages() {
        let mut model = Model::default();
        for (file, module, package) in [
            ("a.proto", "trade.v1", "example.com/gen/trade;tradev1"),
            ("b.proto", "trade.v1", "example.com/gen/other"),
            ("c.proto", "elsewhere", "example.org/elsewhere"),
            ("d.proto", "google.protobuf", "google.golang.org/protobuf/types/known/timestamppb"),
            ("e.proto", "wrong", "not a path"),
        ] {
            let module = module.split('.').map(str::to_owned).collect();
            model.add(Decl {
                file: file.to_owned(),
                module,
                name: vec!["T".to_owned()],
                doc: String::new(),
                deprecated: false,
                span: Span::default(),
                kind: DeclKind::Struct(Struct::default()),
            });
            model.go_packages.insert(file.to_owned(), package.to_owned());
        }
        let given = |texts: &[&str]| completed(&go_packages(texts).expect("packages"), &model).given;
        let of = |package: &str, path: &str| (package.to_owned(), path.to_owned());
        let trade = of("trade.v1", "example.com/gen/trade;tradev1");
        assert_eq!(given(&[]), [of("elsewhere", "example.org/elsewhere"), trade.clone()]);
        assert_eq!(given(&["example.com/gen"]), [trade]);
        assert_eq!(given(&["example.net", "trade.v1=x"]), [of("trade.v1", "x")]);
    }
}
