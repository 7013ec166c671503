//! generate BYTES: writes a `catalog.Catalog` of about this many bytes in ProtoJSON to the standard output, always the
//! same.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use std::error::Error;
use std::io::Write;
use transcode::{Catalog, Category, Offer, Position, Product, Supplier};

const WORDS: &[&str] = &[
    "hammer",
    "compact",
    "blue",
    "for",
    "the",
    "garden",
    "robust",
    "with",
    "\"quick\"",
    "handle",
    "and",
    "steel",
    "größe",
    "lámpara",
    "電池",
    "set",
    "of",
    "three",
    "light",
    "new",
    "line\nbreak",
    "a",
    "in",
    "box",
    "C:\\tools",
];

fn main() -> Result<(), Box<dyn Error>> {
    let size: usize = std::env::args().nth(1).ok_or("usage: generate BYTES")?.parse()?;
    let mut random = SmallRng::seed_from_u64(47);
    let mut catalog = Catalog { title: "Everything".to_owned(), products: Vec::new() };
    let mut written = 0;
    while written < size {
        let product = product(&mut random, catalog.products.len() as u64);
        written += serde_json::to_vec(&product)?.len() + 1;
        catalog.products.push(product);
    }
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    serde_json::to_writer(&mut output, &catalog)?;
    Ok(output.flush()?)
}

fn product(random: &mut SmallRng, index: u64) -> Product {
    let categories = [Category::Tools, Category::Books, Category::Garden, Category::Electronics];
    Product {
        id: 4_000_000_000_000 + index * 17,
        name: text(random, 2, 5),
        category: categories[random.random_range(0..categories.len())] as i32,
        available: random.random_bool(0.8),
        supplier: random.random_bool(0.9).then(|| supplier(random)),
        offers: (0..random.random_range(0..5)).map(|_| offer(random)).collect(),
        measurements: (0..random.random_range(0..8)).map(|_| random.random_range(-1000.0..1000.0)).collect(),
        labels: (0..random.random_range(0..4)).map(|_| text(random, 1, 2)).collect(),
        description: text(random, 5, 60),
        changed_at: random.random_range(-2_000_000_000_000..2_000_000_000_000),
    }
}

fn supplier(random: &mut SmallRng) -> Supplier {
    let position =
        Position { latitude: random.random_range(-90.0..90.0), longitude: random.random_range(-180.0..180.0) };
    Supplier {
        name: text(random, 1, 3),
        city: text(random, 1, 2),
        country_code: "FI".to_owned(),
        position: random.random_bool(0.7).then_some(position),
    }
}

fn offer(random: &mut SmallRng) -> Offer {
    Offer {
        amount: random.random_range(1..500),
        unit_price: f64::from(random.random_range(1..1_000_000)) / 100.0,
        currency: "EUR".to_owned(),
        discount: f32::from(random.random_range(0u8..50)) / 100.0,
        days_to_deliver: random.random_range(-3..30),
    }
}

fn text(random: &mut SmallRng, least: usize, most: usize) -> String {
    let words = (0..random.random_range(least..=most)).filter_map(|_| WORDS.choose(random).copied());
    words.collect::<Vec<_>>().join(" ")
}
