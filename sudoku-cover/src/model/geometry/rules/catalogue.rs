//! All kinds of rules, and their words.

use std::fmt;
use std::str::FromStr;

use dlx_core::inner::{nearest, suggestion};

use super::Rule;
use super::board::Variant;
use super::cages::CageKind;
use super::cells::CellsKind;
use super::figures::Figure;
use super::grids::Grids;
use super::lines::LineKind;
use super::open_kinds::OpenKind;
use super::outside::OutsideKind;
use super::pairs::PairKind;
use super::row::Words;
use crate::model::unexpected::plain;

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
    /// A condition that a setter wrote, or that is drawn at random.
    Open(OpenKind),
}

impl RuleKind {
    /// Returns all kinds that can be chosen, those of the whole board first.
    pub fn all() -> impl Iterator<Item = RuleKind> {
        // Both letters between cells are drawn together, and chosen as one kind.
        let is_chosen = |kind: &RuleKind| match kind {
            RuleKind::Pair(pair) => !pair.row().drawn.is_empty(),
            _ => true,
        };
        RuleKind::each().filter(is_chosen).chain(OpenKind::ALL.into_iter().map(RuleKind::Open))
    }

    /// Returns the rule for which the name alone stands; `None` if rules of this kind have cells, digits or a condition, which
    /// [`Generator::with_drawn`](crate::Generator::with_drawn) draws at random.
    #[must_use]
    pub fn rule(self) -> Option<Rule> {
        match self {
            RuleKind::Whole(variant) => Some(Rule::Variant(variant)),
            RuleKind::Figure(Figure::Grids) => Some(Rule::Grids(Grids::samurai())),
            RuleKind::Cells(kind) if kind.may_be_empty() => Some(Rule::Cells { kind, cells: Vec::new() }),
            _ => None,
        }
    }

    /// Returns true if the generator decides something of a board with the rule: the cells, digits or condition of the rule, or
    /// the digits or blocked cells without which it requires nothing.
    #[must_use]
    pub fn is_drawn(self) -> bool {
        match self {
            RuleKind::Whole(variant) => variant.row().digits.is_some(),
            RuleKind::Open(kind) => kind.row().is_drawn,
            other => !matches!(other, RuleKind::Figure(Figure::Grids)),
        }
    }

    /// Returns all kinds whose rules are drawn on any board with rows and columns: lines, cages, marks and others with cells.
    pub fn with_cells() -> impl Iterator<Item = RuleKind> {
        let is_of_board = |kind: &RuleKind| {
            matches!(
                kind,
                RuleKind::Whole(_)
                    | RuleKind::Figure(Figure::Values | Figure::Grids)
                    | RuleKind::Cells(CellsKind::Blocked | CellsKind::Straights)
                    | RuleKind::Open(_)
            )
        };
        RuleKind::all().filter(move |kind| !is_of_board(kind))
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
            RuleKind::Open(kind) => &kind.row().words,
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

/// Puzzles that have a name of their own, and the kinds of rules that make them.
const PUZZLES: [(&str, &[RuleKind]); 3] = [
    ("futoshiki", &[RuleKind::Whole(Variant::NoBoxes), RuleKind::Pair(PairKind::Greater)]),
    (
        "kenken",
        &[
            RuleKind::Whole(Variant::NoBoxes),
            RuleKind::Figure(Figure::Sum),
            RuleKind::Cage(CageKind::Product),
            RuleKind::Cage(CageKind::Difference),
            RuleKind::Cage(CageKind::Quotient),
        ],
    ),
    (
        "kakuro",
        &[
            RuleKind::Whole(Variant::NoBoxes),
            RuleKind::Whole(Variant::NoRowsColumns),
            RuleKind::Cells(CellsKind::Blocked),
            RuleKind::Figure(Figure::Killer),
        ],
    ),
];

/// The kinds of rules of a puzzle, read from their names, such as `thermo-killer`: names joined by hyphens or commas, of
/// rules or of the puzzles `futoshiki`, `kenken` and `kakuro`. A name that has hyphens of its own, such as `anti-knight`,
/// is read as one.
///
/// ```
/// use sudoku_cover::RuleTheme;
///
/// let theme: RuleTheme = "anti-knight-thermo".parse()?;
/// assert_eq!(theme.kinds().iter().map(|kind| kind.name()).collect::<Vec<_>>(), ["anti-knight", "thermo"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTheme {
    kinds: Vec<RuleKind>,
}

impl RuleTheme {
    /// Returns the names of puzzles that stand for several kinds of rules.
    pub fn puzzles() -> impl Iterator<Item = &'static str> {
        PUZZLES.into_iter().map(|(name, _)| name)
    }

    /// Returns the theme of these kinds.
    #[must_use]
    pub fn of(kinds: &[RuleKind]) -> RuleTheme {
        let mut theme = RuleTheme::default();
        theme.add(kinds);
        theme
    }

    /// Returns the kinds, each once, in the order in which they are named.
    #[must_use]
    pub fn kinds(&self) -> &[RuleKind] {
        &self.kinds
    }

    fn add(&mut self, kinds: &[RuleKind]) {
        for kind in kinds {
            if !self.kinds.contains(kind) {
                self.kinds.push(*kind);
            }
        }
    }
}

impl FromStr for RuleTheme {
    type Err = UnknownRuleKind;

    fn from_str(text: &str) -> Result<RuleTheme, UnknownRuleKind> {
        let mut theme = RuleTheme::default();
        for name in text.split(',') {
            named(name.trim(), &mut theme)?;
        }
        Ok(theme)
    }
}

/// Adds the kinds that a name, or several joined by hyphens, stand for: first the longest name that begins the text, such as
/// `x-sum` before `x`, and so on with what follows.
fn named(text: &str, theme: &mut RuleTheme) -> Result<(), UnknownRuleKind> {
    let mut rest = text;
    loop {
        let mut ends = [rest.len()].into_iter().chain(rest.rmatch_indices('-').map(|(at, _)| at));
        let known = ends.find_map(|end| Some((end, kinds_of(&rest[..end])?)));
        let Some((end, kinds)) = known else { return rest.parse::<RuleKind>().map(|_| ()) };
        theme.add(&kinds);
        match rest[end..].strip_prefix('-') {
            Some(after) => rest = after,
            None => return Ok(()),
        }
    }
}

/// Returns the kinds for which a single name stands.
fn kinds_of(name: &str) -> Option<Vec<RuleKind>> {
    let puzzle = PUZZLES.into_iter().find(|(puzzle, _)| plain(puzzle) == plain(name));
    puzzle.map(|(_, kinds)| kinds.to_vec()).or_else(|| Some(vec![name.parse().ok()?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<String, String> {
        let theme: RuleTheme = text.parse().map_err(|error: UnknownRuleKind| error.to_string())?;
        Ok(theme.kinds().iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn themes_are_names_joined_by_hyphens() {
        for (text, kinds) in [
            ("thermo-killer", "thermo killer"),
            ("thermo,killer", "thermo killer"),
            ("Anti-Knight-thermo", "anti-knight thermo"),
            ("thermo-little-killer-x", "thermo little-killer x"),
            ("x-sum-x", "x-sum x"),
            ("all-pairs", "all-pairs"),
            ("killer-killer", "killer"),
            ("futoshiki-thermo", "no-boxes greater thermo"),
        ] {
            assert_eq!(names(text).as_deref(), Ok(kinds), "{text}");
        }
        for (text, error) in [
            ("thermo-kiler", "unknown variant `kiler`; did you mean `killer`?"),
            ("termo", "unknown variant `termo`; did you mean `thermo`?"),
            ("", "unknown variant ``"),
        ] {
            assert_eq!(names(text).unwrap_err(), error, "{text}");
        }
    }

    #[test]
    fn no_theme_is_the_name_of_a_rule() {
        for name in RuleKind::all().map(RuleKind::name) {
            assert_eq!(names(name).as_deref(), Ok(name), "{name}");
        }
    }
}
