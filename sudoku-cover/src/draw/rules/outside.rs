//! Clues outside of the board: the space that they need, and their drawing. Each kind has a sign of its own
//! beside its number.
//!
//! A place outside is a side and the number of a row or column; several clues at one place stand one outside
//! of the other: those of diagonals, then the others, in the order of the rules.

use std::collections::BTreeMap;

use crate::draw::frame::{CELL, Point, corner, middle};
use crate::draw::xml::{Xml, attributes, number};
use crate::model::geometry::rules::{Direction, OutsideKind, Rule, Side, Sign};
use crate::model::geometry::{Cell, Geometry};

/// Space of one clue.
const SPACE: f64 = 44.0;
/// Font size of a clue.
const FONT: f64 = 20.0;
/// Distance of the lower edge of a digit from its middle, in font sizes.
const DROP: f64 = 0.36;

/// The space that clues need on each side of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::draw) struct Margins {
    pub(in crate::draw) left: f64,
    pub(in crate::draw) right: f64,
    pub(in crate::draw) top: f64,
    pub(in crate::draw) bottom: f64,
}

/// What is drawn at a place.
enum Clue {
    Line { kind: OutsideKind, value: u32 },
    Diagonal { sum: u32, direction: Direction },
}

/// A clue and the middle of its number.
struct Placed {
    clue: Clue,
    middle: Point,
}

/// Returns the step of a direction, in columns and rows.
fn step(direction: Direction) -> (f64, f64) {
    let (down, right) = direction.step();
    (f64::from(right), f64::from(down))
}

/// Returns the side and the middle, along the side, of the place before the first cell of a diagonal; `None` if
/// that is on the board.
fn before(first: Cell, direction: Direction, board: f64) -> Option<(Side, f64)> {
    let (Point { x, y }, (right, down)) = (middle(first), step(direction));
    let (x, y) = (x - right * CELL, y - down * CELL);
    match (x, y) {
        _ if y < 0.0 => Some((Side::Top, x)),
        _ if y > board => Some((Side::Bottom, x)),
        _ if x < 0.0 => Some((Side::Left, y)),
        _ if x > board => Some((Side::Right, y)),
        _ => None,
    }
}

/// Returns all clues outside of the board, and the space that they need.
fn placed(geometry: &Geometry) -> (Vec<Placed>, Margins) {
    let board = geometry.side() as f64 * CELL;
    let mut margins = Margins::default();
    let mut counts: BTreeMap<(&str, String), f64> = BTreeMap::new();
    let mut clues = Vec::new();
    // The arrow of a diagonal points at the corner of a cell, so its clue is next to the board.
    let (diagonals, others): (Vec<_>, Vec<_>) =
        geometry.rules().iter().partition(|rule| matches!(rule, Rule::LittleKiller { .. }));
    for rule in diagonals.into_iter().chain(others) {
        let (clue, place) = match *rule {
            Rule::Outside { kind, side, number, value } => {
                (Clue::Line { kind, value }, Some((side, (f64::from(number) + 0.5) * CELL)))
            }
            Rule::LittleKiller { sum, first, direction } => {
                (Clue::Diagonal { sum, direction }, before(first, direction, board))
            }
            _ => continue,
        };
        let Some((side, along)) = place else { continue };
        let layer = counts.entry((side.name(), number(along))).or_default();
        let away = (*layer + 0.5) * SPACE;
        *layer += 1.0;
        let space = *layer * SPACE;
        let (margin, middle) = match side {
            Side::Left => (&mut margins.left, Point { x: -away, y: along }),
            Side::Right => (&mut margins.right, Point { x: board + away, y: along }),
            Side::Top => (&mut margins.top, Point { x: along, y: -away }),
            Side::Bottom => (&mut margins.bottom, Point { x: along, y: board + away }),
        };
        *margin = margin.max(space);
        if along < 0.0 {
            margins.left = margins.left.max(SPACE);
        } else if along > board {
            margins.right = margins.right.max(SPACE);
        }
        clues.push(Placed { clue, middle });
    }
    (clues, margins)
}

/// Returns the space that clues need on each side of the board.
pub(in crate::draw) fn margins(geometry: &Geometry) -> Margins {
    placed(geometry).1
}

/// Draws the clues.
pub(super) fn draw(geometry: &Geometry, xml: &mut Xml) {
    let board = geometry.side() as f64 * CELL;
    for Placed { clue, middle } in placed(geometry).0 {
        match clue {
            Clue::Line { kind, value } => {
                // The number and the sign beside it are in the middle together.
                let left = if kind.row().look == Sign::Sigma { 6.0 } else { 0.0 };
                let text =
                    if kind.row().look == Sign::Number { format!("#{value}") } else { value.to_string() };
                words(Point { x: middle.x - left, ..middle }, &text, xml);
                sign(kind.row().look, middle, value, xml);
            }
            Clue::Diagonal { sum, direction } => {
                words(middle, &sum.to_string(), xml);
                // The arrow ends at the corner of the first cell.
                let is_beside = middle.x < 0.0 || middle.x > board;
                let is_corner = is_beside && (middle.y < 0.0 || middle.y > board);
                let (near, far) = if is_beside && !is_corner { (6.0, 14.0) } else { (14.0, 6.0) };
                arrow(Point { x: middle.x, y: middle.y }, (near, far), direction, xml);
            }
        }
    }
    for rule in geometry.rules() {
        if let &Rule::LittleKiller { sum, first, direction } = rule
            && before(first, direction, board).is_none()
        {
            inner(sum, first, direction, xml);
        }
    }
}

fn words(Point { x, y }: Point, text: &str, xml: &mut Xml) {
    let size = if text.len() > 2 { 0.8 * FONT } else { FONT };
    xml.words("clue", (x, y + size * DROP), size, text);
}

/// Draws the sign of a kind of clue beside its number.
fn sign(sign: Sign, Point { x, y }: Point, value: u32, xml: &mut Xml) {
    let [left, top, low] = [x - 11.0, y - 12.0, y + 12.0].map(number);
    let path = match sign {
        Sign::Slices => format!("M{left} {top}h22M{left} {low}h22"),
        Sign::Room => format!("M{} {}h26v26h-26z", number(x - 13.0), number(y - 13.0)),
        Sign::Heights | Sign::Lowered => {
            let low = number(y + 20.0);
            let [left, middle, right] = [x - 7.0, x, x + 7.0].map(number);
            let heights = if sign == Sign::Heights { [4, 7, 10] } else { [7, 10, 4] };
            let [first, second, third] = heights;
            format!("M{left} {low}v-{first}M{middle} {low}v-{second}M{right} {low}v-{third}")
        }
        Sign::Sigma => {
            let right = x + if value > 9 { 13.0 } else { 7.0 };
            xml.words("mark", (right, y + 13.0), 14.0, "\u{3a3}");
            return;
        }
        Sign::Number => return,
    };
    xml.empty("path", attributes![class = "sign", d = path]);
}

/// Draws a short arrow in the direction of a diagonal.
fn arrow(Point { x, y }: Point, (beside, above): (f64, f64), direction: Direction, xml: &mut Xml) {
    let (right, down) = step(direction);
    let (x, y) = (x + right * beside, y + down * above);
    let [end_x, end_y, back_x, back_y] =
        [x + right * 12.0, y + down * 12.0, -right * 7.0, -down * 7.0].map(number);
    let [x, y] = [x, y].map(number);
    let path = format!("M{x} {y}L{end_x} {end_y}h{back_x}M{end_x} {end_y}v{back_y}");
    xml.empty("path", attributes![class = "inequality", d = path]);
}

/// Draws the sum of a diagonal that begins within the board, at the corner of its first cell.
fn inner(sum: u32, first: Cell, direction: Direction, xml: &mut Xml) {
    let (Point { x, y }, (right, down)) = (corner(first), step(direction));
    let at = Point { x: x + (1.0 - right) / 2.0 * CELL, y: y + (1.0 - down) / 2.0 * CELL };
    xml.empty("circle", attributes![class = "quad", cx = at.x, cy = at.y, r = 12.0]);
    xml.words("mark", (at.x, at.y + 12.0 * DROP), 12.0, &sum.to_string());
    arrow(at, (10.0, 10.0), direction, xml);
}
