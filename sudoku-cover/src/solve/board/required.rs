//! Cells that see all places where a requirement may hold a digit that it has in any case.

use super::cell::{CellNumber, Kept};

/// The greatest number of places of a requirement, which are bits.
const MOST_PLACES: usize = 32;

/// The cells that see two or more places of a requirement, each with these places as bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Vec<(CellNumber, u32)>);

impl Seen {
    pub(super) fn new(cells: &[CellNumber], peers: &[Vec<CellNumber>]) -> Self {
        if cells.len() > MOST_PLACES {
            return Self::default();
        }
        let mut seen = vec![0; peers.len()];
        for (place, &cell) in cells.iter().enumerate() {
            for &peer in &peers[usize::from(cell)] {
                seen[usize::from(peer)] |= 1 << place;
            }
        }
        let seen = (0..).zip(seen).filter(|(_, places): &(CellNumber, u32)| places.count_ones() > 1);
        Self(seen.collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends the candidates that remain in cells that see all places of a required digit. `places` are the candidates of
    /// the places.
    pub(super) fn exclude(
        &self,
        required: u32,
        places: &(impl Iterator<Item = u32> + Clone),
        kept: &mut Vec<Kept>,
    ) {
        if self.is_empty() {
            return;
        }
        // What one place alone has, its peers lose anyway.
        let (mut once, mut twice) = (0, 0);
        for digits in places.clone() {
            twice |= once & digits;
            once |= digits;
        }
        let mut left = required & twice;
        while left != 0 {
            let digit = left & left.wrapping_neg();
            left ^= digit;
            let holding = (0..).zip(places.clone()).filter(|(_, digits)| digits & digit != 0);
            let holding = holding.fold(0_u32, |all, (place, _): (u32, u32)| all | 1 << place);
            let seeing = self.0.iter().filter(|(_, seen)| holding & !seen == 0);
            kept.extend(seeing.map(|&(cell, _)| (cell, !digit)));
        }
    }
}
