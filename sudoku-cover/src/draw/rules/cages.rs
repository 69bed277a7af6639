//! Cages: outlines of cells with different digits or a sum, above the lines of the board. The sum is in a
//! corner of its own, which candidates leave free.

use std::fmt::Write;

use crate::draw::frame::{CELL, Point, corner};
use crate::draw::xml::{Xml, attributes, number};
use crate::model::geometry::Cell;
use crate::model::geometry::rules::{Rule, SetLook};

/// Distance of the outline of a cage from the sides of its cells, and how much farther within the cells the
/// outline of a cage is that shares cells with another.
const INSET: f64 = 4.5;
const OVERLAP: f64 = 3.0;
/// Number of distances after which they begin again.
const DISTANCES: usize = 3;
/// Font size of a sum, and the space of one of its letters.
const FONT: f64 = 12.0;
const LETTER: f64 = 7.4;
/// Distance of a sum from the left side of its cell, and where a quadruple covers the corner.
const LEFT: f64 = 6.0;
const BESIDE_QUADRUPLE: f64 = 20.0;

/// A cage as it is drawn.
struct Outline<'a> {
    class: &'static str,
    cells: &'a [Cell],
    /// The text in its corner, which may be empty.
    label: String,
}

impl<'a> Outline<'a> {
    fn of(rule: &'a Rule) -> Option<Self> {
        let (class, cells, label) = match rule {
            Rule::Killer { sum, cells } => ("cage", cells, sum.to_string()),
            // Digits may repeat, so the outline is another one.
            Rule::Sum { sum, cells } => ("sum-cage", cells, sum.to_string()),
            Rule::Cage { kind, value, cells } => {
                let class = if kind.row().is_different { "cage" } else { "sum-cage" };
                (class, cells, kind.label(*value))
            }
            Rule::Cells { kind, cells } => match kind.row().look {
                SetLook::Cage(label) => ("cage", cells, label.to_owned()),
                _ => return None,
            },
            _ => return None,
        };
        Some(Self { class, cells, label })
    }
}

/// Returns true if a text is in the corner of a cell.
pub(super) fn has_labels(rules: &[Rule]) -> bool {
    rules.iter().filter_map(Outline::of).any(|cage| !cage.label.is_empty())
}

/// Draws all cages.
pub(super) fn draw(rules: &[Rule], xml: &mut Xml) {
    let cages: Vec<Outline<'_>> = rules.iter().filter_map(Outline::of).collect();
    let mut labeled: Vec<Cell> = Vec::new();
    for (cage, place) in cages.iter().zip(0..) {
        let meets = |other: &&Outline<'_>| other.cells.iter().any(|cell| cage.cells.contains(cell));
        let before = cages[..place].iter().filter(meets).count() % DISTANCES;
        let inset = INSET + before as f64 * OVERLAP;
        xml.empty("path", attributes![class = cage.class, d = outline(cage.cells, inset)]);
    }
    // Sums are above the outlines of all cages, which they interrupt.
    for cage in &cages {
        draw_labels(cage, rules, &mut labeled, xml);
    }
}

/// Returns true if a quadruple is on the upper left corner of the cell.
fn is_covered(cell: Cell, rules: &[Rule]) -> bool {
    rules.iter().any(|rule| {
        matches!(rule, Rule::Quadruple { corner, .. }
            if (corner.row() + 1, corner.column() + 1) == (cell.row(), cell.column()))
    })
}

/// Draws the sum of a cage in its first cell that has none yet, and how often cells count.
fn draw_labels(cage: &Outline<'_>, rules: &[Rule], labeled: &mut Vec<Cell>, xml: &mut Xml) {
    let mut cells = cage.cells.to_vec();
    cells.sort_unstable();
    let free = cells.iter().find(|cell| !labeled.contains(cell)).or(cells.first());
    if let Some(&cell) = free.filter(|_| !cage.label.is_empty()) {
        let Point { x, y } = corner(cell);
        let others = labeled.iter().filter(|&&other| other == cell).count();
        labeled.push(cell);
        let x = x + if is_covered(cell, rules) { BESIDE_QUADRUPLE } else { LEFT };
        // Where all cells have a sum, one stands below the other.
        let baseline = y + 15.0 + others as f64 * FONT;
        let (top, width) = (baseline - FONT + 1.0, cage.label.len() as f64 * LETTER + 2.0);
        xml.empty("rect", attributes![class = "paper", x = x - 2.0, y = top, width = width, height = FONT]);
        xml.words("caption sum", (x, baseline), FONT, &cage.label);
    }
    for group in cells.chunk_by(|one, other| one == other).filter(|group| group.len() > 1) {
        let Point { x, y } = corner(group[0]);
        xml.words("label", (x + 48.0, y + 15.0), FONT, &format!("\u{d7}{}", group.len()));
    }
}

/// Returns the outline of the cells of a cage.
pub(in crate::draw) fn cage_outline(cells: &[Cell]) -> String {
    outline(cells, INSET)
}

/// Returns the outline of these cells, at this distance within them.
fn outline(cells: &[Cell], inset: f64) -> String {
    let has = |cell: Cell, down: i32, right: i32| {
        let line = |from: usize, by: i32| u8::try_from(i32::try_from(from).ok()? + by).ok();
        let beside = line(cell.row(), down).zip(line(cell.column(), right));
        beside.is_some_and(|(row, column)| cells.contains(&Cell::new(row, column)))
    };
    let mut path = String::new();
    let mut add = |x1: f64, y1: f64, x2: f64, y2: f64| {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        write!(path, "M{x1} {y1}L{x2} {y2}").expect("a string takes everything");
    };
    for &cell in cells {
        let Point { x, y } = corner(cell);
        let (low, high) = (inset, CELL - inset);
        let [up, down, left, right] =
            [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(rows, columns)| has(cell, rows, columns));
        // A line ends at the line of the next side, or continues in the next cell.
        let end = |continues: bool, inside: f64, outside: f64| if continues { outside } else { inside };
        for (is_inside, at) in [(up, low), (down, high)] {
            if !is_inside {
                add(x + end(left, low, 0.0), y + at, x + end(right, high, CELL), y + at);
            }
        }
        for (is_inside, at) in [(left, low), (right, high)] {
            if !is_inside {
                add(x + at, y + end(up, low, 0.0), x + at, y + end(down, high, CELL));
            }
        }
        // Inner corners of the outline.
        for (rows, is_above, y_edge, y_line) in [(-1, up, 0.0, low), (1, down, CELL, high)] {
            for (columns, is_beside, x_edge, x_line) in [(-1, left, 0.0, low), (1, right, CELL, high)] {
                if is_above && is_beside && !has(cell, rows, columns) {
                    add(x + x_edge, y + y_line, x + x_line, y + y_line);
                    add(x + x_line, y + y_edge, x + x_line, y + y_line);
                }
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_of_a_cage_is_closed() {
        let path = outline(&[Cell::new(2, 2), Cell::new(2, 3), Cell::new(3, 2)], INSET);
        let mut ends: Vec<&str> = path.split(['M', 'L']).filter(|point| !point.is_empty()).collect();
        ends.sort_unstable();
        assert!(ends.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1]), "{path}");
    }

    #[test]
    fn cages_that_overlap_have_separate_outlines_and_sums() {
        let rules: Vec<Rule> = ["killer 12 r1c1 r1c2", "killer 9 r1c1 r2c1", "killer 8 r1c1"]
            .map(|line| line.parse().unwrap())
            .to_vec();
        let mut xml = Xml::new();
        draw(&rules, &mut xml);
        let drawn = xml.finish();
        for start in ["M4.5 4.5", "M7.5 7.5", "M10.5 10.5"] {
            assert!(drawn.contains(start), "{drawn}");
        }
        let places: Vec<&str> = drawn.match_indices("<text").map(|(at, _)| &drawn[at..at + 40]).collect();
        assert!(places.len() == 3 && places[0] != places[1] && places[1] != places[2], "{drawn}");
    }
}
