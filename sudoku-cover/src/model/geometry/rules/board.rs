//! Rules without cells of their own: more houses, and what cells at some distance, or without a mark, must not hold.

use std::fmt;

use super::Rule;
use super::error::{RuleError, refuse};
use super::pairs::PairKind;
use super::relations::Relations;
use super::row::{Needs, Words, kinds};
use crate::model::geometry::{Cell, Digit, Geometry, Global, House, HouseKind};

/// Expected boxes where there are none.
pub(in crate::model::geometry) const BOXES_FOR_DISJOINT: &str =
    "boxes of several rows and columns for disjoint";

/// Expected either regions or the rule that they are to be found.
pub(in crate::model::geometry) const GIVEN_OR_FOUND: &str = "regions that are given or to be found";

/// A row of this family.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) words: Words,
    /// Changes the houses of a board.
    pub(in crate::model::geometry) build: fn(&mut Geometry) -> Result<(), RuleError>,
    /// Adds what it requires, besides houses and steps.
    relation: fn(&mut Relations<'_>) -> Result<(), RuleError>,
    /// The step, in rows and columns or in columns and rows, between cells with different digits.
    pub(in crate::model::geometry) apart: Option<(usize, usize)>,
    /// The marks of which all are given.
    pub(crate) given: &'static [PairKind],
    /// The word for it in the list of f-puzzles of marks of which all are given.
    pub(crate) negative_in_fpuzzles: &'static str,
    /// True if pictures show it.
    pub(crate) is_drawn: bool,
    /// The digits of a board of this side without which it requires nothing, or cannot be met.
    pub(crate) digits: Option<fn(u8) -> [u8; 2]>,
}

impl Whole {
    /// The fields that a row may leave out.
    const USUAL: Whole = Whole {
        words: Words::NONE,
        build: |_| Ok(()),
        relation: |_| Ok(()),
        apart: None,
        given: &[],
        negative_in_fpuzzles: "",
        is_drawn: false,
        digits: None,
    };
}

kinds! {
    /// A rule without cells of its own.
    Variant: Whole {
        /// Both diagonals are houses.
        Diagonal = Whole {
            words: Words::new("x", "Diagonals", "each diagonal holds every digit").aliases(&["diagonal"]),
            build: |board| {
                board.add_diagonal(0);
                board.add_diagonal(1);
                Ok(())
            },
            is_drawn: true,
            ..Whole::USUAL
        };
        /// The diagonal from the top left corner is a house.
        FallingDiagonal = Whole {
            words: Words::new(
                "falling-diagonal", "Falling diagonal",
                "the diagonal from the top left corner holds every digit",
            ).elsewhere("diagonal-", "Diagonal~-1"),
            build: |board| {
                board.add_diagonal(0);
                Ok(())
            },
            is_drawn: true,
            ..Whole::USUAL
        };
        /// The diagonal from the bottom left corner is a house.
        RisingDiagonal = Whole {
            words: Words::new(
                "rising-diagonal", "Rising diagonal",
                "the diagonal from the bottom left corner holds every digit",
            ).elsewhere("diagonal+", "Diagonal~1"),
            build: |board| {
                board.add_diagonal(1);
                Ok(())
            },
            is_drawn: true,
            ..Whole::USUAL
        };
        /// The squares between the boxes are houses: four windows on the classic board.
        Windoku = Whole {
            words: Words::new("windoku", "Windoku", "each window holds every digit")
                .aliases(&["hyper"]).elsewhere("", "Windoku"),
            build: Geometry::add_windows,
            is_drawn: true,
            ..Whole::USUAL
        };
        /// The cells at the same position in their boxes form a house.
        Disjoint = Whole {
            words: Words::new(
                "disjoint", "Disjoint groups",
                "the cells at the same place in their boxes hold every digit",
            ).aliases(&["disjoint-groups"]).elsewhere("disjointgroups", "DisjointSets"),
            build: Geometry::add_groups,
            ..Whole::USUAL
        };
        /// Boxes are no houses.
        NoBoxes = Whole {
            words: Words::new("no-boxes", "No boxes", "boxes may hold a digit several times")
                .elsewhere("", "NoBoxes"),
            build: Geometry::remove_boxes,
            is_drawn: true,
            ..Whole::USUAL
        };
        /// The board is divided into connected regions of as many cells as its side, which are to be found. They take the
        /// place of the boxes, and hold every digit. A solution has the digits and the regions.
        Chaos = Whole {
            words: Words::new(
                "chaos", "Chaos construction",
                "the board is divided into connected regions that are to be found, and hold every digit",
            ).aliases(&["chaos-construction"]).elsewhere("", "ChaosConstruction"),
            build: |board| {
                if board.has_regions() {
                    return refuse(GIVEN_OR_FOUND, "both");
                }
                if board.has(Variant::Disjoint) {
                    return refuse(BOXES_FOR_DISJOINT, "none");
                }
                board.remove_boxes()
            },
            is_drawn: false,
            ..Whole::USUAL
        };
        /// No two rows or columns, read as numbers from either end, are equal.
        NoRankTies = Whole {
            words: Words::new(
                "no-rank-ties", "No equal ranks",
                "no two rows or columns, read as numbers from either end, are equal",
            ).elsewhere("", "FullRankTies~none"),
            relation: |relations| {
                let (side, count) = (relations.side, relations.values.count());
                if count > usize::from(side) {
                    return refuse(format!("{side} digits for no-rank-ties"), count);
                }
                relations.require(Global::DifferentNumbers);
                Ok(())
            },
            ..Whole::USUAL
        };
        /// Rows and columns with a rank may be equal to others.
        AnyRankTies = Whole {
            words: Words::new(
                "any-rank-ties", "Equal ranks",
                "rows and columns with a rank may be equal to others",
            ).elsewhere("", "FullRankTies~any"),
            ..Whole::USUAL
        };
        /// Rows and columns are no houses.
        NoRowsColumns = Whole {
            words: Words::new(
                "no-rows-columns", "No rows and columns", "rows and columns may hold a digit several times",
            ).aliases(&["no-lines"]),
            build: |board| {
                board.remove_lines();
                Ok(())
            },
            is_drawn: true,
            ..Whole::USUAL
        };
        /// Equal digits are not a knight's move apart.
        AntiKnight = Whole {
            words: Words::new("anti-knight", "Anti-knight", "cells a knight's move apart have different digits")
                .elsewhere("antiknight", "AntiKnight"),
            apart: Some((2, 1)),
            ..Whole::USUAL
        };
        /// Equal digits are not a king's move apart.
        AntiKing = Whole {
            words: Words::new("anti-king", "Anti-king", "cells a king's move apart have different digits")
                .elsewhere("antiking", "AntiKing"),
            apart: Some((1, 1)),
            ..Whole::USUAL
        };
        /// Equal digits are not as many steps apart, along rows and columns, as they say.
        AntiTaxicab = Whole {
            words: Words::new(
                "anti-taxicab", "Anti-taxicab",
                "two equal digits are not as many steps apart, along rows and columns, as their value",
            ).aliases(&["self-taxicab"]).elsewhere("", "AntiTaxicab"),
            relation: |relations| {
                let geometry = relations.geometry;
                let distance = |one: Cell, other: Cell| {
                    one.row().abs_diff(other.row()) + one.column().abs_diff(other.column())
                };
                // Those at one distance have the same automaton.
                for steps in 1..=usize::from(geometry.values().greatest()) {
                    let says = |digit: u8| usize::from(digit) == steps;
                    for one in geometry.open_cells() {
                        let is_apart = |&other: &Cell| {
                            other > one && distance(one, other) == steps && !geometry.sees(one, other)
                        };
                        for other in geometry.open_cells().filter(is_apart) {
                            relations.pair([one, other], |one, other| !(says(one) && says(other)))?;
                        }
                    }
                }
                Ok(())
            },
            ..Whole::USUAL
        };
        /// Any four cells around a corner hold a low, a middle and a high digit.
        GlobalEntropy = Whole {
            words: Words::new(
                "global-entropy", "Global entropy",
                "any four cells around a corner hold a low, a middle and a high digit",
            ).elsewhere("", "GlobalEntropy").needs(Needs::Thirds),
            build: Geometry::check_thirds,
            relation: |relations| {
                let third = relations.third()?;
                squares(relations, third)
            },
            ..Whole::USUAL
        };
        /// Any four cells around a corner hold digits with all three remainders of division by 3.
        GlobalModular = Whole {
            words: Words::new(
                "global-modular", "Global modular",
                "any four cells around a corner hold digits with all three remainders of division by 3",
            ).elsewhere("", "GlobalMod").needs(Needs::Thirds),
            build: Geometry::check_thirds,
            relation: |relations| squares(relations, |digit| digit % 3),
            ..Whole::USUAL
        };
        /// The middle digit has the least one directly above it, or the greatest one directly below it.
        DutchFlatmates = Whole {
            words: Words::new(
                "dutch-flatmates", "Dutch flatmates",
                "each middle digit has the least digit directly above it, or the greatest digit directly below it",
            ).elsewhere("", "DutchFlatmates"),
            build: |board| {
                let count = board.values.count();
                let is_fit = count >= 3 && count % 2 == 1;
                if is_fit { Ok(()) } else { refuse("an odd number of digits of 3 or more", count) }
            },
            relation: |relations| {
                relations.geometry.check_square("dutch-flatmates")?;
                let [least, greatest] = [relations.values.least(), relations.values.greatest()];
                let middle = (least + greatest) / 2;
                let side = relations.side;
                // Whether the last digit was the least, and whether the next must be the greatest.
                let step = |&(is_least, is_owed): &(bool, bool), _: usize, digit: u8| {
                    let is_owing = digit == middle && !is_least;
                    (!is_owed || digit == greatest).then_some((digit == least, is_owing))
                };
                (0..side).try_for_each(|column| {
                    let cells: Vec<Cell> = (0..side).map(|row| Cell::new(row, column)).collect();
                    relations.read(&cells, (false, false), step, |&(_, is_owed)| !is_owed)
                })
            },
            ..Whole::USUAL
        };
        /// All rows, columns and boxes hold the same digits, on a board with more digits than cells of a house.
        SameDigits = Whole {
            words: Words::new(
                "same-digits", "Same digits", "all rows, columns and boxes hold the same digits",
            ).elsewhere("", "RegionSameValues"),
            digits: Some(|side| [1, side + 1]),
            relation: |relations| {
                let geometry = relations.geometry;
                geometry.check_square("same-digits")?;
                if geometry.has_full_houses() {
                    return Ok(());
                }
                let houses = geometry.own_houses();
                relations.values.digits().map(Digit::value).try_for_each(|digit| {
                    houses.windows(2).try_for_each(|pair| have_alike(relations, [&pair[0], &pair[1]], digit))
                })
            },
            ..Whole::USUAL
        };
        /// Every row, column and box holds 0 and lacks one other digit: no two rows, columns or boxes the same one, and
        /// the row, the column and the box of a 0 three different ones.
        Doppelganger = Whole {
            words: Words::new(
                "doppelganger", "Doppelgangers",
                "houses hold 0 and lack one digit; the row, the column and the box of a 0 lack different digits",
            ).elsewhere("", "Doppelganger"),
            digits: Some(|side| [0, side]),
            build: |board| {
                let (side, values) = (board.side_byte(), board.values);
                match (values.least(), values.greatest()) {
                    (0, greatest) if greatest == side => Ok(()),
                    _ => refuse(format!("the digits 0-{side}"), values),
                }
            },
            relation: lack_others,
            ..Whole::USUAL
        };
        /// Diagonally adjacent cells do not hold consecutive digits.
        DiagonalNonConsecutive = Whole {
            words: Words::new(
                "diagonal-non-consecutive", "Diagonal non-consecutive",
                "diagonally adjacent cells do not hold consecutive digits",
            ),
            relation: |relations| at_steps(relations, (1, 1), |one, other| one.abs_diff(other) != 1),
            ..Whole::USUAL
        };
        /// Digits a knight's move apart do not come to 5 or 15.
        Knightmare = Whole {
            words: Words::new(
                "knightmare", "Knightmare", "digits a knight's move apart do not have the sum 5 or 15",
            ),
            relation: |relations| at_steps(relations, (2, 1), |one, other| ![5, 15].contains(&(one + other))),
            ..Whole::USUAL
        };
        /// Adjacent cells do not hold consecutive digits.
        NonConsecutive = Whole {
            words: Words::new("non-consecutive", "Non-consecutive", "adjacent cells do not hold consecutive digits")
                .elsewhere("", "AntiConsecutive"),
            ..Whole::USUAL
        };
        /// The rules of [`StrictWhite`](Self::StrictWhite) and [`StrictBlack`](Self::StrictBlack) together.
        StrictKropki = Whole {
            words: Words::new(
                "strict-kropki", "All dots are given",
                "adjacent cells without a dot fit neither a white dot nor a black dot of the board",
            ).elsewhere("", "StrictKropki"),
            given: &[PairKind::Difference(1), PairKind::Ratio(2)],
            ..Whole::USUAL
        };
        /// Adjacent cells without a dot, white or black, do not hold consecutive digits.
        StrictWhite = Whole {
            words: Words::new(
                "strict-white", "All white dots are given",
                "adjacent cells without a dot do not hold consecutive digits",
            ),
            given: &[PairKind::Difference(1)],
            negative_in_fpuzzles: "difference",
            ..Whole::USUAL
        };
        /// Adjacent cells without a dot, white or black, do not hold two digits of which one is N times the other, where
        /// N is a number of a black dot on the board, or 2 if there are no black dots.
        StrictBlack = Whole {
            words: Words::new(
                "strict-black", "All black dots are given",
                "adjacent cells without a dot do not fit a black dot of the board",
            ),
            given: &[PairKind::Ratio(2)],
            negative_in_fpuzzles: "ratio",
            ..Whole::USUAL
        };
        /// Adjacent cells without an X or V do not come to 10 or 5.
        StrictXv = Whole {
            words: Words::new(
                "strict-xv", "All X and V are given",
                "adjacent cells without an X or V do not have the sum 10 or 5",
            ).elsewhere("", "StrictXV"),
            given: &[PairKind::X, PairKind::V],
            negative_in_fpuzzles: "xv",
            ..Whole::USUAL
        };
    }
}

impl Variant {
    /// Returns true if all marks of some kinds are given.
    pub(crate) fn is_strict(self) -> bool {
        !self.row().given.is_empty()
    }

    /// Adds what it requires of adjacent cells without a mark. `rules` are those of the board.
    pub(super) fn add(self, relations: &mut Relations<'_>, rules: &[Rule]) -> Result<(), RuleError> {
        (self.row().relation)(relations)?;
        let Some(&first) = self.row().given.first() else { return Ok(()) };
        let kinds: Vec<PairKind> =
            self.row().given.iter().flat_map(|&kind| with_numbers(kind, rules)).collect();
        // A pair with a dot of one kind may fit the other too, such as 1 and 2.
        let is_marked = |cells: [Cell; 2]| {
            rules.iter().any(|rule| match rule {
                Rule::Pair { kind, cells: [one, other] } => {
                    kind.resembles(first) && (cells == [*one, *other] || cells == [*other, *one])
                }
                _ => false,
            })
        };
        let mut unmarked = relations.geometry.adjacent_pairs().filter(|&cells| !is_marked(cells));
        unmarked.try_for_each(|cells| {
            relations.pair(cells, |one, other| !kinds.iter().any(|kind| kind.fits(one, other)))
        })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the kinds that unmarked pairs must not fit where all marks of one are given: black dots have the numbers of
/// those among the rules, or 2 if there are none.
fn with_numbers(kind: PairKind, rules: &[Rule]) -> Vec<PairKind> {
    let mut found: Vec<PairKind> = Vec::new();
    for rule in rules {
        if let Rule::Pair { kind: known @ PairKind::Ratio(_), .. } = rule
            && matches!(kind, PairKind::Ratio(_))
            && !found.contains(known)
        {
            found.push(*known);
        }
    }
    if found.is_empty() { vec![kind] } else { found }
}

/// Any two cells this many rows and columns apart, or columns and rows, fit each other.
fn at_steps(
    relations: &mut Relations<'_>,
    step: (usize, usize),
    fits: impl Fn(u8, u8) -> bool,
) -> Result<(), RuleError> {
    let geometry = relations.geometry;
    for one in geometry.open_cells() {
        let is_there = |other: &Cell| {
            let (rows, columns) = (one.row().abs_diff(other.row()), one.column().abs_diff(other.column()));
            *other > one && (rows.max(columns), rows.min(columns)) == step
        };
        for other in geometry.open_cells().filter(is_there) {
            relations.pair([one, other], &fits)?;
        }
    }
    Ok(())
}

/// Any four cells around a corner hold digits of all three groups.
fn squares(relations: &mut Relations<'_>, group: impl Fn(u8) -> u8) -> Result<(), RuleError> {
    let geometry = relations.geometry;
    let step = |groups: &u8, _: usize, digit: u8| Some(groups | 1 << group(digit));
    let is_open = |&cell: &Cell| geometry.contains(cell) && !geometry.is_blocked(cell);
    let mut squares = geometry.cells().map(Cell::square).filter(|square| square.iter().all(is_open));
    squares.try_for_each(|square| relations.read(&square, 0_u8, step, |&groups| groups == 0b111))
}

/// Returns the cells of a house that are not in another one.
fn without<'h>(house: &'h House, other: &'h House) -> impl Iterator<Item = Cell> + 'h {
    house.cells().iter().copied().filter(|cell| !other.cells().contains(cell))
}

/// Both houses hold the digit, or none does.
fn have_alike(relations: &mut Relations<'_>, [one, other]: [&House; 2], digit: u8) -> Result<(), RuleError> {
    let cells: Vec<Cell> = one.cells().iter().copied().chain(without(other, one)).collect();
    // Which houses hold the digit, as bits. A cell of both comes first.
    let houses = cells.iter().map(|cell| {
        [one, other]
            .iter()
            .enumerate()
            .fold(0, |bits, (place, house)| bits | u8::from(house.cells().contains(cell)) << place)
    });
    let houses: Vec<u8> = houses.collect();
    let step =
        |&bits: &u8, place: usize, found: u8| Some(if found == digit { bits | houses[place] } else { bits });
    relations.read(&cells, 0_u8, step, |&bits| bits == 0 || bits == 0b11)
}

/// The rule of [`Doppelganger`](Variant::Doppelganger).
fn lack_others(relations: &mut Relations<'_>) -> Result<(), RuleError> {
    let (geometry, side) = (relations.geometry, relations.side);
    geometry.check_square("doppelganger")?;
    let houses = geometry.own_houses();
    for house in houses {
        relations.read(house.cells(), false, |&has, _, digit| Some(has || digit == 0), |&has| has)?;
    }
    // A digit that all rows but one hold is in all columns but one and in all boxes but one.
    let cells: Vec<Cell> = geometry.cells().collect();
    for lacking in 1..=side {
        let step = |&times: &u8, _: usize, digit: u8| {
            let times = times + u8::from(digit == lacking);
            (times < side).then_some(times)
        };
        relations.read(&cells, 0_u8, step, |&times| times + 1 == side)?;
    }
    for &cell in &cells {
        let own: Vec<&House> = houses.iter().filter(|house| house.cells().contains(&cell)).collect();
        for (place, one) in own.iter().enumerate() {
            own[..place].iter().try_for_each(|other| differ_in_sum(relations, cell, [one, other]))?;
        }
    }
    Ok(())
}

/// If the cell holds 0, two houses of it lack different digits: their sums differ. So do the remainders of division by one
/// more than the greatest digit, which are fewer.
fn differ_in_sum(
    relations: &mut Relations<'_>,
    cell: Cell,
    [one, other]: [&House; 2],
) -> Result<(), RuleError> {
    let (plus, modulus) = (without(one, other).count(), relations.side + 1);
    let cells: Vec<Cell> = [cell].into_iter().chain(without(one, other)).chain(without(other, one)).collect();
    // No sum is needed beside another digit.
    let step = |&sum: &Option<u8>, place: usize, digit: u8| {
        Some(match place {
            0 => (digit == 0).then_some(0),
            place if place <= plus => sum.map(|sum| (sum + digit) % modulus),
            _ => sum.map(|sum| (sum + modulus - digit) % modulus),
        })
    };
    relations.read(&cells, None, step, |&sum| sum != Some(0))
}

impl Geometry {
    /// Returns the rows, the columns, and the boxes or regions, if there are any, of a board of whole rows and columns.
    pub(crate) fn own_houses(&self) -> &[House] {
        let has_boxes = self.box_of(Cell::new(0, 0)).is_some();
        &self.houses()[..self.side() * if has_boxes { 3 } else { 2 }]
    }

    /// Returns an error for a rule of rows, columns and boxes if some are incomplete.
    fn check_square(&self, rule: &str) -> Result<(), RuleError> {
        if self.is_square() {
            return Ok(());
        }
        refuse(format!("a board of whole rows and columns for {rule}"), "blocked cells, grids, or none")
    }

    fn check_thirds(&mut self) -> Result<(), RuleError> {
        let count = self.values.count();
        if count.is_multiple_of(3) { Ok(()) } else { refuse("a number of digits that 3 divides", count) }
    }

    /// Adds a diagonal: the falling one, 0, or the rising one, 1.
    fn add_diagonal(&mut self, number: usize) {
        let last = self.side_byte() - 1;
        let column = |row| if number == 0 { row } else { last - row };
        let cells = (0..=last).map(|row| Cell::new(row, column(row))).collect();
        let house = House { kind: HouseKind::Diagonal, number, cells };
        if !self.houses.contains(&house) {
            self.houses.push(house);
        }
    }

    fn add_windows(&mut self) -> Result<(), RuleError> {
        let (side, height, width) = (self.side_byte(), self.box_height, self.box_width);
        if height != width || height < 2 || self.grids().is_some() {
            let found = format!("boxes of {height} rows of {width}");
            return refuse("square boxes of 2 rows or more for windoku", found);
        }
        // A line of cells between any two windows, and around them.
        let starts = (1..side).step_by(usize::from(width) + 1);
        let corners = starts.clone().flat_map(|top| starts.clone().map(move |left| Cell::new(top, left)));
        let window = |Cell { row, column }: Cell| {
            (0..side).map(|place| Cell::new(row + place / width, column + place % width)).collect()
        };
        self.add_houses(HouseKind::Window, corners.map(window).collect::<Vec<_>>());
        Ok(())
    }

    fn add_groups(&mut self) -> Result<(), RuleError> {
        if self.box_height == 1 || self.box_width == 1 || self.has_regions() || self.grids().is_some() {
            return refuse(BOXES_FOR_DISJOINT, "none");
        }
        let side = self.side_byte();
        let group = |place| (0..side).map(|number| self.cell_of_box(number, place)).collect();
        let groups: Vec<_> = (0..side).map(group).collect();
        self.add_houses(HouseKind::Group, groups);
        Ok(())
    }

    fn remove_boxes(&mut self) -> Result<(), RuleError> {
        if self.has_regions() || self.has(Variant::Disjoint) {
            return refuse("boxes for no-boxes", "regions or disjoint groups");
        }
        if !self.is_square() {
            self.houses.retain(|house| house.kind != HouseKind::Box);
            (self.box_height, self.box_width) = (1, self.side_byte());
            return Ok(());
        }
        // Boxes that are whole rows require nothing more.
        (self.box_height, self.box_width) = (1, self.side_byte());
        let others = self.houses.split_off(3 * self.side());
        self.houses = self.build_houses();
        self.houses.extend(others);
        Ok(())
    }
}
