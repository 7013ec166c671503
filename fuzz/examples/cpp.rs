//! `cpp MODEL codecs|views FOLDER`: writes the C++ of a model's codecs, or of its views, with the program that lists them.

use polywire_cross_engine::{cpp_files, cpp_views_files, subject};
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [model, kind, folder] = words.as_slice() else { panic!("usage: cpp MODEL codecs|views FOLDER") };
    let subject = subject(model);
    let files = if kind == "views" { cpp_views_files(subject, true) } else { cpp_files(subject) };
    let folder = PathBuf::from(folder);
    std::fs::create_dir_all(&folder)?;
    files.iter().try_for_each(|file| std::fs::write(folder.join(&file.name), &file.contents))
}
