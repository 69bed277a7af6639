//! What a format leaves out of the puzzles that are written in it: one account for all writers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::draft::region_names;
use super::record::{Detail, Record};
use crate::model::decoration::Decoration;
use crate::model::geometry::rules::{CellsKind, Regions, Rule, Variant};
use crate::model::geometry::{Cell, Geometry};

/// The parts of a puzzle that the format cannot represent, whether they are those of the record or of the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// Which digits were placed rather than given. Formats with candidates still show the placed digits as
    /// single candidates.
    pub placed: bool,
    /// Candidates, allowed or remaining.
    pub candidates: bool,
    /// Which digits are remaining candidates rather than notes: they are written as notes in the centres of cells, or notes
    /// are written as candidates.
    pub noted: bool,
    /// The kinds of notes, colors and drawings, in words such as `corner notes`.
    pub decoration: BTreeSet<&'static str>,
    /// The names of details such as title and author.
    pub details: BTreeSet<String>,
    /// Rules of a variant.
    pub rules: Vec<Rule>,
    /// The rows and columns of a box, if they are not the usual ones for the side.
    pub boxes: Option<[usize; 2]>,
}

impl Loss {
    /// Returns a loss of these rules alone.
    #[must_use]
    pub fn of_rules(rules: Vec<Rule>) -> Loss {
        Loss { rules, ..Loss::default() }
    }

    /// Returns a loss of these details alone.
    pub(super) fn of_details<'d>(details: impl Iterator<Item = &'d Detail>) -> Loss {
        Loss { details: details.map(|detail| detail.key.name().to_owned()).collect(), ..Loss::default() }
    }

    /// Adds another loss of the same puzzle.
    pub(super) fn add(&mut self, other: Loss) {
        self.placed |= other.placed;
        self.candidates |= other.candidates;
        self.noted |= other.noted;
        self.decoration.extend(other.decoration);
        self.details.extend(other.details);
        self.rules.extend(other.rules);
        self.boxes = self.boxes.or(other.boxes);
    }

    /// Returns true if nothing is lost.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Loss::default()
    }

    /// Returns the parts in words, such as `rules of the variant (killer, x)`.
    #[must_use]
    pub fn parts(&self) -> Vec<String> {
        let mut losses = Losses::default();
        losses.add(self);
        losses.parts().into_iter().map(|(what, _)| what).collect()
    }
}

/// Displayed as the [parts](Self::parts), with commas.
impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts().join(", "))
    }
}

/// The losses of many puzzles, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    placed: u64,
    candidates: u64,
    noted: u64,
    /// By kind.
    decoration: BTreeMap<&'static str, u64>,
    details: u64,
    /// The names of the details.
    names: BTreeSet<String>,
    rules: u64,
    /// The first words of the rules.
    kinds: BTreeSet<String>,
    boxes: u64,
    shapes: BTreeSet<String>,
}

impl Losses {
    /// Counts the loss of one puzzle.
    pub fn add(&mut self, loss: &Loss) {
        let kind = |rule: &Rule| rule.to_string().split([' ', '(']).next().unwrap_or_default().to_owned();
        self.placed += u64::from(loss.placed);
        self.candidates += u64::from(loss.candidates);
        self.noted += u64::from(loss.noted);
        for kind in &loss.decoration {
            *self.decoration.entry(kind).or_default() += 1;
        }
        self.details += u64::from(!loss.details.is_empty());
        self.names.extend(loss.details.iter().cloned());
        self.rules += u64::from(!loss.rules.is_empty());
        self.kinds.extend(loss.rules.iter().map(kind));
        self.boxes += u64::from(loss.boxes.is_some());
        self.shapes.extend(loss.boxes.map(|[height, width]| format!("{height}x{width}")));
    }

    /// Returns what is lost in words, each part with the number of puzzles that lost it.
    #[must_use]
    pub fn parts(&self) -> Vec<(String, u64)> {
        let joined =
            |words: &BTreeSet<String>| words.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let all = [
            (self.placed, "the distinction of givens and placed digits".to_owned()),
            (self.candidates, "some candidates".to_owned()),
            (self.noted, "the distinction of candidates and notes".to_owned()),
            (self.details, format!("some of the metadata ({})", joined(&self.names))),
            (self.rules, format!("rules of the variant ({})", joined(&self.kinds))),
            (self.boxes, format!("the shape of the boxes ({})", joined(&self.shapes))),
        ];
        let decoration = self.decoration.iter().map(|(kind, &count)| (count, (*kind).to_owned()));
        let all = all.into_iter().chain(decoration);
        all.filter(|(count, _)| *count > 0).map(|(count, what)| (what, count)).collect()
    }
}

/// Returns the rules of a puzzle on a board: those of the board, then those that only the record has.
pub(super) fn all_rules<'r>(record: &'r Record, geometry: &'r Geometry) -> impl Iterator<Item = &'r Rule> {
    let board = geometry.rules();
    board.iter().chain(record.rules().iter().filter(|rule| !board.contains(rule)))
}

/// Returns the rows and columns of a box, unless a reader of the side assumes boxes of the same meaning, or rules
/// replace the boxes.
pub(super) fn unusual_boxes(record: &Record, geometry: &Geometry) -> Option<[usize; 2]> {
    let found = (geometry.box_height(), geometry.box_width());
    let usual = Geometry::usual_box(geometry.side())?;
    let is_idle = |(height, width): (usize, usize)| height == 1 || width == 1;
    let is_same = found == usual || is_idle(found) && is_idle(usual);
    let replaces =
        |rule: &Rule| matches!(rule, Rule::Regions(_) | Rule::Variant(Variant::NoBoxes | Variant::Chaos));
    (!is_same && !all_rules(record, geometry).any(replaces)).then_some(found.into())
}

/// Returns rules that say everything about a puzzle on a board, the shape of its boxes included: unusual boxes become
/// regions, and their disjoint groups, which a board with regions cannot have, sets of different digits. Boxes that are
/// rows or columns become none, because rules about boxes do not apply to them.
pub(super) fn whole_rules(record: &Record, geometry: &Geometry) -> Vec<Rule> {
    let rules = all_rules(record, geometry);
    let Some([height, width]) = unusual_boxes(record, geometry) else { return rules.cloned().collect() };
    if geometry.has_idle_boxes() {
        return std::iter::once(&Rule::Variant(Variant::NoBoxes)).chain(rules).cloned().collect();
    }
    let place = |cell: Cell| cell.row() % height * width + cell.column() % width;
    let group = |number| geometry.cells().filter(|&cell| place(cell) == number).collect();
    let mut whole = vec![Rule::Regions(Regions::of_text(&region_names(geometry)))];
    for rule in rules {
        if *rule == Rule::Variant(Variant::Disjoint) {
            let groups = (0..geometry.side()).map(group);
            whole.extend(groups.map(|cells| Rule::Cells { kind: CellsKind::Different, cells }));
        } else {
            whole.push(rule.clone());
        }
    }
    whole
}

/// The kinds of what only the player sees, as a [`Loss`] names them.
pub(super) const CORNER_NOTES: &str = "corner notes";
pub(super) const CENTRE_NOTES: &str = "centre notes";
pub(super) const COLORS: &str = "colors of cells";
pub(super) const DRAWINGS: &str = "drawings";
/// Such as the layer of a shape, where the drawing itself is held.
pub(super) const DETAILS_OF_DRAWINGS: &str = "details of drawings";
pub(super) const FOG: &str = "fog";

/// Returns the kinds of the parts that a puzzle has.
pub(super) fn parts_of(decoration: &Decoration) -> BTreeSet<&'static str> {
    let parts = [
        (decoration.corner.is_some(), CORNER_NOTES),
        (decoration.centre.is_some(), CENTRE_NOTES),
        (!decoration.colors.is_empty(), COLORS),
        (!decoration.cosmetics.is_empty(), DRAWINGS),
        (decoration.fog.is_some(), FOG),
    ];
    parts.into_iter().filter(|(is_there, _)| *is_there).map(|(_, kind)| kind).collect()
}
