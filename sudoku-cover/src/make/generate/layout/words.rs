//! Layouts in words, for people who choose one.

use super::Layout;

impl Layout {
    /// Returns the name of the rule for people, such as `Thermometers`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.words().0
    }

    /// Returns what the rule requires, as a sentence without a full stop, such as `digits increase from the bulb of a
    /// thermometer`.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        self.words().1
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Layout::Jigsaw => ("Jigsaw", "regions of any shape in place of the boxes hold every digit"),
            Layout::Killer => ("Killer cages", "a cage has different digits with the sum in its corner"),
            Layout::Sum => ("Sums", "the marked cells have the sum in their corner"),
            Layout::Different => ("Different digits", "the marked cells have different digits"),
            Layout::Thermo => ("Thermometers", "digits increase from the bulb of a thermometer"),
            Layout::SlowThermo => {
                ("Slow thermometers", "digits do not decrease from the bulb of a thermometer")
            }
            Layout::Arrow => ("Arrows", "the digit in a circle is the sum of the digits on its arrow"),
            Layout::DoubleArrow => {
                ("Double arrows", "the ends of a line have the sum of the digits between them")
            }
            Layout::Whisper => ("Whispers", "neighbors on a line differ by half of the side or more"),
            Layout::Renban => ("Renban", "a line has different digits without a gap, in any order"),
            Layout::Palindrome => ("Palindromes", "a line reads the same from both ends"),
            Layout::Zipper => {
                ("Zippers", "cells at the same distance from the center of a line have the same sum")
            }
            Layout::RegionSum => ("Region sums", "the parts of a line in each box have the same sum"),
            Layout::Between => ("Between lines", "the digits on a line are between those of its ends"),
            Layout::Lockout => ("Lockout lines", "no digit on a line is among or between those of its ends"),
            Layout::Entropic => {
                ("Entropic lines", "three neighbors on a line have a low, a middle and a high digit")
            }
            Layout::Modular => {
                ("Modular lines", "three neighbors on a line have different remainders of division by 3")
            }
            Layout::White => ("White dots", "the digits beside a white dot differ by 1"),
            Layout::Black => ("Black dots", "one digit beside a black dot is the double of the other"),
            Layout::Xv => ("XV", "the digits beside an X come to 10, and those beside a V to 5"),
            Layout::Greater => ("Greater than", "the sign between two cells points at the smaller digit"),
            Layout::Quad => ("Quadruples", "the digits in a circle are in the four cells around it"),
            Layout::Clone => ("Clones", "groups of the same shape have the same digits"),
            Layout::LittleKiller => ("Little killer", "a diagonal has the sum at its arrow"),
            Layout::Sandwich => (
                "Sandwiches",
                "the digits between the least and the greatest of a row or column have the sum beside it",
            ),
            Layout::XSum => (
                "X-sums",
                "the first digits, as many as the first one says, have the sum beside their row or column",
            ),
            Layout::Skyscraper => (
                "Skyscrapers",
                "as many digits as the number beside their row or column says are greater than all before them",
            ),
            Layout::NumberedRoom => (
                "Numbered rooms",
                "the digit at the place that the first one says is beside its row or column",
            ),
            Layout::Even => ("Even cells", "the marked cells are even"),
            Layout::Odd => ("Odd cells", "the marked cells are odd"),
            Layout::Minimum => ("Minima", "the marked cells are less than the cells beside them"),
            Layout::Maximum => ("Maxima", "the marked cells are greater than the cells beside them"),
            Layout::Equality => (
                "Equality cages",
                "a cage has different digits, as many even as odd ones, and as many low as high ones",
            ),
            Layout::CountingCircles => {
                ("Counting circles", "each digit in a circle is as often in circles as it says")
            }
            Layout::RowIndexer => {
                ("Row indexers", "the marked cells say where in their columns the number of their row is")
            }
            Layout::ColumnIndexer => {
                ("Column indexers", "the marked cells say where in their rows the number of their column is")
            }
            Layout::BoxIndexer => {
                ("Box indexers", "the marked cells say where in their boxes the number of their place is")
            }
        }
    }
}
