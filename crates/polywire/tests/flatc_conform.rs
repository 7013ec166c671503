//! Edits of a schema of FlatBuffers: the verdict of `flatc --conform`, and the messages that `polywire breaking` finds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// An edit in `edits.txt`.
struct Edit<'t> {
    name: &'t str,
    /// What is replaced, and by what.
    replaced: Vec<(&'t str, &'t str)>,
    /// `conforms`, or flatc's reason.
    flatc: &'t str,
    /// The reason why the verdicts differ.
    because: Option<&'t str>,
}

impl<'t> Edit<'t> {
    fn of(text: &'t str) -> Self {
        let line = |key: &str| text.lines().find_map(|line| line.trim_start().strip_prefix(key)).map(str::trim);
        let replaced = line("edit:").unwrap_or_default().split(" ; ").filter_map(|it| it.split_once("=>"));
        Self {
            name: text.lines().next().unwrap_or_default(),
            replaced: replaced.map(|(before, after)| (before.trim(), after.trim())).collect(),
            flatc: line("flatc:").unwrap_or_default(),
            because: line("because:"),
        }
    }

    fn schema(&self, base: &str) -> String {
        self.replaced.iter().fold(base.to_owned(), |schema, (before, after)| {
            assert!(schema.contains(before), "{}: {before}", self.name);
            schema.replacen(before, after, 1)
        })
    }
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/conform").join(name)
}

/// The rules that are broken, with `->` if new programs misread old messages, and `<-` for the other direction.
fn own_verdict(folder: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["breaking", "base.fbs", "new.fbs", "--wire", "flatbuffers", "--format", "json"]);
    let output = command.current_dir(folder).output().expect("polywire runs");
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let member = |line: &str, key: &str| {
        let rest = line.split_once(&format!("\"{key}\":\"")).map(|(_, rest)| rest.to_owned());
        rest.and_then(|rest| rest.split_once('"').map(|(value, _)| value.to_owned())).unwrap_or_default()
    };
    let mut found: Vec<String> = text
        .lines()
        .map(|line| {
            let has_message = line.contains("\"witness\":{") || member(line, "rule") == "FORMAT_SUPPORTED";
            assert!(has_message, "each break has a message: {line}");
            let arrow = if member(line, "direction") == "backward" { "->" } else { "<-" };
            format!("{} {} {arrow}", member(line, "rule"), member(line, "member"))
        })
        .collect();
    found.sort();
    if found.is_empty() { "nothing breaks".to_owned() } else { found.join(", ") }
}

#[test]
fn edits_are_judged_by_messages() {
    let base = fs::read_to_string(data("base.fbs")).expect("the schema");
    let page = fs::read_to_string(data("edits.txt")).expect("the edits");
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("base.fbs"), &base).expect("a file");
    let mut found = page.clone();
    for edit in page.split("\n\n").skip(1).filter(|it| !it.trim().is_empty()).map(Edit::of) {
        fs::write(folder.path().join("new.fbs"), edit.schema(&base)).expect("a file");
        let own = own_verdict(folder.path());
        let head = format!("{}\n  edit: ", edit.name);
        let at = found.find(&head).expect("the edit");
        let line = at + found[at..].find("  polywire:").expect("the verdict");
        let end = line + found[line..].find('\n').expect("the end of the line");
        found.replace_range(line..end, &format!("  polywire: {own}"));
        let differs = (edit.flatc == "conforms") != (own == "nothing breaks");
        assert_eq!(differs, edit.because.is_some(), "{}: flatc: {}, polywire: {own}", edit.name, edit.flatc);
    }
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        return fs::write(data("edits.txt"), found).expect("the edits");
    }
    assert_eq!(found, page, "POLYWIRE_BLESS=1 accepts what is found");
}

#[test]
fn the_verdicts_are_those_of_flatc() {
    let flatc = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../build/oracles/bin/flatc");
    if !flatc.exists() {
        return polywire_oracles::absent("flatc 25.12.19", "scripts/oracles");
    }
    let base = fs::read_to_string(data("base.fbs")).expect("the schema");
    let page = fs::read_to_string(data("edits.txt")).expect("the edits");
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("base.fbs"), &base).expect("a file");
    for edit in page.split("\n\n").skip(1).filter(|it| !it.trim().is_empty()).map(Edit::of) {
        fs::write(folder.path().join("new.fbs"), edit.schema(&base)).expect("a file");
        let mut command = Command::new(&flatc);
        command.args(["--no-warnings", "--conform", "base.fbs", "new.fbs"]).current_dir(folder.path());
        let output = command.output().expect("flatc runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        let verdict = match output.status.success() {
            true => "conforms",
            false => said.split("don't conform: ").nth(1).and_then(|it| it.lines().next()).unwrap_or(&said),
        };
        assert_eq!(verdict.trim(), edit.flatc, "{}", edit.name);
    }
}
