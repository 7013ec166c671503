//! The namespaces of generated C++.

use polywire_backend::cpp::{Namespaces, is_namespace};

/// The package of the well-known types, and the namespace of ours, which differs from libprotobuf's because a program
/// may be linked with both.
const WELL_KNOWN: (&str, &str) = ("google.protobuf", "polywire::well_known");

/// Parses namespaces written `NAMESPACE`, for all packages, or `PACKAGE=NAMESPACE`. Later ones override earlier ones.
pub fn namespaces(texts: &[&str]) -> Result<Namespaces, String> {
    let mut read = Namespaces::default();
    for &text in texts {
        let (package, namespace) = text.split_once('=').map_or((None, text), |(package, it)| (Some(package), it));
        if package == Some("") || !is_namespace(namespace) {
            return Err(format!(
                "`{text}` is not a namespace; give one for all packages, as in `acme::wire`, or for one, as in `trade.v1=acme::trade`"
            ));
        }
        match package {
            None => namespace.clone_into(&mut read.outer),
            Some(package) => {
                read.packages.retain(|(known, _)| known != package);
                read.packages.push((package.to_owned(), namespace.to_owned()));
            }
        }
    }
    Ok(read)
}

/// Returns the chosen namespaces, with a default for the well-known types unless one was chosen for them or for all
/// packages.
pub(super) fn completed(chosen: &Namespaces) -> Namespaces {
    let (package, namespace) = WELL_KNOWN;
    let mut all = chosen.clone();
    if all.outer.is_empty() && all.packages.iter().all(|(known, _)| known != package) {
        all.packages.push((package.to_owned(), namespace.to_owned()));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_namespace_counts() {
        let read = namespaces(&["a", "b::c", "p.q=x", "p.q=y::z"]).expect("namespaces");
        assert_eq!((read.outer.as_str(), read.packages.as_slice()), ("b::c", &[("p.q".into(), "y::z".into())][..]));
        for wrong in ["", "=a", "a=", "a::", "::a", "a b", "class", "a::NULL", "std", "polywire::a", "p=std::x"] {
            assert!(namespaces(&[wrong]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn well_known_types_have_a_namespace_of_their_own() {
        let of = |texts: &[&str]| completed(&namespaces(texts).expect("namespaces")).packages;
        assert_eq!(of(&[]), [("google.protobuf".to_owned(), "polywire::well_known".to_owned())]);
        assert_eq!(of(&["google.protobuf=x"]), [("google.protobuf".to_owned(), "x".to_owned())]);
        assert_eq!(of(&["x"]), []);
    }
}
