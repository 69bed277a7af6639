//! The rules that are the only ones of their form.

use super::row::{Words, kinds};

/// A row of this family.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) words: Words,
}

kinds! {
    /// A rule that is the only one of its form.
    Figure: Row {
        /// [Regions](super::Rule::Regions) in place of the boxes.
        Regions = Row {
            words: Words::new("regions", "Jigsaw", "regions of any shape in place of the boxes hold every digit")
                .drawn_as(&["jigsaw", "regions"]).elsewhere("", "Jigsaw"),
        };
        /// The [digits](super::Rule::Values) of the board.
        Values = Row {
            words: Words::new(
                "values", "Digits of the board",
                "cells hold the digits named, and houses hold each at most once",
            ),
        };
        /// Overlapping [grids](super::Rule::Grids).
        Grids = Row {
            words: Words::new(
                "grids", "Overlapping grids",
                "each of several grids, which have cells in common, has its rows, columns and boxes",
            ).aliases(&["samurai"]).drawn_as(&["samurai"]),
        };
        /// A [cage](super::Rule::Killer) of different digits with a sum.
        Killer = Row {
            words: Words::new("killer", "Killer cages", "a cage has different digits with the sum in its corner")
                .aliases(&["cage"]).elsewhere("killercage", "Cage"),
        };
        /// A [sum](super::Rule::Sum) of digits.
        Sum = Row {
            words: Words::new("sum", "Sums", "the marked cells have the sum in their corner").elsewhere("", "Sum"),
        };
        /// An [arrow](super::Rule::Arrow) with a circle.
        Arrow = Row {
            words: Words::new("arrow", "Arrows", "the digit in a circle is the sum of the digits on its arrow")
                .elsewhere("arrow", "Arrow"),
        };
        /// [Digits](super::Rule::Quadruple) around a corner.
        Quadruple = Row {
            words: Words::new("quad", "Quadruples", "the digits in a circle are in the four cells around it")
                .elsewhere("quadruple", "Quad"),
        };
        /// Two [groups](super::Rule::Clone) of equal digits.
        Clone = Row {
            words: Words::new("clone", "Clones", "groups of the same shape have the same digits")
                .elsewhere("clone", ""),
        };
        /// The sum of a [diagonal](super::Rule::LittleKiller).
        LittleKiller = Row {
            words: Words::new("little-killer", "Little killer", "a diagonal has the sum at its arrow")
                .elsewhere("littlekillersum", "LittleKiller"),
        };
    }
}
