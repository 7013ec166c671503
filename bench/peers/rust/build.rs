//! Prints the code of a peer for the files in the folder `schema`.

fn main() {
    println!("cargo:rerun-if-changed=schema");
    println!("cargo:rerun-if-changed=Cargo.lock");
    #[cfg(feature = "prost")]
    prost();
}

/// Prints the messages as modules of packages, for some peers with implementations of serde's traits.
#[cfg(feature = "prost")]
fn prost() {
    let mut files = Vec::new();
    schemas("schema".as_ref(), &mut files);
    let mut config = prost_build::Config::new();
    if cfg!(feature = "serde") {
        config.type_attribute(".", "#[derive(::serde::Serialize, ::serde::Deserialize)]");
        config.message_attribute(".", "#[serde(default)]");
    }
    config.include_file("mod.rs").compile_protos(&files, &["schema"]).expect("a schema");
    let peer = if cfg!(feature = "rmp-serde") {
        "rmp-serde"
    } else if cfg!(feature = "sonic-rs") {
        "sonic-rs"
    } else {
        "prost"
    };
    println!("cargo:rustc-env=PEER_VERSION={}", version(peer));
}

#[cfg(feature = "prost")]
fn schemas(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        // prost has the messages of this folder.
        if path.is_dir() && path != std::path::Path::new("schema/google/protobuf") {
            schemas(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            found.push(path);
        }
    }
}

/// Returns the version of a crate.
#[cfg(feature = "prost")]
fn version(name: &str) -> String {
    let lock = std::fs::read_to_string("Cargo.lock").expect("a lock file");
    let start = format!("name = \"{name}\"\nversion = \"");
    let version = lock.split(&start).nth(1).and_then(|rest| rest.split('"').next());
    version.unwrap_or_default().to_owned()
}
