use crate::TestModel;
use crate::make::{case, declare, enumeration, map, nullable, record, text, union};
use polywire_model::attr::{StructAttrs, XmlForm, XmlKind, XmlMember, XmlName, XmlSpace, XmlStruct, XmlText};
use polywire_model::{DeclKind, Field, Model, Presence, Struct, Type};

const ORDERS: &str = "urn:orders";
const LINKS: &str = "urn:links";

/// What XML Schemas say of XML: attributes, names in namespaces, texts, lists of tokens, choices, mixed content, null values,
/// hexadecimal digits, white space; and values of other schemas' types.
pub(crate) fn test_model() -> TestModel {
    let mut model = Model::default();
    let colour = declare(&mut model, "Colour", enumeration(true, &[("red", 0), ("light-green", 1), ("2.0", 2)]));
    let price = plain(vec![
        with(Field::new("currency", text()), |it| it.kind = XmlKind::Attribute),
        with(Field::new("value", Type::Float { bits: 64 }), |it| it.kind = XmlKind::Text),
    ]);
    let price = declare(&mut model, "Price", price);
    let choice = declare(
        &mut model,
        "Choice",
        union(vec![case("paid", Type::int(32, false)), case("owed", Type::Named(price)), case("nothing", Type::Bool)]),
    );
    let mut words = case("words", text());
    words.attrs.xml.kind = XmlKind::Text;
    let mut bold = case("bold", text());
    bold.attrs.xml.name = Some(name("", "b"));
    let content = declare(&mut model, "Content", union(vec![words, bold, case("price", Type::Named(price))]));
    let mixed = vec![with(Field::new("content", Type::list(Type::Named(content))), |it| it.kind = XmlKind::Content)];
    let note = declare(&mut model, "Note", plain(mixed));
    let fields = order_fields([colour, price, choice, note].map(Type::Named));
    let xml = XmlStruct { element: Some(name(ORDERS, "order")), ..XmlStruct::default() };
    let attrs = StructAttrs { xml: xml.into(), ..StructAttrs::default() };
    declare(&mut model, "Order", DeclKind::Struct(Struct { fields, attrs, ..Struct::default() }));
    let fields = any_fields(&mut model, Type::Named(choice));
    declare(&mut model, "Any", record(fields));
    model.cut_cycles();
    TestModel { name: "xml_kitchen", model, formats: &["xml"] }
}

fn order_fields([colour, price, choice, note]: [Type; 4]) -> Vec<Field> {
    let attribute = |it: &mut XmlMember| it.kind = XmlKind::Attribute;
    let spaced = |space: XmlSpace| XmlText { space, ..XmlText::default() };
    vec![
        optional(with(Field::new("id", Type::int(32, true)), attribute), Presence::Required),
        optional(
            with(Field::new("link", text()), |it| {
                attribute(it);
                it.name = Some(name(LINKS, "href"));
            }),
            Presence::Optional,
        ),
        with(Field::new("sizes", Type::list(Type::int(16, true))), |it| {
            attribute(it);
            it.is_token_list = true;
        }),
        with(Field::new("title", text()), |it| {
            it.name = Some(name(ORDERS, "title"));
            it.text = spaced(XmlSpace::Collapse);
        }),
        with(Field::new("line", text()), |it| it.text = spaced(XmlSpace::Replace)),
        with(Field::new("colours", Type::list(colour)), |it| it.is_token_list = true),
        Field::new("prices", Type::list(price)),
        with(optional(Field::new("choice", choice), Presence::Optional), |it| it.kind = XmlKind::Content),
        with(Field::new("digest", Type::Bytes), |it| it.text = XmlText { form: XmlForm::Hex, ..XmlText::default() }),
        with(optional(Field::new("comment", text()), Presence::Optional), |it| it.nillable = true),
        optional(Field::new("note", note), Presence::Optional),
    ]
}

/// Members without facts.
fn any_fields(model: &mut Model, choice: Type) -> Vec<Field> {
    let number = Type::int(8, true);
    let numbers = map(model, "Any", "numbers", (text(), Type::list(number.clone())));
    let maybe = nullable(model, "Any", "maybe", text());
    vec![
        Field::new("flag", Type::Bool),
        Field::new("wide", Type::int(64, false)),
        Field::new("single", Type::Float { bits: 32 }),
        Field::new("blob", Type::Bytes),
        Field::new("four", Type::fixed_bytes(4)),
        Field::new("numbers", numbers),
        Field::new("grid", Type::list(Type::list(number.clone()))),
        Field::new("pair", Type::Array(Box::new(number), 2)),
        Field::new("maybe", Type::list(maybe)),
        Field::new("choices", Type::list(choice.clone())),
        optional(Field::new("rest", Type::list(text())), Presence::Optional),
        Field::new("choice", choice),
        Field::new("text", text()),
    ]
}

fn plain(fields: Vec<Field>) -> DeclKind {
    DeclKind::Struct(Struct { fields, ..Struct::default() })
}

fn name(namespace: &str, local: &str) -> XmlName {
    XmlName { namespace: namespace.to_owned(), local: local.to_owned() }
}

fn optional(field: Field, presence: Presence) -> Field {
    Field { presence, ..field }
}

fn with(mut field: Field, state: impl FnOnce(&mut XmlMember)) -> Field {
    state(&mut field.attrs.xml);
    field
}
