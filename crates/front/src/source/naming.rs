use polywire_model::{camel_case, pascal_case, screaming_snake_case, snake_case};

/// How a style guide names declarations.
pub struct Naming {
    /// Structs, enums and services.
    pub types: Case,
    /// Fields.
    pub members: Case,
    /// Constants.
    pub constants: Case,
    /// The cases of unions.
    pub cases: Case,
    /// The values of enums.
    pub enum_values: Case,
    /// The methods of services.
    pub methods: Case,
    /// The names of enum values begin with that of the enum, because they share one scope.
    pub prefixed_enum_values: bool,
    /// The end of the name of the value 0 of an enum.
    pub zero_value: Option<&'static str>,
}

/// How the words of a name are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// `OrderBook`
    Pascal,
    /// `orderBook`
    Camel,
    /// `order_book`
    Snake,
    /// `ORDER_BOOK`
    ScreamingSnake,
}

impl Case {
    /// Returns an example.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Pascal => "PascalCase",
            Self::Camel => "camelCase",
            Self::Snake => "lower_snake_case",
            Self::ScreamingSnake => "UPPER_SNAKE_CASE",
        }
    }

    /// Returns true if a name is in this case. Acronyms may be written in capital letters.
    pub fn fits(self, name: &str) -> bool {
        let joined = |is_letter: fn(char) -> bool| {
            name.split('_').all(|word| !word.is_empty() && word.chars().all(|it| is_letter(it) || it.is_ascii_digit()))
        };
        let begins = |is_first: fn(&char) -> bool| {
            name.starts_with(|it: char| is_first(&it)) && name.chars().all(|it| it.is_ascii_alphanumeric())
        };
        match self {
            Self::Pascal => begins(char::is_ascii_uppercase),
            Self::Camel => begins(char::is_ascii_lowercase),
            Self::Snake => joined(|it| it.is_ascii_lowercase()),
            Self::ScreamingSnake => joined(|it| it.is_ascii_uppercase()),
        }
    }

    /// Returns the name in this case.
    pub fn of(self, name: &str) -> String {
        match self {
            Self::Pascal => pascal_case(name),
            Self::Camel => camel_case(name),
            Self::Snake => snake_case(name),
            Self::ScreamingSnake => screaming_snake_case(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Case;

    #[test]
    fn names_fit_their_case() {
        for (case, good, bad) in [
            (Case::Pascal, &["Order", "HTTPServer", "V2"][..], &["order", "Order_Book", "2D", ""][..]),
            (Case::Camel, &["order", "orderBook2"], &["Order", "order_book"]),
            (Case::Snake, &["order", "order_book", "aes256_gcm"], &["orderBook", "_order", "order__book", "order_"]),
            (Case::ScreamingSnake, &["SIDE_BUY", "AES256GCM"], &["Side", "SIDE__BUY", "SIDE_buy"]),
        ] {
            good.iter().for_each(|name| assert!(case.fits(name), "{name}"));
            bad.iter().for_each(|name| assert!(!case.fits(name), "{name}"));
        }
    }
}
