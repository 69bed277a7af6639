//! The known name that is spelled most like an unknown one.

/// Limits on the number of names, on the length of a name in characters, and on the number of compared pairs
/// of characters, because each comparison takes time in the product of two lengths.
const LOOKED_AT: usize = 100_000;
const LONGEST: usize = 64;
const COMPARED: usize = 1 << 22;

/// Returns the name that is spelled most like a word, or `None` if none is similar; the first one in a tie.
///
/// A third of the characters may be mistyped, at least one, but not all. Two exchanged neighbors are one mistake.
///
/// ```
/// use dlx_core::inner::nearest;
///
/// assert_eq!(nearest("slove", ["count", "solve"]), Some("solve"));
/// assert_eq!(nearest("list", ["count", "solve"]), None);
/// ```
///
/// # Complexity
/// Linear in the length of the names, plus a bounded time. Returns `None` for a word of more than 64 characters.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = word.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let most = (length / 3).max(1).min(length.saturating_sub(1));
    names
        .into_iter()
        .take(LOOKED_AT)
        .filter(|name| name.chars().count().abs_diff(length) <= most)
        .take(COMPARED / (length * length).max(1))
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Returns the question that follows an unknown name in a message, if a known one is near.
///
/// ```
/// use dlx_core::inner::suggestion;
///
/// assert_eq!(suggestion(Some("solve")), "; did you mean `solve`?");
/// assert_eq!(suggestion(None), "");
/// ```
pub fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
