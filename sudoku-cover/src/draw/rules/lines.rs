//! Rules for lines and arrows: broad lines through the middles of their cells, under the digits.
//!
//! The rim of a line has a pattern of its own for each kind, and some kinds have marks at their ends, so that
//! they are distinguished without colors too.

use crate::draw::frame::{Point, middle};
use crate::draw::xml::{Xml, attributes, number};
use crate::model::geometry::Cell;
use crate::model::geometry::rules::{End, LineKind, Look, Rule};

/// Width of the lines and circles of arrows.
const THIN: f64 = 3.0;
/// Radius of the bulb of a thermometer.
const BULB: f64 = 19.0;
/// Radius of a circle at an end of a line, and half of the diagonal of a diamond.
const CIRCLE: f64 = 23.0;
const DIAMOND: f64 = 27.0;
/// Width of the rim on each side of a line.
const RIM: f64 = 1.2;
/// Length of the sides of an arrowhead.
const HEAD: f64 = 9.0;

/// Draws a line or an arrow, and nothing for other rules.
pub(super) fn draw(rule: &Rule, xml: &mut Xml) {
    match rule {
        Rule::Line { kind, cells } => draw_line(*kind, cells, xml),
        Rule::Arrow { circle, cells } => draw_arrow(circle, cells, xml),
        _ => {}
    }
}

fn draw_line(kind: LineKind, cells: &[Cell], xml: &mut Xml) {
    let &Look { width, dashes, end, .. } = &kind.row().look;
    let mut points: Vec<Point> = cells.iter().map(|&cell| middle(cell)).collect();
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
    let class = kind.name();
    // The line is between the marks at its ends, which leave their cells free.
    let at_last = if end == End::HollowBulb { End::Plain } else { end };
    for end in [at_last, end] {
        points.reverse();
        begin_outside(&mut points, end);
    }
    let body = path(&points);
    let bulb = path(&[first]);
    // A thin line as that of an arrow has no rim.
    if width > THIN {
        rim(&body, width, dashes, xml);
        if end == End::Bulb {
            rim(&bulb, 2.0 * BULB, dashes, xml);
        }
    }
    stroke(class, &body, width, xml);
    match end {
        End::Plain => {}
        End::Bulb => stroke(class, &bulb, 2.0 * BULB, xml),
        End::HollowBulb => ring(class, first, BULB, xml),
        End::Circles => [first, last].into_iter().for_each(|at| ring(class, at, CIRCLE, xml)),
        End::ThinCircles => [first, last].into_iter().for_each(|at| thin_circle(class, at, xml)),
        End::Diamonds => [first, last].into_iter().for_each(|at| diamond(class, at, xml)),
    }
}

/// Draws the edge of a line, which the line covers but for both sides.
fn rim(path: &str, width: f64, dashes: &str, xml: &mut Xml) {
    let width = width + 2.0 * RIM;
    if dashes.is_empty() {
        xml.empty("path", attributes![class = "line rim", d = path, stroke_width = width]);
    } else {
        xml.empty(
            "path",
            attributes![class = "rim", d = path, stroke_width = width, stroke_dasharray = dashes],
        );
    }
}

fn stroke(class: &str, path: &str, width: f64, xml: &mut Xml) {
    let class = format!("line {class}");
    xml.empty("path", attributes![class = class, d = path, stroke_width = width]);
}

fn ring(class: &str, Point { x, y }: Point, radius: f64, xml: &mut Xml) {
    for (class, width) in [("rim", 5.0), (class, 5.0 - 2.0 * RIM)] {
        let class = format!("line {class}");
        let radius = radius - 2.5;
        xml.empty("circle", attributes![class = class, cx = x, cy = y, r = radius, stroke_width = width]);
    }
}

fn thin_circle(class: &str, Point { x, y }: Point, xml: &mut Xml) {
    let (class, radius) = (format!("line {class}"), CIRCLE - THIN / 2.0);
    xml.empty("circle", attributes![class = class, cx = x, cy = y, r = radius, stroke_width = THIN]);
}

fn diamond(class: &str, Point { x, y }: Point, xml: &mut Xml) {
    let reach = DIAMOND - 3.0;
    let [left, right, top, bottom] = [x - reach, x + reach, y - reach, y + reach].map(number);
    let [x, y] = [x, y].map(number);
    let path = format!("M{left} {y}L{x} {top}L{right} {y}L{x} {bottom}Z");
    for (class, width) in [("rim", 5.0), (class, 5.0 - 2.0 * RIM)] {
        stroke(class, &path, width, xml);
    }
}

/// Draws the circle of an arrow, or its pill, and a line from it with a head.
fn draw_arrow(circle: &[Cell], cells: &[Cell], xml: &mut Xml) {
    let ends: Vec<Point> = circle.iter().map(|&cell| middle(cell)).collect();
    pill(&ends, xml);
    let Some(next) = cells.iter().map(|&cell| middle(cell)).next() else { return };
    let Some(start) =
        ends.into_iter().min_by(|one, other| one.distance(next).total_cmp(&other.distance(next)))
    else {
        return;
    };
    let mut line: Vec<Point> = [start].into_iter().chain(cells.iter().map(|&cell| middle(cell))).collect();
    begin_outside(&mut line, End::Circles);
    let path = path(&line) + &head(&line);
    stroke("arrow", &path, THIN, xml);
}

/// Draws a circle around one cell, and a pill around several: a line around their broad common line.
fn pill(points: &[Point], xml: &mut Xml) {
    match points {
        [] => {}
        &[one] => thin_circle("arrow", one, xml),
        several => {
            let body = path(several);
            stroke("arrow", &body, 2.0 * CIRCLE, xml);
            stroke("pill", &body, 2.0 * (CIRCLE - THIN), xml);
        }
    }
}

/// Returns the head at the last point of a line.
fn head(line: &[Point]) -> String {
    let &[.., from, to] = line else { return String::new() };
    let length = from.distance(to).max(1.0);
    let (along_x, along_y) = ((to.x - from.x) / length, (to.y - from.y) / length);
    let side = |turn: f64| {
        let (x, y) = (to.x - HEAD * (along_x + turn * along_y), to.y - HEAD * (along_y - turn * along_x));
        format!("{} {}", number(x), number(y))
    };
    format!("M{}L{} {}L{}", side(0.8), number(to.x), number(to.y), side(-0.8))
}

/// Moves the first point of a line to the edge of the mark at this end.
fn begin_outside(points: &mut [Point], end: End) {
    let &mut [first, next, ..] = points else { return };
    let length = first.distance(next).max(1.0);
    let (x, y) = ((next.x - first.x) / length, (next.y - first.y) / length);
    let reach = match end {
        End::Plain | End::Bulb => 0.0,
        End::HollowBulb => BULB,
        End::Circles | End::ThinCircles => CIRCLE,
        End::Diamonds => DIAMOND / (x.abs() + y.abs()).max(1.0),
    };
    points[0] = Point { x: first.x + x * reach, y: first.y + y * reach };
}

/// Returns a line through points; through one alone, a line without length, which round ends make a dot.
fn path(points: &[Point]) -> String {
    let texts: Vec<String> =
        points.iter().map(|point| format!("{} {}", number(point.x), number(point.y))).collect();
    match &texts[..] {
        [one] => format!("M{one}L{one}"),
        several => format!("M{}", several.join("L")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_lines_differ_without_their_colors() {
        let mut drawings: Vec<String> = LineKind::ALL
            .into_iter()
            .map(|kind| {
                let mut xml = Xml::new();
                draw_line(kind, &[Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 2)], &mut xml);
                xml.finish().replace(kind.name(), "")
            })
            .collect();
        drawings.sort_unstable();
        drawings.dedup();
        assert_eq!(drawings.len(), LineKind::ALL.len());
    }
}
