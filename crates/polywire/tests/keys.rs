//! Keys and references to them, with xmllint as the judge.

#[path = "keys/corpus.rs"]
mod corpus;
#[path = "keys/random.rs"]
mod random;

use polywire::Model;
use polywire::codec::{Codec, Codecs};
use polywire::constraints::Constraints;
use polywire_front::xsd;
use polywire_front::{LoadError, LoadedFile};
use polywire_oracles::absent;
use polywire_source::{Diagnostics, SourceMap, Style, render};
use std::fs;
use std::process::{Command, Stdio};

const CASES: &str = include_str!("keys/cases.txt");

/// Schemas and documents, in each the verdict of xmllint.
struct Case<'t> {
    name: &'t str,
    schema: String,
    /// The verdicts as they are written, and the documents.
    documents: Vec<(&'t str, &'t str)>,
}

fn cases() -> Vec<Case<'static>> {
    let case = |text: &'static str| {
        let mut parts = text.split("\n--- ");
        let (name, body) = parts.next().and_then(|it| it.split_once('\n')).expect("a name");
        let (attributes, body) = match body.starts_with('<') {
            true => ("", body),
            false => body.split_once('\n').expect("a schema"),
        };
        let documents = parts.map(|it| it.trim_end().split_once('\n').expect("a document"));
        Case { name, schema: schema(attributes, body), documents: documents.collect() }
    };
    CASES.split("=== ").filter(|it| !it.is_empty()).map(case).collect()
}

fn schema(attributes: &str, body: &str) -> String {
    format!("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" {attributes}>\n{body}\n</xs:schema>\n")
}

/// Returns the model of a schema without problems.
fn model_of(schema: &str) -> Model {
    let (model, told) = compile(schema);
    assert_eq!(told, "", "{schema}");
    model
}

/// Returns the model of a schema in a text, and the warnings.
fn compile(schema: &str) -> (Model, String) {
    let loader = |name: &str| match name {
        "t.xsd" => Ok(LoadedFile { name: name.to_owned(), bytes: schema.as_bytes().to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = xsd::compile_files(&["t.xsd"], &loader, &mut sources, &mut diagnostics);
    let shown = diagnostics.into_sorted().iter().map(|it| render(&sources, it, Style::Plain)).collect::<String>();
    (compiled.expect("a model").model, shown)
}

/// What decides whether documents of an element are valid.
struct Checker {
    codec: Codec,
    constraints: Option<Constraints>,
}

impl Checker {
    fn new(model: &Model, name: &str, format: &str) -> Self {
        let codecs = Codecs::new(model, polywire::format(format).expect("the format")).expect("codecs");
        let codec = codecs.codec(model, name).expect("a codec");
        Self { codec, constraints: Constraints::of(model, name) }
    }

    /// Returns what is wrong with a document, a line each.
    fn problems(&self, document: &[u8]) -> Vec<String> {
        let value = match self.codec.decode(document) {
            Ok(value) => value,
            Err(refusal) => return vec![refusal.to_string()],
        };
        let problems = self.constraints.as_ref().map_or_else(Vec::new, |it| it.problems(&value, 100));
        problems.into_iter().map(|it| format!("{}: {}", it.path, it.text)).collect()
    }
}

/// Returns the verdicts of xmllint; `None` if it is not installed.
fn judged(schema: &str, documents: &[&str]) -> Option<Vec<bool>> {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("t.xsd"), schema).expect("a schema");
    let names: Vec<String> = (0..documents.len()).map(|it| format!("{it}.xml")).collect();
    for (name, text) in names.iter().zip(documents) {
        fs::write(folder.path().join(name), text).expect("a document");
    }
    let mut command = Command::new("xmllint");
    command.args(["--noout", "--schema", "t.xsd"]).args(&names).current_dir(folder.path()).stdin(Stdio::null());
    let Ok(output) = command.output() else {
        absent("xmllint", "scripts/setup");
        return None;
    };
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let verdict = |name: &String| match told.lines().find(|line| line.starts_with(&format!("{name} "))) {
        Some(line) if line.ends_with("fails to validate") => false,
        Some(line) if line.ends_with("validates") => true,
        _ => panic!("{told}\n{schema}"),
    };
    Some(names.iter().map(verdict).collect())
}

#[test]
fn cases_have_the_verdicts_of_xmllint() {
    let mut wrong = Vec::new();
    for Case { name, schema, documents } in cases() {
        let checker = Checker::new(&model_of(&schema), &root(&schema), "xml");
        let texts: Vec<&str> = documents.iter().map(|(_, text)| *text).collect();
        let judged = judged(&schema, &texts);
        for (number, (expected, text)) in documents.iter().enumerate() {
            let problems = checker.problems(text.as_bytes());
            if problems.is_empty() != expected.starts_with("valid") {
                wrong.push(format!("{name}: {expected}\n{text}\n{}", problems.join("\n")));
            }
            let by_judge = judged.as_ref().map(|all| if all[number] { "valid" } else { "invalid" });
            let is_listed = expected.contains(' ');
            if by_judge.is_some_and(|it| (it == *expected) == is_listed) {
                wrong.push(format!("{name}: {expected}, but not for xmllint\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn problems_are_the_same_in_other_formats() {
    for Case { name, schema, documents } in cases() {
        let (model, root) = (model_of(&schema), root(&schema));
        let xml = Checker::new(&model, &root, "xml");
        for format in ["json", "msgpack", "raw"] {
            let other = Checker::new(&model, &root, format);
            for (_, text) in &documents {
                let Ok(value) = xml.codec.decode(text.as_bytes()) else { continue };
                let message = other.codec.encode(&value).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(other.problems(&message), xml.problems(text.as_bytes()), "{name}, {format}");
            }
        }
    }
}

/// Paths that lead to a wildcard are told, and do not refuse what they do not see.
#[test]
fn wildcards_are_told() {
    let any = r#"<xs:element name="r"><xs:complexType><xs:sequence>
  <xs:element name="p" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element>
  <xs:element name="q" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
</xs:sequence></xs:complexType>
<xs:key name="k"><xs:selector xpath="p"/><xs:field xpath="@k"/></xs:key>
<xs:keyref name="f" refer="k"><xs:selector xpath="q"/><xs:field xpath="."/></xs:keyref>
</xs:element>"#;
    let (model, told) = compile(&schema("", any));
    assert!(told.contains("`@k` does not see what stands in the place of a wildcard"), "{told}");
    assert!(Checker::new(&model, "r", "xml").problems(b"<r><p k=\"1\"/><q>2</q></r>").is_empty());
}

/// Schemas whose paths are too large for them are told, and their keys are not checked.
#[test]
fn large_paths_are_told() {
    let elements: String =
        (0..1000).map(|it| format!("<xs:element name=\"e{it}\" type=\"xs:int\" minOccurs=\"0\"/>")).collect();
    let paths = vec!["x"; 12_000].join("|");
    let large = format!(
        r#"<xs:element name="r"><xs:complexType><xs:sequence>{elements}</xs:sequence></xs:complexType>
<xs:unique name="u"><xs:selector xpath="{paths}"/><xs:field xpath="."/></xs:unique></xs:element>"#
    );
    let (_, told) = compile(&schema("", &large));
    assert!(told.contains("because the paths of the schema look at more than ten million members"), "{told}");
}

/// Returns the full name of the type of documents.
fn root(schema: &str) -> String {
    let model = model_of(schema);
    let names = ["r", "library", "tree", "n"].map(|name| {
        let is_root = |it: &&polywire_model::Decl| match &it.kind {
            polywire_model::DeclKind::Struct(it) => it.attrs.xml.element.as_ref().is_some_and(|it| it.local == name),
            _ => false,
        };
        model.decls.iter().find(is_root).map(polywire_model::Decl::path)
    });
    names.into_iter().flatten().next().expect("a document")
}
