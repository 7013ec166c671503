//! `go MODEL FORMAT FOLDER`: writes a module with the Go of a model's codecs in a format, and the fuzz target for them.

use polywire_cross_engine::{Subject, go_files, repository, subject};
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [model, format, folder] = words.as_slice() else { panic!("usage: go MODEL FORMAT FOLDER") };
    let folder = PathBuf::from(folder);
    for file in go_files(&Subject::of_formats(model, subject(model).model.clone(), &["raw", format])) {
        let path = folder.join(file.name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        fs::write(path, file.contents)?;
    }
    fs::write(folder.join("driver/format_test.go"), format!("package main\n\nconst format = {format:?}\n"))?;
    fs::copy(repository("fuzz/go/codec_test.go"), folder.join("driver/codec_test.go")).map(|_| ())
}
