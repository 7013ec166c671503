//! Catalogs, by which schemas find files: with the verdicts of xmllint.

use polywire_front::{LoadError, LoadedFile, xsd};
use polywire_oracles::absent;
use polywire_source::{Diagnostics, SourceMap, Style, render};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SCHEMA: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o">
  <xs:import namespace="urn:o" schemaLocation="http://schemas.example.com/trade/v1/order.xsd"/>
  <xs:element name="r" type="o:Order"/>
</xs:schema>"#;

const IMPORTED: &str = r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o">
  <xs:simpleType name="Order"><xs:restriction base="xs:int"/></xs:simpleType>
</xs:schema>"#;

/// Makes a folder for files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xsd-catalogs").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Compiles the schema in a folder by its catalog; returns all that is reported.
fn compile(folder: &Path) -> Result<(), String> {
    let loader = |name: &str| {
        let bytes = fs::read(name).map_err(|_| LoadError::NotFound)?;
        Ok(LoadedFile { name: name.rsplit('/').next().unwrap_or(name).to_owned(), bytes })
    };
    let paths = ["schema.xsd", "catalog.xml"].map(|name| folder.join(name).to_str().expect("UTF-8").to_owned());
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let paths = (&[paths[0].as_str()][..], &[paths[1].as_str()][..]);
    let compiled = xsd::compile_with_catalogs(paths, &loader, &mut sources, &mut diagnostics);
    let shown: String = diagnostics.into_sorted().iter().map(|it| render(&sources, it, Style::Plain) + "\n").collect();
    if compiled.is_some() { Ok(()) } else { Err(shown) }
}

fn write_catalog(path: &Path, entries: &str) {
    let text = format!("<catalog xmlns=\"urn:oasis:names:tc:entity:xmlns:xml:catalog\">{entries}</catalog>");
    fs::write(path, text).expect("a catalog");
}

/// Entries, and whether they lead to the imported file, which is `local/v1/order.xsd`.
const ENTRIES: &[(&str, bool)] = &[
    (r#"<system systemId="http://schemas.example.com/trade/v1/order.xsd" uri="local/v1/order.xsd"/>"#, true),
    (r#"<uri name="http://schemas.example.com/trade/v1/order.xsd" uri="local/v1/order.xsd"/>"#, true),
    (r#"<uri name="http://schemas.example.com/trade/v2/order.xsd" uri="local/v1/order.xsd"/>"#, false),
    (r#"<uri name="http://schemas.example.com/trade/v1/order.xsd" uri="none.xsd"/>"#, false),
    (r#"<rewriteSystem systemIdStartString="http://schemas.example.com/trade/" rewritePrefix="local/"/>"#, true),
    (r#"<rewriteURI uriStartString="http://schemas.example.com/trade/" rewritePrefix="local/"/>"#, true),
    (
        r#"<rewriteURI uriStartString="http://schemas.example.com/" rewritePrefix="none/"/>
           <rewriteURI uriStartString="http://schemas.example.com/trade/" rewritePrefix="local/"/>"#,
        true,
    ),
    (
        r#"<group xml:base="local/"><uri name="http://schemas.example.com/trade/v1/order.xsd" uri="v1/order.xsd"/></group>"#,
        true,
    ),
    (r#"<nextCatalog catalog="next.xml"/>"#, true),
    (r#"<nextCatalog catalog="none.xml"/><nextCatalog catalog="next.xml"/>"#, true),
    (r#"<public publicId="-//order//" uri="local/v1/order.xsd"/>"#, false),
    ("", false),
];

#[test]
fn catalogs_lead_to_the_same_files_as_in_xmllint() {
    let folder = &folder("found");
    fs::create_dir_all(folder.join("local/v1")).expect("a folder");
    let files = [("schema.xsd", SCHEMA), ("local/v1/order.xsd", IMPORTED), ("valid.xml", "<r>1</r>")];
    files.into_iter().for_each(|(name, text)| fs::write(folder.join(name), text).expect("a file"));
    let next = r#"<uri name="http://schemas.example.com/trade/v1/order.xsd" uri="local/v1/order.xsd"/>"#;
    write_catalog(&folder.join("next.xml"), next);
    let has_tool = Command::new("xmllint").arg("--version").output().is_ok();
    if !has_tool {
        absent("xmllint", "scripts/setup");
    }
    for (entries, is_found) in ENTRIES {
        write_catalog(&folder.join("catalog.xml"), entries);
        let found = compile(folder);
        // A catalog that is missing is an error here, as all that the user names.
        let is_whole = !entries.contains("none.xml");
        assert_eq!(found.is_ok(), *is_found && is_whole, "{entries}\n{}", found.err().unwrap_or_default());
        if has_tool {
            let tool = Command::new("xmllint")
                .args(["--noout", "--nonet", "--schema", "schema.xsd", "valid.xml"])
                .env("XML_CATALOG_FILES", "catalog.xml")
                .current_dir(folder)
                .output()
                .expect("xmllint");
            assert_eq!(tool.status.success(), *is_found, "{entries}\n{}", String::from_utf8_lossy(&tool.stderr));
        }
    }
}

#[test]
fn namespaces_and_suffixes_lead_to_files() {
    let folder = &folder("named");
    fs::write(folder.join("order.xsd"), IMPORTED).expect("a file");
    let without = SCHEMA.replace(r#" schemaLocation="http://schemas.example.com/trade/v1/order.xsd""#, "");
    for (schema, entries, is_found) in [
        (without.as_str(), r#"<uri name="urn:o" uri="order.xsd"/>"#, true),
        (without.as_str(), r#"<uri name="urn:p" uri="order.xsd"/>"#, false),
        (SCHEMA, r#"<uri name="urn:o" uri="order.xsd"/>"#, true),
        (SCHEMA, r#"<uriSuffix uriSuffix="v1/order.xsd" uri="order.xsd"/>"#, true),
        (SCHEMA, r#"<systemSuffix systemIdSuffix="order.xsd" uri="order.xsd"/>"#, true),
        (SCHEMA, r#"<systemSuffix systemIdSuffix="v2/order.xsd" uri="order.xsd"/>"#, false),
        (SCHEMA, r#"<nextCatalog catalog="catalog.xml"/><uri name="urn:o" uri="order.xsd"/>"#, true),
    ] {
        fs::write(folder.join("schema.xsd"), schema).expect("a file");
        write_catalog(&folder.join("catalog.xml"), entries);
        let found = compile(folder);
        assert_eq!(found.is_ok(), is_found, "{entries}\n{}", found.err().unwrap_or_default());
    }
}

#[test]
fn other_files_are_no_catalogs() {
    let folder = &folder("wrong");
    fs::write(folder.join("schema.xsd"), SCHEMA).expect("a file");
    for (text, expected) in [("<catalog/>", "`<catalog>` is not a catalog"), ("<catalog", "xml")] {
        fs::write(folder.join("catalog.xml"), text).expect("a file");
        let error = compile(folder).expect_err(text);
        assert!(error.contains(expected), "{error}");
    }
}
