//! Junior exocets: two cells, and two targets that hold the same two digits.

use std::fmt;

use serde::Serialize;
use smallvec::SmallVec;

use super::conclusion::Conclusion;
use super::marks::StepMarks;
use super::notation::{write_cells, write_set};
use super::reason::{Houses, Role, Teller, all, any, say, tell, verb};
use super::shape::Shape;
use crate::human::parts::{HouseName, LockedCells};
use crate::model::geometry::{Cell, Digit};

/// Two cells of a box in one line, the base, and two targets in the other boxes that hold the digits of the base.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Exocet {
    /// The cells of the base with their candidates.
    pub base: LockedCells,
    /// The row or column of the base.
    pub line: HouseName,
    /// The cross-lines: that in the box of the base, and those of the two targets.
    pub lines: [HouseName; 3],
    /// The rows of the band, or the columns of the stack.
    pub band: SmallVec<[HouseName; 3]>,
    /// The two targets.
    pub targets: Vec<ExocetTarget>,
    /// Why each digit of the base cannot be in all cross-lines outside the band.
    pub places: Vec<ExocetPlaces>,
}

/// A target of an exocet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExocetTarget {
    /// The cell.
    pub cell: Cell,
    /// The cell of the same cross-line without candidates of the base.
    pub companion: Cell,
    /// The digits that are left for it.
    pub digits: SmallVec<[Digit; 4]>,
    /// Two cells of the box of the other target, one of which holds the same digit.
    pub mirror: [Cell; 2],
    /// The digits of the base that it loses because the mirror cannot hold them.
    pub unmirrored: SmallVec<[Digit; 4]>,
    /// The digits of the base that it loses because they have too few places in the other cross-lines.
    pub crowded: SmallVec<[Digit; 4]>,
}

/// Cross-lines that are more than the lines in which a digit can be there outside the band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExocetPlaces {
    /// The digit.
    pub digit: Digit,
    /// The cross-lines.
    pub lines: SmallVec<[HouseName; 3]>,
    /// The lines across them that contain its places.
    pub rows: SmallVec<[HouseName; 3]>,
}

impl Exocet {
    fn targets(&self) -> Vec<Cell> {
        self.targets.iter().map(|target| target.cell).collect()
    }
}

impl Shape for Exocet {
    fn write(&self, _: &Conclusion<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(": ")?;
        write_set(f, &self.base, " ")?;
        f.write_str(", targets ")?;
        write_cells(f, &self.targets())
    }

    fn explain(&self, end: &Conclusion<'_>, to: &mut Teller) {
        let Self { base, line, lines, band, targets, places } = self;
        let (cells, outside) = (self.targets(), Houses(band));
        let companions: Vec<Cell> = targets.iter().map(|target| target.companion).collect();
        let mut last = 0;
        let mut next = || {
            last += 1;
            last
        };
        to.number(next());
        to.speak(Role::Possible, &base.cells, &base.digits);
        tell!(to, "The base cells ", all(&base.cells), " hold two of the digits ", all(&base.digits));
        to.number(next());
        say!(to, "A digit of the base is at no other place of ", line, " and of the box, and not in ");
        tell!(to, all(&companions), ", which cannot hold it");
        to.number(next());
        say!(to, "So if it were in neither of the targets ", all(&cells), ", it would be in each of ");
        tell!(to, Houses(lines), " outside ", outside, ", each time in another line");
        for ExocetPlaces { digit, lines, rows } in places {
            to.number(next());
            say!(to, digit, " has no three such places: ");
            match rows.len() {
                0 => tell!(to, "it cannot be in ", Houses(lines), " there"),
                _ => tell!(to, "in ", Houses(lines), " it can only be in ", Houses(rows), " there"),
            }
        }
        to.number(next());
        to.speak(Role::Possible, &cells, &base.digits);
        tell!(to, "So the targets hold the two digits of the base, each one of them");
        let losers = end.losers();
        for (place, target) in targets.iter().enumerate() {
            let ExocetTarget { cell, mirror, unmirrored, crowded, digits, .. } = target;
            if !unmirrored.is_empty() || mirror.iter().any(|cell| losers.contains(cell)) {
                to.number(next());
                to.speak(Role::Possible, mirror, digits);
                say!(to, "A digit in ", cell, " is also in the box of the other target, at ", any(mirror));
                say!(to, ", the only places that the base and the targets leave");
                if !unmirrored.is_empty() {
                    to.speak(Role::Excluded, mirror, unmirrored);
                    say!(to, ", and ", all(unmirrored), " cannot be there");
                }
                to.end('.');
            }
            if !crowded.is_empty() {
                to.number(next());
                let others = [lines[0], lines[2 - place]];
                say!(
                    to,
                    "If ",
                    cell,
                    " were ",
                    any(crowded),
                    ", that digit would be outside ",
                    Houses(band),
                    " in "
                );
                tell!(to, Houses(&others), " in different lines, where it has no two such places");
            }
        }
        let lost: Vec<Digit> =
            end.lost_digits().into_iter().filter(|digit| self.is_in_no_target(*digit)).collect();
        if losers.iter().any(|cell| base.cells.contains(cell)) {
            to.number(next());
            say!(
                to,
                all(&lost),
                verb(lost.len(), " is", " are"),
                " in no target, and therefore not in the base"
            );
            to.end('.');
        }
        to.number(next());
        tell!(to, "So ", end);
    }

    fn mark(&self, _: &Conclusion<'_>, marks: &mut StepMarks) {
        marks.houses.extend(self.lines);
        marks.show(&self.base.cells, &self.base.digits);
        marks.fins.extend(self.targets());
    }
}

impl Exocet {
    /// Returns true for a digit of the base that no target can hold.
    fn is_in_no_target(&self, digit: Digit) -> bool {
        self.base.digits.contains(&digit) && self.targets.iter().all(|target| !target.digits.contains(&digit))
    }
}
