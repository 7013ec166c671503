//! The picture in README is the output of `polywire inspect` on a terminal. `POLYWIRE_BLESS=1` redraws it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PICTURE: &str = "docs/inspect.svg";
const SHOWN: &str = "\
inspect --wire protobuf --schema examples/trade/trade.proto \\
    --type trade.Account crates/polywire/tests/data/broken-account.bin";

/// The size of a letter and a line.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 20.0;
const MARGIN: f64 = 16.0;

/// An opaque background makes the picture fit any page.
const STYLE: &str = "\
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #dcdfe4; white-space: pre }
.back { fill: #1e2127 } .dim { fill: #7d8590 } .bold { font-weight: bold }
.green { fill: #7ee0a5 } .yellow { fill: #e5c07b } .red { fill: #ff8f85; font-weight: bold }";

#[test]
fn the_picture_shows_the_output_of_the_command() {
    let drawn = picture(&format!("$ polywire {SHOWN}\n{}", printed()));
    let path = root().join(PICTURE);
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, &drawn).expect("writing the picture");
    }
    assert_eq!(fs::read_to_string(&path).expect("the picture"), drawn, "POLYWIRE_BLESS=1 draws it anew");
}

fn printed() -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(SHOWN.split_whitespace().filter(|word| *word != "\\")).args(["--color", "always"]);
    let output = command.current_dir(root()).output().expect("the command");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Draws text with terminal colours.
fn picture(text: &str) -> String {
    let lines: Vec<Vec<(&str, String)>> = text.lines().map(coloured).collect();
    let letters = |line: &Vec<(&str, String)>| line.iter().map(|(_, part)| part.chars().count()).sum::<usize>();
    let width = lines.iter().map(letters).max().unwrap_or_default() as f64 * WIDTH + 2.0 * MARGIN;
    let height = lines.len() as f64 * HEIGHT + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\">\n\
         <title>What polywire inspect prints of a message in which two things are wrong</title>\n\
         <style>\n{STYLE}\n</style>\n\
         <rect class=\"back\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n"
    );
    for (number, line) in lines.iter().enumerate() {
        row(line, MARGIN + (number as f64 + 0.75) * HEIGHT, &mut svg);
    }
    svg + "</svg>\n"
}

/// Draws the parts of a line, each at its column, independent of the font's letter widths.
fn row(parts: &[(&str, String)], y: f64, svg: &mut String) {
    let mut column = 0;
    for (class, part) in parts {
        let letters = part.chars().count();
        if !part.trim().is_empty() {
            let (x, length) = (MARGIN + column as f64 * WIDTH, letters as f64 * WIDTH);
            let text = part.replace('&', "&amp;").replace('<', "&lt;");
            let place = format!("x=\"{x:.1}\" y=\"{y:.0}\" textLength=\"{length:.1}\"");
            let _ = writeln!(svg, "<text class=\"{class}\" {place} xml:space=\"preserve\">{text}</text>");
        }
        column += letters;
    }
}

/// Splits a line into parts of one colour, by its terminal codes.
fn coloured(line: &str) -> Vec<(&'static str, String)> {
    let mut parts = line.split("\x1b[");
    let mut found = vec![("plain", parts.next().unwrap_or_default().to_owned())];
    for part in parts {
        let (code, text) = part.split_once('m').expect("a colour");
        let class = match code {
            "0" => "plain",
            "1" => "bold",
            "2" => "dim",
            "32" => "green",
            "33" => "yellow",
            "1;31" => "red",
            other => panic!("the picture has no colour {other}"),
        };
        found.push((class, text.to_owned()));
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
