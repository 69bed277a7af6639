//! Rules that mark single cells: windows, parity, clones, extremes, counting circles and indexers. They are
//! behind the lines of the board, and everything is within its cell.

use std::fmt::Write;

use crate::draw::frame::{CELL, Point, corner, middle, square};
use crate::draw::xml::{Xml, attributes, number};
use crate::model::geometry::rules::{CellsKind, Rule, SetLook};
use crate::model::geometry::{Cell, Geometry, HouseKind};

/// Radius of the circle of an odd cell, and of a counting circle.
const RADIUS: f64 = 23.0;

/// Draws the marked cells.
pub(super) fn draw(geometry: &Geometry, rules: &[Rule], xml: &mut Xml) {
    for house in geometry.houses().iter().filter(|house| house.kind() == HouseKind::Window) {
        house.cells().iter().for_each(|&cell| square(cell, 0.0, "window", xml));
    }
    let is_clone = |rule: &&Rule| matches!(rule, Rule::Clone { .. });
    let has_several = rules.iter().filter(is_clone).count() > 1;
    let mut letters = has_several.then(|| ('A'..='Z').cycle());
    for rule in rules {
        match rule {
            Rule::Cells { kind, cells } => {
                cells.iter().for_each(|&cell| mark(*kind, cell, cells, geometry, xml));
            }
            Rule::Clone { first, second } => {
                clones([first, second], letters.as_mut().and_then(Iterator::next), xml);
            }
            _ => {}
        }
    }
}

/// Draws one cell of a rule for several.
fn mark(kind: CellsKind, cell: Cell, cells: &[Cell], geometry: &Geometry, xml: &mut Xml) {
    match kind.row().look {
        SetLook::Square => square(cell, 8.0, "parity", xml),
        SetLook::Circle(class) => circle(cell, class, xml),
        SetLook::Extreme { is_maximum } => {
            square(cell, 1.0, "extreme", xml);
            let others = geometry.neighbors(cell).filter(|other| !cells.contains(other));
            let signs: String = others.map(|other| chevron(cell, other, is_maximum)).collect();
            sign(&signs, xml);
        }
        SetLook::Sign { path, .. } => {
            square(cell, 1.0, kind.name(), xml);
            sign(&moved(path, corner(cell)), xml);
        }
        SetLook::Black if is_shown(geometry, cell) => square(cell, 0.0, "black", xml),
        SetLook::Cage(_) | SetLook::Black => {}
    }
}

/// Returns true if the cell is within the part of the board that is shown.
fn is_shown(geometry: &Geometry, cell: Cell) -> bool {
    let [rows, columns] = geometry.extent();
    cell.row() < rows && cell.column() < columns
}

fn circle(cell: Cell, class: &str, xml: &mut Xml) {
    let Point { x, y } = middle(cell);
    xml.empty("circle", attributes![class = class, cx = x, cy = y, r = RADIUS]);
}

fn sign(path: &str, xml: &mut Xml) {
    if !path.is_empty() {
        xml.empty("path", attributes![class = "sign", d = path]);
    }
}

/// Returns a chevron at the side of the cell where the other one is, which points to the lesser digit.
fn chevron(cell: Cell, other: Cell, is_maximum: bool) -> String {
    let (here, there) = (middle(cell), middle(other));
    let (along_x, along_y) = ((there.x - here.x) / CELL, (there.y - here.y) / CELL);
    // The tip and the ends of the chevron, from the middle of the cell.
    let (tip, ends) = if is_maximum { (27.5, 23.5) } else { (23.5, 27.5) };
    let point = |far: f64, beside: f64| {
        let [x, y] = [here.x + far * along_x + beside * along_y, here.y + far * along_y + beside * along_x];
        format!("{} {}", number(x), number(y))
    };
    format!("M{}L{}L{}", point(ends, -6.0), point(tip, 0.0), point(ends, 6.0))
}

/// Returns a path whose corners are measured from this point.
fn moved(path: &[(char, f64, f64)], Point { x, y }: Point) -> String {
    let mut text = String::new();
    for &(command, right, down) in path {
        write!(text, "{command}{} {}", number(x + right), number(y + down))
            .expect("a string takes everything");
    }
    text
}

/// Draws both groups of a clone, with a letter if there are several clones.
fn clones(groups: [&[Cell]; 2], letter: Option<char>, xml: &mut Xml) {
    for group in groups {
        group.iter().for_each(|&cell| square(cell, 1.0, "clone", xml));
        if let Some((letter, &first)) = letter.zip(group.first()) {
            let Point { x, y } = corner(first);
            xml.words("label", (x + 50.0, y + 15.0), 12.0, &letter.to_string());
        }
    }
}
