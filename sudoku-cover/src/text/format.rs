//! What the row of a format says of it. A row is part of the [`Form`](super::form::Form) of the format, which reads and writes
//! it; the list of all formats is in the [module](super).

use std::fmt;
use std::str::FromStr;

use super::Format;
use crate::model::unexpected::Unexpected;

/// What a format can hold besides given digits and details.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Digits that were placed rather than given.
    Placed,
    /// Candidates: those of the puzzle, or those that are left.
    Candidates,
    /// The candidates of the puzzle alone: those that are left are notes there.
    Allowed,
    /// Notes, colors of cells, drawings and fog, as far as the format has them.
    Decoration,
    /// Rules of a variant, as far as the format has words for them.
    Rules,
    /// Other digits than 1 to the side.
    Values,
    /// Cells that are no part of the board, as `#`.
    Gaps,
}

/// The row of a format.
pub(super) struct About {
    /// The word for it.
    pub(super) name: &'static str,
    /// The least and the greatest side of a grid.
    pub(super) sides: [usize; 2],
    /// True if a record has several lines, so that a blank line separates records.
    pub(super) is_block: bool,
    pub(super) holds: &'static [Part],
    /// What it is, as a help text says.
    pub(super) words: &'static str,
    /// The endings of files, and other places, where it is found.
    pub(super) files: &'static str,
}

macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident = $($form:ident)::+,)*) => {
        /// A format of puzzles.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$doc])* $format,)*
        }

        impl Format {
            /// All formats.
            pub const ALL: [Format; [$(Format::$format),*].len()] = [$(Format::$format),*];

            const ABOUT: [About; Format::ALL.len()] = [$($($form)::+::ABOUT),*];
        }

        /// The forms of all formats.
        const FORMS: Forms = &[$(&$($form)::+),*];
    };
}
pub(super) use formats;

impl Format {
    const fn about(self) -> &'static About {
        &Format::ABOUT[self as usize]
    }

    /// Returns the word for the format, such as `hodoku` or `729`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.about().name
    }

    /// Returns what the format is in words, as a help text says it, in lines of at most 100 characters.
    #[must_use]
    pub const fn words(self) -> &'static str {
        self.about().words
    }

    /// Returns the endings of files, and other places, where the format is found, such as `` `.csv`, `.tsv` ``.
    #[must_use]
    pub const fn files(self) -> &'static str {
        self.about().files
    }

    /// Returns the least and the greatest side of a grid in the format.
    #[must_use]
    pub const fn sides(self) -> [usize; 2] {
        self.about().sides
    }

    /// Returns true if the format holds the candidates that are left.
    #[must_use]
    pub fn has_candidates(self) -> bool {
        self.holds(Part::Candidates)
    }

    /// Returns true if the format holds notes, colors of cells, drawings and fog, as far as it has them.
    #[must_use]
    pub fn has_decoration(self) -> bool {
        self.holds(Part::Decoration)
    }

    /// Returns true if the format holds rules of a variant, as far as it has words for them.
    #[must_use]
    pub fn has_rules(self) -> bool {
        self.holds(Part::Rules)
    }

    /// Returns the shortest format that holds placed digits and candidates of grids of this side.
    #[must_use]
    pub const fn of_states(side: usize) -> Format {
        let [least, most] = Format::Hodoku.sides();
        if least <= side && side <= most { Format::Hodoku } else { Format::Json }
    }

    pub(super) fn holds(self, part: Part) -> bool {
        self.about().holds.contains(&part)
    }

    /// Returns true if a record has several lines, so that a blank line separates records.
    pub(super) const fn is_block(self) -> bool {
        self.about().is_block
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = Unexpected;

    fn from_str(word: &str) -> Result<Format, Unexpected> {
        let found = Format::ALL.into_iter().find(|format| format.name() == word);
        let names = || format!("one of {}", Format::ALL.map(Format::name).join(", "));
        found.ok_or_else(|| Unexpected::text(names(), word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_name() {
        for (place, format) in Format::ALL.into_iter().enumerate() {
            assert_eq!(format as usize, place);
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert!("xls".parse::<Format>().unwrap_err().to_string().contains("pm, 729, poj"));
    }
}
