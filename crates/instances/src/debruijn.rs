//! De Bruijn cycles: cyclic sequences of m^n letters in which each of the m^n words of n letters occurs once.

use dlx_core::{Mention, Problem};

use crate::geometry::{Geometry, Picture};
use crate::numerals::numeral;
use crate::{InstanceError, Published, check_range, count_of, primaries, secondaries};

/// Returns the problem of finding the de Bruijn cycles for words of `length` letters over an alphabet of
/// `letters` letters.
///
/// The primary items are the positions `p0`.. at which a word begins and the words `t0`.., whose numbers are
/// their values in base `letters`; the secondary items `x0`.. are the letters at the positions, and the color
/// of such an item is the letter. An option puts a word at a position. Word 0 is at position 0, so that each
/// cycle is one cover.
///
/// # Errors
/// If `letters` is not within 2 to 36, `length` is 0, or there are more than 1024 words.
pub fn problem(letters: usize, length: usize) -> Result<Problem, InstanceError> {
    check_range("the number of letters", letters, 2, 36)?;
    check_range("the length of the words", length, 1, 10)?;
    let words = word_count(letters, length);
    check_range("the number of words", words, 2, 1024)?;
    let mut builder = Problem::builder();
    let starts = primaries(&mut builder, (0..words).map(|place| format!("p{place}")))?;
    let names = primaries(&mut builder, (0..words).map(|word| format!("t{word}")))?;
    let shown = secondaries(&mut builder, (0..words).map(|place| format!("x{place}")))?;
    let digits: Vec<String> = (0..letters).map(|letter| numeral(letter, letters)).collect();
    for (place, &start) in starts.iter().enumerate() {
        for (word, &name) in names.iter().enumerate() {
            if (place == 0) != (word == 0) {
                continue;
            }
            let mut rest = words;
            let colors = (0..length).map(|at| {
                rest /= letters;
                (shown[(place + at) % words], digits[word / rest % letters].as_str())
            });
            let mut mentions: Vec<Mention<'_>> = vec![start.into(), name.into()];
            mentions.extend(colors.map(Mention::from));
            builder.add_option(mentions)?;
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the letters in one row.
#[must_use]
pub fn geometry(letters: usize, length: usize) -> Geometry {
    Geometry::known(Picture::Table, [1, 1, word_count(letters, length)], "cell=x<column>")
}

fn word_count(letters: usize, length: usize) -> usize {
    // A saturated value is out of range, so `problem` returns an error.
    u32::try_from(length).map_or(usize::MAX, |length| letters.saturating_pow(length))
}

/// Returns the number of cycles: (m!)^(m^(n-1)) / m^n for m letters and words of length n; `None` if it
/// exceeds 128 bits.
#[must_use]
pub fn published(letters: usize, length: usize) -> Option<Published> {
    if letters == 0 {
        return None;
    }
    let factorial =
        (1..=letters).try_fold(1, |product: u128, factor| product.checked_mul(count_of(factor)))?;
    let suffixes = letters.checked_pow(u32::try_from(length.checked_sub(1)?).ok()?)?;
    let power = factorial.checked_pow(u32::try_from(suffixes).ok()?)?;
    let count = power / count_of(suffixes.checked_mul(letters)?);
    Some(Published { count, source: "(m!)^(m^(n-1)) / m^n, van Aardenne-Ehrenfest and de Bruijn 1951" })
}
