//! Paths of imports that are relative to the importing file.

/// Resolves an import path relative to the importing file. The loader resolves paths that begin with `/`.
pub(crate) fn joined(base: &str, path: &str) -> String {
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let root = if path.starts_with('/') || base.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    let from_base = folder.split('/').filter(|_| !path.starts_with('/'));
    for part in from_base.chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    root.to_owned() + &parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn paths_are_relative_to_the_file() {
        for (base, path, expected) in [
            ("a.capnp", "b.capnp", "b.capnp"),
            ("x/a.capnp", "b.capnp", "x/b.capnp"),
            ("x/y/a.capnp", "../b.capnp", "x/b.capnp"),
            ("../a.capnp", "../b/./c.capnp", "../../b/c.capnp"),
            ("x/a.capnp", "/capnp/c++.capnp", "/capnp/c++.capnp"),
            ("/x/a.capnp", "y/b.capnp", "/x/y/b.capnp"),
        ] {
            assert_eq!(joined(base, path), expected, "{base} {path}");
        }
    }
}
