//! The paths of identity constraints: a small part of XPath (section 3.11.6).

use crate::xsd::names::{divided, is_ncname};

/// Returns why a text is not the path of a selector or a field.
pub(super) fn problem(path: &str, is_field: bool, is_declared: &impl Fn(&str) -> bool) -> Option<String> {
    path.split('|').find_map(|it| of_path(it.trim(), is_field, is_declared))
}

fn of_path(path: &str, is_field: bool, is_declared: &impl Fn(&str) -> bool) -> Option<String> {
    if path.is_empty() {
        return Some("a path is missing".to_owned());
    }
    let steps = match path.strip_prefix('.').map(|rest| (rest, rest.trim_start())) {
        Some((_, rest)) if rest.starts_with("//") => &rest[2..],
        _ => path,
    };
    let steps: Vec<&str> = steps.split('/').map(str::trim).collect();
    let last = steps.len() - 1;
    steps.iter().enumerate().find_map(|(at, step)| of_step(step, is_field && at == last, is_declared))
}

fn of_step(step: &str, may_be_attribute: bool, is_declared: &impl Fn(&str) -> bool) -> Option<String> {
    let attribute = step.strip_prefix('@').or_else(|| after_axis(step, "attribute"));
    let name = match attribute {
        Some(_) if !may_be_attribute => {
            return Some(format!("`{step}` is an attribute, which only the end of a field can be"));
        }
        Some(name) => name.trim(),
        None if step == "." => return None,
        None => after_axis(step, "child").unwrap_or(step),
    };
    let is_test = name == "*" || name.strip_suffix(":*").is_some_and(is_ncname) || divided(name).is_some();
    if !is_test {
        return Some(format!(
            "`{step}` is not a step: there are names, `*`, `.`, and `@` with a name at the end of fields"
        ));
    }
    let prefix = name.split_once(':').map(|(prefix, _)| prefix);
    prefix.filter(|it| !is_declared(it)).map(|prefix| format!("the prefix `{prefix}` is not declared"))
}

fn after_axis<'t>(step: &'t str, axis: &str) -> Option<&'t str> {
    step.strip_prefix(axis)?.trim_start().strip_prefix("::").map(str::trim)
}
