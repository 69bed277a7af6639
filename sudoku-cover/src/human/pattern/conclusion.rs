//! What a step places and eliminates, as patterns write it.

use std::fmt;

use smallvec::SmallVec;

use super::notation::{write_eliminations, write_placements};
use super::reason::{Role, Say, Teller, all, any, in_words, say, tell, verb};
use crate::human::technique::Technique;
use crate::model::geometry::{Candidate, Cell, Digit};

/// The technique of a step and what it concludes. Displayed as `r5c5 is 7`, or `r1c1 and r1c2 cannot be 4 or 6; r2c5
/// cannot be 4`.
pub(crate) struct Conclusion<'a> {
    pub(crate) technique: Technique,
    pub(crate) placements: &'a [Candidate],
    pub(crate) eliminations: &'a [Candidate],
}

/// Cells that lose the same digits, and these digits.
type Loss = (SmallVec<[Cell; 8]>, SmallVec<[Digit; 4]>);

impl Conclusion<'_> {
    /// Writes the conclusion in HoDoKu's notation.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_placements(f, self.placements)?;
        write_eliminations(f, self.eliminations)
    }

    /// Returns the eliminated digits in ascending order.
    pub(super) fn lost_digits(&self) -> SmallVec<[Digit; 4]> {
        let mut digits: SmallVec<[Digit; 4]> = self.eliminations.iter().map(|lost| lost.digit).collect();
        digits.sort_unstable();
        digits.dedup();
        digits
    }

    /// Returns the cells that lose candidates, in ascending order.
    pub(super) fn losers(&self) -> SmallVec<[Cell; 8]> {
        let mut cells: SmallVec<[Cell; 8]> = self.eliminations.iter().map(|lost| lost.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Returns the eliminations, digits that leave the same cells together.
    fn losses(&self) -> Vec<Loss> {
        let mut losses: Vec<Loss> = Vec::new();
        for digit in self.lost_digits() {
            let mut cells: SmallVec<[Cell; 8]> =
                self.eliminations.iter().filter(|lost| lost.digit == digit).map(|lost| lost.cell).collect();
            cells.sort_unstable();
            match losses.iter_mut().find(|(same, _)| *same == cells) {
                Some((_, digits)) => digits.push(digit),
                None => losses.push((cells, [digit].into_iter().collect())),
            }
        }
        losses
    }

    /// Remembers that the sentence speaks of the conclusion.
    fn speak(&self, to: &mut Teller) {
        for (role, candidates) in [(Role::Holds, self.placements), (Role::Excluded, self.eliminations)] {
            for part in candidates {
                to.speak(role, &[part.cell], &[part.digit]);
            }
        }
    }

    /// Tells that the cells which lose candidates see others: `r3c5 sees both and cannot be 9`.
    pub(super) fn tell_seeing(&self, seen: impl Say, to: &mut Teller) {
        let (cells, digits) = (self.losers(), self.lost_digits());
        if let [digit] = digits[..] {
            let sees = verb(cells.len(), " sees ", " each see ");
            self.speak(to);
            tell!(to, all(&cells), sees, seen, " and cannot be ", digit);
        } else {
            tell!(to, "Cells that see ", seen, " cannot hold the same digit: ", self);
        }
    }
}

impl Say for Conclusion<'_> {
    fn say(&self, to: &mut Teller) {
        self.speak(to);
        for (place, Candidate { cell, digit }) in self.placements.iter().enumerate() {
            say!(to, if place > 0 { " and " } else { "" }, cell, " is ", digit);
        }
        for (place, (cells, digits)) in self.losses().iter().enumerate() {
            say!(to, if place > 0 { "; " } else { "" }, all(cells), " cannot be ", any(digits));
        }
    }
}

impl fmt::Display for Conclusion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_words(self))
    }
}
