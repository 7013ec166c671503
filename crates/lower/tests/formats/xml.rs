//! XML in the reference interpreter.

mod documents;
mod lexical;
mod ordered;
mod python;
mod schemas;
mod tree;
mod wildcards;

use crate::support::Codec;
use polywire_test_models::find;

fn again(codec: &Codec, text: &str) -> Result<String, String> {
    codec.again(text.as_bytes()).map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
}

fn codec(ty: &str, model: &str) -> Codec {
    Codec::new(&find(model).expect("a corner case").model, "xml", ty)
}

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

/// Reads a document and writes it again; both are given without the declaration.
fn check(codec: &Codec, given: &str, written: Result<&str, &str>) {
    let written = written.map(|text| format!("{DECLARATION}{text}")).map_err(str::to_owned);
    assert_eq!(again(codec, given), written, "{given}");
}

#[test]
fn maps_are_entries() {
    let maps = codec("corner.Maps", "maps");
    check(&maps, "<Maps/>", Ok("<Maps></Maps>"));
    let text = "<Maps><by_bool><key>true</key><value>3</value></by_bool><by_i32><key>-1</key><value>a</value></by_i32>\
                <by_text><key>k</key><value><x>1</x></value></by_text><counts><key></key><value>7</value></counts></Maps>";
    check(&maps, text, Ok(text));
    check(&maps, "<Maps><by_bool><key>true</key></by_bool></Maps>", Err("missing_field"));
    check(&maps, "<Maps><by_bool><key>true</key><key>1</key></by_bool></Maps>", Err("duplicate_field"));
}

#[test]
fn members_without_facts() {
    let any = codec("corner.Any", "xml_kitchen");
    let text = "<Any><flag>true</flag><wide>18446744073709551615</wide><single>INF</single><blob>AQID</blob>\
                <four>AQIDBA==</four><numbers><key>a</key><value><item>1</item><item>-2</item></value></numbers>\
                <grid></grid><grid><item>7</item></grid><pair><item>1</item><item>2</item></pair><maybe></maybe>\
                <maybe><value>x</value></maybe><choices><paid>4</paid></choices><rest></rest>\
                <owed currency=\"EUR\">1.5</owed><text>&lt;&amp;&gt;\"'</text></Any>";
    check(&any, text, Ok(text));
}

#[test]
fn tokens_of_documents() {
    let any = codec("corner.Any", "xml_kitchen");
    let wrapped = |text: &str| format!("<Any><pair><item>0</item><item>0</item></pair>{text}</Any>");
    let same = |given: &str, written: &str| check(&any, &wrapped(given), Ok(&wrapped(written)));
    same(
        "<text>a<![CDATA[<b>&c]]>d<!-- e -->f<?g h?>&#105;&#x6A;&amp;</text>",
        "<text>a&lt;b&gt;&amp;cdfij&amp;</text>",
    );
    same("<text>a\r\nb\rc&#13;</text >", "<text>a\nb\nc&#13;</text>");
    same("<!-- a --> <text\n>x</text><?b?>", "<text>x</text>");
    let typed = |given: &str, written: &str| {
        let zeros = "<pair><item>0</item><item>0</item></pair>";
        check(&any, &wrapped(given), Ok(&format!("<Any>{written}{zeros}</Any>")));
    };
    typed("<wide> +007\n</wide><flag>1</flag>", "<flag>true</flag><wide>7</wide>");
    typed("<single>-1E2</single><blob> AQ ID\n</blob>", "<single>-100.0</single><blob>AQID</blob>");
    let refuse = |given: &str, error: &str| check(&any, &wrapped(given), Err(error));
    refuse("<text>a]]>b</text>", "syntax");
    refuse("<text>a<b/></text>", "wrong_kind");
    refuse("a", "wrong_kind");
    refuse("<text>a</Text>", "mismatch");
    refuse("<text>&b;</text>", "bad_escape");
    refuse("<text>&#0;</text>", "bad_escape");
    refuse("<text x='1'>a</text>", "unknown_member");
    refuse("<text>a</text><text>b</text>", "duplicate_field");
    refuse("<paid>1</paid><nothing>1</nothing>", "duplicate_field");
    refuse("<n:text>a</n:text>", "invalid_key");
    refuse("<text xmlns='urn:x'>a</text>", "unknown_member");
    refuse("<text xsi:nil='true' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'/>", "wrong_kind");
    refuse("<wide>-1</wide>", "out_of_range");
    refuse("<single>1e39</single>", "out_of_range");
    refuse("<blob>AQ</blob>", "syntax");
    refuse("<blob>\\u0041</blob>", "syntax");
    refuse("<four>AQID</four>", "bad_length");
}

#[test]
fn around_the_element() {
    let maps = codec("corner.Maps", "maps");
    for prolog in [
        "\u{feff}<?xml version='1.0'?>",
        "<?xml version=\"1.1\" encoding='utf-8' standalone=\"yes\" ?>\n<!-- a -->",
        "<!DOCTYPE Maps SYSTEM 'http://nowhere.example/a.dtd'><?b c?>",
        "<!DOCTYPE Maps PUBLIC \"-//A\" \"b\" >",
    ] {
        check(&maps, &format!("{prolog}<Maps/><!-- d --> "), Ok("<Maps></Maps>"));
    }
    for (document, error) in [
        ("<!DOCTYPE Maps [<!ENTITY a 'b'>]><Maps/>", "unsupported"),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><Maps/>", "unsupported"),
        ("<Maps/><Maps/>", "trailing_bytes"),
        ("<Other/>", "wrong_kind"),
        ("<Maps>", "truncated"),
        ("", "truncated"),
    ] {
        check(&maps, document, Err(error));
    }
}

#[test]
fn facts_of_schemas() {
    let order = codec("corner.Order", "xml_kitchen");
    let names =
        "xmlns:ns1=\"urn:links\" xmlns:ns2=\"urn:orders\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
    let written = format!(
        "<ns2:order {names} id=\"5\" ns1:href=\"a&quot;&#10;b\" sizes=\"1 -2\"><ns2:title>a b</ns2:title><line>a  b </line>\
         <colours>light-green 2.0 7</colours><prices currency=\"EUR\">1.5</prices><owed>2.0</owed>\
         <digest>0AFF</digest><comment>c</comment><note>x<b>y</b> z</note></ns2:order>"
    );
    let given = "<order xmlns='urn:orders' xmlns:l='urn:links' l:href='a&quot;&#10;b' sizes=' 1  -2 ' id='5'><title> a\n b </title>\
         <line xmlns=''>a\t\nb </line><colours xmlns=''> light-green\n2.0 7</colours><prices currency='EUR' xmlns=''>1.5</prices>\
         <owed xmlns='' currency=''> 2 </owed><digest xmlns=''>0aFf</digest><comment xmlns=''>c</comment>\
         <o:note xmlns:o=''>x</o:note></order>";
    check(&order, given, Err("invalid_key"));
    let given = given.replace("<o:note xmlns:o=''>x</o:note>", "<note xmlns=''>x<b>y</b><!-- --> z</note>");
    check(&order, &given, Ok(&written));
    let nil = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'";
    let null = format!("<ns2:order {names} id=\"1\"><comment xsi:nil=\"true\"></comment></ns2:order>");
    check(&order, &format!("<order xmlns='urn:orders' id='1'><comment xmlns='' {nil}/></order>"), Ok(&null));
    check(&order, "<order xmlns='urn:orders' id='1' id='2'/>", Err("duplicate_field"));
    check(&order, "<order xmlns='urn:orders'/>", Err("missing_field"));
    check(&order, "<order xmlns='urn:orders' id='1' x='1'/>", Err("unknown_member"));
}
