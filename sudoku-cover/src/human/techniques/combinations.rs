//! Choices of some sets whose union is small: the search behind subsets and fish.

use crate::human::candidates::count;
use crate::work::Work;

/// The greatest number of sets in a choice.
const MOST: usize = 7;

/// Calls the function with each choice of `size` sets whose union has at most `most` bits, and with that
/// union, until it returns true. Returns true if it did. Choices are in lexicographic order. Each call is a
/// step of work.
///
/// # Complexity
/// At most the number of choices; the bound on the union cuts nearly all of them short.
pub(super) fn choose(
    work: &Work<'_, '_>,
    masks: &[u32],
    size: usize,
    most: usize,
    is_taken: &mut impl FnMut(&[usize], u32) -> bool,
) -> bool {
    if size == 0 || size > MOST || masks.len() < size || work.is_over() {
        return false;
    }
    let mut chosen = [0; MOST];
    let mut unions = [0; MOST + 1];
    let mut level = 0;
    loop {
        let set = chosen[level];
        // Enough sets must be left for the levels below.
        if set + (size - level) > masks.len() {
            if level == 0 {
                return false;
            }
            level -= 1;
            chosen[level] += 1;
            continue;
        }
        let union = unions[level] | masks[set];
        if count(union) > most {
            chosen[level] += 1;
        } else if level + 1 == size {
            if work.is_over() {
                return false;
            }
            if is_taken(&chosen[..size], union) {
                return true;
            }
            chosen[level] += 1;
        } else {
            unions[level + 1] = union;
            chosen[level + 1] = set + 1;
            level += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use dlx_core::Limits;

    use super::*;

    #[test]
    fn all_small_unions_are_shown_in_order_and_no_others() {
        let masks = [0b0011, 0b0110, 0b0101, 0b1000, 0b0001];
        for size in 1..=4 {
            for most in 1..=4 {
                let mut found = Vec::new();
                let mut limits = Limits::none();
                choose(&Work::new(&mut limits), &masks, size, most, &mut |chosen, union| {
                    assert_eq!(union, chosen.iter().fold(0, |union, &set| union | masks[set]));
                    found.push(chosen.to_vec());
                    false
                });
                let mut expected: Vec<Vec<usize>> = (0_u32..32)
                    .map(|subset| (0..5).filter(|set| subset >> set & 1 == 1).collect::<Vec<usize>>())
                    .filter(|sets| sets.len() == size)
                    .filter(|sets| count(sets.iter().fold(0, |union, &set| union | masks[set])) <= most)
                    .collect();
                expected.sort();
                assert_eq!(found, expected, "{size} {most}");
            }
        }
    }
}
