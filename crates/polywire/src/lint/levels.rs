use super::RULES;
use crate::problem::suggestion;
use polywire_front::source::SOURCE_LANGUAGES;
use std::collections::BTreeMap;

/// What happens if a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Nothing.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

/// The levels of all rules.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    chosen: BTreeMap<String, Level>,
}

/// A word of suppressions that is not a rule.
pub(super) const UNKNOWN_RULE: &str = "unknown-lint-rule";

impl Levels {
    /// Sets the level of a rule. Fails if there is no such rule.
    pub fn set(&mut self, rule: &str, level: Level) -> Result<(), String> {
        let known = rule_names();
        if !known.contains(&rule) {
            return Err(format!("there is no lint rule `{rule}`; {}", suggestion(rule, &known)));
        }
        self.chosen.insert(rule.to_owned(), level);
        Ok(())
    }

    /// Returns the level of a rule. Rules that are not opt-in are errors, and so are the compiler's warnings.
    pub fn of(&self, rule: &str) -> Level {
        match self.chosen.get(rule) {
            Some(level) => *level,
            None if is_optional(rule) => Level::Allow,
            None => Level::Deny,
        }
    }
}

fn is_optional(rule: &str) -> bool {
    let own = RULES.iter().map(|it| (it.name, it.is_default));
    let of_languages = SOURCE_LANGUAGES.iter().flat_map(|it| it.rules).map(|it| (it.name, it.is_default));
    own.chain(of_languages).any(|(name, is_default)| name == rule && !is_default)
}

/// Returns the names of all rules, and of the compilers' warnings.
pub fn rule_names() -> Vec<&'static str> {
    let own = RULES.iter().map(|it| it.name);
    let of_languages =
        SOURCE_LANGUAGES.iter().flat_map(|it| it.rules.iter().map(|it| it.name).chain(it.warnings.iter().copied()));
    let mut names: Vec<&str> = own.chain(of_languages).chain([UNKNOWN_RULE]).collect();
    names.sort_unstable();
    names.dedup();
    names
}
