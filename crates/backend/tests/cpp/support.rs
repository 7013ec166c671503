use polywire_backend::File;
use std::path::PathBuf;

/// Writes files into a folder of their own; returns it.
pub fn write_files(name: &str, files: &[File]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cpp-{name}"));
    std::fs::create_dir_all(&folder).expect("folder");
    for file in files {
        std::fs::write(folder.join(&file.name), &file.contents).expect("file");
    }
    folder
}
