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

/// Returns a path as seen from the folder of the file `base`.
pub(crate) fn relative(base: &str, path: &str) -> String {
    let folder: Vec<&str> = base.rsplit_once('/').map_or(Vec::new(), |(folder, _)| folder.split('/').collect());
    let parts: Vec<&str> = path.split('/').collect();
    let same = folder.iter().zip(&parts).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", folder.len() - same);
    up.chain(parts[same..].iter().copied()).collect::<Vec<_>>().join("/")
}

/// Removes `/` and `..` components that would lead out of the folder.
pub(crate) fn below(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
    parts.join("/")
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
