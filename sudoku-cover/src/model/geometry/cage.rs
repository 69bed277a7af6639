//! Cages of killer Sudoku: cells with different digits and a given sum, and the sets of digits with that sum.

use super::{Cell, Values};

/// Cells with different digits and their sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    sum: u32,
    cells: Vec<Cell>,
    /// Sets of digits as bits, bit 1 for digit 1; in ascending order.
    combinations: Vec<u32>,
}

impl Cage {
    /// Returns the cage of these cells, which are in ascending order, or `None` if more than `most` sets of
    /// digits have the sum.
    pub(super) fn new(sum: u32, cells: Vec<Cell>, values: Values, most: usize) -> Option<Cage> {
        let mut combinations = combinations(cells.len(), sum, values, most)?;
        combinations.sort_unstable();
        Some(Cage { sum, cells, combinations })
    }

    /// Returns its sum.
    #[must_use]
    pub fn sum(&self) -> u32 {
        self.sum
    }

    /// Returns its cells in ascending order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the sets of digits that have the sum, each with digit `d` as bit `d`.
    #[must_use]
    pub fn combinations(&self) -> &[u32] {
        &self.combinations
    }

    /// Returns the digits, as bits, that its blank cells may hold if the others hold `placed`; none if no set
    /// contains `placed`.
    pub(crate) fn rest(&self, placed: u32) -> u32 {
        let fitting = self.combinations.iter().filter(|&&set| set & placed == placed);
        fitting.fold(0, |union, set| union | set) & !placed
    }
}

/// Returns all sets of `count` digits with this sum, unless there are more than `most`.
fn combinations(count: usize, sum: u32, values: Values, most: usize) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    // The digits chosen, the number still to choose, their sum, and those that they may be.
    let mut open = vec![(0_u32, count, sum, Some(values))];
    while let Some((set, left, rest, values)) = open.pop() {
        if left == 0 {
            if rest == 0 {
                found.push(set);
            }
            if found.len() > most {
                return None;
            }
            continue;
        }
        let Some(values) = values else { continue };
        for digit in values.digits().map(super::Digit::value) {
            let Some(rest) = rest.checked_sub(u32::from(digit)) else { break };
            // The others are smaller than this one.
            let smaller = digit.checked_sub(1).and_then(|greatest| Values::new(values.least(), greatest));
            let have = smaller.map_or(0, Values::count);
            let (least, highest) = smaller.map_or((0, 0), |smaller| smaller.sums(left - 1));
            if have + 1 >= left && (least..=highest).contains(&rest) {
                open.push((set | 1 << digit, left - 1, rest, smaller));
            }
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_all_sets_with_the_sum() {
        for (least, greatest) in [(1_u8, 1_u8), (0, 3), (1, 4), (1, 5), (0, 5), (1, 6), (0, 8), (1, 9)] {
            let values = Values::new(least, greatest).unwrap();
            for count in 1..=values.count() {
                for sum in 0..=values.sum() {
                    let sets = (0_u32..2 << greatest).filter(|set| set & !values.bits() == 0);
                    let total = |set: u32| {
                        (0..=u32::from(greatest)).filter(|digit| set >> digit & 1 == 1).sum::<u32>()
                    };
                    let expected: Vec<u32> =
                        sets.filter(|set| set.count_ones() as usize == count && total(*set) == sum).collect();
                    let mut found = combinations(count, sum, values, 1000).unwrap();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{count} digits of {values} with sum {sum}");
                    let (least, most) = values.sums(count);
                    assert_eq!(expected.is_empty(), !(least..=most).contains(&sum));
                }
            }
        }
        assert_eq!(combinations(12, 156, Values::of_side(25), 100), None);
    }
}
