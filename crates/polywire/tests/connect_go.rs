//! The codecs for connect-go, with its own clients and servers.

use crate::pages::root;
use crate::programs::run;
use polywire_oracles::{Go, absent};
use std::fs;
use std::process::Command;

#[test]
fn connect_go_serves_and_calls_generated_types() {
    let Some(go) = Go::find() else { return };
    let folder = root().join("build/connect-go");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let module = "module example.com/shop\n\ngo 1.24.0\n\nrequire (\n\tconnectrpc.com/connect v1.19.1\n\tgoogle.golang.org/protobuf v1.36.11\n\t\
                  polywire v0.0.0\n)\n\nreplace polywire => ../../runtime/go\n";
    fs::write(folder.join("go.mod"), module).expect("a file");
    fs::copy(root().join("tests/oracles/go-calls/go.sum"), folder.join("go.sum")).expect("a copy");
    let test = "codec_test.go";
    fs::copy(root().join("crates/polywire/tests/connect_go").join(test), folder.join(test)).expect("a copy");
    if !go.has_modules(&folder) {
        return absent("connect-go", "scripts/oracles");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--lang", "go", "--wire", "protobuf,json", "-I", "examples/calls/schema", "-o"]);
    run(command.arg(folder.join("gen")).arg("examples/calls/schema/shop/orders.proto").current_dir(root()));
    run(go.command(&folder).args(["vet", "./..."]));
    run(go.command(&folder).args(["test", "-race", "."]));
}
