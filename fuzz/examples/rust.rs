//! `rust MODEL FORMAT FOLDER`: writes a crate with the Rust of a model's codecs in a format, and the fuzz target for them.

use polywire_cross_engine::{Subject, repository, rust_files, subject};
use std::fs;
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [model, format, folder] = words.as_slice() else { panic!("usage: rust MODEL FORMAT FOLDER") };
    let files = rust_files(&Subject::of_formats(model, subject(model).model.clone(), &["raw", format]));
    let (folder, runtime) = (PathBuf::from(folder), repository("runtime/rust"));
    fs::create_dir_all(folder.join("src/generated"))?;
    for file in files {
        let contents = if file.name == "src/main.rs" { with_harness(&file.contents, format) } else { file.contents };
        fs::write(folder.join(file.name), contents)?;
    }
    let manifest = fs::read_to_string(repository("fuzz/rust/Cargo.toml.in"))?;
    let manifest = manifest.replace("NAME", &format!("{model}-{format}"));
    fs::write(folder.join("Cargo.toml"), manifest.replace("RUNTIME", &runtime.display().to_string()))?;
    // The versions of this workspace.
    fs::copy(repository("fuzz/Cargo.lock"), folder.join("Cargo.lock"))?;
    fs::copy(repository("fuzz/rust/harness.rs"), folder.join("src/harness.rs")).map(|_| ())
}

/// The fuzzer has the main function.
fn with_harness(driver: &str, format: &str) -> String {
    let harness =
        format!("const FORMAT: &str = {format:?};\n\nmod harness;\n\n#[allow(dead_code)]\nfn answer_lines() {{");
    format!("#![no_main]\n{}", driver.replacen("fn main() {", &harness, 1))
}
