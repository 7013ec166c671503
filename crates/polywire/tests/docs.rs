//! The examples in the guides print what stands below them. They are the blocks of `sh` with lines `$ polywire …`, which are run
//! at the root of the project, `$ cat …`, or `$ echo $?`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[test]
fn examples_of_the_command_print_what_the_guide_says() {
    fs::create_dir_all(root().join("build")).expect("a folder for what the examples write");
    let guides = ["docs/command.md", "docs/json.md", "docs/limits.md", "docs/protobuf-text.md", "docs/schema-proto.md"];
    for guide in guides {
        check(&fs::read_to_string(root().join(guide)).expect("the guide"));
    }
}

fn check(guide: &str) {
    let blocks: Vec<&str> = guide.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        assert_eq!(replayed(block), block);
    }
}

/// The commands of a block with what they print.
fn replayed(block: &str) -> String {
    let mut text = String::new();
    let mut code = 0;
    for line in block.lines().filter(|line| line.starts_with("$ ")) {
        text += &format!("{line}\n");
        if line == "$ echo $?" {
            text += &format!("{code}\n");
            continue;
        }
        if let Some(path) = line.strip_prefix("$ cat ") {
            text += &fs::read_to_string(root().join(path)).expect("a file");
            continue;
        }
        let output = run(line.strip_prefix("$ polywire ").expect("a command line"));
        code = output.status.code().expect("an exit code");
        text += &(ended(&output.stdout) + &ended(&output.stderr));
    }
    text
}

fn run(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(arguments.split_whitespace()).current_dir(root()).stdin(Stdio::null());
    command.output().expect("the command")
}

/// A stream with an end of line, which a message of JSON lacks.
fn ended(stream: &[u8]) -> String {
    match String::from_utf8_lossy(stream).trim_end() {
        "" => String::new(),
        text => format!("{text}\n"),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
