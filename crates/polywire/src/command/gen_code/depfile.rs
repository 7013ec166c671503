//! The inputs of generated files as a rule for `make`, which `ninja` and CMake can read too.

use super::Made;
use std::path::Path;

/// Returns the rule for the stamp, or else for all generated files.
pub(super) fn text(stamp: Option<&Path>, made: &Made) -> String {
    let targets: Vec<String> = match stamp {
        Some(stamp) => vec![escaped(&stamp.to_string_lossy())],
        None => made.outputs.iter().map(|(path, _)| escaped(path)).collect(),
    };
    let inputs: Vec<String> = made.inputs().iter().map(|path| escaped(&path.to_string_lossy())).collect();
    format!("{}: \\\n  {}\n", targets.join(" \\\n  "), inputs.join(" \\\n  "))
}

/// Escapes a path for `make`.
fn escaped(path: &str) -> String {
    path.replace(' ', "\\ ").replace('#', "\\#").replace('$', "$$")
}

#[cfg(test)]
mod tests {
    use super::*;
    use polywire::generate::{File, Outputs};
    use polywire::schema_files::Locks;

    #[test]
    fn paths_with_characters_that_make_reads_are_escaped() {
        let mut outputs = Outputs::default();
        outputs.add(File { name: "out/a b.hpp".to_owned(), contents: String::new() }).expect("a file");
        let made = Made {
            outputs,
            locks: Locks::default(),
            read: vec!["x$#.proto".into(), "a.proto".into(), "a.proto".into()],
        };
        assert_eq!(text(None, &made), "out/a\\ b.hpp: \\\n  a.proto \\\n  x$$\\#.proto\n");
        assert_eq!(text(Some(Path::new("stamp")), &made), "stamp: \\\n  a.proto \\\n  x$$\\#.proto\n");
    }
}
