//! Writes the C++ code of the trade model for every format into a folder, for the benchmark against the hand-written
//! codecs.

use polywire_backend::cpp;
use polywire_cross_engine::subject;
use std::path::PathBuf;

fn main() {
    let folder = PathBuf::from(std::env::args_os().nth(1).expect("usage: trade_headers FOLDER"));
    let subject = subject("trade");
    let options = cpp::Options { name: subject.name.clone(), files: vec![], borrowed: true, ..cpp::Options::default() };
    let files = cpp::generate(&subject.optimized, &options).unwrap_or_else(|problems| panic!("{problems}"));
    std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for file in files {
        let path = folder.join(&file.name);
        std::fs::write(&path, file.contents).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}
