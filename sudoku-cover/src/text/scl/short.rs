//! The text in which `SudokuPad` shortens JSON.

use serde_json::Value;

/// Returns the JSON that was shortened: names without quotes, single quotes in place of double ones, `t` and
/// `f` for true and false, nothing for an empty object, and colors without quotes and `#`, of which `#0` is black and `#F` white.
pub(super) fn lengthened(text: &str) -> String {
    let mut json = String::with_capacity(2 * text.len());
    let mut rest = text.chars().peekable();
    let is_single = text.find(['"', '\'']).is_none_or(|place| text[place..].starts_with('\''));
    // The last character outside of strings.
    let mut before = ' ';
    while let Some(character) = rest.next() {
        match character {
            '\'' | '"' if is_single == (character == '\'') => {
                json.push('"');
                while let Some(inside) = rest.next() {
                    match inside {
                        '\\' => match rest.next() {
                            Some('\'') if is_single => json.push('\''),
                            Some(escaped) => json.extend(['\\', escaped]),
                            None => {}
                        },
                        _ if inside == character => break,
                        '"' => json.push_str("\\\""),
                        inside => json.push(inside),
                    }
                }
                json.push('"');
            }
            ',' | ']' | '}' if ",[".contains(before) && !(before == '[' && character == ']') => {
                json.push_str("{}");
                json.push(character);
            }
            '{' | '}' | '[' | ']' | ',' | ':' => json.push(character),
            _ if character.is_whitespace() => continue,
            _ => {
                let mut word = String::from(character);
                while let Some(next) = rest.next_if(|next| !"{}[],:'\"".contains(*next)) {
                    word.push(next);
                }
                let word = word.trim_end();
                let is_value = word.parse::<f64>().is_ok() || ["true", "false", "null"].contains(&word);
                let is_color = word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
                match word {
                    "t" if before == ':' => json.push_str("true"),
                    "f" if before == ':' => json.push_str("false"),
                    "#0" if before == ':' => json.push_str("\"#000000\""),
                    "#F" if before == ':' => json.push_str("\"#FFFFFF\""),
                    color if is_color && before == ':' => json.push_str(&format!("\"#{color}\"")),
                    word if is_value && rest.peek() != Some(&':') => json.push_str(word),
                    word => json.push_str(&Value::from(word).to_string()),
                }
            }
        }
        before = character;
    }
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_text_is_lengthened() {
        let short =
            "{cs:50,ce:[[,{v:3},,{v:12}],[,,,]],l:[{c:#0,th:1.5,d:t,e:f,c1:001122,c2:#F}],n:'it\\'s \"so\"'}";
        let value: Value = serde_json::from_str(&lengthened(short)).unwrap();
        assert_eq!(value["ce"][0][1]["v"], 3);
        assert_eq!(value["ce"][0].as_array().unwrap().len(), 4);
        assert_eq!(value["ce"][1].as_array().unwrap().len(), 4);
        assert_eq!((&value["l"][0]["d"], &value["l"][0]["e"]), (&Value::Bool(true), &Value::Bool(false)));
        assert_eq!((&value["l"][0]["c"], &value["l"][0]["c2"]), (&"#000000".into(), &"#FFFFFF".into()));
        assert_eq!(value["l"][0]["c1"], "#001122");
        assert_eq!(value["n"], "it's \"so\"");
    }
}
