//! A picture as SVG. The side of a cell is 60 units on every board.
//!
//! Everything is drawn with plain attributes and one style sheet of classes, without scripts and references,
//! so that old renderers support it. A picture can be embedded in another one and in HTML.

use super::decoration;
use super::frame::{Border, CELL, Frame, Point, corner, square};
use super::marking::{Marking, StepRole, Tint};
use super::rules::{self, Insets, Margins};
use super::style::{self, SETS};
use super::xml::{Attributes, Xml, attributes, number};
use super::{Backdrop, Picture};
use crate::human::step::{Link, Node, Strength};
use crate::model::geometry::{Candidate, Cell, Digit, Geometry, Values};

/// Margin around the board: half of a thick line and a little more.
const MARGIN: f64 = 4.0;
/// Space of the numbers of rows and columns.
const LABELS: f64 = 26.0;
/// Mean width of a letter in font sizes.
const LETTER: f64 = 0.6;
/// Distance of the lower edge of a digit from its middle, in font sizes.
const DROP: f64 = 0.36;

/// The place of a picture: its upper left corner and its size.
struct View {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl View {
    /// Returns the place of the board with its clues outside.
    fn of(picture: &Picture<'_>) -> Self {
        let [height, width] = picture.geometry.extent().map(|cells| cells as f64 * CELL + 2.0 * MARGIN);
        let Margins { left, right, top, bottom } = margins(picture);
        Self {
            left: -MARGIN - left,
            top: -MARGIN - top,
            width: width + left + right,
            height: height + top + bottom,
        }
    }

    /// Returns the place with space for labels.
    fn with_labels(self) -> Self {
        let Self { left, top, width, height } = self;
        Self { left: left - LABELS, top: top - LABELS, width: width + LABELS, height: height + LABELS }
    }

    fn attribute(&self) -> String {
        [self.left, self.top, self.width, self.height].map(number).join(" ")
    }
}

/// Returns the space beside the board that rules and drawings need.
fn margins(picture: &Picture<'_>) -> Margins {
    let of_rules = rules::margins(picture.geometry);
    match picture.decoration {
        None => of_rules,
        Some(decoration) => {
            let of_drawings = decoration::margins(decoration, picture.geometry);
            Margins {
                left: of_rules.left.max(of_drawings.left),
                right: of_rules.right.max(of_drawings.right),
                top: of_rules.top.max(of_drawings.top),
                bottom: of_rules.bottom.max(of_drawings.bottom),
            }
        }
    }
}

/// Returns the style sheet of a picture.
fn sheet(picture: &Picture<'_>) -> String {
    let sheet = style::sheet(picture.theme, rules::styles([picture.geometry]));
    match picture.decoration {
        None => sheet,
        Some(_) => sheet + &style::of_decoration(picture.theme),
    }
}

/// Returns the picture as a file.
pub(super) fn document(picture: &Picture<'_>) -> String {
    let mut view = View::of(picture);
    // Captions begin below the board and its clues.
    let below = view.top + view.height;
    if picture.has_labels {
        view = view.with_labels();
    }
    let font = (view.width / 32.0).clamp(13.0, 30.0);
    let lines =
        picture.caption().map(|caption| wrap(&caption, (view.width - 2.0 * MARGIN) / (font * LETTER)));
    let lines = lines.unwrap_or_default();
    view.height += if lines.is_empty() { 0.0 } else { (lines.len() as f64 * 1.35 + 0.6) * font };
    let View { left, top, width, height } = view;
    let mut xml = Xml::new();
    xml.open(
        "svg",
        attributes![
            xmlns = "http://www.w3.org/2000/svg",
            viewBox = view.attribute(),
            width = width,
            height = height,
            role = "img",
            aria_labelledby = "title description",
        ],
    );
    xml.line();
    xml.text("title", attributes![id = "title"], &picture.title());
    xml.line();
    xml.text("desc", attributes![id = "description"], &picture.description());
    xml.line();
    xml.style(&sheet(picture));
    xml.line();
    xml.empty("rect", attributes![class = "paper", x = left, y = top, width = width, height = height]);
    Drawing::new(picture).draw(&mut xml);
    let baseline = below + 1.1 * font;
    for (line, place) in lines.iter().zip(0..) {
        xml.words("caption", (0.0, baseline + f64::from(place) * 1.35 * font), font, line);
    }
    xml.line();
    xml.close("svg");
    xml.line();
    xml.finish()
}

/// Writes the board of the picture as an element of another picture or page, with these attributes; the
/// caller adds the style sheet.
pub(super) fn element(picture: &Picture<'_>, place: Attributes<'_>, xml: &mut Xml) {
    let view = View::of(picture).attribute();
    xml.open("svg", &[attributes![viewBox = view, role = "img"], place].concat());
    xml.text("title", &[], &picture.title());
    xml.text("desc", &[], &picture.description());
    Drawing::new(picture).draw(xml);
    xml.close("svg");
}

/// Returns the blank board of the picture with its rules, without a background.
pub(super) fn backdrop(picture: &Picture<'_>) -> Backdrop {
    let geometry = picture.geometry;
    let view = View::of(picture);
    let view = if picture.has_labels { view.with_labels() } else { view };
    let mut xml = Xml::new();
    xml.open(
        "svg",
        attributes![
            xmlns = "http://www.w3.org/2000/svg",
            viewBox = view.attribute(),
            width = view.width,
            height = view.height,
        ],
    );
    xml.style(&sheet(picture));
    rules::draw_shades(geometry, &mut xml);
    board(picture, &mut xml);
    if picture.has_labels {
        labels(picture, ["r", "c"], &mut xml);
    }
    xml.close("svg");
    let Insets { top, others } = rules::insets(geometry);
    Backdrop {
        svg: xml.finish(),
        view: [view.left, view.top, view.width, view.height].map(|length| length / CELL),
        insets: [top, others].map(|length| length / CELL),
    }
}

/// Draws the lines of the board, with what is below and above them.
fn board(picture: &Picture<'_>, xml: &mut Xml) {
    let geometry = picture.geometry;
    if let Some(decoration) = picture.decoration {
        decoration::draw_below(decoration, geometry, xml);
    }
    rules::draw_behind(geometry, xml);
    lines(geometry, xml);
    rules::draw_above(geometry, xml);
    if let Some(decoration) = picture.decoration {
        decoration::draw_above(decoration, geometry, xml);
    }
}

/// Draws the numbers of rows and columns, after these letters.
fn labels(picture: &Picture<'_>, [row, column]: [&str; 2], xml: &mut Xml) {
    let Margins { left, top, .. } = margins(picture);
    let [rows, columns] = picture.geometry.extent();
    for line in 0..rows.max(columns) {
        let along = (line as f64 + 0.5) * CELL;
        let number = line + 1;
        if line < columns {
            xml.words("label", (along, -MARGIN - top - 8.0), 15.0, &format!("{column}{number}"));
        }
        if line < rows {
            xml.words("label", (-MARGIN - left - 11.0, along + 15.0 * DROP), 15.0, &format!("{row}{number}"));
        }
    }
}

/// Returns lines of at most `letters` letters, broken at spaces; a longer word is broken where the line ends.
fn wrap(text: &str, letters: f64) -> Vec<String> {
    let most = (1..1000_u16).take_while(|&count| f64::from(count) <= letters).count().max(8);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for (part, is_first) in letters.chunks(most).zip([true].into_iter().chain(std::iter::repeat(false))) {
            match lines.last_mut() {
                Some(line) if is_first && line.chars().count() + 1 + part.len() <= most => {
                    line.push(' ');
                    line.extend(part);
                }
                _ => lines.push(part.iter().collect()),
            }
        }
    }
    lines
}

struct Drawing<'a> {
    picture: &'a Picture<'a>,
    marking: Marking,
    /// The digits of the board.
    values: Values,
    /// Number of candidates side by side in a cell, and one above the other.
    columns: usize,
    rows: usize,
    insets: Insets,
}

impl<'a> Drawing<'a> {
    fn new(picture: &'a Picture<'a>) -> Self {
        let values = picture.geometry.values();
        let count = values.count();
        let columns = (1..=count).find(|columns| columns * columns >= count).unwrap_or(1);
        let (marking, insets) = (Marking::of(picture), rules::insets(picture.geometry));
        Self { picture, marking, values, columns, rows: count.div_ceil(columns), insets }
    }

    fn draw(&self, xml: &mut Xml) {
        let [height, width] = self.picture.geometry.extent().map(|cells| cells as f64 * CELL);
        xml.empty("rect", attributes![class = "paper", x = "0", y = "0", width = width, height = height]);
        rules::draw_shades(self.picture.geometry, xml);
        for (&cell, tint) in &self.marking.tints {
            square(cell, 0.0, &classes(*tint).0, xml);
        }
        board(self.picture, xml);
        for (&cell, tint) in &self.marking.tints {
            if let (_, Some(class)) = classes(*tint) {
                square(cell, 3.0, &class, xml);
            }
        }
        xml.line();
        if self.picture.has_labels {
            labels(self.picture, ["", ""], xml);
            xml.line();
        }
        self.spots(xml);
        for link in self.picture.step.iter().flat_map(|step| step.pattern.links()) {
            self.link(link, xml);
        }
        let digits = self.picture.digits();
        for cell in self.picture.geometry.open_cells() {
            match (digits.get(cell), self.marking.placed(cell)) {
                (Some(digit), _) => {
                    let is_given = self.picture.given.get(cell).is_some();
                    let class = match is_given {
                        _ if rules::is_black(self.picture.geometry, cell) => "on-black",
                        true => "given",
                        false => "found",
                    };
                    self.digit(cell, digit, class, xml);
                }
                (None, Some(placed)) => {
                    let (Point { x, y }, size) = (corner(cell), CELL - 8.0);
                    xml.empty(
                        "rect",
                        attributes![
                            class = "ring",
                            x = x + 4.0,
                            y = y + 4.0,
                            width = size,
                            height = size,
                            rx = "10"
                        ],
                    );
                    self.digit(cell, placed.digit, "placed", xml);
                }
                (None, None) => {
                    self.candidates(cell, xml);
                    if let Some(decoration) =
                        self.picture.decoration.filter(|_| self.picture.candidates.is_none())
                    {
                        decoration::notes(decoration, cell, xml);
                    }
                }
            }
        }
        if let Some(fog) = self.picture.fog() {
            let seen = decoration::fog(fog, self.picture.geometry, self.picture.given, &digits, xml);
            lines(self.picture.geometry, xml);
            for cell in seen {
                if let Some(digit) = digits.get(cell) {
                    self.digit(cell, digit, "found", xml);
                }
            }
        }
        xml.line();
    }

    fn digit(&self, cell: Cell, digit: Digit, class: &str, xml: &mut Xml) {
        let size = if self.values.greatest() > 9 { 31.0 } else { 38.0 };
        let Point { x, y } = corner(cell);
        xml.words(class, (x + CELL / 2.0, y + CELL / 2.0 + size * DROP), size, &digit.to_string());
    }

    /// Returns the middle of a candidate.
    fn point(&self, candidate: Candidate) -> Point {
        let place = self.values.rank(candidate.digit);
        let Insets { top, others } = self.insets;
        let Point { x, y } = corner(candidate.cell);
        Point {
            x: x + others + ((place % self.columns) as f64 + 0.5) * self.space().0,
            y: y + top + ((place / self.columns) as f64 + 0.5) * self.space().1,
        }
    }

    /// Returns the width and the height of the place of a candidate.
    fn space(&self) -> (f64, f64) {
        let Insets { top, others } = self.insets;
        let (width, height) = (CELL - 2.0 * others, CELL - top - others);
        (width / self.columns as f64, height / self.rows as f64)
    }

    /// Returns half of the space of a candidate.
    fn radius(&self) -> f64 {
        let (width, height) = self.space();
        // Plain boards have room enough above and below.
        let height = if self.insets.top > 4.0 { height } else { width };
        (width.min(height) / 2.0).min(13.0)
    }

    fn font(&self) -> f64 {
        let letters = if self.values.greatest() > 9 { 2.0 } else { 1.0 };
        (1.8 * self.radius() / (letters * 0.56)).min(1.62 * self.radius()).min(22.0)
    }

    /// Draws spots behind the candidates of a step, whether candidates are drawn or not.
    fn spots(&self, xml: &mut Xml) {
        for (&candidate, part) in &self.marking.parts {
            let class = match part {
                StepRole::Trail => "trail".to_owned(),
                StepRole::Shown => "shown".to_owned(),
                StepRole::Fin => "fin".to_owned(),
                StepRole::Set(number) => format!("set{}", number % SETS),
                StepRole::Eliminated => "gone".to_owned(),
                StepRole::Placed => continue,
            };
            let Point { x, y } = self.point(candidate);
            xml.empty("circle", attributes![class = class, cx = x, cy = y, r = self.radius()]);
        }
    }

    fn candidates(&self, cell: Cell, xml: &mut Xml) {
        let size = self.font();
        for digit in self.picture.geometry.digits() {
            let candidate = Candidate { cell, digit };
            let part = self.marking.parts.get(&candidate);
            let is_there = self.picture.candidates.is_some_and(|marks| marks.get(cell).contains(digit));
            if !is_there && part.is_none() {
                continue;
            }
            let Point { x, y } = self.point(candidate);
            let class = if part.is_some() { "given" } else { "candidate" };
            xml.words(class, (x, y + size * DROP), size, &digit.to_string());
            if part == Some(&StepRole::Eliminated) {
                let reach = 0.78 * self.radius();
                let (x1, y1, x2, y2) = (x - reach, y + reach, x + reach, y - reach);
                xml.empty("line", attributes![class = "cross", x1 = x1, y1 = y1, x2 = x2, y2 = y2]);
            }
        }
    }

    fn link(&self, link: &Link, xml: &mut Xml) {
        let points = |node: &Node| -> Vec<Point> {
            let cells = node.cells.iter().filter(|&&cell| self.picture.geometry.contains(cell));
            cells.map(|&cell| self.point(Candidate { cell, digit: node.digit })).collect()
        };
        let (from, to) = (points(&link.from), points(&link.to));
        for group in [&from, &to].into_iter().filter(|group| group.len() > 1) {
            let path: Vec<String> =
                group.iter().map(|point| format!("{} {}", number(point.x), number(point.y))).collect();
            let (path, width) = (format!("M{}", path.join("L")), number(1.7 * self.radius()));
            let style = format!("stroke-width:{width}");
            xml.empty("path", attributes![class = "link group", d = path, style = style]);
        }
        let pairs = from.iter().flat_map(|&one| to.iter().map(move |&other| (one, other)));
        let Some((from, to)) =
            pairs.min_by(|one, other| one.0.distance(one.1).total_cmp(&other.0.distance(other.1)))
        else {
            return;
        };
        let class = match link.strength {
            Strength::Strong => "link",
            Strength::Weak => "link weak",
        };
        if let Some(path) = arc(from, to, self.radius()) {
            xml.empty("path", attributes![class = class, d = path]);
        }
    }
}

/// Draws the lines between the cells and the borders of the boxes.
fn lines(geometry: &Geometry, xml: &mut Xml) {
    let board = number(geometry.side() as f64 * CELL);
    let line = |line: usize| {
        let at = number(line as f64 * CELL);
        format!("M{at} 0v{board}M0 {at}h{board}")
    };
    // Between two cells, of which neither is blocked.
    let between = |[one, other]: [Cell; 2]| {
        let (Point { x, y }, direction) = (corner(other), if one.row() == other.row() { 'v' } else { 'h' });
        format!("M{} {}{direction}{}", number(x), number(y), number(CELL))
    };
    let thin: String = if geometry.blocked().is_empty() {
        (1..geometry.side()).map(line).collect()
    } else {
        geometry.adjacent_pairs().map(between).collect()
    };
    if !thin.is_empty() {
        xml.empty("path", attributes![class = "thin", d = thin]);
    }
    let piece = |piece: Border| {
        let [x, y, length] = [piece.column, piece.row, piece.length].map(|cells| number(cells as f64 * CELL));
        format!("M{x} {y}{}{length}", if piece.is_vertical { 'v' } else { 'h' })
    };
    let thick: String = Frame::new(geometry).pieces().into_iter().map(piece).collect();
    xml.empty("path", attributes![class = "thick", d = thick]);
}

/// Returns the class of a cell, and that of its outline if it has more than a tint.
fn classes(tint: Tint) -> (String, Option<String>) {
    let (class, edge) = match tint {
        Tint::House => ("house", None),
        Tint::Cover => ("cover", None),
        Tint::Cell => ("cell", None),
        Tint::Fin => ("fin", Some("edge dash2")),
        Tint::Conflict => ("conflict", Some("cross edge")),
        Tint::Set(number) => {
            let set = number % SETS;
            return (format!("set{set}"), Some(format!("edge dash{set}")));
        }
    };
    (class.to_owned(), edge.map(str::to_owned))
}

/// Returns a slightly bent line from the rim of one spot to that of another, so that it does not cross the
/// candidates between them; `None` if the spots touch.
fn arc(from: Point, to: Point, radius: f64) -> Option<String> {
    let length = from.distance(to);
    if length <= 2.0 * radius + 1.0 {
        return None;
    }
    let (along_x, along_y) = ((to.x - from.x) / length, (to.y - from.y) / length);
    let bend = if length > CELL { (0.16 * length).min(34.0) } else { 0.0 };
    let middle =
        Point { x: (from.x + to.x) / 2.0 - along_y * bend, y: (from.y + to.y) / 2.0 + along_x * bend };
    let rim = |center: Point| {
        let distance = center.distance(middle);
        let part = radius / distance;
        Point { x: center.x + (middle.x - center.x) * part, y: center.y + (middle.y - center.y) * part }
    };
    let (start, end) = (rim(from), rim(to));
    let [x1, y1, x, y, x2, y2] = [start.x, start.y, middle.x, middle.y, end.x, end.y].map(number);
    Some(format!("M{x1} {y1}Q{x} {y} {x2} {y2}"))
}
