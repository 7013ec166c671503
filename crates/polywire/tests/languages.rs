//! docs/languages.md: the languages and their features, from the table that the command asks. `POLYWIRE_BLESS=1`
//! rewrites the page.

#[allow(dead_code)]
use crate::pages::root;
use polywire::generate::{Feature, LANGUAGES, Language};
use std::fs;

const INTRO: &str = "\
# Programming languages

`polywire gen --lang` generates native types and codecs for these languages:
";

const OPTIONS: &str = "\n\
All languages have codecs and validators for every wire format. The following features are requested by
options of [`polywire gen`](command.md#gen), or by keys of the same name in a project file. If a language lacks one, the
command says so, and which languages have it.
";

#[test]
fn the_page_shows_the_table() {
    let path = root().join("docs/languages.md");
    let expected = page();
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, &expected).expect("docs/languages.md can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/languages.md is not current; POLYWIRE_BLESS=1 rewrites it");
}

/// An option that not all languages have says which ones do.
#[test]
fn the_guide_to_the_command_names_the_languages_of_options() {
    let guide = fs::read_to_string(root().join("docs/command.md")).expect("the guide");
    for feature in Feature::ALL {
        let start = format!("| `--{}", feature.option());
        let row = guide.lines().find(|line| line.starts_with(&start)).unwrap_or_default();
        let described = row.split(" | ").nth(1).unwrap_or_default();
        let titles: Vec<&str> = feature.languages().map(|language| language.title).collect();
        let is_named = described.starts_with(&format!("{}: ", titles.join(", ")));
        assert_eq!(is_named, titles.len() < LANGUAGES.len(), "{feature:?}: {row}");
    }
}

/// The command and the library ask the table; besides its rows, only the harness of `bench` is of one language.
#[test]
fn only_the_table_names_languages() {
    let own = ["src/generate/language/", "src/command/bench/", "src/command/args/bench.rs"];
    let mut open = vec![root().join("crates/polywire/src")];
    let mut seen = 0;
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.display().to_string();
            if path.is_dir() {
                open.push(path);
            } else if name.ends_with(".rs") && !own.iter().any(|own| name.contains(own)) {
                let text = fs::read_to_string(&path).expect("a text");
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let is_named = |line: &&str| LANGUAGES.iter().any(|it| line.contains(&format!("\"{}\"", it.name)));
                assert_eq!(code.clone().find(is_named), None, "{name}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

fn page() -> String {
    format!("{INTRO}\n{}{OPTIONS}\n{}", languages(), features())
}

fn languages() -> String {
    let row = |it: &Language| {
        let extensions: Vec<String> = it.extensions.iter().map(|extension| format!("`.{extension}`")).collect();
        let page = format!("{}.md", it.name);
        format!("| {} | `{}` | {} | [{page}]({page}) |\n", it.title, it.name, extensions.join(", "))
    };
    let rows: String = LANGUAGES.iter().map(row).collect();
    format!("| language | `--lang` | generated files | guide |\n|---|---|---|---|\n{rows}")
}

fn features() -> String {
    let titles: String = LANGUAGES.iter().map(|it| format!(" {} |", it.title)).collect();
    let lines = "---|".repeat(LANGUAGES.len());
    let row = |feature: &Feature| {
        let has = |it: &Language| if it.has(*feature) { " ● |" } else { "  |" };
        let cells: String = LANGUAGES.iter().map(has).collect();
        format!("| `--{}` | {} |{cells}\n", feature.option(), feature.text().trim_end_matches('.'))
    };
    let rows: String = Feature::ALL.iter().map(row).collect();
    format!("| option | feature |{titles}\n|---|---|{lines}\n{rows}")
}
