//! Rules for sets of cells, and for marks that are absent.

use super::relations::Relations;
use crate::model::geometry::rules::{CellsKind, PairKind, Rule, RuleError, Variant};
use crate::model::geometry::variant::refuse;
use crate::model::geometry::{Cell, Digit};

impl Relations<'_> {
    pub(super) fn add_strict(&mut self, variant: Variant, rules: &[Rule]) -> Result<(), RuleError> {
        let white = [PairKind::Difference(1)];
        let kinds = match variant {
            Variant::StrictKropki => [&white[..], &ratios(rules)].concat(),
            Variant::StrictWhite => white.to_vec(),
            Variant::StrictBlack => ratios(rules),
            Variant::StrictXv => vec![PairKind::X, PairKind::V],
            _ => return Ok(()),
        };
        // A pair with a dot of one kind may fit the other too, such as 1 and 2.
        let is_mark = |kind: PairKind| match kind {
            PairKind::Difference(_) | PairKind::Ratio(_) => variant != Variant::StrictXv,
            PairKind::X | PairKind::V => variant == Variant::StrictXv,
            PairKind::Greater => false,
        };
        let is_marked = |cells: [Cell; 2]| {
            rules.iter().any(|rule| match rule {
                Rule::Pair { kind, cells: [first, second] } => {
                    is_mark(*kind) && (cells == [*first, *second] || cells == [*second, *first])
                }
                _ => false,
            })
        };
        let geometry = self.geometry;
        let mut unmarked = geometry.adjacent_pairs().filter(|&cells| !is_marked(cells));
        unmarked.try_for_each(|cells| {
            self.pair(cells, |one, other| !kinds.iter().any(|kind| kind.fits(one, other)))
        })
    }

    pub(super) fn add_cells(&mut self, kind: CellsKind, cells: &[Cell]) -> Result<(), RuleError> {
        let side = self.side;
        match kind {
            CellsKind::Even | CellsKind::Odd => {}
            CellsKind::Different => self.add_different(cells)?,
            CellsKind::Minimum | CellsKind::Maximum => {
                for &cell in cells {
                    for other in self.geometry.neighbors(cell).filter(|other| !cells.contains(other)) {
                        let is_maximum = kind == CellsKind::Maximum;
                        self.pair(
                            [cell, other],
                            |one, other| if is_maximum { one > other } else { one < other },
                        )?;
                    }
                }
            }
            CellsKind::Equality => {
                self.add_different(cells)?;
                let low = side / 2;
                let high = side.div_ceil(2);
                let step = |&(parity, height): &(i8, i8), _: usize, digit: u8| {
                    let parity = if digit.is_multiple_of(2) { parity + 1 } else { parity - 1 };
                    let height = if digit <= low {
                        height - 1
                    } else if digit > high {
                        height + 1
                    } else {
                        height
                    };
                    Some((parity, height))
                };
                self.read(cells, (0_i8, 0_i8), step, |&ends| ends == (0, 0))?;
            }
            CellsKind::CountingCircles => {
                for counted in 1..=side {
                    let step = |&times: &u8, _: usize, digit: u8| {
                        let times = times + u8::from(digit == counted);
                        (times <= counted).then_some(times)
                    };
                    self.read(cells, 0, step, |&times| times == 0 || times == counted)?;
                }
            }
            CellsKind::RowIndexer | CellsKind::ColumnIndexer | CellsKind::BoxIndexer => {
                for &cell in cells {
                    self.add_index(kind, cell)?;
                }
            }
        }
        Ok(())
    }

    fn add_different(&mut self, cells: &[Cell]) -> Result<(), RuleError> {
        let side = self.side;
        if cells.len() > usize::from(side) {
            return refuse(format!("at most {side} different digits"), format!("{} cells", cells.len()));
        }
        self.apart.push(cells.to_vec());
        Ok(())
    }

    pub(super) fn add_clone(&mut self, first: &[Cell], second: &[Cell]) -> Result<(), RuleError> {
        if first.len() != second.len() {
            return refuse(format!("{} cells in the second group", first.len()), second.len());
        }
        let mut pairs = first.iter().zip(second);
        pairs.try_for_each(|(&one, &other)| self.pair([one, other], |one, other| one == other))
    }

    pub(super) fn add_quadruple(&mut self, corner: Cell, digits: &[Digit]) -> Result<(), RuleError> {
        let start: Vec<u8> = digits.iter().map(|digit| digit.value()).collect();
        let step = |left: &Vec<u8>, _: usize, digit: u8| {
            let mut left = left.clone();
            if let Some(place) = left.iter().position(|&other| other == digit) {
                left.remove(place);
            }
            Some(left)
        };
        self.read(&corner.square(), start, step, Vec::is_empty)
    }

    /// Requires of an indexer cell that it holds `v` exactly if the `v`-th cell of its house holds its own index.
    fn add_index(&mut self, kind: CellsKind, cell: Cell) -> Result<(), RuleError> {
        let [row, column, _] = self.geometry.houses_of(cell);
        let (house, own) = match kind {
            CellsKind::RowIndexer => (column, cell.row),
            CellsKind::ColumnIndexer => (row, cell.column),
            _ => {
                // Without boxes, there is no place to point at.
                let Some(in_box) = self.geometry.box_of(cell) else { return Ok(()) };
                let place = in_box.cells().iter().position(|&other| other == cell).unwrap_or(0);
                (in_box, u8::try_from(place).unwrap_or(u8::MAX))
            }
        };
        for (&other, value) in house.cells().iter().zip(1..) {
            if other == cell {
                // A cell that points at itself holds its own index.
                let index = own + 1;
                self.read(
                    &[cell],
                    (),
                    |(), _, digit| (digit != value || digit == index).then_some(()),
                    |()| true,
                )?;
            } else {
                self.pair([cell, other], |one, other| (one == value) == (other == own + 1))?;
            }
        }
        Ok(())
    }
}

/// Returns the ratios of the black dots among the rules, or 2 if there are none: those that unmarked pairs must not
/// have where all black dots are given.
fn ratios(rules: &[Rule]) -> Vec<PairKind> {
    let mut found: Vec<PairKind> = Vec::new();
    for rule in rules {
        if let Rule::Pair { kind: kind @ PairKind::Ratio(_), .. } = rule
            && !found.contains(kind)
        {
            found.push(*kind);
        }
    }
    if found.is_empty() { vec![PairKind::Ratio(2)] } else { found }
}
