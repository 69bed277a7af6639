//! The word that was perhaps meant.

/// The one of these words that is most like the one that was found, if any is.
pub(crate) fn nearest<'w>(found: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    /// Below this, words have little in common.
    const LIKE: f64 = 0.8;
    /// Longer words, in bytes, are not compared: that takes time in the product of two lengths.
    const LONGEST: usize = 256;
    if found.len() > LONGEST {
        return None;
    }
    let likeness = |word: &'w str| (strsim::jaro_winkler(found, word), word);
    let (like, word) = words.map(likeness).max_by(|one, other| one.0.total_cmp(&other.0))?;
    (like >= LIKE).then_some(word)
}
