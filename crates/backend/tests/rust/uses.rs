//! Uses of generated types.

use polywire_runtime::UnknownFields;
use types::names::shop::order::{Color, Order, OrderChoice, State};
use types::{in_place, trade, twins_codecs};

#[test]
fn values_print_as_in_the_schema() {
    let account = trade::trade::Account {
        id: 7,
        wallet: Some(trade::trade::Balance { currency: "EUR".into(), ..Default::default() }),
        orders: vec![trade::trade::Order { side: trade::trade::Side::SELL, r#type: trade::trade::Type(9), ..Default::default() }],
        ..Default::default()
    };
    let printed = "Account { id: 7, name: \"\", wallet: Some(Balance { currency: \"EUR\", amount: 0.0, unknown_fields: \
                   UnknownFields }), orders: [Order { id: 0, symbol: \"\", side: sell, type: Type(9), price: 0.0, volume: 0.0, \
                   unknown_fields: UnknownFields }], unknown_fields: UnknownFields }";
    assert_eq!(format!("{account:?}"), printed);
    assert_eq!(account.clone(), account);
}

#[test]
fn types_of_one_file_may_have_the_same_name() {
    let order = twins_codecs::trade::Order { id: 7, ..Default::default() };
    let account = twins_codecs::twin::Account { orders: vec![order], ..Default::default() };
    let borrowed: twins_codecs::twin::borrowed::Account<'_> = Default::default();
    assert_eq!(borrowed.into_owned(), twins_codecs::twin::Account::default());
    assert_eq!(format!("{:?}", twins_codecs::twin::Side::default()), "buy");
    assert_eq!(account.orders[0].id, 7);
}

#[test]
fn constants_of_open_enums_match() {
    let number = |color| match color {
        Color::GREEN => 0,
        Color::BLUE => 5,
        Color::TYPE => -1,
        Color(other) => other,
    };
    assert_eq!([Color::GREEN, Color::AZURE, Color::TYPE, Color::SELF, Color(77)].map(number), [0, 5, -1, 8, 77]);
    assert_eq!((Color::AZURE.name(), Color(77).name()), (Some("blue"), None));
    assert_eq!(format!("{:?} {:?}", Color::SELF, Color(77)), "self Color(77)");
    assert_eq!(Color::default(), Color::GREEN);
}

#[test]
fn closed_enums_convert() {
    assert_eq!([3, 4, -2, 5].map(State::from_number), [Some(State::New), Some(State::Paid), Some(State::Self_), None]);
    assert_eq!((State::DONE, State::default().number(), State::Self_.name()), (State::Paid, 3, "Self"));
}

#[test]
fn defaults_are_those_of_the_schema() {
    let order = Order::default();
    assert_eq!((order.r#type, order.customer_name.as_deref(), order.choice), (None, None, OrderChoice::None));
    assert_eq!((Order::DEFAULT_TYPE, Order::DEFAULT_CUSTOMER_NAME), (7, "no \"one\"\n"));
    assert_eq!((Order::DEFAULT_HTTP_BODY, Order::DEFAULT_RATIO), (&b"\x01a\xff"[..], 3.14));
    assert_eq!((Order::DEFAULT_LIMIT, Order::DEFAULT_COUNT), (f32::NEG_INFINITY, u64::MAX));
    assert_eq!((Order::DEFAULT_STATE, Order::DEFAULT_COLOR), (State::Paid, Color::BLUE));
    assert_eq!(order.unknown_fields_2, UnknownFields::default());
}

#[test]
fn borrowed_values_become_owned() {
    use types::names::shop::{borrowed, order};
    let text = String::from("EUR and more");
    let money = |amount| borrowed::Money { currency: &text[..3], amount, unknown_fields: UnknownFields::default() };
    let parent = order::borrowed::Order { self_: Some("parent"), ..Default::default() };
    let mut unknown = UnknownFields::default();
    unknown.keep("some format", b"\x01");
    let value = order::borrowed::Order {
        http_body: Some(&text.as_bytes()[4..7]),
        color: Some(Color::BLUE),
        parts: vec![money(1), money(2)],
        by_name: [("a", money(3))].into(),
        colors: [(1, Color::GREEN)].into(),
        parent: Some(Box::new(parent.clone())),
        children: [("b", parent)].into(),
        choice: order::borrowed::OrderChoice::None2("c"),
        unknown_fields_2: unknown.clone(),
        ..Default::default()
    };
    let owned: Order = value.into_owned();
    drop(text);
    let part = |amount| types::names::shop::Money { currency: "EUR".into(), amount, ..Default::default() };
    let parent = Order { self_: Some("parent".into()), ..Order::default() };
    let expected = Order {
        http_body: Some(b"and".to_vec()),
        color: Some(Color::BLUE),
        parts: vec![part(1), part(2)],
        by_name: [("a".into(), part(3))].into(),
        colors: [(1, Color::GREEN)].into(),
        parent: Some(Box::new(parent.clone())),
        children: [("b".into(), parent)].into(),
        choice: OrderChoice::None2("c".into()),
        unknown_fields_2: unknown,
        ..Order::default()
    };
    assert_eq!(owned, expected);
}

#[test]
fn generated_files_are_modules_anywhere() {
    let money = in_place::deeper::shop::Money { amount: 5, ..Default::default() };
    let order = in_place::deeper::shop::order::Order { total: Some(money), ..Default::default() };
    assert_eq!(order.total.map(|total| total.amount), Some(5));
}

#[test]
fn errors_are_explained() {
    use polywire_runtime::{Encode, ErrorCode, Explain, ExplainEncode, Limits};
    use types::trade_codecs::formats::{Avro, Json, Protobuf};
    use types::trade_codecs::trade::{Account, Order, Side};
    let limits = Limits::default();
    let order = Order { symbol: "EURUSD".into(), side: Side(99), ..Default::default() };
    let account = Account { orders: vec![Order::default(), order], ..Default::default() };
    let mut message = Encode::<Protobuf>::encode(&account, &limits).unwrap();
    let at = message.iter().position(|byte| *byte == b'U').unwrap();
    message[at] = 0xff;
    let wrong = <Account as Explain<Protobuf>>::explain(&message, &limits).unwrap_err();
    assert_eq!((wrong.code, wrong.path.as_str()), (ErrorCode::InvalidUtf8, "orders[1].symbol"));
    let offset = wrong.offset.unwrap();
    assert!(offset > at && wrong.to_string() == format!("orders[1].symbol: text is not valid UTF-8 at byte {offset}"));
    let wrong = ExplainEncode::<Avro>::explain_encode(&account, &limits).unwrap_err();
    assert_eq!((wrong.offset, wrong.path.as_str()), (None, "orders[1].side"));
    assert_eq!(ExplainEncode::<Json>::explain_encode(&account, &limits), Ok(()));
    let wrong = <Account as Explain<Json>>::explain(b"[]", &limits).unwrap_err();
    assert_eq!((wrong.offset, wrong.path.as_str()), (Some(0), ""));
}

#[test]
fn streams_have_elements() {
    use polywire_runtime::{Chunks, Decode, Elements, Error, Limits};
    use types::trade_codecs::formats::Json;
    use types::trade_codecs::frames::JsonElements;
    use types::trade_codecs::trade::Order;
    let (stream, limits, mut ids) = (b"[{\"id\": 1}, {\"id\": 2} ]", Limits::default(), Vec::new());
    let mut chunks = Chunks::<JsonElements>::new(20);
    let mut each = |element: &[u8]| {
        let order: Order = Decode::<Json>::decode(element, &limits)?;
        ids.push(order.id);
        Ok::<(), Error>(())
    };
    stream.iter().try_for_each(|byte| chunks.push(&[*byte], &mut each)).unwrap();
    chunks.finish(each).unwrap();
    assert_eq!(ids, [1, 2]);
    let elements: Result<Vec<Vec<u8>>, _> = Elements::<JsonElements, _>::new(&stream[..], 20).collect();
    assert_eq!(elements.unwrap(), [b"{\"id\": 1}", b"{\"id\": 2}"]);
}

#[test]
fn messages_are_read_in_place() {
    use polywire_runtime::view::CheckedInput;
    use polywire_runtime::{Encode, ErrorCode, Limits};
    use types::trade_codecs::formats::Capnp;
    use types::trade_codecs::trade::views::{capnp, capnp_checked};
    use types::trade_codecs::trade::{Account, Balance, Order, Side};
    let limits = Limits::default();
    let order = |id, symbol: &str| Order { id, symbol: symbol.into(), side: Side::SELL, ..Default::default() };
    let account = Account { orders: vec![order(1, "EURUSD"), order(2, "")], ..Default::default() };
    let mut message = Encode::<Capnp>::encode(&account, &limits).unwrap();

    let view = capnp::Account::new(&message, &limits).unwrap();
    let (orders, symbols) = (view.orders(), view.orders().iter().map(|order| order.symbol()));
    assert_eq!((orders.len(), symbols.collect::<Vec<&str>>(), view.name()), (2, vec!["EURUSD", ""], ""));
    assert_eq!((orders.get(1).unwrap().id(), orders.get(0).unwrap().side()), (2, Side::SELL));
    assert!(orders.get(2).is_none() && view.wallet().is_none());
    // It refers to the message, not to the list.
    let symbol: &str = { orders }.iter().next().unwrap().symbol();
    assert!(message.as_ptr_range().contains(&symbol.as_ptr()));
    assert_eq!(view.into_owned(), account);
    let wallet = Some(Balance { currency: "EUR".into(), ..Default::default() });
    let small = Encode::<Capnp>::encode(&Account { wallet, ..Default::default() }, &limits).unwrap();
    let printed = "Account { id: 0, name: \"\", wallet: Some(Balance { currency: \"EUR\", amount: 0.0 }), orders: [] }";
    assert_eq!(format!("{:?}", capnp::Account::new(&small, &limits).unwrap()), printed);

    let at = message.iter().position(|byte| *byte == b'U').unwrap();
    message[at] = 0xff;
    assert_eq!(capnp::Account::new(&message, &limits).map(|_| ()).unwrap_err().code, ErrorCode::InvalidUtf8);
    let from = CheckedInput::new(&message, &limits);
    let view = capnp_checked::Account::new(&from).unwrap();
    let orders = view.orders().unwrap();
    let ids: Result<Vec<i32>, _> = orders.iter().map(|order| order?.id()).collect();
    assert_eq!(ids, Ok(vec![1, 2]));
    assert_eq!(orders.get(0).unwrap().unwrap().symbol().unwrap_err().code, ErrorCode::InvalidUtf8);
    assert_eq!(view.into_owned().unwrap_err().code, ErrorCode::InvalidUtf8);
    assert!(capnp_checked::Account::new(&CheckedInput::new(&message[..7], &limits)).is_err());
}

#[test]
fn unions_are_read_in_place() {
    use polywire_runtime::{Encode, Limits};
    use types::capnp_unions_codecs::corner::views::capnp::{self, OverlapFirst, OverlapSecond};
    use types::capnp_unions_codecs::corner::{First, Overlap, Point, Second};
    use types::capnp_unions_codecs::formats::Capnp;
    let limits = Limits::default();
    let (first, second) = (First::Name("one".into()), Second::Point(Point { x: 5, ..Default::default() }));
    let value = Overlap { first, second, ..Default::default() };
    let message = Encode::<Capnp>::encode(&value, &limits).unwrap();
    let view = capnp::Overlap::new(&message, &limits).unwrap();
    let (OverlapFirst::Name(name), OverlapSecond::Point(point)) = (view.first(), view.second()) else { panic!("{view:?}") };
    assert_eq!((name, point.x(), point.y(), view.first().into_owned()), ("one", 5, -1, First::Name("one".into())));
    assert_eq!(view.into_owned(), value);
}

/// An index whose lists are in no order, with gaps, and some of their elements twice.
fn index_of(count: u32) -> types::lookup_codecs::look::Index {
    use types::lookup_codecs::look::{ByFlag, ByLevel, ByName, ByNumber, Cell, Index, Level, Tag, Tagged};
    let numbers: Vec<u32> = (0..count).map(|at| at * 7 % count * 3 / 2).collect();
    let number = |number: &u32| ByNumber { number: i64::from(*number) - 20, ..Default::default() };
    let name = |number: &u32| {
        let name = "x".repeat(*number as usize % 5) + if number % 2 == 1 { "é" } else { "e" };
        ByName { name: Some(name), ..Default::default() }
    };
    let level = |number: &u32| {
        let level = if number % 2 == 1 { Level::LOW } else { Level::HIGH };
        ByLevel { level, ..Default::default() }
    };
    let flag = |number: &u32| ByFlag { flag: number % 2 == 1, ..Default::default() };
    let cell = |number: &u32| Cell { at: 65535 - *number as u16, ..Default::default() };
    let tagged = |number: &u32| Tagged { tag: Tag { number: *number, ..Default::default() }, ..Default::default() };
    Index {
        numbers: Some(numbers.iter().map(number).collect()),
        names: Some(numbers.iter().map(name).collect()),
        levels: Some(numbers.iter().map(level).collect()),
        flags: Some(numbers.iter().map(flag).collect()),
        cells: Some(numbers.iter().map(cell).collect()),
        tagged: Some(numbers.iter().map(tagged).collect()),
        values: Some(vec![-1, 0, 1]),
        first: Some(Cell { steps: [4, 5, 6], ..Default::default() }),
        // A large table has no room for defaults.
        count: 1,
        ratio: 0.5,
        on: false,
        level: Level::HIGH,
        ..Default::default()
    }
}

#[test]
fn elements_are_found_by_their_keys() {
    use polywire_runtime::view::CheckedInput;
    use polywire_runtime::{Encode, Limits};
    use types::lookup_codecs::formats::Flatbuffers;
    use types::lookup_codecs::look::Level;
    use types::lookup_codecs::look::views::{flatbuffers, flatbuffers_checked};
    let limits = Limits::default();
    for count in [0, 1, 2, 3, 40, 41] {
        let message = Encode::<Flatbuffers>::encode(&index_of(count), &limits).unwrap();
        let view = flatbuffers::Index::new(&message, &limits).unwrap();
        let from = CheckedInput::new(&message, &limits);
        let checked = flatbuffers_checked::Index::new(&from).unwrap();
        let (numbers, others) = (view.numbers().unwrap(), checked.numbers().unwrap().unwrap());
        for key in -25..100 {
            let walked = numbers.iter().map(|element| element.number()).find(|number| *number == key);
            assert_eq!(numbers.find(&key).map(|element| element.number()), walked);
            assert_eq!(others.find(&key).unwrap().map(|element| element.number().unwrap()), walked);
        }
        let names = view.names().unwrap();
        for key in ["", "e", "xe", "xxé", "xxx", "xxxxe", "z", "é"] {
            let walked = names.iter().map(|element| element.name().unwrap()).find(|name| *name == key);
            assert_eq!(names.find(key).map(|element| element.name().unwrap()), walked);
            let found = checked.names().unwrap().unwrap().find(key).unwrap();
            assert_eq!(found.map(|element| element.name().unwrap().unwrap()), walked);
        }
        let levels = view.levels().unwrap();
        for key in [Level::LOW, Level::MIDDLE, Level::HIGH] {
            let walked = levels.iter().map(|element| element.level()).find(|level| *level == key);
            assert_eq!(levels.find(&key).map(|element| element.level()), walked);
        }
        let flags = view.flags().unwrap();
        for key in [false, true] {
            let is_there = flags.iter().any(|element| element.flag() == key);
            assert_eq!(flags.find(&key).map(|element| element.flag()), is_there.then_some(key));
        }
        let cells = view.cells().unwrap();
        let tagged = view.tagged().unwrap();
        for key in 0..100u16 {
            let walked = cells.iter().map(|cell| cell.at()).find(|at| *at == 65535 - key);
            assert_eq!(cells.find(&(65535 - key)).map(|cell| cell.at()), walked);
            let walked = tagged.iter().map(|it| it.tag().number()).find(|number| *number == key.into());
            assert_eq!(tagged.find(&key.into()).map(|it| it.tag().number()), walked);
        }
    }
}

#[test]
fn scalars_are_changed_in_place() {
    use polywire_runtime::view::CheckedInput;
    use polywire_runtime::{Decode, Encode, Limits};
    use types::lookup_codecs::formats::Flatbuffers;
    use types::lookup_codecs::look::views::{flatbuffers, flatbuffers_checked};
    use types::lookup_codecs::look::{Index, Level};
    let limits = Limits::default();
    let mut value = index_of(5);
    let mut message = Encode::<Flatbuffers>::encode(&value, &limits).unwrap();
    let view = flatbuffers::Index::new(&message, &limits).unwrap();
    let first = view.first().unwrap();
    let (count, ratio, on, level) = (view.count_slot(), view.ratio_slot(), view.on_slot(), view.level_slot());
    let (y, at, step) = (first.mark().y_slot(), first.at_slot(), first.steps().slot(1).unwrap());
    let (last, maybe) = (view.values().unwrap().slot(2).unwrap(), view.maybe_slot());
    assert!(view.values().unwrap().slot(3).is_none());
    value.count = -9;
    value.ratio = f64::INFINITY;
    value.on = true;
    value.level = Level::LOW;
    let cell = value.first.as_mut().unwrap();
    (cell.mark.y, cell.at, cell.steps[1]) = (8.25, 65535, -1);
    value.values.as_mut().unwrap()[2] = i16::MIN;
    assert!(count.set(&mut message, -9) && ratio.set(&mut message, f64::INFINITY) && on.set(&mut message, true));
    assert!(level.set(&mut message, Level::LOW) && y.set(&mut message, 8.25) && at.set(&mut message, 65535));
    assert!(step.set(&mut message, -1) && last.set(&mut message, i16::MIN) && !maybe.set(&mut message, 1));
    let read = |message: &[u8]| <Index as Decode<Flatbuffers>>::decode(message, &limits).unwrap();
    assert_eq!(read(&message), read(&Encode::<Flatbuffers>::encode(&value, &limits).unwrap()));

    // A table without fields.
    let mut empty = *b"\x0c\0\0\0LOOK\x04\0\x04\0\x04\0\0\0";
    let view = flatbuffers::Index::new(&empty, &limits).unwrap();
    let (count, on) = (view.count_slot(), view.on_slot());
    assert!(!count.is_stored() && count.set(&mut empty, 7) && !count.set(&mut empty, 8));
    assert!(on.set(&mut empty, true) && !on.set(&mut empty, false));
    let from = CheckedInput::new(&message, &limits);
    let count = flatbuffers_checked::Index::new(&from).unwrap().count_slot().unwrap();
    assert!(count.is_stored() && !count.set(&mut empty, 1) && count.set(&mut message, 1));
    assert_eq!(flatbuffers::Index::new(&message, &limits).unwrap().count(), 1);
}
