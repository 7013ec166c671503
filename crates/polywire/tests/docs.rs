//! The examples in the guide print the output shown below them. They are the `sh` blocks of README.md and docs: lines
//! that begin with `$` are run by a shell at the root of the project, with `polywire` on the path. `POLYWIRE_BLESS=1`
//! rewrites the output.

use crate::pages::{pages, root};
use polywire_oracles::path_with;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const START: &str = "```sh\n";
const END: &str = "```\n";

#[test]
fn examples_print_the_output_in_the_guide() {
    let folder = root().join("build/docs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for what the examples write");
    // A run that was interrupted may have left its channel.
    let _ = fs::remove_file("/dev/shm/polywire.guide-orders");
    let mut blocks = 0;
    for (name, text) in pages().into_iter().filter(|(name, _)| is_guide(name)) {
        let found = replayed_page(&text);
        blocks += text.matches(START).count();
        if env::var_os("POLYWIRE_BLESS").is_some() {
            fs::write(root().join(&name), &found).expect("writing the page");
        } else {
            assert_eq!(found, text, "{name}; POLYWIRE_BLESS=1 accepts what is found");
        }
    }
    assert!(blocks > 20);
}

fn is_guide(name: &str) -> bool {
    name == "README.md" || name.starts_with("docs/")
}

/// Returns a page with the actual output of its examples.
fn replayed_page(text: &str) -> String {
    let mut parts = text.split(START);
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (block, rest) = part.split_once(END).expect("the end of a block");
        assert!(block.starts_with("$ "), "a block of `sh` begins with a command:\n{block}");
        page += &format!("{START}{}{END}{rest}", replayed(block));
    }
    page
}

/// Returns the commands of a block with their actual output.
fn replayed(block: &str) -> String {
    let mut text = String::new();
    let mut code = 0;
    let mut lines = block.lines();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else { continue };
        let mut command = command.to_owned();
        while command.ends_with('\\') {
            command += &format!("\n{}", lines.next().expect("the rest of a command"));
        }
        text += &format!("$ {command}\n");
        if command == "echo $?" {
            text += &format!("{code}\n");
            continue;
        }
        let output = run(&command);
        code = output.status.code().expect("an exit code");
        text += &(ended(&output.stdout) + &ended(&output.stderr));
    }
    text
}

fn run(command: &str) -> Output {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(root())
        .env("PATH", path_with(Path::new(env!("CARGO_BIN_EXE_polywire")).parent()))
        .stdin(Stdio::null());
    shell.output().expect("a shell")
}

/// Appends a missing line end.
fn ended(stream: &[u8]) -> String {
    match String::from_utf8_lossy(stream).trim_end() {
        "" => String::new(),
        text => format!("{text}\n"),
    }
}
