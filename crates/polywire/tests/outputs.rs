//! An output file gets its name only when complete, in all circumstances.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use tempfile::TempDir;

const MESSAGES: usize = 20_000;
const LINE: &str = "{\"currency\":\"USD\",\"amount\":2.5}\n";
const OLD: &str = "what was there before\n";

/// A folder with a stream of messages, and a file to be replaced.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        let scene = Self { folder: TempDir::new().expect("a folder") };
        fs::write(scene.path("in.jsonl"), LINE.repeat(MESSAGES)).expect("the input");
        fs::write(scene.path("out"), OLD).expect("an old file");
        scene
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// `polywire convert` from JSON to JSON, run in the folder.
    fn convert(&self, input: &str, more: &[&str]) -> Command {
        let schema = root().join("examples/trade/trade.proto").canonicalize().expect("the schema");
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.current_dir(self.folder.path()).args([
            "convert",
            "--framing",
            "lines",
            "--from",
            "json",
            "--to",
            "json",
        ]);
        command.args(["--type", "trade.Balance", "--schema"]).arg(schema).arg(input).args(more);
        command
    }

    /// Runs the command in a shell that limits file sizes to this many blocks.
    fn limited(&self, blocks: u32, command: &Command) -> Output {
        let script = format!("ulimit -f {blocks}; exec \"$@\"");
        self.started_by("sh", &["-c", &script, "sh"], command).output().expect("a shell")
    }

    /// Runs the command through another program.
    fn started_by(&self, program: &str, args: &[&str], command: &Command) -> Command {
        let mut outer = Command::new(program);
        outer.current_dir(self.folder.path()).args(args);
        outer.arg(command.get_program()).args(command.get_args());
        outer
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("the folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn check_untouched(&self) {
        assert_eq!(self.files(), ["in.jsonl", "out"]);
        assert_eq!(fs::read_to_string(self.path("out")).expect("the old file"), OLD);
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_full_disk_is_an_error() {
    let scene = Scene::new();
    for place in [&["-o", "/dev/full"][..], &["--jobs", "3", "-o", "/dev/full"]] {
        let output = scene.convert("in.jsonl", place).output().expect("the command");
        assert_eq!(errors(&output), "error: /dev/full: No space left on device (os error 28)\n");
        assert_eq!(output.status.code(), Some(3));
    }
    let full = fs::File::options().write(true).open("/dev/full").expect("the device");
    let output = scene.convert("in.jsonl", &[]).stdout(full).output().expect("the command");
    assert_eq!(errors(&output), "error: the standard output: No space left on device (os error 28)\n");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn every_command_reports_a_full_disk() {
    let full = || fs::File::options().write(true).open("/dev/full").expect("the device");
    let schema = "examples/trade/trade.proto";
    let of_account = ["--schema", schema, "--type", "trade.Account", "--wire", "protobuf"];
    let one = "examples/walk/before.bin";
    let commands: [&[&str]; 8] = [
        &["completions", "bash"],
        &[&["diff"], &of_account[..], &[one, "examples/walk/after.bin"]].concat(),
        &["gen", "--lang", "cpp", "--wire", "json", "-o", "none", "--list", "outputs", schema],
        &[&["inspect"], &of_account[..], &[one]].concat(),
        &[&["inspect", "--html", "-"], &of_account[..], &[one]].concat(),
        &["ir", "--wire", "json", schema],
        &["schema", schema],
        &[&["validate", "--format", "json"], &of_account[..], &["examples/trade/wrong.json"]].concat(),
    ];
    for arguments in commands {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        let output = command.args(arguments).current_dir(root()).stdout(full()).output().expect("the command");
        let told = errors(&output);
        assert_eq!(told, "error: the standard output: No space left on device (os error 28)\n", "{arguments:?}");
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
    }
}

#[test]
fn a_file_with_a_size_limit_is_unchanged_on_failure() {
    let scene = Scene::new();
    let output = scene.limited(8, &scene.convert("in.jsonl", &["-o", "out"]));
    assert_eq!(errors(&output), "error: out: File too large (os error 27)\n");
    assert_eq!(output.status.code(), Some(3));
    scene.check_untouched();

    let schema = root().join("examples/trade/trade.proto").canonicalize().expect("the schema");
    let mut generate = Command::new(env!("CARGO_BIN_EXE_polywire"));
    generate.args(["gen", "--lang", "cpp", "--wire", "json", "-o", "."]).arg(&schema);
    let output = scene.limited(8, &generate);
    assert!(errors(&output).ends_with("File too large (os error 27)\n"), "{}", errors(&output));
    assert_eq!(output.status.code(), Some(3));
    let written = scene.files().into_iter().filter(|name| name.ends_with(".hpp"));
    for name in written {
        let whole = fs::read(scene.path(&name)).expect("a header");
        assert!(whole.ends_with(b"\n") && whole.len() <= 8 * 1024, "{name}");
    }
    assert!(scene.files().iter().all(|name| !name.starts_with('.')));

    let mut inspect = Command::new(env!("CARGO_BIN_EXE_polywire"));
    inspect.args(["inspect", "--wire", "json", "--framing", "lines", "--html", "out", "in.jsonl"]);
    fs::write(scene.path("in.jsonl"), LINE.repeat(200)).expect("a shorter input");
    let output = scene.limited(8, &inspect);
    assert_eq!(errors(&output), "error: out: File too large (os error 27)\n");
    assert_eq!(fs::read_to_string(scene.path("out")).expect("the old file"), OLD);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let scene = Scene::new();
    for jobs in ["1", "3"] {
        let mut command = scene.convert("in.jsonl", &["--jobs", jobs]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command");
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        reader.read_line(&mut line).expect("a line");
        drop(reader);
        assert_eq!(line, LINE);
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!((errors(&output).as_str(), output.status.code()), ("", Some(0)));
    }
}

#[test]
fn a_rejected_message_leaves_the_file_unchanged() {
    let scene = Scene::new();
    let text = LINE.repeat(MESSAGES) + "{\"amount\":true}\n";
    fs::write(scene.path("in.jsonl"), text).expect("the input");
    for jobs in ["1", "3"] {
        let output = scene.convert("in.jsonl", &["--jobs", jobs, "-o", "out"]).output().expect("the command");
        let expected = "error: in.jsonl: message 20001 cannot be read: amount: a value has a different type than the schema declares at byte 10\n";
        assert_eq!(errors(&output), expected);
        assert_eq!(output.status.code(), Some(1));
        scene.check_untouched();
    }
}

#[test]
fn signals_that_end_the_command_leave_no_files() {
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let scene = Scene::new();
        let command = scene.convert("-", &["-o", "out"]);
        // The tests may themselves run under `nohup`, or in the background of a shell.
        let mut heeding = scene.started_by("env", &[&format!("--default-signal={name}")], &command);
        let mut child = heeding.stdin(Stdio::piped()).spawn().expect("the command");
        // The input stays open, so that the command waits for more.
        let _input = feed(&scene, &mut child);
        send(name, &child);
        let status = child.wait().expect("the command ends");
        assert_eq!(status.signal(), Some(number));
        scene.check_untouched();
    }
}

#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let scene = Scene::new();
    let command = scene.convert("-", &["-o", "out"]);
    let mut shell = scene.started_by("sh", &["-c", "trap '' HUP; exec \"$@\"", "sh"], &command);
    let mut child = shell.stdin(Stdio::piped()).spawn().expect("a shell");
    let input = feed(&scene, &mut child);
    send("HUP", &child);
    drop(input);
    assert!(child.wait().expect("the command ends").success());
    assert_eq!(fs::read_to_string(scene.path("out")).expect("the file"), LINE.repeat(MESSAGES));
}

/// Sends all messages to the command, and keeps its input open. They exceed the capacity of a pipe: when the last is
/// written, the command has begun to read, and so has created its file.
fn feed(scene: &Scene, child: &mut Child) -> ChildStdin {
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(LINE.repeat(MESSAGES).as_bytes()).expect("the command reads");
    assert!(scene.files().iter().any(|name| name.starts_with(".polywire-")));
    input
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("sh").args(["-c", &format!("kill -s {signal} {}", child.id())]).status().expect("a shell");
    assert!(sent.success());
}

#[test]
fn the_input_is_not_replaced() {
    let scene = Scene::new();
    let output = scene.convert("in.jsonl", &["-o", "in.jsonl"]).output().expect("the command");
    assert_eq!(output.status.code(), Some(2), "{}", errors(&output));
    assert_eq!(fs::read_to_string(scene.path("in.jsonl")).expect("the file"), LINE.repeat(MESSAGES));
}

#[test]
fn nothing_is_appended_to_the_input() {
    let scene = Scene::new();
    let open = |options: &mut fs::OpenOptions| options.open(scene.path("in.jsonl")).expect("the input");
    for input in ["in.jsonl", "-"] {
        let appended = open(fs::File::options().append(true));
        let mut command = scene.convert(input, &[]);
        let output =
            command.stdin(open(fs::File::options().read(true))).stdout(appended).output().expect("the command");
        assert_eq!(errors(&output), "error: standard output is a file that is also an input; choose another output\n");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions_and_its_links() {
    let scene = Scene::new();
    fs::set_permissions(scene.path("out"), fs::Permissions::from_mode(0o600)).expect("permissions");
    std::os::unix::fs::symlink("out", scene.path("link")).expect("a link");
    let output = scene.convert("in.jsonl", &["-o", "link"]).output().expect("the command");
    assert!(output.status.success(), "{}", errors(&output));
    assert!(fs::symlink_metadata(scene.path("link")).expect("the link").is_symlink());
    assert_eq!(fs::metadata(scene.path("out")).expect("the file").permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(scene.path("out")).expect("the file").len(), (LINE.len() * MESSAGES) as u64);
}

#[test]
fn an_input_that_cannot_be_read_is_named() {
    let scene = Scene::new();
    for (input, error) in
        [("/", "/: Is a directory (os error 21)"), ("none", "none: No such file or directory (os error 2)")]
    {
        let output = scene.convert(input, &["-o", "out"]).output().expect("the command");
        assert_eq!(errors(&output), format!("error: {error}\n"));
        assert_eq!(output.status.code(), Some(3));
        scene.check_untouched();
    }
}

/// Uses a terminal created by util-linux's `script`.
#[test]
fn progress_bars_are_for_terminals_only() {
    let scene = Scene::new();
    let bar_of = |mut command: Command| {
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().expect("script, of util-linux");
        let mut text = String::new();
        child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("what the terminal shows");
        assert!(child.wait().expect("it ends").success(), "{text}");
        text
    };
    let on_terminal = |more: &str| {
        let plain = scene.convert("in.jsonl", &[]);
        let words = plain.get_args().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ");
        let mut command = Command::new("script");
        let line = format!("{} {words} {more}", env!("CARGO_BIN_EXE_polywire"));
        // Without a type, a terminal is one that cannot move its cursor.
        command.current_dir(scene.folder.path()).args(["-q", "-e", "-c", &line, "/dev/null"]).env("TERM", "xterm");
        bar_of(command)
    };
    let bar = on_terminal("-o out");
    assert!(bar.contains("/s") && bar.contains(" left"), "{bar}");
    assert_eq!(on_terminal("--quiet -o out"), "");
    // No bar if the messages go to the terminal.
    assert!(!on_terminal("").contains(" left"));
    assert_eq!(errors(&scene.convert("in.jsonl", &["-o", "out"]).output().expect("the command")), "");
}

#[test]
fn folders_that_are_missing_are_errors() {
    let scene = Scene::new();
    let output = scene.convert("in.jsonl", &["-o", "none/out"]).output().expect("the command");
    assert!(errors(&output).starts_with("error: none/out: No such file or directory"), "{}", errors(&output));
    assert_eq!(output.status.code(), Some(3));
    assert!(!Path::new(&scene.path("none")).exists());
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
