//! `seeds FOLDER`: writes the seeds of all targets, below a folder for each.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let root = PathBuf::from(std::env::args_os().nth(1).expect("usage: seeds FOLDER"));
    for seed in polywire_fuzz::seeds() {
        let folder = root.join(&seed.target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(seed.name), seed.bytes)?;
    }
    Ok(())
}
