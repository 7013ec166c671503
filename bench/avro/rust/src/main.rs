//! Accounts of the trade model, written and read by generated Rust and by apache-avro, in turn. The argument is the schema.

mod generated {
    include!(concat!(env!("GENERATED"), "/mod.rs"));
}

use apache_avro::Schema;
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use generated::{formats, trade};
use polywire_runtime::{Buffer, Decode, Encode, Limits};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Account {
    id: i32,
    name: String,
    wallet: Balance,
    orders: Vec<Order>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Balance {
    currency: String,
    amount: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Order {
    id: i32,
    symbol: String,
    side: Side,
    r#type: Type,
    price: f64,
    volume: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Buy,
    Sell,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Type {
    Market,
    Limit,
    Stop,
}

/// An operation with a name.
type Operation<'a> = (&'a str, Box<dyn FnMut() + 'a>);

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("the argument is the schema")?;
    let schema = Schema::parse_str(&std::fs::read_to_string(path)?)?;
    let writer = GenericDatumWriter::builder(&schema).build()?;
    let reader = GenericDatumReader::builder(&schema).build()?;
    let (ours, theirs, limits) = (our_sample(), their_sample(), Limits::default());
    let message = Encode::<formats::Avro>::encode(&ours, &limits)?;
    let same: trade::Account = Decode::<formats::Avro>::decode(&writer.write_ser_to_vec(&theirs)?, &limits)?;
    assert_eq!(same, ours);
    assert_eq!(reader.read_deser::<Account>(&mut message.as_slice())?, theirs);
    let (mut buffer, mut value, mut written) = (Buffer::new(), trade::Account::default(), Vec::new());
    let encode = || {
        Encode::<formats::Avro>::fill(&ours, &mut buffer, &limits).expect("a message");
        black_box(buffer.as_slice());
    };
    let decode = || {
        Decode::<formats::Avro>::read(&mut value, black_box(&message), &limits).expect("a value");
        black_box(&value);
    };
    let encode_theirs = || {
        written.clear();
        writer.write_ser(&mut written, &theirs).expect("a message");
        black_box(&written);
    };
    let decode_theirs = || {
        let value = reader.read_deser::<Account>(&mut black_box(message.as_slice()));
        black_box(value.expect("a value"));
    };
    measure(vec![
        ("generated Rust/encode", Box::new(encode)),
        ("generated Rust/decode", Box::new(decode)),
        ("apache-avro/encode", Box::new(encode_theirs)),
        ("apache-avro/decode", Box::new(decode_theirs)),
    ]);
    Ok(())
}

/// The message of the published comparison of serializers.
fn our_sample() -> trade::Account {
    let order =
        |id, side, r#type, price, volume| trade::Order { id, symbol: "EURUSD".into(), side, r#type, price, volume };
    trade::Account {
        id: 1,
        name: "Test".into(),
        wallet: trade::Balance { currency: "USD".into(), amount: 1000.0 },
        orders: vec![
            order(1, trade::Side::Buy, trade::Type::Market, 1.23456, 1000.0),
            order(2, trade::Side::Sell, trade::Type::Limit, 1.0, 100.0),
            order(3, trade::Side::Buy, trade::Type::Stop, 1.5, 10.0),
        ],
    }
}

fn their_sample() -> Account {
    let order = |id, side, r#type, price, volume| Order { id, symbol: "EURUSD".into(), side, r#type, price, volume };
    Account {
        id: 1,
        name: "Test".into(),
        wallet: Balance { currency: "USD".into(), amount: 1000.0 },
        orders: vec![
            order(1, Side::Buy, Type::Market, 1.23456, 1000.0),
            order(2, Side::Sell, Type::Limit, 1.0, 100.0),
            order(3, Side::Buy, Type::Stop, 1.5, 10.0),
        ],
    }
}

/// Prints medians of interleaved repetitions.
fn measure(mut operations: Vec<Operation<'_>>) {
    const REPETITIONS: usize = 41;
    const ROUNDS: u32 = 2000;
    let mut times = vec![Vec::new(); operations.len()];
    for _ in 0..REPETITIONS {
        for ((_, run), times) in operations.iter_mut().zip(&mut times) {
            let start = Instant::now();
            (0..ROUNDS).for_each(|_| run());
            times.push(start.elapsed().as_nanos() as f64 / f64::from(ROUNDS));
        }
    }
    for ((name, _), times) in operations.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        println!("{name:24} {:8.1} ns", times[REPETITIONS / 2]);
    }
}
