//! Cages of killer Sudoku: cells with different digits and a given sum, and the sets of digits with that sum.

use super::Cell;

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
    pub(super) fn new(sum: u32, cells: Vec<Cell>, side: usize, most: usize) -> Option<Cage> {
        let mut combinations = combinations(cells.len(), sum, side, most)?;
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

/// Returns the least and the greatest sum of `count` different digits of a board.
pub(super) fn sums(count: usize, side: usize) -> (u32, u32) {
    let total =
        |digits: std::ops::RangeInclusive<usize>| digits.filter_map(|digit| u32::try_from(digit).ok()).sum();
    (total(1..=count), total(side + 1 - count.min(side)..=side))
}

/// Returns all sets of `count` digits with this sum, unless there are more than `most`.
fn combinations(count: usize, sum: u32, side: usize, most: usize) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    // The digits chosen, the number still to choose, their sum, and the greatest that they may be.
    let mut open = vec![(0_u32, count, sum, side)];
    while let Some((set, left, rest, largest)) = open.pop() {
        if left == 0 {
            if rest == 0 {
                found.push(set);
            }
            if found.len() > most {
                return None;
            }
            continue;
        }
        for digit in left..=largest {
            let Some(rest) = u32::try_from(digit).ok().and_then(|digit| rest.checked_sub(digit)) else {
                break;
            };
            // The others are smaller than this one.
            let (least, _) = sums(left - 1, side);
            let (_, highest) = sums(left - 1, digit - 1);
            if (least..=highest).contains(&rest) {
                open.push((set | 1 << digit, left - 1, rest, digit - 1));
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
        for side in [1_u32, 4, 6, 9] {
            for count in 1..=side {
                for sum in 0..=side * (side + 1) / 2 {
                    let sets = (0_u32..1 << side).map(|set| set << 1);
                    let total = |set: u32| (1..=side).filter(|digit| set >> digit & 1 == 1).sum::<u32>();
                    let expected: Vec<u32> =
                        sets.filter(|set| set.count_ones() == count && total(*set) == sum).collect();
                    let (side, count) = (side as usize, count as usize);
                    let mut found = combinations(count, sum, side, 1000).unwrap();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{count} digits up to {side} with sum {sum}");
                    let (least, most) = sums(count, side);
                    assert_eq!(expected.is_empty(), !(least..=most).contains(&sum));
                }
            }
        }
        assert_eq!(combinations(12, 156, 25, 100), None);
    }
}
