//! Drawing of the rules of variants: marked cells and lines are behind the lines of the board; diagonals,
//! cages and marks between cells are above them, under the digits; clues are outside of the board. Rules
//! without a drawing of their own are only in the title.

mod cages;
mod lines;
mod marks;
mod outside;
mod shades;

use super::frame::CELL;
use super::style::Styles;
use super::xml::{Xml, attributes, number};
use crate::model::geometry::rules::{Rule, SetLook};
use crate::model::geometry::{Cell, Geometry, HouseKind};

pub(super) use cages::cage_outline;
pub(super) use outside::{Margins, margins};

/// The space within a cell that candidates leave free for what rules draw there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Insets {
    pub(super) top: f64,
    pub(super) others: f64,
}

/// Returns the rules that are drawn: those of setters look like others.
fn shown(geometry: &Geometry) -> Vec<Rule> {
    let shown = |rule: &Rule| if let Rule::Open(open) = rule { open.shown() } else { Some(rule.clone()) };
    geometry.rules().iter().filter_map(shown).collect()
}

/// Returns the space that rules need on the sides of the cells.
pub(super) fn insets(geometry: &Geometry) -> Insets {
    let of = |rule: &Rule| match rule {
        Rule::Pair { .. } | Rule::Sum { .. } | Rule::Killer { .. } | Rule::Cage { .. } => 7.0,
        Rule::Cells { kind, .. } if is_within_cell(kind.row().look) => 4.0,
        Rule::Cells { .. } => 7.0,
        Rule::Quadruple { .. } => 9.0,
        _ => 4.0,
    };
    let rules = shown(geometry);
    let others = rules.iter().map(of).fold(4.0, f64::max);
    let top = if cages::has_labels(&rules) { 16.0 } else { others };
    Insets { top, others }
}

fn is_within_cell(look: SetLook) -> bool {
    matches!(look, SetLook::Square | SetLook::Circle(_) | SetLook::Black)
}

/// Returns the styles that pictures of these boards need.
pub(super) fn styles<'g>(boards: impl IntoIterator<Item = &'g Geometry>) -> Styles {
    let is_rare = |rule: &Rule| match rule {
        Rule::Variant(_) | Rule::Regions(_) | Rule::Values(_) | Rule::Grids(_) | Rule::Killer { .. } => false,
        Rule::Cells { kind, .. } => {
            kind.row().parity.is_none() && !matches!(kind.row().look, SetLook::Cage(_))
        }
        _ => true,
    };
    let has_rare = boards.into_iter().any(|geometry| shown(geometry).iter().any(is_rare));
    if has_rare { Styles::Rules } else { Styles::Plain }
}

/// Returns true if a rule makes the cell black, so that its digit is white.
pub(super) fn is_black(geometry: &Geometry, cell: Cell) -> bool {
    geometry.rules().iter().any(|rule| match rule {
        Rule::Cells { kind, cells } => kind.row().look == SetLook::Black && cells.contains(&cell),
        _ => false,
    })
}

/// Returns true if pictures show the rule on the board.
pub(super) fn is_drawn(rule: &Rule) -> bool {
    match rule {
        Rule::Variant(variant) => variant.row().is_drawn,
        Rule::Open(open) => open.shown().is_some(),
        Rule::Values(_) => false,
        _ => true,
    }
}

/// Returns the names of the rules, each once, such as `, x, anti-knight, thermo`.
pub(super) fn names(geometry: &Geometry) -> String {
    let mut names: Vec<String> = Vec::new();
    for rule in geometry.rules() {
        let name = match rule {
            Rule::Line { kind, .. } => kind.to_string(),
            // Letters are not to be taken for the diagonals.
            Rule::Pair { kind, .. } if kind.row().sum.is_some() => kind.row().words.title.to_owned(),
            Rule::Pair { kind, .. } => kind.to_string(),
            Rule::Open(open) if open.name().is_some() => open.name().unwrap_or_default().to_owned(),
            other => other.kind().words().word.to_owned(),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.iter().map(|name| format!(", {name}")).collect()
}

/// Returns the rules in words, except for regions, which the borders of the board show.
pub(super) fn words(geometry: &Geometry) -> Option<String> {
    let is_told = |rule: &&Rule| !matches!(rule, Rule::Regions(_));
    let rules: Vec<String> = geometry.rules().iter().filter(is_told).map(ToString::to_string).collect();
    (!rules.is_empty()).then(|| format!("Rules: {}.", rules.join("; ")))
}

/// Draws the marked cells.
pub(super) fn draw_shades(geometry: &Geometry, xml: &mut Xml) {
    shades::draw(geometry, &shown(geometry), xml);
}

/// Draws the lines through cells, which are behind the lines of the board.
pub(super) fn draw_behind(geometry: &Geometry, xml: &mut Xml) {
    shown(geometry).iter().for_each(|rule| lines::draw(rule, xml));
}

/// Draws what is above the lines of the board.
pub(super) fn draw_above(geometry: &Geometry, xml: &mut Xml) {
    draw_diagonals(geometry, xml);
    let rules = shown(geometry);
    cages::draw(&rules, xml);
    rules.iter().for_each(|rule| marks::draw(rule, xml));
    outside::draw(geometry, xml);
}

fn draw_diagonals(geometry: &Geometry, xml: &mut Xml) {
    let board = number(geometry.side() as f64 * CELL);
    let diagonals = geometry.houses().iter().filter(|house| house.kind() == HouseKind::Diagonal);
    let path: String = diagonals
        .map(|house| match house.number() {
            0 => format!("M0 0L{board} {board}"),
            _ => format!("M0 {board}L{board} 0"),
        })
        .collect();
    if !path.is_empty() {
        xml.empty("path", attributes![class = "diagonal", d = path]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Ink, Picture};
    use crate::model::geometry::rules::{CellsKind, Regions, Variant};
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
