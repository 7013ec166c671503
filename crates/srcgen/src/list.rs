use std::fmt::Display;

/// Joins the items with a separator.
pub fn join<T: Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(separator)
}

/// Prints each item followed by the separator, the last one by the terminator: for languages that end a sequence of
/// clauses or statements differently from how they separate it.
pub fn ended<T: Display>(items: impl IntoIterator<Item = T>, separator: &str, terminator: &str) -> Vec<String> {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    let last = items.len().saturating_sub(1);
    for (index, item) in items.iter_mut().enumerate() {
        item.push_str(if index == last { terminator } else { separator });
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_and_terminators() {
        assert_eq!(join([1, 2, 3], ", "), "1, 2, 3");
        assert_eq!(ended(["a", "b"], ",", "."), ["a,", "b."]);
        assert!(ended([""; 0], ",", ".").is_empty());
    }
}
