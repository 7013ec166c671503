//! MessagePack: rmp-serde, with structs as maps.

use crate::Judge;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::de::{DeserializeOwned, Error as _, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::error::Error;
use std::marker::PhantomData;

pub fn judge(ty: &str) -> Option<Box<dyn Judge>> {
    Some(match ty {
        "trade.Account" => Rmp::<Account>::boxed(),
        "corner.Sparse" => Rmp::<Sparse>::boxed(),
        "corner.Tree" => Rmp::<Tree>::boxed(),
        "corner.Maps" => Rmp::<Maps>::boxed(),
        _ => return None,
    })
}

struct Rmp<T>(PhantomData<T>);

impl<T: Serialize + DeserializeOwned + 'static> Rmp<T> {
    fn boxed() -> Box<dyn Judge> {
        Box::new(Self(PhantomData))
    }
}

impl<T: Serialize + DeserializeOwned> Judge for Rmp<T> {
    fn read(&self, message: &[u8]) -> Result<String, Box<dyn Error>> {
        Ok(serde_json::to_string(&rmp_serde::from_slice::<T>(message)?)?)
    }

    fn write(&self, value: &str) -> Result<Vec<u8>, Box<dyn Error>> {
        Ok(rmp_serde::to_vec_named(&serde_json::from_str::<T>(value)?)?)
    }
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Account {
    id: i32,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    wallet: Option<Balance>,
    orders: Vec<Order>,
}

#[derive(Serialize, Deserialize)]
struct Balance {
    currency: String,
    amount: f64,
}

#[derive(Serialize, Deserialize)]
struct Order {
    id: i32,
    symbol: String,
    side: u32,
    r#type: u32,
    price: f64,
    volume: f64,
}

#[derive(Serialize, Deserialize)]
struct Sparse {
    a: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    c: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    t: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    u: Option<bool>,
}

#[derive(Serialize, Deserialize)]
struct Tree {
    #[serde(default)]
    children: BTreeMap<String, Tree>,
    #[serde(default)]
    levels: BTreeMap<i32, i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaf: Option<i32>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Maps {
    by_bool: BTreeMap<bool, i32>,
    by_i32: BTreeMap<i32, String>,
    by_u32: BTreeMap<u32, f64>,
    by_i64: BTreeMap<i64, Blob>,
    by_u64: BTreeMap<u64, i32>,
    by_text: BTreeMap<String, Point>,
    counts: BTreeMap<String, i64>,
}

#[derive(Serialize, Deserialize)]
struct Point {
    x: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default)]
    more: Vec<i32>,
}

/// Bytes, which are base64 in JSON.
struct Blob(Vec<u8>);

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.serialize_str(&BASE64_STANDARD.encode(&self.0)),
            false => serializer.serialize_bytes(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.is_human_readable() {
            true => {
                let text = String::deserialize(deserializer)?;
                BASE64_STANDARD.decode(text).map(Self).map_err(D::Error::custom)
            }
            false => deserializer.deserialize_byte_buf(OfBytes),
        }
    }
}

struct OfBytes;

impl Visitor<'_> for OfBytes {
    type Value = Blob;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Blob, E> {
        Ok(Blob(bytes.to_vec()))
    }
}
