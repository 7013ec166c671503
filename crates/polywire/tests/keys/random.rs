//! Random documents, which we and xmllint judge alike.

use super::{Checker, judged, model_of, schema};

/// The documents of each schema.
const DOCUMENTS: usize = 300;

const SECTIONS: &str = r#"
<xs:complexType name="Part"><xs:choice minOccurs="0" maxOccurs="unbounded">
  <xs:element name="sec" type="Part">
    <xs:key name="k"><xs:selector xpath="p"/><xs:field xpath="@k"/></xs:key>
    <xs:keyref name="f" refer="k"><xs:selector xpath=".//q"/><xs:field xpath="@k"/></xs:keyref>
  </xs:element>
  <xs:element name="p"><xs:complexType><xs:attribute name="k" type="xs:int"/><xs:attribute name="b" type="xs:string"/></xs:complexType></xs:element>
  <xs:element name="q"><xs:complexType><xs:attribute name="k" type="xs:int"/></xs:complexType></xs:element>
</xs:choice></xs:complexType>
<xs:element name="r" type="Part">
  <xs:keyref name="g" refer="k"><xs:selector xpath="q | sec/q"/><xs:field xpath="@k"/></xs:keyref>
  <xs:unique name="u"><xs:selector xpath=".//p"/><xs:field xpath="@k"/><xs:field xpath="@b"/></xs:unique>
</xs:element>"#;

const TREE: &str = r#"
<xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="r" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:attribute name="id" type="xs:int"/><xs:attribute name="to" type="xs:int"/></xs:complexType>
<xs:unique name="u"><xs:selector xpath="r"/><xs:field xpath="@id"/></xs:unique>
<xs:keyref name="f" refer="u"><xs:selector xpath="."/><xs:field xpath="@to"/></xs:keyref>
</xs:element>"#;

const VALUES: &str = r#"
<xs:simpleType name="D"><xs:restriction base="xs:decimal"><xs:totalDigits value="9"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>
<xs:element name="r"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
  <xs:element name="string" type="xs:string"/><xs:element name="token" type="xs:token"/><xs:element name="int" type="xs:int"/>
  <xs:element name="integer" type="xs:integer"/><xs:element name="decimal" type="xs:decimal"/><xs:element name="scaled" type="D"/>
  <xs:element name="float" type="xs:float"/><xs:element name="double" type="xs:double"/><xs:element name="boolean" type="xs:boolean"/>
</xs:choice></xs:complexType>
<xs:unique name="u"><xs:selector xpath="*"/><xs:field xpath="."/></xs:unique>
</xs:element>"#;

/// A generator of numbers (xorshift), so that every run has the same documents.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn one<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    /// Returns an attribute, or nothing.
    fn attribute(&mut self, name: &str, values: &[&str]) -> String {
        match self.below(8) {
            0 => String::new(),
            _ => format!(" {name}=\"{}\"", self.one(values)),
        }
    }
}

const KEYS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

fn section(name: &str, depth: usize, random: &mut Random) -> String {
    let parts = (0..random.below(5)).map(|_| match random.below(3) {
        0 if depth > 0 => section("sec", depth - 1, random),
        0 | 1 => {
            let (k, b) = (random.attribute("k", &KEYS), random.attribute("b", &["x", "y", "z"]));
            format!("<p{k}{b}/>")
        }
        _ if random.below(3) > 0 => String::new(),
        _ => format!("<q{}/>", random.attribute("k", &KEYS)),
    });
    let parts: String = parts.collect();
    format!("<{name}>{parts}</{name}>")
}

/// Keys of one depth only: xmllint takes a key out that is also one further inside, although the own one counts then (section 3.11.5).
fn tree(depth: usize, random: &mut Random) -> String {
    let id = random.attribute("id", &KEYS[depth * 2..][..2]);
    let to = if random.below(4) == 0 { random.attribute("to", &KEYS) } else { String::new() };
    let parts: String = (0..random.below(4)).filter(|_| depth > 0).map(|_| tree(depth - 1, random)).collect();
    format!("<r{id}{to}>{parts}</r>")
}

fn values(random: &mut Random) -> String {
    let parts = (0..random.below(5)).map(|_| {
        // No zeros with a point, which libxml2 takes for another number than those without.
        let (name, values): (&str, &[&str]) = match random.below(9) {
            0 => ("string", &["1", "01", "a", " a", "true"]),
            1 => ("token", &["1", "01", "a", " a ", "true"]),
            2 => ("int", &["1", "01", "2", "-3", "0", "+0"]),
            3 => ("integer", &["1", "+1", "2", "-3", "12345678901234567890"]),
            4 => ("decimal", &["1.0", "1.50", "-3.000", "2.0", "12345678901234567890.0"]),
            5 => ("scaled", &["1", "1.5", "-3", "2.00", "2.25"]),
            6 => ("float", &["1", "1.0e0", "1.5", "INF", "-0"]),
            7 => ("double", &["1", "10e-1", "1.5", "INF"]),
            _ => ("boolean", &["1", "true", "false", "0"]),
        };
        format!("<{name}>{}</{name}>", random.one(values))
    });
    let parts: String = parts.collect();
    format!("<r>{parts}</r>")
}

/// Makes a document.
type Make = fn(&mut Random) -> String;

#[test]
fn random_documents_have_the_verdict_of_xmllint() {
    let mut random = Random(0x5eed_1234_5678_9abc);
    let makers: [(&str, Make); 3] = [(SECTIONS, |it| section("r", 2, it)), (TREE, |it| tree(3, it)), (VALUES, values)];
    for (body, make) in makers {
        let schema = schema("", body);
        let documents: Vec<String> = (0..DOCUMENTS).map(|_| make(&mut random)).collect();
        let texts: Vec<&str> = documents.iter().map(String::as_str).collect();
        let Some(judged) = judged(&schema, &texts) else { return };
        let checker = Checker::new(&model_of(&schema), &super::root(&schema), "xml");
        let wrong = texts.iter().zip(&judged).filter_map(|(text, is_valid)| {
            let problems = checker.problems(text.as_bytes());
            (problems.is_empty() != *is_valid).then(|| format!("valid: {is_valid}\n{text}\n{}", problems.join("\n")))
        });
        let wrong: Vec<String> = wrong.collect();
        assert!(wrong.is_empty(), "{} differ, such as\n{}\n{schema}", wrong.len(), wrong[0]);
        let valid = judged.iter().filter(|it| **it).count();
        assert!((DOCUMENTS / 10..DOCUMENTS * 9 / 10).contains(&valid), "{valid} are valid\n{schema}");
    }
}
