use super::*;
use std::fs;
use tempfile::TempDir;

/// A folder with schemas, which are written as pairs of path and text.
struct Package(TempDir);

impl Package {
    fn of(files: &[(&str, &str)]) -> Self {
        let package = Self(TempDir::new().expect("a folder"));
        for (name, text) in files {
            let path = package.path(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        package
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn config(&self, format: &str) -> Config {
        Config::new().include(self.path("schema")).wire(format).out_dir(self.path("out"))
    }

    fn compile(&self, config: Config) -> Result<(), String> {
        config.compile(&[self.path("schema/order.proto")]).map_err(|error| format!("{error:?}"))
    }

    fn output(&self, name: &str) -> String {
        fs::read_to_string(self.path("out").join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

const ORDER: &str =
    "syntax = \"proto3\";\npackage shop;\nimport \"money.proto\";\nmessage Order { Money price = 1; }\n";
const MONEY: &str = "syntax = \"proto3\";\npackage shop;\nmessage Money { int64 amount = 1; }\n";
const SHOP: [(&str, &str); 2] = [("schema/order.proto", ORDER), ("schema/money.proto", MONEY)];

#[test]
fn types_and_codecs_of_all_files_are_written() {
    let package = Package::of(&SHOP);
    assert_eq!(package.compile(package.config("protobuf").wire("json")), Ok(()));
    for name in ["mod.rs", "order.rs", "order_protobuf.rs", "order_json.rs", "money.rs", "money_protobuf.rs"] {
        assert!(!package.output(name).is_empty(), "{name}");
    }
    assert!(package.output("order.rs").contains("pub struct Order"));
}

#[test]
fn files_that_would_not_change_keep_their_times() {
    let package = Package::of(&SHOP);
    assert_eq!(package.compile(package.config("protobuf")), Ok(()));
    let file = fs::File::options().write(true).open(package.path("out/order.rs")).expect("a file");
    file.set_modified(std::time::UNIX_EPOCH).expect("a time");
    assert_eq!(package.compile(package.config("protobuf")), Ok(()));
    let data = fs::metadata(package.path("out/order.rs")).expect("a file");
    assert_eq!(data.modified().ok(), Some(std::time::UNIX_EPOCH));
}

#[test]
fn cargo_is_told_of_schemas_imports_and_locks() {
    let package = Package::of(&SHOP);
    assert_eq!(package.compile(package.config("capnp").update_locks(true)), Ok(()));
    let schemas = [package.path("schema/order.proto")];
    let made = package.config("capnp").make(&schemas, &package.path("out")).expect("files");
    let lines = files::instructions(&made.read, &["one\ntwo".to_owned()]);
    for name in ["order.proto", "money.proto", "order.proto.polywire.lock", "money.proto.polywire.lock"] {
        let line = format!("cargo::rerun-if-changed={}", package.path("schema").join(name).display());
        assert!(lines.contains(&line), "{line}\n{lines:#?}");
    }
    assert!(lines.ends_with(&["cargo::warning=one".to_owned(), "cargo::warning=two".to_owned()]));
    assert!(lines.contains(&"cargo::rerun-if-env-changed=POLYWIRE_UPDATE_LOCKS".to_owned()));
}

#[test]
fn errors_name_the_place_in_the_schema() {
    let faulty = ORDER.replace("Money price", "Mony price");
    let package = Package::of(&[("schema/order.proto", &faulty), SHOP[1]]);
    let error = package.compile(package.config("protobuf")).expect_err("an error");
    assert!(error.contains("schema/order.proto:4:17"), "{error}");
    assert!(error.contains("Mony"), "{error}");

    let package = Package::of(&SHOP[..1]);
    let error = package.compile(package.config("protobuf")).expect_err("an error");
    assert!(error.contains("schema/order.proto:3:8"), "{error}");

    let package = Package::of(&[]);
    let error = package.compile(package.config("protobuf")).expect_err("an error");
    assert!(error.contains("order.proto: No such file"), "{error}");
}

#[test]
fn locks_are_written_on_demand_only() {
    let package = Package::of(&SHOP);
    let lock = package.path("schema/order.proto.polywire.lock");
    let error = package.compile(package.config("capnp")).expect_err("an error");
    assert!(error.contains("polywire.lock is missing or incomplete"), "{error}");
    assert!(error.contains("POLYWIRE_UPDATE_LOCKS=1"), "{error}");
    assert!(!lock.exists() && !package.path("out").exists());

    assert_eq!(package.compile(package.config("capnp").update_locks(true)), Ok(()));
    let first = fs::read_to_string(&lock).expect("a lock");
    assert_eq!(package.compile(package.config("capnp")), Ok(()));

    let longer = ORDER.replace("price = 1;", "price = 1; int32 count = 2;");
    fs::write(package.path("schema/order.proto"), longer).expect("a file");
    let error = package.compile(package.config("capnp")).expect_err("an error");
    assert!(error.contains("order.proto.polywire.lock is missing or incomplete"), "{error}");
    assert_eq!(package.compile(package.config("capnp").update_locks(true)), Ok(()));
    let second = fs::read_to_string(&lock).expect("a lock");
    assert!(second.contains("count") && !first.contains("count"), "{first}\n{second}");
}

#[test]
fn options_that_cannot_be_satisfied_are_errors() {
    let package = Package::of(&SHOP);
    let error = |config: Config| package.compile(config).expect_err("an error");
    assert_eq!(error(package.config("protobuff")), "there is no wire format `protobuff`");
    assert_eq!(error(package.config("json").no_pass("x")), "there is no optimization pass `x`");
    assert_eq!(error(package.config("json").frames("x")), "there is no framing `x`");
    assert!(error(Config::new().out_dir(package.path("out"))).starts_with("no wire format is chosen"));
    assert!(error(package.config("json").select("x")).contains("NAME=TYPE:PATHS"));
    assert!(error(package.config("json").views(true)).starts_with("`views`: "));
    let none: &[&str] = &[];
    let error = package.config("json").compile(none).expect_err("an error").to_string();
    assert_eq!(error, "there is no schema to compile; name one");
}

#[cfg(feature = "tonic")]
mod tonic {
    use super::*;
    use crate::Tonic;

    const SERVICE: &str = "syntax = \"proto3\";\npackage shop.calls;\nimport \"money.proto\";\n\
        // Takes orders.\nservice Orders {\n  // Moves one.\n  rpc Move(Money) returns (Money);\n\
        rpc Old(Money) returns (stream Money) { option deprecated = true; }\n}\n";

    fn package() -> Package {
        Package::of(&[("schema/order.proto", SERVICE), SHOP[1]])
    }

    #[test]
    fn services_are_printed_beside_the_types() {
        let package = package();
        assert_eq!(package.compile(package.config("protobuf").tonic(Tonic::new("protobuf"))), Ok(()));
        let services = package.output("order_services.rs");
        for part in [
            "pub mod orders_client {",
            "pub mod orders_server {",
            "/// Takes orders.",
            "/// Moves one.",
            "pub async fn r#move(",
            "/shop.calls.Orders/Move",
            "impl tonic::IntoRequest<super::super::shop::Money>",
            "polywire_tonic::Codec::<\n                super::super::formats::Protobuf,",
            "#[deprecated]",
        ] {
            assert!(services.contains(part), "{part}\n{services}");
        }
        let index = package.output("mod.rs");
        assert!(index.contains("    pub mod calls {\n        #[allow(unused_imports)]\n        pub use super::super::order_services::*;"), "{index}");
    }

    #[test]
    fn clients_servers_and_codecs_are_chosen() {
        let package = package();
        let tonic = Tonic::new("protobuf").server(false).codec("crate::Strict");
        assert_eq!(package.compile(package.config("protobuf").tonic(tonic)), Ok(()));
        let services = package.output("order_services.rs");
        assert!(services.contains("crate::Strict::default()") && !services.contains("orders_server"), "{services}");
        assert!(services.contains("orders_client"), "{services}");
    }

    #[test]
    fn formats_that_cannot_be_sent_are_errors() {
        let package = package();
        let error = |config: Config| package.compile(config).expect_err("an error");
        let other = package.config("protobuf").tonic(Tonic::new("json"));
        assert!(error(other).ends_with("add `.wire(\"json\")`"));
        let avro = package.config("avro_resolved").tonic(Tonic::new("avro_resolved"));
        assert!(error(avro).contains("the writer's schema"));
    }
}

#[test]
fn services_can_be_called_by_protocols() {
    let service =
        "syntax = \"proto3\";\npackage shop;\nmessage Order {}\nservice Orders { rpc Place(Order) returns (Order); }\n";
    let package = Package::of(&[("schema/order.proto", service)]);
    assert_eq!(package.compile(package.config("protobuf").rpc("grpc").rpc("connect")), Ok(()));
    assert!(package.output("order_calls.rs").contains("pub trait Orders"));
    assert!(package.output("Rpc_protocols.rs").contains("&[&GRPC, &CONNECT]"));
    let error = package.compile(package.config("protobuf").rpc("soap")).expect_err("no such protocol");
    assert!(error.contains("there is no protocol of calls `soap`; there are grpc, grpc-web, connect"), "{error}");
}
