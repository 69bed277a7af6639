//! The known name that is nearest to an unknown one.

/// Limits on the number of names, on the length of a name in characters, and on the number of compared pairs
/// of characters, because each comparison takes time in the product of two lengths.
const LOOKED_AT: usize = 100_000;
const LONGEST: usize = 64;
const COMPARED: usize = 1 << 22;

/// Returns the nearest name, if it is near: one typing error away, or two in names of five or more
/// characters, and fewer than the name has characters. Returns `None` for a name of more than 64 characters.
/// Takes time linear in the length of the names, plus a bounded time.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    let length = name.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let most = if length >= 5 { 2 } else { length.saturating_sub(1).min(1) };
    names
        .take(LOOKED_AT)
        .filter(|known| known.chars().count().abs_diff(length) <= most)
        .take(COMPARED / (length * length).max(1))
        .map(|known| (strsim::damerau_levenshtein(name, known), known))
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known.to_owned())
}

/// Returns the question that follows an unknown name in a message, if a known one is near.
pub(crate) fn hint(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
