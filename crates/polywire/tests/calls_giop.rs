//! `polywire call` and objects of CORBA: those of omniORB, also by its naming service.

use crate::calls::{call, check, check_examples, text};
use crate::pages::root;
use crate::proxied::proxy_for;
use crate::served::Running;
use polywire_oracles::absent;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use tempfile::TempDir;

const SCHEMA: &str = "tests/oracles/giop-calls/bank.idl";
const NAMING: &str = "crates/polywire/src/calls/giop/naming.idl";

/// A program that prints a reference, and ends with this value.
struct Server {
    process: Child,
    reference: String,
    port: String,
}

impl Server {
    /// Starts a program, which prints its reference in a line behind `mark`.
    fn start(command: &mut Command, mark: &str) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("a server");
        // omniNames prints to its standard error.
        let (output, errors) = (process.stdout.take().expect("a pipe"), process.stderr.take().expect("a pipe"));
        let streams: Box<dyn Read + Send> = if mark.is_empty() { Box::new(output) } else { Box::new(errors) };
        let mut lines = BufReader::new(streams).lines().map_while(Result::ok);
        let line = lines.find(|line| line.contains(mark)).expect("a reference");
        thread::spawn(move || lines.for_each(drop));
        let reference = line[line.find("IOR:").expect("a reference")..].trim().to_owned();
        let port = read_reference(&reference)["profiles"][0]["iiop"]["port"].to_string();
        Self { process, reference, port }
    }

    /// omniORB's server of `bank.idl`.
    fn bank(folder: &Path) -> Option<Self> {
        let server = compiled(folder, "server")?;
        Some(Self::start(Command::new(server).args(["-ORBendPoint", "giop:tcp:127.0.0.1:"]), ""))
    }

    fn naming(folder: &Path) -> Option<Self> {
        let mut command = Command::new("omniNames");
        command
            .args(["-start", "-ignoreport", "-always", "-ORBendPoint", "giop:tcp:127.0.0.1:", "-datadir"])
            .arg(folder);
        if Command::new("omniNames").arg("-help").output().is_err() {
            absent("omniNames", "scripts/setup");
            return None;
        }
        Some(Self::start(&mut command, "Root context is "))
    }
}

/// Compiles a program of omniORB with the stubs of `bank.idl`.
fn compiled(folder: &Path, name: &str) -> Option<PathBuf> {
    let run = |command: &mut Command| command.current_dir(folder).status().is_ok_and(|it| it.success());
    let sources = root().join("tests/oracles/giop-calls");
    let source = sources.join(name).with_extension("cpp");
    let libraries = ["bankSK.cc", "-lomniORB4", "-lomnithread"];
    let is_compiled = run(Command::new("omniidl").arg("-bcxx").arg(sources.join("bank.idl")))
        && run(Command::new("c++").args(["-std=c++20", "-I.", "-o", name]).arg(source).args(libraries));
    if !is_compiled {
        absent("omniORB", "scripts/setup");
        return None;
    }
    Some(folder.join(name))
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read_reference(text: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["convert", "--from", "ior", "--to", "json", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("the command");
    process.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("a reference");
    let output = process.wait_with_output().expect("the output");
    serde_json::from_slice(&output.stdout).expect("a reference")
}

fn arguments<'a>(schema: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["--protocol", "giop", "--schema", schema], more].concat()
}

/// Returns the result of a call that succeeds, as JSON.
fn result(arguments: &[&str], input: &str) -> String {
    let output = call(arguments, input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    document["result"].to_string()
}

#[test]
fn calls_to_objects_of_omniorb() {
    let folder = TempDir::new().expect("a folder");
    let Some(bank) = Server::bank(folder.path()) else { return };
    let url = |version: &str| format!("corbaloc:iiop:{version}127.0.0.1:{}/Branch", bank.port);
    for url in [url(""), url("1.1@"), url("1.2@"), bank.reference.clone()] {
        check(&arguments(SCHEMA, &[&url, "Branch.big"]), "{\"size\": 3}", (0, "{\"result\":\"AAEC\"}\n", ""));
        check(&arguments(SCHEMA, &[&url, "Branch.nobody"]), "", (0, "{\"result\":{}}\n", ""));
    }
    // In fragments.
    let large = result(&arguments(SCHEMA, &[&url("1.2@"), "Branch.big"]), "{\"size\": 1000000}");
    assert_eq!(large.len(), 2 + 4 * 1_000_000_usize.div_ceil(3));
    let account = result(&arguments(SCHEMA, &[&bank.reference, "Branch.open"]), "{\"owner\": \"Zoë\"}");
    let movement = json!({"what": {"text": "ÄÖ", "cents": "12345", "receipt": "AAEC"}}).to_string();
    let last = "{\"all\":[{\"text\":\"ÄÖ\",\"cents\":\"12345\",\"receipt\":\"AAEC\"}],\"note\":\"now!\"}\n";
    let missing = "exception IDL:Bank/Insufficient:1.0 {\"missing\":\"87654\",\"currency\":\"EUR\"}";
    for (operation, input, expected) in [
        ("Account.deposit", movement.as_str(), (0, "{\"result\":\"12345\"}\n", "")),
        ("Account.last", "{\"count\": 2, \"note\": \"now\"}", (0, last, "")),
        ("Account.withdraw", "{\"cents\": 99999}", (5, "", missing)),
        ("Account.withdraw", "{\"cents\": -1}", (5, "", "UNKNOWN: exception IDL:Bank/Closed:1.0 {}")),
        ("Account.remind", "{\"text\": \"x\"}", (0, "", "")),
        ("Account._get_owner", "", (0, "{\"result\":\"Zoë\"}\n", "")),
        ("Account._set_rate", "{\"value\": 0.1}", (0, "{}\n", "")),
        ("Account._get_rate", "", (0, "{\"result\":0.1}\n", "")),
        ("Account.greet", "{\"name\": \"ไทย😀\"}", (0, "{\"result\":\"ไทย😀\"}\n", "")),
        ("Account.close", "", (5, "", "PERMISSION_DENIED: NO_PERMISSION, not completed, minor code 0x00000007")),
        ("Branch.nobody", "", (5, "", "UNIMPLEMENTED: BAD_OPERATION")),
        ("Account.deposit", "{\"what\": 1}", (1, "", "message 1 cannot be read")),
        ("Account.dposit", "", (2, "", "did you mean `Account.deposit`?")),
    ] {
        check(&arguments(SCHEMA, &[&account, operation]), input, expected);
    }
    let none = format!("corbaloc:iiop:1.2@127.0.0.1:{}/Nobody", bank.port);
    check(&arguments(SCHEMA, &[&none, "Branch.nobody"]), "", (5, "", "NOT_FOUND: OBJECT_NOT_EXIST"));
    check(&arguments(SCHEMA, &["http://a", "Branch.nobody"]), "", (2, "", "write it as in `corbaloc:"));
    check(&["--protocol", "giop", &none, "Branch.nobody"], "", (2, "", "name it with --schema"));
    check_examples("docs/calls-giop.md", &[("localhost:50055", &format!("127.0.0.1:{}", bank.port))]);
}

/// Callers of gRPC, Connect and JSON reach objects of CORBA.
#[test]
fn bridges_to_objects_of_omniorb() {
    let folder = TempDir::new().expect("a folder");
    let (Some(bank), Some(naming)) = (Server::bank(folder.path()), Server::naming(folder.path())) else { return };
    let root = format!("corbaloc::127.0.0.1:{}/NameService", naming.port);
    let account = result(&arguments(SCHEMA, &[&bank.reference, "Branch.open"]), "{\"owner\": \"Ana\"}");
    let bound = format!("{{\"n\": [{{\"id\": \"ana\"}}], \"obj\": {account}}}");
    check(&arguments(NAMING, &[&root, "rebind"]), &bound, (0, "{}\n", ""));
    let to = format!("giop=corbaname::127.0.0.1:{}#ana", naming.port);
    let bridge = proxy_for("grpc,connect,json-http", &to, &[SCHEMA]);
    let through = |protocol: &str, object: &str, more: &[&str], input: &str, expected: (i32, &str, &str)| {
        let object = format!("polywire-object: {object}");
        let named: &[&str] = if object.ends_with(": ") { &[] } else { &["-H", &object] };
        let service = ["--schema", SCHEMA, "--protocol", protocol, &bridge.url];
        check(&[&service[..], more, named].concat(), input, expected);
    };
    let deposit = json!({"what": {"text": "ÄÖ", "cents": "12345", "receipt": "AAEC"}}).to_string();
    let missing = "UNKNOWN: exception IDL:Bank/Insufficient:1.0 {\"missing\":\"";
    let json: &[&str] = &["--wire", "json"];
    for (protocol, wire) in [("grpc", &[][..]), ("grpc", json), ("connect", &[]), ("connect", json)] {
        let with = |method| [&[method][..], wire].concat();
        through(protocol, "", &with("Account._get_owner"), "{}", (0, "{\"result\":\"Ana\"}\n", ""));
        through(protocol, "", &with("Account.withdraw"), "{\"cents\": 99999}", (5, "", missing));
        // Another object of the same server.
        let big = (0, "{\"result\":\"AAEC\"}\n", "");
        through(protocol, &bank.reference, &with("Branch.big"), "{\"size\": 3}", big);
    }
    through("grpc", &account, &["Account.deposit"], &deposit, (0, "{\"result\":\"12345\"}\n", ""));
    through("grpc", "", &["Branch.nobody"], "{}", (5, "", "UNIMPLEMENTED: BAD_OPERATION"));
    let elsewhere = "corbaloc:iiop:1.2@127.0.0.1:1/Branch";
    through("grpc", elsewhere, &["Branch.nobody"], "{}", (5, "", "PERMISSION_DENIED: the object is of another"));
    through("grpc", "x", &["Branch.nobody"], "{}", (5, "", "INVALID_ARGUMENT: the object is not known"));
    // An operation without an answer has no place in protocols whose callers wait for one.
    through("connect", "", &["Account.remind"], "{}", (2, "", "returns nothing"));
    drop(bank);
    through("grpc", "", &["Account._get_owner"], "{}", (5, "", "UNAVAILABLE"));
}

/// Starts a server of `bank.idl`, and returns the references to its account and its branch.
fn serving(arguments: &[&str]) -> (Running, [String; 2]) {
    let (running, told) = Running::telling(arguments, 3);
    let reference = |name: &str| {
        let found = told.iter().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        found.expect("a reference").to_owned()
    };
    let references = [reference("Bank.Account"), reference("Bank.Branch")];
    (running, references)
}

/// Makes programs of omniORB have texts in UTF-8.
const UTF_8: [&str; 2] = ["-ORBnativeCharCodeSet", "UTF-8"];

const ANSWERED: [&str; 9] = [
    "Zoë 0.5",
    "123 60",
    "insufficient: 150 EUR",
    "closed",
    "2 ÄÖ 3 now!",
    "e44e17",
    "no permission, 1",
    "300000 54",
    "010",
];

/// Clients of omniORB call objects that a program answers: of a server, and of one behind a bridge to gRPC.
#[test]
fn clients_of_omniorb_are_answered() {
    let folder = TempDir::new().expect("a folder");
    let Some(client) = compiled(folder.path(), "client") else { return };
    let serve = ["serve", "--exec", "python3 tests/oracles/giop-calls/answer.py", "--protocol"];
    let giop = ["giop", "--listen", "127.0.0.1:0", SCHEMA];
    let (server, references) = serving(&[&serve[..], &giop].concat());
    let output = Command::new(&client).args(&references).args(UTF_8).output().expect("the client");
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), ANSWERED);
    let [account, branch] = &references;
    let insufficient = "exception IDL:Bank/Insufficient:1.0 {\"missing\":\"150\",\"currency\":\"EUR\"}";
    let old = |version: &str| format!("corbaloc:iiop:{version}@{}/Bank.Account", server.url);
    for url in [account.clone(), old("1.0"), old("1.1"), old("1.2")] {
        check(&arguments(SCHEMA, &[&url, "Account.withdraw"]), "{\"cents\": 40}", (0, "{\"result\":\"60\"}\n", ""));
        check(&arguments(SCHEMA, &[&url, "Account.withdraw"]), "{\"cents\": 250}", (5, "", insufficient));
        check(&arguments(SCHEMA, &[&url, "Account.remind"]), "{\"text\": \"x\"}", (0, "", ""));
    }
    for (url, operation, expected) in [
        (account, "Branch.big", "UNIMPLEMENTED: BAD_OPERATION, not completed"),
        (branch, "Branch.nobody", "UNKNOWN: UNKNOWN, maybe completed"),
        (&old("1.2").replace("Bank.Account", "Nobody"), "Branch.big", "NOT_FOUND: OBJECT_NOT_EXIST, not completed"),
    ] {
        check(&arguments(SCHEMA, &[url, operation]), "{}", (5, "", expected));
    }
}

/// The same through a bridge to a server of CORBA, and from one to CORBA.
#[test]
fn bridges_are_called_by_omniorb() {
    let folder = TempDir::new().expect("a folder");
    let Some(client) = compiled(folder.path(), "client") else { return };
    let exec = ["serve", "--exec", "python3 tests/oracles/giop-calls/answer.py", "--protocol"];
    let (_server, [account, _]) = serving(&[&exec[..], &["giop", "--listen", "127.0.0.1:0", SCHEMA]].concat());
    let to = format!("giop={account}");
    let (_bridge, [account, branch]) =
        serving(&["proxy", "--quiet", "--listen", "giop=127.0.0.1:0", "--to", &to, SCHEMA]);
    check(&arguments(SCHEMA, &[&account, "Account.withdraw"]), "{\"cents\": 40}", (0, "{\"result\":\"60\"}\n", ""));
    let output = Command::new(&client).args([&account, &branch]).args(UTF_8).output().expect("the client");
    // One-way operations are left out, and the branch is another object than that of the bridge.
    let expected = [&ANSWERED[..7], &["exception IDL:omg.org/CORBA/BAD_OPERATION:1.0"]].concat();
    assert_eq!(text(&output.stdout).lines().collect::<Vec<_>>(), expected);
}

/// Frames of all kinds, cut anywhere and damaged, get an answer or end the connection.
#[test]
fn broken_messages_end_connections() {
    let giop = ["serve", "--mock", "--protocol", "giop", "--listen", "127.0.0.1:0", SCHEMA];
    let (server, _) = serving(&giop);
    let corpus = root().join("tests/corpus/corba/giop");
    let files = std::fs::read_dir(corpus).expect("a folder").map(|it| it.expect("a file").path());
    let messages: Vec<Vec<u8>> = files.filter_map(|path| std::fs::read(path).ok()).take(40).collect();
    for (at, message) in messages.iter().enumerate() {
        let mut damaged = message.clone();
        if let Some(byte) = damaged.get_mut(at % 24) {
            *byte ^= 1 << (at % 8);
        }
        for bytes in [&message[..message.len() / 2], &damaged] {
            let mut stream = std::net::TcpStream::connect(&server.url).expect("a connection");
            stream.write_all(bytes).expect("a message");
            stream.shutdown(std::net::Shutdown::Write).expect("an end");
            let mut answer = Vec::new();
            // The server may end the connection while there is something to read.
            let _ = stream.read_to_end(&mut answer);
            assert!(answer.is_empty() || answer.starts_with(b"GIOP"), "{answer:?}");
        }
    }
    // CORBA 3.3, 9.4.8: MessageError, kind 6, tells that a message cannot be understood.
    let mut stream = std::net::TcpStream::connect(&server.url).expect("a connection");
    stream.write_all(b"no message of GIOP").expect("a message");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert_eq!(answer, b"GIOP\x01\x02\x01\x06\0\0\0\0");
    let account = format!("corbaloc:iiop:1.2@{}/Bank.Account", server.url);
    check(&arguments(SCHEMA, &[&account, "Account.close"]), "", (0, "{}\n", ""));
}

#[test]
fn names_of_objects() {
    let folder = TempDir::new().expect("a folder");
    let (Some(bank), Some(naming)) = (Server::bank(folder.path()), Server::naming(folder.path())) else { return };
    let root = format!("corbaloc::127.0.0.1:{}/NameService", naming.port);
    let account = result(&arguments(SCHEMA, &[&bank.reference, "Branch.open"]), "{\"owner\": \"Ana\"}");
    let context = "{\"n\": [{\"id\": \"banks\"}]}";
    result(&arguments(NAMING, &[&root, "bind_new_context"]), context);
    let bound =
        format!("{{\"n\": [{{\"id\": \"banks\"}}, {{\"id\": \"ana\", \"kind\": \"account\"}}], \"obj\": {account}}}");
    check(&arguments(NAMING, &[&root, "rebind"]), &bound, (0, "{}\n", ""));
    let named = |name: &str| format!("corbaname::127.0.0.1:{}#{name}", naming.port);
    let found = named("banks/ana.account");
    check(&arguments(SCHEMA, &[&found, "Account._get_owner"]), "", (0, "{\"result\":\"Ana\"}\n", ""));
    let missing = "the naming service does not tell where the object is: exception IDL:omg.org/CosNaming/NamingContext/NotFound:1.0";
    check(&arguments(SCHEMA, &[&named("banks/zoe"), "Account._get_owner"]), "", (5, "", missing));
}

/// A server that answers a request with this message, given as JSON; its request id is 1.
fn answering(message: Value) -> (String, thread::JoinHandle<()>) {
    let document = json!({"version": "V1_2", "littleEndian": true, "body": message}).to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["convert", "--from", "json", "--to", "giop", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("the command");
    process.stdin.take().expect("a pipe").write_all(document.as_bytes()).expect("a message");
    let answer = process.wait_with_output().expect("the output").stdout;
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        stream.read_exact(&mut [0; 12]).expect("a request");
        stream.write_all(&answer).expect("the answer");
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    (address, server)
}

#[test]
fn servers_that_forward_or_refuse() {
    let folder = TempDir::new().expect("a folder");
    let Some(bank) = Server::bank(folder.path()) else { return };
    let reference = read_reference(&bank.reference);
    let reply = |status: &str, body: Value| json!({"reply": {"requestId": 1, "status": status, "body": body}});
    let forward = reply("LOCATION_FORWARD", json!({"forward": {"typeId": "", "profiles": reference["profiles"]}}));
    for (message, expected) in [
        (forward, (0, "{\"result\":\"AAEC\"}\n", "")),
        (reply("NEEDS_ADDRESSING_MODE", json!({"addressingMode": "REFERENCE_ADDRESS"})), (5, "", "UNIMPLEMENTED: ")),
        (json!({"closeConnection": true}), (5, "", "UNAVAILABLE: the server ended the connection")),
        (json!({"messageError": true}), (5, "", "INTERNAL: the server did not understand the request")),
    ] {
        let (address, server) = answering(message);
        let url = format!("corbaloc:iiop:1.2@{address}/Branch");
        check(&arguments(SCHEMA, &[&url, "Branch.big"]), "{\"size\": 3}", expected);
        server.join().expect("the server");
    }
}
