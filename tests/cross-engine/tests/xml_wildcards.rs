//! Elements and attributes of any name: every engine gives the same value, and writes the same document.

use polywire_cross_engine::{Answer, truncations};
use polywire_cross_engine::{Request, Subject, disagreements, engines, interpreter, repository};
use polywire_test_models::make::of_xsd;

/// What stands behind the first element.
const CONTENTS: &[&str] = &[
    "",
    "<x xmlns='' a='1'><y>text<!--c--></y> </x><note>n</note>",
    "<a:x xmlns:a='urn:a' xmlns=''><y/></a:x><x xmlns='urn:b' a:y='1' xmlns:a='urn:a'><?i d?></x>",
    "<note/><x xmlns='urn:b'/><note/>",
    "<rest>a<b><c:d xmlns:c='urn:c'/></b>c</rest>",
    "<p:x>p:q</p:x><p:x/>",
    "<rest p:x='1' y='2'/><x xmlns='urn:c'/>",
    "<x xmlns='urn:c'>&lt;<![CDATA[<]]></x><c:x xmlns:c='urn:c' c:y='a&#10;b'/>",
    "<x xmlns='urn:d'/>",
    "<x xmlns='urn:c'><y></x></x>",
    "<x xmlns='urn:c' a='1' a='1'/>",
    "<q:x/>",
];

/// The attributes of the root.
const ATTRIBUTES: &[&str] = &[
    "",
    " kind='a' p:x='1' p:y=''",
    " xml:lang='de' xmlns:q='urn:c' q:x='&amp;'",
    " xmlns:q='urn:p' p:x='1' q:x='1'",
    " x='1'",
];

#[test]
fn engines_agree_on_elements_and_attributes_of_any_name() {
    let path = repository("tests/cross-engine/tests/xml_wildcards.xsd");
    let model = of_xsd(path.to_str().expect("a path")).expect("a schema");
    let ty = model.decls.iter().map(|decl| decl.path()).find(|path| path.to_lowercase().ends_with("order"));
    let ty = ty.expect("the type of the element");
    let subject = Subject::new("xml_wildcards", model, &["xml"]);
    let request = |input: Vec<u8>, to: &str| Request {
        ty: ty.clone(),
        from: "xml".to_owned(),
        to: to.to_owned(),
        input,
        ..Request::default()
    };
    let document = |attributes: &str, content: &str| {
        format!("<order xmlns='urn:t' xmlns:p='urn:c'{attributes}><id>1</id>{content}</order>").into_bytes()
    };
    let documents = ATTRIBUTES.iter().flat_map(|attributes| CONTENTS.iter().map(move |it| document(attributes, it)));
    let documents: Vec<Vec<u8>> = documents.collect();
    let whole: Vec<Request> = documents.iter().map(|it| request(it.clone(), "xml")).collect();
    let answers = interpreter(&subject).run(&whole);
    let read = answers.iter().filter(|answer| matches!(answer, Answer::Bytes(_))).count();
    assert!(read >= 20 && answers.len() - read >= 10, "{read} of {}", answers.len());
    let broken = documents.iter().step_by(7).flat_map(|it| truncations(it)).map(|it| request(it, "raw"));
    let requests = whole.into_iter().chain(broken);
    let found = disagreements(&mut engines(&subject), requests, 20);
    assert!(found.is_empty(), "{}", found.join("\n"));
}
