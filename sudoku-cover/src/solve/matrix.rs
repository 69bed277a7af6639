//! Sudoku as an exact cover problem: candidates are options, constraints are items, in both directions.
//!
//! With side N, cells `k` numbered from 0 row by row, digits `d` from 1 and houses `h` from 0:
//!
//! | what | number, from 0 |
//! |---|---|
//! | item "cell `k` is filled" | `k` |
//! | item "row `h` has digit `d`" | `N² + N·h + d − 1` |
//! | item "column `h` has digit `d`" | `2N² + N·h + d − 1` |
//! | item "box `h` has digit `d`" | `3N² + N·h + d − 1` |
//! | option "cell `k` holds digit `d`" | `N·k + d − 1` |
//!
//! There are 4N² items, 324 for the classic board, all primary, and N³ options of four items each. Counted
//! from 1, r4c2=7 of the classic board covers the items 29, 115, 178 and 277.
//!
//! [Rules](crate::model::geometry::rules) add items and options after all others. Regions replace boxes.
//! Other houses have N primary items each. Candidates that exclude each other in several cells share a
//! secondary item: for an anti-king board there is one for each digit and each square of four cells. An item
//! that is always covered by an option of its own forbids odd digits in even cells, and even ones in odd
//! cells.
//!
//! A cage has an item, "the digits have the sum", with an option for each set of digits that has it; and for
//! each digit an item, which is covered by its candidates in the cage and by the sets that lack the digit. So
//! the cells hold the digits of the chosen set, each once. Two sets of the same size never fit the same
//! cells, so there is exactly one cover for each grid. The items of the digits could be secondary, as the set
//! has as many digits as the cage has cells, but then the search would notice later that a digit has no place
//! left in the cage.

use dlx_core::{ItemId, OptionId, Problem};

use crate::model::geometry::rules::Variant;
use crate::model::geometry::{Candidate, Cell, Digit, Geometry, HouseKind};

/// The requirement that an item represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The cell holds a digit.
    Filled(Cell),
    /// A house holds a digit.
    Holds {
        /// Row, column, box or another house of the board.
        kind: HouseKind,
        /// The number of the house among those of its kind, from 0.
        number: usize,
        /// The digit.
        digit: Digit,
    },
    /// The digits of a cage have its sum.
    Sum {
        /// The number of the cage, from 0.
        cage: usize,
    },
    /// Cells for even or odd digits hold such digits.
    Parity,
    /// A cage holds the digit once, or the set chosen for it lacks the digit.
    CageDigit {
        /// The number of the cage, from 0.
        cage: usize,
        /// The digit.
        digit: Digit,
    },
    /// Of the cells a king's or a knight's move apart with these two at their corners, at most one holds the
    /// digit. Secondary.
    Apart {
        /// The first cell.
        first: Cell,
        /// The last cell.
        last: Cell,
        /// The digit.
        digit: Digit,
    },
    /// Of two adjacent cells at most one holds this digit or the next. Secondary.
    NotConsecutive {
        /// The first cell.
        first: Cell,
        /// The last cell.
        last: Cell,
        /// The smaller digit.
        digit: Digit,
    },
    /// No cell for even digits holds an odd one, and conversely. Secondary.
    NoOtherParity,
}

/// The exact cover problem of an empty board, and the meaning of its items and options.
#[derive(Clone, Debug)]
pub struct Matrix {
    geometry: Geometry,
    problem: Problem,
    /// The requirements of the items after those of the houses.
    of_rules: Vec<Constraint>,
}

impl Matrix {
    /// Returns the matrix of a board.
    ///
    /// # Complexity
    /// Linear in N³.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        let (problem, of_rules) = if geometry.is_plain() {
            (build(geometry, &Additions::default()), Vec::new())
        } else {
            let additions = Additions::of(geometry);
            (build(geometry, &additions), additions.items.into_iter().map(|item| item.constraint).collect())
        };
        Self { geometry: geometry.clone(), problem, of_rules }
    }

    /// Returns the board.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Returns the problem. Items are named as in `r4c2`, `r4#7`, `c2#7` and `b4#7`, those of rules as in
    /// `d1#7`, `cage1`, `cage1#7`, `r1c1/r2c3#7` and `r1c1/r1c2#7/8`. Options of candidates come first.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the option of a candidate.
    ///
    /// # Panics
    /// If the cell or the digit is not on this board.
    #[must_use]
    pub fn option(&self, candidate: Candidate) -> OptionId {
        let side = self.geometry.side();
        let digit = digit_index(candidate.digit);
        assert!(digit < side, "digit {} is not of a board of side {side}", candidate.digit);
        OptionId::new(side * self.geometry.index(candidate.cell) + digit)
    }

    /// Returns the number of options that are candidates: all on plain boards. Later ones choose the digits
    /// of cages.
    #[must_use]
    pub fn candidate_count(&self) -> usize {
        self.geometry.cell_count() * self.geometry.side()
    }

    /// Returns the candidate of an option.
    ///
    /// # Panics
    /// If the problem has no such option, or it is not a candidate.
    #[must_use]
    pub fn candidate(&self, option: OptionId) -> Candidate {
        let side = self.geometry.side();
        let cell = self.geometry.cell(option.index() / side).expect("the option is one of this problem");
        Candidate { cell, digit: digit(option.index() % side) }
    }

    /// Returns the item of a constraint.
    ///
    /// # Panics
    /// If the cell, the house or the digit is not on this board, or none of its rules has this constraint.
    #[must_use]
    pub fn item(&self, constraint: Constraint) -> ItemId {
        let side = self.geometry.side();
        match constraint {
            Constraint::Filled(cell) => ItemId::new(self.geometry.index(cell)),
            Constraint::Holds { kind, number, digit } => {
                let digit = digit_index(digit);
                let houses = self.geometry.houses();
                let house = houses.iter().position(|house| (house.kind(), house.number()) == (kind, number));
                match house {
                    Some(house) if digit < side => ItemId::new(side * side + side * house + digit),
                    _ => panic!("house {number} or its digit is not of this board"),
                }
            }
            other => {
                let place = self.of_rules.iter().position(|&constraint| constraint == other);
                let place = place.expect("the constraint is one of a rule of the board");
                ItemId::new(side * side + side * self.geometry.houses().len() + place)
            }
        }
    }

    /// Returns the constraint of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn constraint(&self, item: ItemId) -> Constraint {
        let side = self.geometry.side();
        let Some(of_houses) = item.index().checked_sub(side * side) else {
            return Constraint::Filled(self.geometry.cell(item.index()).expect("the cell is below N²"));
        };
        let houses = self.geometry.houses();
        match houses.get(of_houses / side) {
            Some(house) => Constraint::Holds {
                kind: house.kind(),
                number: house.number(),
                digit: digit(of_houses % side),
            },
            None => match self.of_rules.get(of_houses - side * houses.len()) {
                Some(&constraint) => constraint,
                None => panic!("item {item} is not of a board of side {side}"),
            },
        }
    }
}

fn digit_index(digit: Digit) -> usize {
    usize::from(digit.value()) - 1
}

fn digit(index: usize) -> Digit {
    u8::try_from(index + 1).ok().and_then(Digit::new).expect("a digit is at most 25")
}

/// An item of a rule, and the candidates that cover it, as numbers of options.
struct Addition {
    constraint: Constraint,
    candidates: Vec<usize>,
}

/// The items and options of rules, besides houses.
#[derive(Default)]
struct Additions {
    /// Primary items first.
    items: Vec<Addition>,
    primary: usize,
    /// Options that are not candidates, by the numbers of these items.
    options: Vec<Vec<usize>>,
}

impl Additions {
    fn of(geometry: &Geometry) -> Additions {
        let mut added = Additions::default();
        added.add_cages(geometry);
        if geometry.has_parities() {
            added.items.push(Addition { constraint: Constraint::Parity, candidates: Vec::new() });
        }
        added.primary = added.items.len();
        if geometry.has_parities() {
            let candidates = geometry
                .cells()
                .flat_map(|cell| geometry.digits().map(move |digit| Candidate { cell, digit }));
            let wrong = candidates.filter(|&candidate| !geometry.allows(candidate));
            let candidates = wrong.map(|candidate| candidate_number(geometry, candidate)).collect();
            added.options.push(vec![added.primary - 1, added.items.len()]);
            added.items.push(Addition { constraint: Constraint::NoOtherParity, candidates });
        }
        if geometry.has(Variant::AntiKing) {
            added.add_squares(geometry);
        }
        if geometry.has(Variant::AntiKnight) {
            added.add_knights_moves(geometry);
        }
        if geometry.is_non_consecutive() {
            added.add_neighbors(geometry);
        }
        added
    }

    fn add_cages(&mut self, geometry: &Geometry) {
        for (number, cage) in geometry.cages().iter().enumerate() {
            let sum = self.items.len();
            self.items
                .push(Addition { constraint: Constraint::Sum { cage: number }, candidates: Vec::new() });
            for digit in geometry.digits() {
                self.add_apart(geometry, Constraint::CageDigit { cage: number, digit }, cage.cells(), digit);
            }
            for set in cage.combinations() {
                let lacking = geometry.digits().filter(|digit| set >> digit.value() & 1 == 0);
                let lacking = lacking.map(|digit| sum + 1 + digit_index(digit));
                self.options.push([sum].into_iter().chain(lacking).collect());
            }
        }
    }

    fn add_apart(&mut self, geometry: &Geometry, constraint: Constraint, cells: &[Cell], digit: Digit) {
        let candidates = cells.iter().map(|&cell| candidate_number(geometry, Candidate { cell, digit }));
        self.items.push(Addition { constraint, candidates: candidates.collect() });
    }

    /// Any two cells of a square of four see each other on an anti-king board.
    fn add_squares(&mut self, geometry: &Geometry) {
        for first in geometry.cells() {
            let corner =
                |cell: Cell| geometry.neighbors(cell).filter(move |&next| next > cell).collect::<Vec<_>>();
            // Right and below.
            let &[right, below] = &corner(first)[..] else { continue };
            let Some(&last) = corner(right).last() else { continue };
            if geometry.box_number(first) == geometry.box_number(last)
                && geometry.box_number(right) == geometry.box_number(below)
            {
                continue;
            }
            for digit in geometry.digits() {
                let constraint = Constraint::Apart { first, last, digit };
                self.add_apart(geometry, constraint, &[first, right, below, last], digit);
            }
        }
    }

    fn add_knights_moves(&mut self, geometry: &Geometry) {
        for first in geometry.cells() {
            for &last in geometry.peers(first).iter().filter(|&&last| last > first) {
                let (rows, columns) = (last.row() - first.row(), first.column().abs_diff(last.column()));
                let is_move = (rows.min(columns), rows.max(columns)) == (1, 2);
                if is_move && geometry.box_number(first) != geometry.box_number(last) {
                    for digit in geometry.digits() {
                        self.add_apart(
                            geometry,
                            Constraint::Apart { first, last, digit },
                            &[first, last],
                            digit,
                        );
                    }
                }
            }
        }
    }

    /// In two adjacent cells, a digit and the next exclude each other as they do in one cell.
    fn add_neighbors(&mut self, geometry: &Geometry) {
        for first in geometry.cells() {
            for last in geometry.neighbors(first).filter(|&last| last > first) {
                for (digit, next) in geometry.digits().zip(geometry.digits().skip(1)) {
                    let candidates = [first, last].map(|cell| {
                        [digit, next].map(|digit| candidate_number(geometry, Candidate { cell, digit }))
                    });
                    let constraint = Constraint::NotConsecutive { first, last, digit };
                    self.items.push(Addition { constraint, candidates: candidates.concat() });
                }
            }
        }
    }
}

fn candidate_number(geometry: &Geometry, candidate: Candidate) -> usize {
    geometry.side() * geometry.index(candidate.cell) + digit_index(candidate.digit)
}

fn name(constraint: Constraint) -> String {
    match constraint {
        Constraint::Filled(cell) => cell.to_string(),
        Constraint::Holds { kind, number, digit } => format!("{}{}#{digit}", kind.letter(), number + 1),
        Constraint::Sum { cage } => format!("cage{}", cage + 1),
        Constraint::Parity => "parity".to_owned(),
        Constraint::CageDigit { cage, digit } => format!("cage{}#{digit}", cage + 1),
        Constraint::Apart { first, last, digit } => format!("{first}/{last}#{digit}"),
        Constraint::NotConsecutive { first, last, digit } => {
            format!("{first}/{last}#{digit}/{}", digit.value() + 1)
        }
        Constraint::NoOtherParity => "other-parity".to_owned(),
    }
}

fn build(geometry: &Geometry, added: &Additions) -> Problem {
    let mut builder = Problem::builder();
    let cells = geometry.cells().map(Constraint::Filled);
    let houses = geometry.houses().iter().flat_map(|house| {
        let (kind, number) = (house.kind(), house.number());
        geometry.digits().map(move |digit| Constraint::Holds { kind, number, digit })
    });
    let (primary, secondary) = added.items.split_at(added.primary);
    let constraints = |items: &[Addition]| items.iter().map(|item| item.constraint).collect::<Vec<_>>();
    for constraint in cells.chain(houses).chain(constraints(primary)) {
        builder.primary([name(constraint).as_str()]);
    }
    for constraint in constraints(secondary) {
        builder.secondary([name(constraint).as_str()]);
    }
    let squared = geometry.cell_count();
    let side = geometry.side();
    let first_added = squared + side * geometry.houses().len();
    // By house its cells, transposed.
    let mut houses_with = vec![Vec::with_capacity(4); squared];
    for (number, house) in geometry.houses().iter().enumerate() {
        house.cells().iter().for_each(|&cell| houses_with[geometry.index(cell)].push(number));
    }
    let mut additions = vec![Vec::new(); squared * side];
    for (number, item) in added.items.iter().enumerate() {
        item.candidates.iter().for_each(|&candidate| additions[candidate].push(first_added + number));
    }
    for (candidate, additions) in additions.iter().enumerate() {
        let (cell, digit) = (candidate / side, candidate % side);
        let held = houses_with[cell].iter().map(|house| squared + side * house + digit);
        let items = [cell].into_iter().chain(held).chain(additions.iter().copied());
        builder.option(items.map(ItemId::new));
    }
    for option in &added.options {
        builder.option(option.iter().map(|&item| ItemId::new(first_added + item)));
    }
    builder.build().expect("the names of constraints differ, and every option is made of declared items")
}
