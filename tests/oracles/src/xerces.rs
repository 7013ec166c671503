//! Xerces-J as a judge of XML Schemas and of documents: one process for all files.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

const JARS: [&str; 2] =
    ["xerces/xercesImpl/2.12.2/xercesImpl-2.12.2.jar", "xml-apis/xml-apis/1.4.01/xml-apis-1.4.01.jar"];

/// What Xerces says of a schema and of documents.
pub struct Verdicts {
    /// "ok", or why it refuses the schema.
    pub schema: String,
    /// The same for each document.
    pub documents: Vec<String>,
}

/// Returns what Xerces says of schemas, and of documents that each is for. `None` if it is not installed.
///
/// # Panics
/// If Java does not answer each request.
pub fn xerces(files: &[(PathBuf, Vec<PathBuf>)]) -> Option<Vec<Verdicts>> {
    let jars = JARS.map(|jar| std::env::home_dir().unwrap_or_default().join(".m2/repository").join(jar));
    if jars.iter().any(|jar| !jar.exists()) {
        return None;
    }
    let of_schema = |(schema, documents): &(PathBuf, Vec<PathBuf>)| {
        let documents: String = documents.iter().map(|it| format!("document {}\n", it.display())).collect();
        format!("schema {}\n{documents}", schema.display())
    };
    let requests: String = files.iter().map(of_schema).collect();
    let answers = answers(&std::env::join_paths(&jars).expect("a search path"), &requests);
    assert_eq!(answers.len(), requests.lines().count(), "an answer for each request");
    let mut answers = answers.into_iter();
    let verdicts = files.iter().map(|(_, documents)| Verdicts {
        schema: answers.next().unwrap_or_default(),
        documents: answers.by_ref().take(documents.len()).collect(),
    });
    Some(verdicts.collect())
}

fn answers(jars: &OsStr, requests: &str) -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("XercesOracle.java");
    let mut command = Command::new("java");
    command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"]).arg(jars).arg(source);
    let mut java = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("java runs");
    let (mut input, mut output) = (java.stdin.take().expect("a pipe"), String::new());
    thread::scope(|scope| {
        let writer = scope.spawn(move || input.write_all(requests.as_bytes()));
        java.stdout.take().expect("a pipe").read_to_string(&mut output).expect("lines of text");
        writer.join().expect("a thread").expect("java reads all lines");
    });
    assert!(java.wait().expect("java ends").success(), "{output}");
    output.lines().map(str::to_owned).collect()
}
