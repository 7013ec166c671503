/// Splits a name into words: at `_`, `-` and `.`, between a lower-case and an upper-case letter, and before the last
/// upper-case letter of an acronym. The words keep the case of their letters.
pub fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = vec![String::new()];
    for (index, &ch) in chars.iter().enumerate() {
        if matches!(ch, '_' | '-' | '.') {
            words.push(String::new());
            continue;
        }
        let after_lower = index > 0 && (chars[index - 1].is_lowercase() || chars[index - 1].is_ascii_digit());
        let ends_acronym = index > 0
            && chars[index - 1].is_uppercase()
            && chars.get(index + 1).is_some_and(|next| next.is_lowercase());
        if ch.is_uppercase() && (after_lower || ends_acronym) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(ch);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn lowercase_words(name: &str) -> Vec<String> {
    words(name).iter().map(|word| word.to_lowercase()).collect()
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// `HTTPServerId` → `http_server_id`.
pub fn snake_case(name: &str) -> String {
    lowercase_words(name).join("_")
}

/// `http_server_id` → `HTTP_SERVER_ID`.
pub fn screaming_snake_case(name: &str) -> String {
    snake_case(name).to_uppercase()
}

/// `http_server_id` → `HttpServerId`.
pub fn pascal_case(name: &str) -> String {
    lowercase_words(name).iter().map(|word| capitalised(word)).collect()
}

/// `http_server_id` → `httpServerId`.
pub fn camel_case(name: &str) -> String {
    let words = lowercase_words(name);
    let head = words.first().cloned().unwrap_or_default();
    words.iter().skip(1).fold(head, |name, word| name + &capitalised(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_case() {
        assert_eq!(words("HTTPServerId"), ["HTTP", "Server", "Id"]);
        assert_eq!(words("SIDE_BUY.x2Y"), ["SIDE", "BUY", "x2", "Y"]);
    }

    #[test]
    fn cases_of_names() {
        for (name, snake, pascal, camel) in [
            ("HTTPServerId", "http_server_id", "HttpServerId", "httpServerId"),
            ("birth_day", "birth_day", "BirthDay", "birthDay"),
            ("x", "x", "X", "x"),
            ("__odd__name", "odd_name", "OddName", "oddName"),
        ] {
            assert_eq!(snake_case(name), snake);
            assert_eq!(pascal_case(name), pascal);
            assert_eq!(camel_case(name), camel);
            assert_eq!(screaming_snake_case(name), snake.to_uppercase());
        }
    }
}
