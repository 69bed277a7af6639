//! All kinds of rules, and their words.

use std::fmt;
use std::str::FromStr;

use dlx_core::inner::{nearest, suggestion};

use super::board::Variant;
use super::cages::CageKind;
use super::cells::CellsKind;
use super::figures::Figure;
use super::lines::LineKind;
use super::outside::OutsideKind;
use super::pairs::PairKind;
use super::row::Words;
use crate::model::unexpected::plain;

/// The words of all open rules.
static OPEN: Words =
    Words::new("own", "Own rules", "digits meet a condition that the setter of the puzzle wrote");

/// A kind of rule, which people choose by a word, such as `thermo`: a rule of the whole board, or one whose cells are
/// drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RuleKind {
    /// A rule without cells of its own.
    Whole(Variant),
    /// A rule that is the only one of its form.
    Figure(Figure),
    /// A rule for the cells of a cage, with a number.
    Cage(CageKind),
    /// A rule for the cells of a line. Where its cells are drawn, its number is the usual one of the board's side.
    Line(LineKind),
    /// A mark between two cells.
    Pair(PairKind),
    /// A clue outside of the board.
    Outside(OutsideKind),
    /// A rule for a set of cells.
    Cells(CellsKind),
    /// A condition that a setter wrote, which is not chosen by a word.
    Open,
}

impl RuleKind {
    /// Returns all kinds that can be chosen, those of the whole board first.
    pub fn all() -> impl Iterator<Item = RuleKind> {
        // Both letters between cells are drawn together, and chosen as one kind.
        let is_chosen = |kind: &RuleKind| match kind {
            RuleKind::Pair(pair) => !pair.row().drawn.is_empty(),
            // The digits of a board are named.
            other => *other != RuleKind::Figure(Figure::Values),
        };
        RuleKind::each().filter(is_chosen)
    }

    /// Returns all kinds whose cells can be drawn.
    pub fn drawn() -> impl Iterator<Item = RuleKind> {
        RuleKind::all().filter(|kind| kind.is_drawn())
    }

    /// Returns true if rules of this kind have cells, which can be drawn at random.
    #[must_use]
    pub const fn is_drawn(self) -> bool {
        !matches!(
            self,
            RuleKind::Whole(_)
                | RuleKind::Figure(Figure::Values | Figure::Grids)
                | RuleKind::Cells(CellsKind::Blocked | CellsKind::Straights)
                | RuleKind::Open
        )
    }

    /// Returns all kinds, each of the marks X and V too.
    pub(crate) fn each() -> impl Iterator<Item = RuleKind> {
        let kinds = Variant::ALL.into_iter().map(RuleKind::Whole);
        let kinds = kinds.chain(Figure::ALL.into_iter().map(RuleKind::Figure));
        let kinds = kinds.chain(CageKind::ALL.into_iter().map(RuleKind::Cage));
        let kinds = kinds.chain(LineKind::ALL.into_iter().map(RuleKind::Line));
        let kinds = kinds.chain(PairKind::ALL.into_iter().map(RuleKind::Pair));
        let kinds = kinds.chain(OutsideKind::ALL.into_iter().map(RuleKind::Outside));
        kinds.chain(CellsKind::ALL.into_iter().map(RuleKind::Cells))
    }

    pub(crate) fn words(self) -> &'static Words {
        match self {
            RuleKind::Whole(kind) => &kind.row().words,
            RuleKind::Figure(kind) => &kind.row().words,
            RuleKind::Cage(kind) => &kind.row().words,
            RuleKind::Line(kind) => &kind.row().words,
            RuleKind::Pair(kind) => &kind.row().words,
            RuleKind::Outside(kind) => &kind.row().words,
            RuleKind::Cells(kind) => &kind.row().words,
            RuleKind::Open => &OPEN,
        }
    }

    /// Returns the word by which it is chosen, such as `thermo`: the first word of its rules, `jigsaw` for regions, and
    /// `xv` for the marks X and V.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words().chosen_as().next().unwrap_or_default()
    }

    /// Returns the first words of the lines of its rules: two for the marks X and V, which are chosen as one kind.
    #[must_use]
    pub fn words_of_lines(self) -> Vec<&'static str> {
        match self {
            RuleKind::Pair(kind) => kind.row().drawn.iter().map(|kind| kind.row().words.word).collect(),
            other => vec![other.words().word],
        }
    }

    /// Returns the usual number after the word on boards of side 9, if the kind has one.
    #[must_use]
    pub const fn number(self) -> Option<u8> {
        match self {
            RuleKind::Line(kind) => kind.number(),
            _ => None,
        }
    }

    /// Returns its name for people, such as `Thermometers`.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.words().title
    }

    /// Returns what it requires, as a sentence without a full stop, such as `digits increase from the bulb of a
    /// thermometer`.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        self.words().requires
    }
}

/// A first word of a line of text, and the kind of rule that it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beginning {
    pub(super) spelling: &'static str,
    /// The usual word in its place.
    pub(super) name: &'static str,
    pub(super) kind: RuleKind,
    /// True if a number follows the word, as the kind of cells or marks has one.
    pub(super) takes_number: bool,
}

/// Returns all first words of lines of text.
pub(super) fn beginnings() -> impl Iterator<Item = Beginning> {
    RuleKind::each().flat_map(|kind| {
        let Words { word, aliases, .. } = *kind.words();
        let (takes_number, numbered) = match kind {
            RuleKind::Line(line) => (line.number().is_some(), ""),
            RuleKind::Pair(pair) => (false, pair.row().numbered),
            _ => (false, ""),
        };
        let own = [word].into_iter().chain(aliases.iter().copied());
        let own = own.map(move |spelling| Beginning { spelling, name: word, kind, takes_number });
        let numbered = Some(numbered).filter(|numbered| !numbered.is_empty());
        let numbered = numbered.map(|name| Beginning { spelling: name, name, kind, takes_number: true });
        own.chain(numbered)
    })
}

/// Returns the beginning with this word, if there is one: the first one, as `x` also begins a mark.
pub(super) fn beginning(word: &str) -> Option<Beginning> {
    let word = plain(word);
    beginnings().find(|known| plain(known.spelling) == word)
}

/// Returns the name of a rule, or another word, that is spelled most like a word, if one is like it.
pub(super) fn nearest_name(word: &str, others: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let spellings = beginnings().map(|known| known.spelling).chain(others);
    let nearest = nearest(&word.to_lowercase(), spellings)?;
    Some(beginning(nearest).map_or(nearest, |known| known.name))
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that names no kind of rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant `{found}`{}", suggestion(*nearest))]
pub struct UnknownRuleKind {
    /// The word.
    pub found: String,
    /// The name nearest to it, if one is near.
    pub nearest: Option<&'static str>,
}

impl FromStr for RuleKind {
    type Err = UnknownRuleKind;

    fn from_str(word: &str) -> Result<RuleKind, UnknownRuleKind> {
        let wanted = plain(word.trim());
        let is_named = |kind: &RuleKind| kind.words().chosen_as().any(|name| plain(name) == wanted);
        RuleKind::all().find(is_named).ok_or_else(|| UnknownRuleKind {
            found: word.trim().to_owned(),
            nearest: nearest(&word.trim().to_lowercase(), RuleKind::all().map(RuleKind::name)),
        })
    }
}
