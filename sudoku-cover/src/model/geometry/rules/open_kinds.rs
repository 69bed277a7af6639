//! The kinds of open rules, by their first words.

use super::row::{Words, kinds};

/// A row of this family.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) words: Words,
    /// True if the generator finds such rules on a full grid. The regions of rules about them are no part of it.
    pub(crate) is_drawn: bool,
}

impl Row {
    const fn new(words: Words) -> Row {
        Row { words, is_drawn: true }
    }
}

kinds! {
    /// A kind of [open rule](super::Open).
    OpenKind: Row {
        /// Digits next to each other in a list meet a condition.
        Pairs = Row::new(Words::new("pairs", "Conditions on neighbors", "neighbors on a line meet a condition"));
        /// Any two digits of a list meet a condition.
        AllPairs = Row::new(Words::new("all-pairs", "Conditions on pairs", "any two digits of a set meet a condition"));
        /// Digits at a distance meet a condition.
        Moves = Row::new(Words::new("moves", "Conditions on moves", "digits some steps apart meet a condition"));
        /// A sum, with factors, meets a condition.
        Sum = Row::new(
            Words::new("sum", "Conditions on sums", "the sum of some digits meets a condition")
                .drawn_as(&["sum-condition"]),
        );
        /// A product meets a condition.
        Product = Row::new(
            Words::new("product", "Conditions on products", "the product of some digits meets a condition"),
        );
        /// The number of some digits meets a condition.
        Count = Row::new(
            Words::new("count", "Conditions on counts", "the number of digits of a kind meets a condition"),
        );
        /// The digits of a list match a regular expression.
        Regex = Row::new(
            Words::new("regex", "Regular expressions", "the digits of a line match a regular expression"),
        );
        /// An automaton accepts the digits of a list.
        Automaton = Row::new(Words::new("automaton", "Automata", "an automaton accepts the digits of a line"));
        /// At least one of several rules holds.
        Any = Row::new(Words::new("any", "Alternatives", "at least one of several rules holds"));
        /// Several rules hold.
        All = Row::new(Words::new("all", "Rules together", "all of several rules hold"));
        /// A rule does not hold.
        Not = Row::new(Words::new("not", "Rules that do not hold", "a rule does not hold"));
        /// The cells with some digits are connected.
        Connected = Row::new(Words::new("connected", "Connected digits", "the cells with some digits are connected"));
        /// The number of cells of a list in a region to be found.
        RegionCount = Row {
            is_drawn: false,
            ..Row::new(
                Words::new("region-count", "Cells in a region", "a digit says how many cells are in a region to be found"),
            )
        };
        /// The number of cells along arms in a region to be found.
        RegionRun = Row {
            is_drawn: false,
            ..Row::new(Words::new(
                "region-run", "Runs in a region", "a digit says how many cells in a row are in a region to be found",
            ))
        };
    }
}
