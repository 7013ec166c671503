//! The types of `catalog.proto`, for prost and serde at once, as a service would declare them: one value, decoded by
//! one and encoded by the other.

use serde::{Deserialize, Serialize};
use serde_with::{DisplayFromStr, serde_as};

/// The document.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Catalog {
    #[prost(string, tag = "1")]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    #[prost(message, repeated, tag = "2")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<Product>,
}

#[serde_as]
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Product {
    #[prost(uint64, tag = "1")]
    #[serde_as(as = "DisplayFromStr")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub id: u64,
    #[prost(string, tag = "2")]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[prost(enumeration = "Category", tag = "3")]
    #[serde(default, with = "category", skip_serializing_if = "is_default")]
    pub category: i32,
    #[prost(bool, tag = "4")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub available: bool,
    #[prost(message, optional, tag = "5")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supplier: Option<Supplier>,
    #[prost(message, repeated, tag = "6")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    #[prost(double, repeated, tag = "7")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measurements: Vec<f64>,
    #[prost(string, repeated, tag = "8")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    #[prost(string, tag = "9")]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    #[prost(sint64, tag = "10")]
    #[serde_as(as = "DisplayFromStr")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub changed_at: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, prost::Enumeration, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[repr(i32)]
pub enum Category {
    CategoryUnspecified = 0,
    Tools = 1,
    Books = 2,
    Garden = 3,
    Electronics = 4,
}

#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Supplier {
    #[prost(string, tag = "1")]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[prost(string, tag = "2")]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub city: String,
    #[prost(string, tag = "3")]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub country_code: String,
    #[prost(message, optional, tag = "4")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

#[derive(Clone, Copy, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Position {
    #[prost(double, tag = "1")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub latitude: f64,
    #[prost(double, tag = "2")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub longitude: f64,
}

#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Offer {
    #[prost(uint32, tag = "1")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub amount: u32,
    #[prost(double, tag = "2")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub unit_price: f64,
    #[prost(string, tag = "3")]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub currency: String,
    #[prost(float, tag = "4")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub discount: f32,
    #[prost(int32, tag = "5")]
    #[serde(default, skip_serializing_if = "is_default")]
    pub days_to_deliver: i32,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

mod category {
    use super::Category;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

    pub fn serialize<S: Serializer>(number: &i32, serializer: S) -> Result<S::Ok, S::Error> {
        Category::try_from(*number).map_err(ser::Error::custom)?.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
        Ok(Category::deserialize(deserializer)? as i32)
    }
}
