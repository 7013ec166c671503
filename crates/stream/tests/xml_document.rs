//! Documents of XML, compared with the W3C's conformance suite and with xmllint.

use polywire_oracles::absent;
use polywire_stream::xml_document::{Canonical, DocumentError, Expanded, Method, canonicalize, expand, read_document};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const INCLUSIVE: Canonical =
    Canonical { method: Method::Inclusive, has_comments: true, inclusive_prefixes: Vec::new() };
const EXCLUSIVE: Canonical =
    Canonical { method: Method::Exclusive, has_comments: true, inclusive_prefixes: Vec::new() };

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(name)
}

fn bytes(digits: &str) -> Vec<u8> {
    let pair = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits");
    (0..digits.len()).step_by(2).map(pair).collect()
}

fn canonical(document: &[u8], form: &Canonical) -> Result<String, DocumentError> {
    let mut out = Vec::new();
    canonicalize(document, form, &mut out)?;
    Ok(String::from_utf8(out).expect("UTF-8"))
}

/// Returns the canonical form of a document in any encoding, with its entities expanded.
fn expanded(document: &[u8]) -> Result<String, String> {
    let mut text = Vec::new();
    read_document(&mut &*document, 1 << 30, &mut text).map_err(|error| error.to_string())?;
    let expanded = expand(&text).map_err(|error| error.to_string())?;
    let text = expanded.map_or(text, |it| it.document.into_bytes());
    canonical(&text, &INCLUSIVE).map_err(|error| error.to_string())
}

/// Well-formed documents that are refused, because names in them have a `:` where Namespaces in XML allow none.
const REFUSED: [&str; 6] = [
    "valid-sa-012",
    "x-ibm-1-0.5-valid-P04-ibm04v01.xml",
    "x-ibm-1-0.5-valid-P05-ibm05v01.xml",
    "x-ibm-1-0.5-valid-P05-ibm05v02.xml",
    "x-ibm-1-0.5-valid-P05-ibm05v03.xml",
    "x-ibm-1-0.5-valid-P05-ibm05v05.xml",
];

/// The carriage return of `<!ENTITY e "&#13;">` is data. So says the suite; xmllint takes it for the end of a line.
const OTHERWISE: [&str; 1] = ["valid-sa-068"];

#[test]
fn document_types_of_the_suite() {
    let text = fs::read_to_string(corpus("xml/doctypes.tsv")).expect("the documents");
    let (mut refused, mut otherwise) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let [name, verdict, digits, form, what] =
            line.split('\t').collect::<Vec<_>>().try_into().expect("five columns");
        match (verdict, expanded(&bytes(digits))) {
            ("not-wf", Err(_)) => {}
            ("external", Err(error)) => assert!(error.contains("no other file is ever read"), "{name}: {error}"),
            ("well-formed", Err(_)) => refused.push(name),
            ("well-formed", Ok(found)) if found.as_bytes() == bytes(form) => {}
            ("well-formed", Ok(_)) => otherwise.push(name),
            (_, found) => panic!("{name} is {verdict}: {what}\n{found:?}"),
        }
    }
    assert_eq!(refused, REFUSED);
    assert_eq!(otherwise, OTHERWISE);
}

/// The documents of the corpora that declare nothing, in UTF-8, and those in `tests/xml`.
fn documents() -> Vec<Vec<u8>> {
    let mut folders = vec![corpus("xsd"), Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xml")];
    let mut documents = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<_> = fs::read_dir(folder).expect("a folder").map(|it| it.expect("a file").path()).collect();
        paths.sort();
        for path in paths {
            let is_xml = path.extension().is_some_and(|it| it == "xml" || it == "xsd");
            match path.is_dir() {
                true => folders.push(path),
                false if is_xml => documents.push(fs::read(path).expect("a document")),
                false => {}
            }
        }
    }
    let suite = fs::read_to_string(corpus("xml/documents.tsv")).expect("the documents");
    let of_line = |line: &str| line.split('\t').nth(2).map(bytes);
    documents.extend(suite.lines().filter_map(of_line));
    // A document that says another encoding than it has, xmllint refuses.
    let is_utf8 = |it: &[u8]| !it.windows(6).any(|name| name == b"UTF-16");
    documents.retain(|it| is_utf8(it) && canonical(it, &INCLUSIVE).is_ok());
    documents
}

#[test]
fn canonical_forms_are_those_of_xmllint() {
    if Command::new("xmllint").arg("--version").output().is_err() {
        return absent("xmllint", "scripts/setup");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("canonical");
    fs::create_dir_all(&folder).expect("a folder");
    let documents = documents();
    assert!(documents.len() > 400, "{} documents", documents.len());
    let paths: Vec<_> = (0..documents.len()).map(|number| folder.join(format!("{number}.xml"))).collect();
    paths.iter().zip(&documents).for_each(|(path, document)| fs::write(path, document).expect("writing"));
    for (option, method) in
        [("--c14n", Method::Inclusive), ("--c14n11", Method::Inclusive11), ("--exc-c14n", Method::Exclusive)]
    {
        let xmllint = |paths: &[PathBuf]| {
            let output = Command::new("xmllint").args(["--nonet", option]).args(paths).output().expect("xmllint");
            String::from_utf8(output.stdout).expect("UTF-8")
        };
        let form = Canonical { method, ..INCLUSIVE };
        let found: Vec<_> = documents.iter().map(|it| canonical(it, &form).expect("a document")).collect();
        if xmllint(&paths) == found.concat() {
            continue;
        }
        for (path, found) in paths.iter().zip(&found) {
            assert_eq!(&xmllint(std::slice::from_ref(path)), found, "{option} {}", path.display());
        }
        panic!("{option}: the documents differ together only");
    }
}

#[test]
fn forms_without_comments_lack_only_them() {
    let document = b"<!--a-->\n<?p?>\n<a><!--b-->text<b/><!--c--></a>\n<!--d-->\n<?q r?>";
    let with = "<!--a-->\n<?p?>\n<a><!--b-->text<b></b><!--c--></a>\n<!--d-->\n<?q r?>";
    assert_eq!(canonical(document, &INCLUSIVE).as_deref(), Ok(with));
    let without = Canonical { has_comments: false, ..INCLUSIVE };
    assert_eq!(canonical(document, &without).as_deref(), Ok("<?p?>\n<a>text<b></b></a>\n<?q r?>"));
}

#[test]
fn exclusive_forms_declare_what_names_use() {
    let document = br#"<a xmlns="urn:a" xmlns:x="urn:x" xmlns:y="urn:y"><x:b y:c="1"/><d xmlns=""/></a>"#;
    let expected = r#"<a xmlns="urn:a"><x:b xmlns:x="urn:x" xmlns:y="urn:y" y:c="1"></x:b><d xmlns=""></d></a>"#;
    assert_eq!(canonical(document, &EXCLUSIVE).as_deref(), Ok(expected));
}

/// The expected forms are those of libxml2.
#[test]
fn inclusive_prefixes_are_declared_where_they_were() {
    let document = br#"<o:a xmlns="urn:a" xmlns:o="urn:o" xmlns:x="urn:x" xmlns:y="urn:y"><x:b y:c="1" t="x:q"/><d xmlns="" xmlns:x="urn:z"><o:e xmlns:x="urn:x"/></d></o:a>"#;
    let cases: [(&[&str], &str); 4] = [
        (
            &[],
            r#"<o:a xmlns:o="urn:o"><x:b xmlns:x="urn:x" xmlns:y="urn:y" t="x:q" y:c="1"></x:b><d><o:e></o:e></d></o:a>"#,
        ),
        (
            &["x"],
            r#"<o:a xmlns:o="urn:o" xmlns:x="urn:x"><x:b xmlns:y="urn:y" t="x:q" y:c="1"></x:b><d xmlns:x="urn:z"><o:e xmlns:x="urn:x"></o:e></d></o:a>"#,
        ),
        (
            &[""],
            r#"<o:a xmlns="urn:a" xmlns:o="urn:o"><x:b xmlns:x="urn:x" xmlns:y="urn:y" t="x:q" y:c="1"></x:b><d xmlns=""><o:e></o:e></d></o:a>"#,
        ),
        (
            &["x", "", "none"],
            r#"<o:a xmlns="urn:a" xmlns:o="urn:o" xmlns:x="urn:x"><x:b xmlns:y="urn:y" t="x:q" y:c="1"></x:b><d xmlns="" xmlns:x="urn:z"><o:e xmlns:x="urn:x"></o:e></d></o:a>"#,
        ),
    ];
    for (prefixes, expected) in cases {
        let inclusive_prefixes = prefixes.iter().map(|it| (*it).to_owned()).collect();
        let form = Canonical { inclusive_prefixes, ..EXCLUSIVE };
        assert_eq!(canonical(document, &form).as_deref(), Ok(expected), "{prefixes:?}");
    }
}

fn error(found: Result<Option<Expanded>, DocumentError>) -> String {
    found.expect_err("an error").to_string()
}

/// Ten entities, each of which refers to the one before ten times.
fn laughs() -> String {
    let mut text = "<!DOCTYPE a [<!ENTITY e0 \"laugh\">".to_owned();
    for number in 1..=10 {
        let references = format!("&e{};", number - 1).repeat(10);
        text += &format!("<!ENTITY e{number} \"{references}\">");
    }
    text + "]>"
}

#[test]
fn expansions_are_bounded() {
    let head = laughs();
    for (content, at) in [("<a>&e10;</a>", 3), ("<a b='&e10;'/>", 6)] {
        let document = format!("{head}{content}");
        let expected = format!(
            "entities and defaults add more than 1024 kB and 16 times the size of the document at byte {}",
            head.len() + at
        );
        assert_eq!(error(expand(document.as_bytes())), expected);
    }
    // Entities without a text cost something, too.
    let empty = head.replace("laugh", "") + "<a>&e10;</a>";
    assert!(error(expand(empty.as_bytes())).contains("add more than"));
}

#[test]
fn entities_do_not_contain_themselves() {
    let itself = "<!DOCTYPE a [<!ENTITY b '&c;'><!ENTITY c '&b;'>]><a>&b;</a>";
    assert_eq!(error(expand(itself.as_bytes())), "the entity `b` contains itself at byte 52");
    let parameter = "<!DOCTYPE a [<!ENTITY % b '&#37;b;'>%b;]><a/>";
    assert_eq!(error(expand(parameter.as_bytes())), "the entity `%b` contains itself at byte 36");
    let mut deep = "<!DOCTYPE a [<!ENTITY e0 ''>".to_owned();
    (1..=40).for_each(|number| deep += &format!("<!ENTITY e{number} '&e{};'>", number - 1));
    assert!(expand(format!("{deep}]><a>&e39;</a>").as_bytes()).is_ok());
    assert!(error(expand(format!("{deep}]><a>&e40;</a>").as_bytes())).starts_with("more than 40 entities"));
}

#[test]
fn nothing_else_is_read() {
    let external = "<!DOCTYPE a [<!ENTITY b SYSTEM '/etc/passwd'>]><a>&b;</a>";
    let expected = "the entity `b` is in another file, and no other file is ever read at byte 50";
    assert_eq!(error(expand(external.as_bytes())), expected);
    let unknown = "<!DOCTYPE a SYSTEM 'a.dtd' [<!ENTITY c ''>]><a>&b;</a>";
    let expected = "the entity `b` is not declared here, and no other file is ever read at byte 47";
    assert_eq!(error(expand(unknown.as_bytes())), expected);
}

#[test]
fn documents_without_declarations_are_left_alone() {
    for document in ["<a/>", "<!DOCTYPE a><a>&b;</a>", "<!DOCTYPE a SYSTEM 'a.dtd'><a/>", "", "<!DOCTYPE", "\u{0}"] {
        assert_eq!(expand(document.as_bytes()), Ok(None), "{document}");
    }
    assert_eq!(expand(b"<!DOCTYPE a []>\xff"), Ok(None));
}

#[test]
fn places_are_those_of_the_original() {
    let document = "<!DOCTYPE a [<!ENTITY e 'e<b/>e'>]>\n<a>\n12&e;34<c d='5' f='6&e2;'/></a>";
    let document = document.replace("]>", "<!ENTITY e2 ''>]>");
    let expanded = expand(document.as_bytes()).expect("a document").expect("declarations");
    assert_eq!(expanded.document, "\n<a>\n12e<b/>e34<c d='5' f=\"6\"/></a>");
    let at = |text: &str| (expanded.document.find(text).expect("a text"), document.rfind(text));
    for text in ["12", "34", "d='5'", "/></a>", "</a>"] {
        let (found, original) = at(text);
        assert_eq!(Some(expanded.original(found)), original, "{text}");
    }
    // What comes from an entity is at the reference.
    for text in ["e<b/>", "<b/>", "b/>e"] {
        assert_eq!(expanded.original(at(text).0), document.find("&e;").expect("a reference"), "{text}");
    }
}
