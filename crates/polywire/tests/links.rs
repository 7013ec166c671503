//! Links between the project's pages lead somewhere, and the book has all pages of the guide.

mod pages;

use pages::{pages, root};
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
fn headings_have_the_anchors_that_readers_make_of_them() {
    let found = anchors("# A `b_c`\n## What's — 2.5?\n```\n# none\n```\n## A `b_c`\n### [x](y.md)-z\n");
    let expected = ["a-b_c", "whats--25", "a-b_c-1", "x-z"];
    assert_eq!(found, expected.into_iter().map(str::to_owned).collect());
}

#[test]
fn every_pass_is_told_of() {
    let told = page("docs/passes.md");
    for pass in polywire::PASSES {
        assert!(told.contains(&format!("| `{}` | {} |", pass.name, pass.doc)), "{}", pass.name);
    }
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect("a page")
}

/// The links of a page, also images; links in code do not count.
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
    // Of a link, its text stays.
    while let Some((start, end)) = text.find("](").and_then(|start| Some((start, start + text[start..].find(')')?))) {
        text.replace_range(start..=end, "");
    }
    let kept = text.chars().filter(|char| char.is_alphanumeric() || " -_".contains(*char));
    kept.map(|char| if char == ' ' { '-' } else { char }).collect::<String>().to_lowercase()
}

/// The lines outside of blocks of code.
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

/// A relative path from a page.
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
