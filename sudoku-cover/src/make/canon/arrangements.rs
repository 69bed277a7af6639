//! The orders of lines that keep the lines of each band together. They are listed in the order of a tree, so
//! orders with the same beginning are adjacent.

use crate::model::geometry::MAX_SIDE;

/// The greatest number of orders of columns for which canonical forms are computed. The classic board has
/// 1,296, that of side 12 with boxes of 3x4 has 82,944, a Latin square of side 8 has 40,320.
pub const MOST_ARRANGEMENTS: u64 = 100_000;

#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    side: usize,
    /// All orders, one after another.
    lines: Vec<u8>,
    /// By length of a beginning, the number of orders that share it.
    alike: Vec<usize>,
}

/// Returns the number of orders, for bands of `size` lines.
pub(super) fn count(side: usize, size: usize) -> u64 {
    let factorial =
        |number: usize| (1..=number).fold(1_u64, |product, factor| product.saturating_mul(factor as u64));
    let bands = side / size;
    (0..bands).fold(factorial(bands), |product, _| product.saturating_mul(factorial(size)))
}

impl Arrangements {
    /// Returns all orders, or `None` if there are more than [`MOST_ARRANGEMENTS`].
    pub(super) fn new(side: usize, size: usize) -> Option<Self> {
        if count(side, size) > MOST_ARRANGEMENTS {
            return None;
        }
        // Beginnings of orders; each round makes them one line longer.
        let mut beginnings: Vec<Vec<u8>> = vec![Vec::new()];
        let mut counts = vec![1];
        for done in 0..side {
            let mut longer = Vec::new();
            for beginning in &beginnings {
                let is_used = |line: usize| beginning.iter().any(|&used| usize::from(used) == line);
                let band = beginning.last().map_or(0, |&last| usize::from(last) / size);
                let begins_band = done % size == 0;
                for line in 0..side {
                    let is_in_place = begins_band || line / size == band;
                    if is_in_place && !is_used(line) {
                        let mut next = beginning.clone();
                        next.extend(u8::try_from(line));
                        longer.push(next);
                    }
                }
            }
            beginnings = longer;
            counts.push(beginnings.len());
        }
        let all = beginnings.len();
        debug_assert!(side <= MAX_SIDE);
        Some(Self {
            side,
            lines: beginnings.concat(),
            alike: counts.iter().map(|count| all / count).collect(),
        })
    }

    pub(super) fn count(&self) -> u64 {
        (self.lines.len() / self.side) as u64
    }

    /// Returns the order with this number.
    pub(super) fn at(&self, number: usize) -> Option<&[u8]> {
        self.lines.get(number * self.side..(number + 1) * self.side)
    }

    /// Returns the number of the first order that differs from this one at this position or before.
    pub(super) fn after(&self, number: usize, place: usize) -> usize {
        let alike = self.alike[place + 1];
        (number / alike + 1) * alike
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_distinct_keep_bands_together_and_are_as_many_as_said() {
        for (side, size, expected) in
            [(4, 2, 8), (6, 3, 72), (6, 2, 48), (9, 3, 1296), (5, 1, 120), (1, 1, 1)]
        {
            let orders = Arrangements::new(side, size).unwrap();
            assert_eq!((orders.count(), count(side, size)), (expected, expected));
            let mut all: Vec<Vec<u8>> =
                (0..).map_while(|number| orders.at(number)).map(<[u8]>::to_vec).collect();
            assert!(all.iter().all(|order| order.chunks(size).all(|band| {
                band.iter().all(|line| usize::from(*line) / size == usize::from(band[0]) / size)
            })));
            all.sort();
            all.dedup();
            assert_eq!(all.len() as u64, expected);
        }
    }

    #[test]
    fn the_order_after_a_place_is_the_next_that_differs_there() {
        let orders = Arrangements::new(6, 3).unwrap();
        for number in 0..72 {
            for place in 0..6 {
                let own = orders.at(number).unwrap();
                let next = (number + 1..72).find(|&next| orders.at(next).unwrap()[..=place] != own[..=place]);
                assert_eq!(orders.after(number, place), next.unwrap_or(72));
            }
        }
    }
}
