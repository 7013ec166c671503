//! Input and output files: detection of formats, hints, and that no input is ever replaced.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with a copy of the trade schema and a message.
struct Scene {
    folder: TempDir,
}

impl Scene {
    fn new() -> Self {
        let scene = Self { folder: TempDir::new().expect("a folder") };
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (from, to) in [
            ("examples/trade/trade.proto", "trade.proto"),
            ("examples/trade/trade.proto.polywire.lock", "trade.proto.polywire.lock"),
            ("tests/data/trade/protobuf-36.0.bin", "account.pb"),
        ] {
            fs::copy(root.join(from), scene.path(to)).expect("a copy");
        }
        scene
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn put(&self, name: &str, contents: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path(name), contents).expect("a file");
        self
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    fn run(&self, arguments: &str) -> Output {
        self.command(arguments).stdin(Stdio::null()).output().expect("the command")
    }

    fn run_piped(&self, arguments: &str, input: &[u8]) -> Output {
        let mut command = self.command(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command");
        child.stdin.take().expect("a pipe").write_all(input).expect("writing");
        child.wait_with_output().expect("its end")
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        command.current_dir(self.folder.path()).args(arguments.split_whitespace());
        command
    }

    /// Runs the command, which must succeed.
    fn done(&self, arguments: &str) -> String {
        let output = self.run(arguments);
        assert_eq!((code(&output), errors(&output)), (0, String::new()), "{arguments}");
        text(&output)
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const ACCOUNT: &str = "--schema trade.proto --type Account";

#[test]
fn formats_have_common_names() {
    let scene = Scene::new();
    let json = scene.done(&format!("convert --from pb --to json {ACCOUNT} account.pb"));
    for name in ["proto", "binpb", "protobuf"] {
        assert_eq!(scene.done(&format!("convert --from {name} --to json {ACCOUNT} account.pb")), json);
    }
    let text = scene.done(&format!("convert --from pb --to text {ACCOUNT} account.pb"));
    assert_eq!(scene.done(&format!("convert --from pb --to textproto {ACCOUNT} account.pb")), text);
    scene.put("two.jsonl", json.repeat(2));
    for name in ["jsonl", "ndjson"] {
        assert_eq!(scene.done(&format!("convert --from {name} --to json {ACCOUNT} two.jsonl")), json.repeat(2));
    }
    let wrong = scene.run("convert --from protobuff --to json account.pb");
    assert!(errors(&wrong).contains("a similar value exists: 'protobuf'"), "{}", errors(&wrong));
}

#[test]
fn standard_input_needs_no_name() {
    let scene = Scene::new();
    let output = scene.run_piped(&format!("convert --from pb --to json {ACCOUNT}"), &scene.read("account.pb"));
    assert_eq!(code(&output), 0, "{}", errors(&output));
    let json = text(&output);
    assert!(json.starts_with("{\"id\":1") && json.ends_with("}\n"), "{json}");
}

#[test]
fn unique_short_names_of_types_are_accepted() {
    let scene = Scene::new();
    scene.put("twice.proto", "syntax = \"proto3\"; package a; message B { int32 x = 1; } message C { message B {} }");
    let output = scene.run("convert --from json --to pb --schema twice.proto --type B none");
    assert!(errors(&output).contains("several types are called `B`: a.B, a.C.B"), "{}", errors(&output));
    let output = scene.run("convert --from json --to pb --schema trade.proto --type Acount none");
    assert!(errors(&output).contains("did you mean `trade.Account`?"), "{}", errors(&output));
    let output = scene.run("convert --from json --to pb --schema trade.proto --type account none");
    assert!(errors(&output).contains("did you mean `trade.Account`?"), "{}", errors(&output));
}

#[test]
fn a_forgotten_framing_is_suggested() {
    let scene = Scene::new();
    let json = scene.done(&format!("convert --from pb --to json {ACCOUNT} account.pb"));
    scene.put("in.jsonl", json.repeat(3));
    let streams = [("delimited", "pb"), ("u32-be", "pb"), ("u64-be", "pb"), ("lines", "json"), ("array", "json")];
    for (framing, format) in streams {
        scene.done(&format!("convert --from jsonl --to {format} --to-framing {framing} {ACCOUNT} in.jsonl -o stream"));
        for command in [&format!("convert --from {format} --to json"), &format!("validate --wire {format}")] {
            let output = scene.run(&format!("{command} {ACCOUNT} stream"));
            let help = format!("help: the file is a valid stream of messages with `--framing {framing}`");
            assert!(errors(&output).contains(&help), "{command}, {framing}: {}", errors(&output));
        }
    }
}

#[test]
fn unknown_members_are_named() {
    let scene = Scene::new();
    scene.put("a.json", r#"{"id":1,"wallet":{"curency":"x"}}"#).put("a.txtpb", "id: 1 wallet { curency: \"x\" }");
    for format in ["json", "text"] {
        let file = if format == "json" { "a.json" } else { "a.txtpb" };
        let output = scene.run(&format!("convert --from {format} --to pb {ACCOUNT} {file}"));
        let error = errors(&output);
        assert!(error.contains("wallet.curency: a member is not in the schema"), "{error}");
        assert!(error.contains("`--ignore-unknown` skips"), "{error}");
        scene.done(&format!("convert --ignore-unknown --from {format} --to json {ACCOUNT} {file}"));
        scene.run(&format!("validate --ignore-unknown --wire {format} {ACCOUNT} {file}"));
    }
}

#[test]
fn compressed_files_are_unpacked() {
    let scene = Scene::new();
    let json = scene.done(&format!("convert --from pb --to json {ACCOUNT} account.pb"));
    let account = scene.read("account.pb");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&account).expect("packing");
    scene.put("account.pb.gz", gzip.finish().expect("packing"));
    scene.put("account.pb.zst", zstd::encode_all(account.as_slice(), 3).expect("packing"));
    for file in ["account.pb.gz", "account.pb.zst"] {
        assert_eq!(scene.done(&format!("convert --from pb --to json {ACCOUNT} {file}")), json);
        let raw = scene.run(&format!("convert --decompress never --from pb --to json {ACCOUNT} {file}"));
        assert_eq!(code(&raw), 1);
    }
    // The limit on messages also applies to decompressed data.
    let small = scene.run(&format!("convert --max-size 100 --from pb --to json {ACCOUNT} account.pb.gz"));
    assert!(errors(&small).contains("longer than the limit of 100"), "{}", errors(&small));
    scene.put("cut.gz", &scene.read("account.pb.gz")[..40]);
    let cut = scene.run(&format!("convert --from pb --to json {ACCOUNT} cut.gz"));
    assert_eq!((code(&cut), errors(&cut).as_str()), (1, "error: cut.gz: message 1: the stream ends inside a record\n"));
}

#[test]
fn several_files_are_read_in_one_call() {
    let scene = Scene::new();
    let json = scene.done(&format!("convert --from pb --to json {ACCOUNT} account.pb"));
    scene.put("broken.pb", [7]).put("b.pb", scene.read("account.pb"));
    let all = scene.run(&format!("convert --from pb --to json {ACCOUNT} account.pb broken.pb b.pb"));
    assert_eq!((code(&all), text(&all)), (1, json.repeat(2)));
    assert!(errors(&all).starts_with("error: broken.pb: message 1 cannot be read"), "{}", errors(&all));
    let missing = scene.run(&format!("validate --wire pb {ACCOUNT} none.pb broken.pb account.pb"));
    assert_eq!(code(&missing), 3);
    assert!(errors(&missing).contains("account.pb: 0 of 1 messages rejected"), "{}", errors(&missing));
    // A shared output is written only if all files are converted; files in a folder are independent.
    scene.run(&format!("convert --from pb --to json {ACCOUNT} account.pb broken.pb -o all.json"));
    assert!(!scene.path("all.json").exists());
    fs::create_dir(scene.path("out")).expect("a folder");
    let folder = scene.run(&format!("convert --from pb --to json {ACCOUNT} account.pb broken.pb b.pb -o out"));
    assert_eq!(code(&folder), 1);
    assert_eq!([scene.read("out/account.json"), scene.read("out/b.json")], [json.as_bytes(), json.as_bytes()]);
    assert!(!scene.path("out/broken.json").exists());
    let one = scene.run(&format!("convert --from pb --to pb {ACCOUNT} account.pb b.pb -o one.pb"));
    assert_eq!(code(&one), 2, "{}", errors(&one));
    let shown = scene.done(&format!("inspect --wire pb {ACCOUNT} account.pb b.pb"));
    assert!(shown.starts_with("account.pb\n") && shown.contains("\n\nb.pb\n"), "{shown}");
}

#[test]
fn text_ends_with_a_line_feed() {
    let scene = Scene::new();
    for format in ["json", "json_pretty", "json_plain", "protobuf_text", "protobuf_text_line"] {
        let text = scene.done(&format!("convert --from pb --to {format} {ACCOUNT} account.pb"));
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{format}: {text:?}");
    }
}

/// Runs a command whose output is one of its inputs: it must refuse and leave the file as it is.
fn check_kept(scene: &Scene, arguments: &str, input: &str) {
    let before = scene.read(input);
    let output = scene.run(arguments);
    assert_eq!(code(&output), 2, "{arguments}: {}", errors(&output));
    assert!(errors(&output).contains("would overwrite"), "{arguments}: {}", errors(&output));
    assert_eq!(scene.read(input), before, "{arguments}");
}

/// Creates other names of a file: another path, a symbolic link and a hard link.
fn names(scene: &Scene, file: &str) -> Vec<String> {
    let folder = scene.folder.path().file_name().expect("a name").to_string_lossy().into_owned();
    let (link, hard) = (format!("link-{file}"), format!("hard-{file}"));
    std::os::unix::fs::symlink(file, scene.path(&link)).expect("a link");
    fs::hard_link(scene.path(file), scene.path(&hard)).expect("a link");
    vec![file.to_owned(), format!("../{folder}/./{file}"), link, hard]
}

#[test]
fn convert_never_replaces_what_it_reads() {
    let scene = Scene::new();
    scene.put("user.proto", "syntax = \"proto3\"; import \"trade.proto\"; message User { trade.Account account = 1; }");
    scene.put("user.json", "{}");
    for input in ["trade.proto", "trade.proto.polywire.lock", "user.proto", "user.json"] {
        for output in names(&scene, input) {
            let arguments =
                format!("convert --from json --to capnp --schema user.proto --type User user.json -o {output}");
            check_kept(&scene, &arguments, input);
        }
    }
    // The standard input may be a file too.
    let mut command = scene.command(&format!("convert --from pb --to pb {ACCOUNT} -o account.pb"));
    let file = fs::File::open(scene.path("account.pb")).expect("the file");
    assert_eq!(code(&command.stdin(file).output().expect("the command")), 2);
    scene.put("plain.json", "[1]");
    check_kept(&scene, "convert --from json --to msgpack plain.json -o plain.json", "plain.json");
}

#[test]
fn inspect_never_replaces_what_it_reads() {
    let scene = Scene::new();
    for input in ["trade.proto", "account.pb"] {
        for output in names(&scene, input) {
            check_kept(&scene, &format!("inspect --wire pb {ACCOUNT} account.pb --html {output}"), input);
        }
    }
}

#[test]
fn schema_never_replaces_what_it_reads() {
    let scene = Scene::new();
    scene.put("user.proto", "syntax = \"proto3\"; import \"trade.proto\"; message User { trade.Account account = 1; }");
    for input in ["user.proto", "trade.proto"] {
        for output in names(&scene, input) {
            check_kept(&scene, &format!("schema --to descriptor-set user.proto -o {output}"), input);
        }
    }
}

#[test]
fn gen_never_replaces_what_it_reads() {
    let scene = Scene::new();
    for output in names(&scene, "trade.proto") {
        for option in ["depfile", "stamp"] {
            let arguments = format!("gen --lang cpp --wire protobuf -o out --{option} {output} trade.proto");
            check_kept(&scene, &arguments, "trade.proto");
        }
    }
    scene.put(
        "polywire.toml",
        "[[generate]]\nschemas = [\"trade.proto\"]\nlang = \"cpp\"\nwire = [\"protobuf\"]\noutput = \".\"\n",
    );
    // A generated file with the name of the schema.
    fs::rename(scene.path("trade.proto"), scene.path("trade.hpp")).expect("a name");
    std::os::unix::fs::symlink("trade.hpp", scene.path("trade.proto")).expect("a link");
    check_kept(&scene, "gen --lang cpp --wire protobuf -o . trade.proto", "trade.hpp");
}

#[test]
fn locks_replace_locks_only() {
    let scene = Scene::new();
    scene.put("a.proto", "syntax = \"proto3\"; message A { int32 x = 1; }");
    scene.put("b.proto", "syntax = \"proto3\"; message B { int32 x = 1; }");
    scene.done("lock --wire capnp a.proto");
    // The lock is found and updated.
    scene.put("a.proto", "syntax = \"proto3\"; message A { int32 x = 1; int32 y = 2; }");
    scene.done("lock --wire capnp a.proto");
    assert!(String::from_utf8_lossy(&scene.read("a.proto.polywire.lock")).contains('y'));
    fs::hard_link(scene.path("a.proto.polywire.lock"), scene.path("b.proto.polywire.lock")).expect("a link");
    let output = scene.run("lock --wire capnp a.proto b.proto");
    assert_ne!(code(&output), 0, "{}", errors(&output));
}

#[test]
fn bench_never_replaces_what_it_reads() {
    let scene = Scene::new();
    let json = scene.done(&format!("convert --from pb --to json {ACCOUNT} account.pb"));
    fs::create_dir_all(scene.path("out/build")).expect("a folder");
    for place in ["out/report.json", "out/build/account.json"] {
        scene.put(place, &json);
        let arguments = format!(
            "bench --lang command --wire protobuf --rounds 1 --type Account --data {place} --out out trade.proto"
        );
        check_kept(&scene, &arguments, place);
        fs::remove_file(scene.path(place)).expect("removing");
    }
}

#[test]
fn streams_need_no_schema() {
    let scene = Scene::new();
    scene.put("stream.msgpack", b"\x81\xa1a\x01\x92\x01\xc0\xd9\x02hi");
    let lines = scene.done("convert --framing concatenated --from msgpack --to json stream.msgpack");
    assert_eq!(lines, "{\"a\":1}\n[1,null]\n\"hi\"\n");
    let output = scene.run("convert --from msgpack --to json stream.msgpack");
    assert!(errors(&output).contains("`--framing concatenated` reads messages"), "{}", errors(&output));
    scene.put("lines.jsonl", lines);
    scene.done("convert --from jsonl --to msgpack --to-framing delimited lines.jsonl -o delimited");
    assert_eq!(scene.read("delimited"), b"\x04\x81\xa1a\x01\x03\x92\x01\xc0\x03\xa2hi");
    let needed = scene.run("convert --from json --to capnp lines.jsonl");
    assert_eq!(code(&needed), 2);
    assert!(errors(&needed).contains("--schema is needed"), "{}", errors(&needed));
}
