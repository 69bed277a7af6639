//! Short names for numbers and cells, such as `p0f`: each number is one character if 36 characters are
//! enough.

/// Returns the name of a number below `end`: a digit or a letter if `end` is at most 36, otherwise decimal.
pub(crate) fn numeral(number: usize, end: usize) -> String {
    match digit(number) {
        Some(digit) if end <= 36 => digit.to_string(),
        _ => number.to_string(),
    }
}

/// Returns the names of several numbers, each below its end: `3b` if all are single characters, otherwise
/// `3,11`.
pub(crate) fn numerals<const N: usize>(numbers: [usize; N], ends: [usize; N]) -> String {
    if ends.iter().all(|&end| end <= 36) {
        numbers.into_iter().filter_map(digit).collect()
    } else {
        numbers.map(|number| number.to_string()).join(",")
    }
}

/// Returns the pattern that matches such names in a geometry, with these fields for the numbers.
pub(crate) fn pattern<const N: usize>(fields: [&str; N], ends: [usize; N]) -> String {
    fields.join(if ends.iter().all(|&end| end <= 36) { "" } else { "," })
}

/// Returns the name of a cell: `3b` for row 3 and column 11, `03b` if there are several layers. Both are layers, rows and
/// columns.
pub(crate) fn cell_name(cell: [usize; 3], sizes: [usize; 3]) -> String {
    if sizes[0] == 1 { numerals([cell[1], cell[2]], [sizes[1], sizes[2]]) } else { numerals(cell, sizes) }
}

/// Returns the pattern that matches the names of cells in a geometry.
pub(crate) fn cell_pattern(sizes: [usize; 3]) -> String {
    if sizes[0] == 1 {
        pattern(["<row>", "<column>"], [sizes[1], sizes[2]])
    } else {
        pattern(["<layer>", "<row>", "<column>"], sizes)
    }
}

fn digit(number: usize) -> Option<char> {
    char::from_digit(u32::try_from(number).ok()?, 36)
}

/// Returns `0..n` from the middle outward, the best order for placing queens (TAOCP calls it the organ-pipe
/// order).
pub(crate) fn outward(n: usize) -> impl Iterator<Item = usize> {
    let middle = n / 2;
    let pairs = (0..=middle).flat_map(move |away| [middle + away, middle - away]);
    // The first pair contains the middle twice, and the last pair may exceed the end.
    pairs.skip(1).filter(move |&number| number < n)
}
