//! Automata accept what the matcher of expressions accepts.

use super::{Steps, automaton, both, collapsed, complement, either};
use crate::xsd::pattern::{Pattern, parse};
use polywire_model::attr::XmlAutomaton;
use std::cell::Cell;

/// Pseudo-random numbers.
struct Random(Cell<u64>);

impl Random {
    fn below(&self, limit: usize) -> usize {
        let mut it = self.0.get();
        it ^= it << 13;
        it ^= it >> 7;
        it ^= it << 17;
        self.0.set(it);
        (it >> 11) as usize % limit
    }

    fn of<'t>(&self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }

    /// Returns an expression.
    fn pattern(&self, depth: usize) -> String {
        if depth == 0 {
            return self.of(&CLASSES).to_owned();
        }
        let part = |more: usize| self.pattern(depth - more.min(depth));
        match self.below(6) {
            0 => format!("({}|{})", part(1), part(1)),
            1 | 2 => format!("{}{}", part(1), part(1)),
            3 => format!("({}){}", part(1), self.of(&["?", "*", "+", "{2}", "{0}", "{1,3}", "{2,}", "{0,2}", "{0,0}"])),
            4 => format!("({}|)", part(1)),
            _ => part(1),
        }
    }

    fn text(&self) -> String {
        (0..self.below(9)).map(|_| self.of(&CHARACTERS)).collect()
    }
}

const CLASSES: [&str; 16] = [
    "a",
    "b",
    "é",
    "[ab]",
    "[^a]",
    ".",
    r"\d",
    r"\D",
    r"\i",
    r"\c",
    r"\s",
    r"\p{Lu}",
    r"\P{L}",
    r"\w",
    "[a-z-[b]]",
    r"[\i-[:]]",
];
const CHARACTERS: [&str; 14] =
    ["a", "b", "a", "b", "é", "É", "7", ":", " ", "\n", "\u{10000}", "\u{d7ff}", "\u{e000}", "\u{10ffff}"];

fn parsed(pattern: &str) -> Pattern {
    parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error:?}"))
}

fn made(pattern: &str) -> Option<XmlAutomaton> {
    automaton([&parsed(pattern)].into_iter(), &mut Steps::default())
}

#[test]
fn random_patterns_accept_the_texts_that_match() {
    let random = Random(Cell::new(88_172_645_463_325_252));
    for _ in 0..200 {
        let (one, other) = (random.pattern(4), random.pattern(3));
        let (expressions, steps) = ([parsed(&one), parsed(&other)], &mut Steps::default());
        let automata = [&one, &other].map(|it| made(it).unwrap_or_else(|| panic!("large: {it}")));
        let any = automaton(expressions.iter(), steps).expect("a small automaton");
        let joined = either(&automata[0], &automata[1], steps).expect("a small automaton");
        let common = both(&automata[0], &automata[1], steps).expect("a small automaton");
        let others = complement(&automata[0]);
        let spaced = collapsed(&automata[0], steps).expect("a small automaton");
        for _ in 0..40 {
            let text = random.text();
            let expected = [0, 1].map(|it| expressions[it].matches(&text));
            let found = [&automata[0], &automata[1], &any, &joined, &common, &others].map(|it| it.accepts(&text));
            let [first, second] = expected;
            let all = [first, second, first || second, first || second, first && second, !first];
            assert_eq!(found, all, "{one} and {other}: {text:?}");
            let treated = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(spaced.accepts(&text), expressions[0].matches(&treated), "{one}, collapsed: {text:?}");
        }
    }
}

#[test]
fn counts_are_expanded_up_to_a_limit() {
    for pattern in
        ["a{1000}", "[a-z]{0,2000}", "(a{3}b?){1,500}", "((a?){20}){30}", "(){4294967295}", "(a{0}){1000000}"]
    {
        let made = made(pattern).unwrap_or_else(|| panic!("large: {pattern}"));
        for text in ["", "a", "aaab", &"a".repeat(599), &"a".repeat(601), &"a".repeat(1000), &"a".repeat(2001)] {
            assert_eq!(made.accepts(text), parsed(pattern).matches(text), "{pattern} {}", text.len());
        }
    }
}

#[test]
fn what_is_large_has_no_automaton() {
    let different = (0x4e00..0x4f00).filter_map(char::from_u32).map(|it| format!("[a{it}]")).collect::<String>();
    let optional = "a?b?c?".repeat(1500);
    let nested = format!("{}a{}", "(".repeat(90), "{90})".repeat(90));
    let large = [
        "(a|b){1000}{1000}".replace("}{", "})({"),
        "a{100000}".to_owned(),
        "((a{1000}){1000}){1000}".to_owned(),
        "a{4294967295,}".to_owned(),
        "[ab]*a[ab]{14}".to_owned(),
        "((a|b)*a(a|b){0,400}){3}".to_owned(),
        different,
        optional,
        nested,
    ];
    for pattern in large {
        if let Ok(parsed) = parse(&pattern) {
            assert_eq!(automaton([&parsed].into_iter(), &mut Steps::default()), None, "{pattern}");
        }
    }
}

#[test]
fn all_automata_of_a_schema_take_limited_steps() {
    let (large, small) = (parsed("[ab]*a[ab]{14}"), parsed("a{1,100}"));
    let steps = &mut Steps::of(1_000_000);
    assert!(automaton([&small].into_iter(), steps).is_some());
    let tries = (0..1000).take_while(|_| {
        automaton([&large].into_iter(), steps);
        automaton([&small].into_iter(), steps).is_some()
    });
    assert!(tries.count() < 1000);
}
