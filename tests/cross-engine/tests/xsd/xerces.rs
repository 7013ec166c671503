//! Xerces-J as a judge of XML Schemas and of documents: one process for all files.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

const JARS: [&str; 2] =
    ["xerces/xercesImpl/2.12.2/xercesImpl-2.12.2.jar", "xml-apis/xml-apis/1.4.01/xml-apis-1.4.01.jar"];

/// Returns what Xerces refuses: of each schema, and of the documents that it is for. `None` if it is not installed.
pub(super) fn refused(files: &[(PathBuf, Vec<PathBuf>)]) -> Option<Vec<String>> {
    let jars = JARS.map(|jar| std::env::home_dir().unwrap_or_default().join(".m2/repository").join(jar));
    if jars.iter().any(|jar| !jar.exists()) {
        return None;
    }
    let of_schema = |(schema, documents): &(PathBuf, Vec<PathBuf>)| {
        let documents: Vec<String> = documents.iter().map(|it| format!("document {}", it.display())).collect();
        [format!("schema {}", schema.display())].into_iter().chain(documents).collect::<Vec<_>>()
    };
    let requests: Vec<String> = files.iter().flat_map(of_schema).collect();
    let answers = answers(&std::env::join_paths(&jars).expect("a search path"), &requests);
    assert_eq!(answers.len(), requests.len(), "{answers:?}");
    let verdicts = requests.into_iter().zip(answers);
    Some(
        verdicts.filter(|(_, answer)| answer != "ok").map(|(request, answer)| format!("{request}: {answer}")).collect(),
    )
}

fn answers(jars: &std::ffi::OsStr, requests: &[String]) -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../oracles/XercesOracle.java");
    let mut command = Command::new("java");
    command.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"]).arg(jars).arg(source);
    let mut java = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("java runs");
    let (mut input, mut output) = (java.stdin.take().expect("a pipe"), String::new());
    let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    java.stdout.take().expect("a pipe").read_to_string(&mut output).expect("lines of text");
    writer.join().expect("a thread").expect("java reads all lines");
    assert!(java.wait().expect("java ends").success());
    output.lines().map(str::to_owned).collect()
}
