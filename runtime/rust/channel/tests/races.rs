//! Both sides in threads of one process, under detectors of races.

use crate::drivers::{amount, compile, repository};
use polywire_oracles::Go;
use std::process::Command;

#[test]
fn cpp_has_no_races() {
    let flags = ["-O1", "-g", "-fsanitize=thread"];
    let program = compile("races.cpp", "races-cpp", "clang++", &flags);
    let status = Command::new(program).arg(amount(20_000, 2_000_000).to_string()).status();
    assert!(status.expect("the program").success(), "a race, or a message that is not as it was sent");
}

#[test]
fn go_has_no_races() {
    let go = Go::find().expect("Go 1.24, which scripts/setup installs");
    let mut command = go.command(&repository("runtime/go"));
    let status = command.env("CGO_ENABLED", "1").args(["test", "-race", "-count=1", "./channel"]).status();
    assert!(status.expect("the go command").success(), "tests of the package fail");
}
