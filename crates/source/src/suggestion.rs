/// Returns the candidate that `name` most likely misspells, if any is close enough: up to a third of its letters may
/// differ.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let tolerance = name.chars().count() / 3;
    // The distance is at least the difference in length, which is cheaper to compute.
    let is_near = |candidate: &&str| candidate.chars().count().abs_diff(name.chars().count()) <= tolerance;
    candidates
        .into_iter()
        .filter(is_near)
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= tolerance && *distance < candidate.chars().count())
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn close_names_only() {
        let names = ["Account", "Order", "Balance"];
        for (name, expected) in [("Acount", Some("Account")), ("Ordre", Some("Order")), ("Wallet", None), ("X", None)] {
            assert_eq!(closest(name, names), expected, "{name}");
        }
    }
}
