//! Links between the project's pages resolve, and the book contains all pages of the guide.

use crate::pages::{pages, root};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Component, Path, PathBuf};

#[test]
fn the_book_has_every_page_once() {
    let summary = page("docs/SUMMARY.md");
    let mut linked: Vec<String> = links(&summary).iter().map(|link| format!("docs/{link}")).collect();
    linked.sort();
    let names = pages().into_iter().map(|(name, _)| name);
    let of_guide: Vec<String> = names.filter(|it| it.starts_with("docs/") && it != "docs/SUMMARY.md").collect();
    assert_eq!(linked, of_guide);
}

#[test]
fn links_lead_to_files_and_headings() {
    let pages: BTreeMap<String, String> = pages().into_iter().collect();
    let anchors: BTreeMap<&str, BTreeSet<String>> =
        pages.iter().map(|(name, text)| (name.as_str(), anchors(text))).collect();
    let mut checked = 0;
    let mut broken = Vec::new();
    for (name, text) in &pages {
        for link in links(text).into_iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { name.clone() } else { joined(name, path) };
            let has_anchor = || anchors.get(target.as_str()).is_some_and(|anchors| anchors.contains(anchor));
            checked += 1;
            if !root().join(&target).exists() || !anchor.is_empty() && !has_anchor() {
                broken.push(format!("{name}: {link}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(checked > 50, "{checked}");
}

#[test]
fn headings_have_their_anchors() {
    let found = anchors("# A `b_c`\n## What's — 2.5?\n```\n# none\n```\n## A `b_c`\n### [x](y.md)-z\n");
    let expected = ["a-b_c", "whats--25", "a-b_c-1", "x-z"];
    assert_eq!(found, expected.into_iter().map(str::to_owned).collect());
}

#[test]
fn every_decision_is_linked_from_the_code_that_it_explains() {
    let is_decision = |name: &&str| name.starts_with("docs/decisions/0");
    let pages = pages();
    let decisions: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).filter(is_decision).collect();
    let sources = sources();
    let linked = |name: &str| sources.iter().any(|text| text.contains(name));
    let missing: Vec<&&str> = decisions.iter().filter(|name| !linked(name)).collect();
    assert!(decisions.len() > 50 && missing.is_empty(), "no source file has a line with {missing:?}");
}

/// Returns the texts of all source files and manifests.
fn sources() -> Vec<String> {
    let mut open: Vec<PathBuf> =
        ["crates", "runtime", "tests", "fuzz", "examples", "bench"].map(|it| root().join(it)).into();
    let mut texts = vec![std::fs::read_to_string(root().join("Cargo.toml")).expect("a manifest")];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_source = path.extension().is_some_and(|it| it == "rs" || it == "hpp" || it == "cpp");
            if path.is_dir() && !path.ends_with("target") && !path.ends_with("build") && !path.ends_with("corpus") {
                open.push(path);
            } else if is_source {
                texts.push(std::fs::read_to_string(&path).expect("a text"));
            }
        }
    }
    texts
}

#[test]
fn every_pass_is_documented() {
    let told = page("docs/passes.md");
    for pass in polywire::PASSES {
        assert!(told.contains(&format!("| `{}` | {} |", pass.name, pass.doc)), "{}", pass.name);
    }
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect("a page")
}

/// Returns the links and images of a page, except in code.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        let line = without_code(line);
        let inline = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let of_html = ["href=\"", "src=\"", "srcset=\""].into_iter().flat_map(|name| line.split(name).skip(1));
        let quoted = of_html.filter_map(|rest| rest.split('"').next());
        links.extend(inline.chain(quoted).map(str::to_owned));
    }
    links
}

fn anchors(text: &str) -> BTreeSet<String> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let names = headings.map(|line| {
        let name = anchor(line.trim_start_matches('#').trim());
        let time = times.entry(name.clone()).and_modify(|time| *time += 1).or_default();
        if *time == 0 { name } else { format!("{name}-{time}") }
    });
    names.collect()
}

/// Letters, digits, `-` and `_`; spaces become hyphens.
fn anchor(heading: &str) -> String {
    let mut text = heading.to_owned();
    // Keep only the text of a link.
    while let Some((start, end)) = text.find("](").and_then(|start| Some((start, start + text[start..].find(')')?))) {
        text.replace_range(start..=end, "");
    }
    let kept = text.chars().filter(|char| char.is_alphanumeric() || " -_".contains(*char));
    kept.map(|char| if char == ' ' { '-' } else { char }).collect::<String>().to_lowercase()
}

/// Returns the lines outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// Resolves a relative path from a page.
fn joined(page: &str, path: &str) -> String {
    let mut steps: Vec<Component<'_>> = Vec::new();
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let whole = folder.join(path);
    for step in whole.components() {
        match step {
            Component::ParentDir => drop(steps.pop()),
            Component::CurDir => {}
            Component::Normal(_) | Component::RootDir | Component::Prefix(_) => steps.push(step),
        }
    }
    steps.into_iter().collect::<PathBuf>().display().to_string()
}
