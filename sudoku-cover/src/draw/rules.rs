//! Drawing of the rules of variants: windows and cells of one parity are shaded, diagonals are lines, cages
//! have a dashed outline and their sum. Rules without cells of their own are only in the title.

use std::fmt::Write;

use super::frame::{CELL, Point, corner, square};
use super::xml::{Xml, attributes, number};
use crate::model::geometry::rules::{CellsKind, Rule, Variant};
use crate::model::geometry::{Cage, Cell, Geometry, HouseKind};

/// Distance of the outline of a cage from the sides of its cells.
const INSET: f64 = 4.5;

/// Returns the names of the rules without cells of their own, such as `, x, anti-knight`.
pub(super) fn names(geometry: &Geometry) -> String {
    let mut names = String::new();
    for rule in geometry.rules() {
        if let Rule::Variant(variant) = rule {
            write!(names, ", {variant}").expect("a string takes everything");
        }
    }
    names
}

/// Draws what is behind the lines of the board.
pub(super) fn draw_shades(geometry: &Geometry, xml: &mut Xml) {
    for house in geometry.houses().iter().filter(|house| house.kind() == HouseKind::Window) {
        for &cell in house.cells() {
            square(cell, 0.0, "window", xml);
        }
    }
    for rule in geometry.rules() {
        match rule {
            Rule::Cells { kind: CellsKind::Even, cells } => {
                cells.iter().for_each(|&cell| square(cell, 8.0, "parity", xml));
            }
            Rule::Cells { kind: CellsKind::Odd, cells } => cells.iter().for_each(|&cell| circle(cell, xml)),
            _ => {}
        }
    }
}

/// Draws what is above the lines of the board.
pub(super) fn draw_lines(geometry: &Geometry, xml: &mut Xml) {
    if geometry.has(Variant::Diagonal) {
        let board = number(geometry.side() as f64 * CELL);
        let path = format!("M0 0L{board} {board}M0 {board}L{board} 0");
        xml.empty("path", attributes![class = "diagonal", d = path]);
    }
    for cage in geometry.cages() {
        xml.empty("path", attributes![class = "cage", d = outline(cage)]);
        if let Some(&first) = cage.cells().first() {
            let Point { x, y } = corner(first);
            xml.words("label sum", (x + 6.0, y + 15.0), 12.0, &cage.sum().to_string());
        }
    }
}

fn circle(cell: Cell, xml: &mut Xml) {
    let Point { x, y } = corner(cell);
    let (x, y) = (x + CELL / 2.0, y + CELL / 2.0);
    xml.empty("circle", attributes![class = "parity", cx = x, cy = y, r = "23"]);
}

/// Returns the outline of a cage, within its cells.
fn outline(cage: &Cage) -> String {
    let has = |cell: Cell, down: i32, right: i32| {
        let line = |from: usize, by: i32| u8::try_from(i32::try_from(from).ok()? + by).ok();
        let beside = line(cell.row(), down).zip(line(cell.column(), right));
        beside.is_some_and(|(row, column)| cage.cells().contains(&Cell::new(row, column)))
    };
    let mut path = String::new();
    let mut add = |x1: f64, y1: f64, x2: f64, y2: f64| {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        write!(path, "M{x1} {y1}L{x2} {y2}").expect("a string takes everything");
    };
    for &cell in cage.cells() {
        let Point { x, y } = corner(cell);
        let (low, high) = (INSET, CELL - INSET);
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
    use crate::draw::{Ink, Picture};
    use crate::model::geometry::rules::Regions;
    use crate::model::grid::Grid;

    #[test]
    fn each_rule_leaves_its_trace() {
        let cells = |places: &[(u8, u8)]| {
            places.iter().map(|&(row, column)| Cell::new(row, column)).collect::<Vec<_>>()
        };
        let rules = [
            Rule::Variant(Variant::Diagonal),
            Rule::Variant(Variant::Windoku),
            Rule::Variant(Variant::AntiKnight),
            Rule::Cells { kind: CellsKind::Even, cells: cells(&[(0, 0), (0, 1)]) },
            Rule::Cells { kind: CellsKind::Odd, cells: cells(&[(8, 8)]) },
            Rule::Killer { sum: 12, cells: cells(&[(2, 2), (2, 3), (3, 2)]) },
        ];
        let geometry = Geometry::classic().with_rules(&rules).unwrap();
        let grid = Grid::empty(9).unwrap();
        let svg = Picture::new(&geometry, &grid).unwrap().to_svg();
        let times = |words: &str| svg.matches(words).count();
        assert_eq!(times("class=\"window\""), 36);
        assert_eq!((times("<rect class=\"parity\""), times("<circle class=\"parity\"")), (2, 1));
        assert_eq!((times("class=\"diagonal\""), times("class=\"cage\"")), (1, 1));
        assert_eq!((times(">12</text>"), times("x, windoku, anti-knight")), (1, 1));
    }

    #[test]
    fn the_outline_of_a_cage_is_closed() {
        let cells = vec![Cell::new(2, 2), Cell::new(2, 3), Cell::new(3, 2)];
        let geometry = Geometry::classic().with_rules(&[Rule::Killer { sum: 12, cells }]).unwrap();
        let path = outline(&geometry.cages()[0]);
        let mut ends: Vec<&str> = path.split(['M', 'L']).filter(|point| !point.is_empty()).collect();
        ends.sort_unstable();
        assert!(ends.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1]), "{path}");
    }

    #[test]
    fn borders_run_around_regions_of_any_shape() {
        let drawn = |text: &str| {
            let rule = Rule::Regions(Regions::of_text(text));
            let geometry = Geometry::of_side(4).unwrap().with_rules(&[rule]).unwrap();
            Picture::new(&geometry, &Grid::empty(4).unwrap()).unwrap().to_text(Ink::Plain)
        };
        let plain = Geometry::of_side(4).unwrap();
        let boxes = Picture::new(&plain, &Grid::empty(4).unwrap()).unwrap().to_text(Ink::Plain);
        assert_eq!(drawn("1122112233443344"), boxes);
        let jigsaw = "\
┌───────────┬───┐
│ .   .   . │ . │
├───────┐   │   │
│ .   . │ . │ . │
│       ├───┤   │
│ .   . │ . │ . │
├───────┘   │   │
│ .   .   . │ . │
└───────────┴───┘
";
        assert_eq!(drawn("1112331233424442"), jigsaw);
    }
}
