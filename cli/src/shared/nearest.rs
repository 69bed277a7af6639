//! Suggestions for mistyped words.

/// Returns the word most similar to `found`, if any is similar enough.
pub(crate) fn nearest<'w>(found: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    /// Minimum similarity (Jaro-Winkler) of a suggestion.
    const LIKE: f64 = 0.8;
    /// Maximum length of compared words in bytes: comparison takes time in the product of the lengths.
    const LONGEST: usize = 256;
    if found.len() > LONGEST {
        return None;
    }
    let likeness = |word: &'w str| (strsim::jaro_winkler(found, word), word);
    let (like, word) = words.map(likeness).max_by(|one, other| one.0.total_cmp(&other.0))?;
    (like >= LIKE).then_some(word)
}
