//! Writes the seeds of all targets to `corpus/<target>/`, where the fuzzer looks for them.

use std::path::Path;

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for seed in polywire_fuzz::seeds() {
        let folder = corpus.join(seed.target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(seed.name), seed.bytes)?;
    }
    Ok(())
}
