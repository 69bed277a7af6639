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
            words: Words {
                word: "regions",
                drawn_as: &["jigsaw", "regions"],
                title: "Jigsaw",
                requires: "regions of any shape in place of the boxes hold every digit",
                iss: "Jigsaw",
                ..Words::NONE
            },
        };
        /// A [cage](super::Rule::Killer) of different digits with a sum.
        Killer = Row {
            words: Words {
                word: "killer",
                aliases: &["cage"],
                title: "Killer cages",
                requires: "a cage has different digits with the sum in its corner",
                fpuzzles: "killercage",
                iss: "Cage",
                ..Words::NONE
            },
        };
        /// A [sum](super::Rule::Sum) of digits.
        Sum = Row {
            words: Words {
                word: "sum",
                title: "Sums",
                requires: "the marked cells have the sum in their corner",
                iss: "Sum",
                ..Words::NONE
            },
        };
        /// An [arrow](super::Rule::Arrow) with a circle.
        Arrow = Row {
            words: Words {
                word: "arrow",
                title: "Arrows",
                requires: "the digit in a circle is the sum of the digits on its arrow",
                fpuzzles: "arrow",
                iss: "Arrow",
                ..Words::NONE
            },
        };
        /// [Digits](super::Rule::Quadruple) around a corner.
        Quadruple = Row {
            words: Words {
                word: "quad",
                title: "Quadruples",
                requires: "the digits in a circle are in the four cells around it",
                fpuzzles: "quadruple",
                iss: "Quad",
                ..Words::NONE
            },
        };
        /// Two [groups](super::Rule::Clone) of equal digits.
        Clone = Row {
            words: Words {
                word: "clone",
                title: "Clones",
                requires: "groups of the same shape have the same digits",
                fpuzzles: "clone",
                ..Words::NONE
            },
        };
        /// The sum of a [diagonal](super::Rule::LittleKiller).
        LittleKiller = Row {
            words: Words {
                word: "little-killer",
                title: "Little killer",
                requires: "a diagonal has the sum at its arrow",
                fpuzzles: "littlekillersum",
                iss: "LittleKiller",
                ..Words::NONE
            },
        };
    }
}
