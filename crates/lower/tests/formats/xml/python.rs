//! Python's parser (expat) reads what is written.

use super::{DECLARATION, codec};
use std::io::Write;
use std::process::{Command, Stdio};

const PROGRAM: &str = "import sys, xml.etree.ElementTree as e\n\
                       sys.stdout.write('|'.join((it.tag + '=' + (it.text or '')) for it in e.parse(sys.stdin.buffer).iter()))";

#[test]
fn python_reads_what_is_written() {
    let given = "<o:order xmlns:o='urn:orders' id='1'><o:title>a &lt; &#x1F600;</o:title><line>]]&gt;</line></o:order>";
    let written = codec("corner.Order", "xml_kitchen").again(given.as_bytes()).expect("a document");
    assert!(written.starts_with(DECLARATION.as_bytes()));
    let started = Command::new("python3").args(["-c", PROGRAM]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut python) = started else { return polywire_oracles::absent("python3", "scripts/setup") };
    python.stdin.take().expect("a pipe").write_all(&written).expect("python reads");
    let output = python.wait_with_output().expect("an answer");
    let found = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(found, "{urn:orders}order=|{urn:orders}title=a < 😀|line=]]>|comment=");
}
