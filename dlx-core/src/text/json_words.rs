//! The errors of the JSON parser in the words of this crate: `expected X, found Y`.

/// Returns the message of an error of `serde_json` in the form `expected X, found Y`, without the place at its
/// end.
///
/// ```
/// use dlx_core::inner::json_words;
///
/// let words = json_words("invalid type: string \"a\", expected u64 at line 1 column 3");
/// assert_eq!(words, "expected a whole number, 0 or more, found the text \"a\"");
/// assert_eq!(json_words("missing field `items` at line 7 column 1"), "expected the field `items`, found none");
/// ```
#[must_use]
pub fn json_words(message: &str) -> String {
    let words = match message.rfind(" at line ") {
        Some(place) if is_place(&message[place..]) => &message[..place],
        _ => message,
    };
    for kind in ["invalid type: ", "invalid value: "] {
        if let Some(rest) = words.strip_prefix(kind) {
            let (found, expected) = rest.rsplit_once(", expected ").unwrap_or((rest, "another value"));
            return format!("expected {}, found {}", type_expected(expected), type_found(found));
        }
    }
    for kind in ["unknown field ", "unknown variant "] {
        if let Some((found, expected)) =
            words.strip_prefix(kind).and_then(|rest| rest.split_once(", expected "))
        {
            return format!("expected {expected}, found {found}");
        }
    }
    if let Some(field) = words.strip_prefix("missing field ") {
        return format!("expected the field {field}, found none");
    }
    if let Some(field) = words.strip_prefix("duplicate field ") {
        return format!("expected the field {field} once, found it twice");
    }
    let plain = match words {
        "trailing characters" => "expected the end of the text, found more",
        "expected value" | "expected ident" => "expected a JSON value, found other text",
        "key must be a string" => "expected a name in quotes, found other text",
        "trailing comma" => "expected a value after the comma, found none",
        "recursion limit exceeded" => "expected at most 127 levels of lists and objects, found more",
        "number out of range" | "invalid number" => "expected a number, found another form",
        "invalid unicode code point" => "expected text in UTF-8, found other bytes",
        "invalid escape" | "unexpected end of hex escape" => {
            "expected text as JSON writes it, found an unknown escape"
        }
        _ if words.starts_with("lone ") => "expected text as JSON writes it, found half a character",
        _ if words.starts_with("control character") => {
            "expected text as JSON writes it, found a control character"
        }
        _ if words.starts_with("EOF while parsing") => "expected more JSON, found the end of the text",
        _ if words.starts_with("expected ") && !words.contains("found ") => {
            return format!("{words}, found other text");
        }
        _ => words,
    };
    plain.to_owned()
}

/// Whether a text is ` at line 1 column 2`.
fn is_place(text: &str) -> bool {
    let numbers = text.strip_prefix(" at line ").and_then(|rest| rest.split_once(" column "));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(line, column)| is_number(line) && is_number(column))
}

/// Returns a type that is expected, in words of JSON.
fn type_expected(words: &str) -> String {
    let plain = match words {
        "u64" | "usize" => "a whole number, 0 or more",
        "i64" | "i32" => "a whole number",
        "u32" => return format!("a whole number up to {}", u32::MAX),
        "u16" => return format!("a whole number up to {}", u16::MAX),
        "u8" => return format!("a whole number up to {}", u8::MAX),
        "f64" | "f32" => "a number",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" => "text in quotes",
        "a sequence" => "a list",
        "a map" => "an object",
        _ if words.starts_with("struct ") => "an object",
        _ => words,
    };
    plain.to_owned()
}

/// Returns what was found, in words of JSON.
fn type_found(words: &str) -> String {
    let value = |kind| words.strip_prefix(kind).map(|rest: &str| rest.trim_matches('`').to_owned());
    match words {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "unit value" | "Option value" => "null".to_owned(),
        "floating point" => "a number that is not whole or too large".to_owned(),
        _ => value("string ")
            .map(|text| format!("the text {text}"))
            .or_else(|| ["integer ", "floating point ", "boolean "].into_iter().find_map(value))
            .unwrap_or_else(|| words.to_owned()),
    }
}
