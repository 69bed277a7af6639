//! Draws a layout as lines of text. The pieces of a packing have a key in each cell, their name or a number, and borders
//! between them. Layers are drawn side by side as far as they fit in [`WIDTH`] columns. Names of items and colors have no control
//! characters.

use std::collections::{BTreeMap, BTreeSet};

use crate::draw::layout::{Layout, LineNames, Piece};
use crate::grids::Grid;
use crate::shape::Cell;

/// The characters of borders in a picture of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strokes {
    /// The box-drawing characters of Unicode.
    Box,
    /// Hyphens, bars and plus signs.
    Ascii,
}

impl Strokes {
    /// Returns the character in which lines meet: those that lead up (1), down (2), to the left (4) and to the right (8).
    fn junction(self, arms: usize) -> char {
        let junctions = match self {
            Self::Box => [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'],
            Self::Ascii => [' ', '|', '|', '|', '-', '+', '+', '+', '-', '+', '+', '+', '-', '+', '+', '+'],
        };
        junctions[arms]
    }

    fn upright(self) -> char {
        self.junction(3)
    }

    fn level(self) -> char {
        self.junction(12)
    }
}

/// The largest width of layers side by side, in characters.
const WIDTH: usize = 80;
/// The space between layers, and between the pictures of a sheet.
const GAP: usize = 4;
/// The largest number of characters of the names of pieces that are written in cells.
const SHORT: usize = 3;
/// The owner of cells that no piece covers.
const NO_PIECE: usize = usize::MAX;

/// Returns the picture of a layout.
pub(super) fn lines(layout: &Layout, strokes: Strokes) -> Vec<String> {
    match layout {
        Layout::Packing { grid, region, pieces } => packing(*grid, region, pieces, strokes),
        Layout::Board { sizes: [rows, columns], places } => {
            let mut entries = vec![vec![None; *columns]; *rows];
            for &(row, column) in places {
                entries[row][column] = Some("Q".to_owned());
            }
            table(&entries, None)
        }
        Layout::Table { entries, names } => table(entries, names.as_ref()),
        Layout::Edges { cells } => edges(cells, strokes),
    }
}

/// Returns pictures side by side, in lines of this number of pictures.
pub(super) fn beside(pictures: &[Vec<String>], in_a_line: usize) -> Vec<String> {
    let width = pictures.iter().flatten().map(|line| width_of(line)).max().unwrap_or_default();
    let mut all = Vec::new();
    for group in pictures.chunks(in_a_line.max(1)) {
        if !all.is_empty() {
            all.push(String::new());
        }
        for number in 0..group.iter().map(Vec::len).max().unwrap_or_default() {
            let parts = group.iter().map(|picture| picture.get(number).map_or("", String::as_str));
            let line: String = parts.map(|part| format!("{part:width$}{:GAP$}", "")).collect();
            all.push(line.trim_end().to_owned());
        }
    }
    all
}

fn width_of(text: &str) -> usize {
    text.chars().count()
}

fn longest<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    texts.into_iter().map(|text| width_of(text)).max().unwrap_or_default()
}

/// The cells of a packing: the piece of each, and the text in it.
struct Filling {
    owners: BTreeMap<Cell, usize>,
    texts: BTreeMap<Cell, String>,
    /// The width of the longest text.
    width: usize,
    sizes: [usize; 3],
    strokes: Strokes,
}

fn packing(grid: Grid, region: &BTreeSet<Cell>, pieces: &[Piece], strokes: Strokes) -> Vec<String> {
    let names: Vec<String> = pieces.iter().map(|piece| piece.label.clone()).collect();
    let is_short =
        |(name, piece): (&String, &Piece)| !piece.symbols.is_empty() || (1..=SHORT).contains(&width_of(name));
    let are_keys = names.iter().zip(pieces).all(is_short);
    let key = |number: usize| if are_keys { names[number].clone() } else { (number + 1).to_string() };
    let mut owners: BTreeMap<Cell, usize> = region.iter().map(|&cell| (cell, NO_PIECE)).collect();
    let mut texts: BTreeMap<Cell, String> = region.iter().map(|&cell| (cell, ".".to_owned())).collect();
    for (number, piece) in pieces.iter().enumerate() {
        for &cell in &piece.cells {
            owners.insert(cell, number);
            texts.insert(cell, if piece.symbols.is_empty() { key(number) } else { String::new() });
        }
        for (cell, symbol) in piece.symbols.iter().filter(|(cell, _)| owners.contains_key(cell)) {
            texts.insert(*cell, symbol.clone());
        }
    }
    let end = |axis: usize| region.iter().map(|cell| cell.axes()[axis] + 1).max().unwrap_or_default();
    let sizes = [end(0), end(1), end(2)];
    let filling = Filling { owners, width: longest(texts.values()), texts, sizes, strokes };
    let mut layers: Vec<Vec<String>> = (0..sizes[0])
        .map(|layer| match grid {
            Grid::Cubes | Grid::Rhombic | Grid::TetraOcta => filling.squares(layer),
            Grid::Triangles => filling.triangles(layer),
            Grid::Hexagons => filling.hexagons(layer),
            Grid::Spheres => filling.spheres(layer),
        })
        .collect();
    if sizes[0] > 1 {
        for (layer, number) in layers.iter_mut().zip(1..) {
            layer.insert(0, format!("layer {number}"));
        }
    }
    let width = longest(layers.iter().flatten());
    let mut lines = beside(&layers, (WIDTH + GAP) / (width + GAP));
    if !are_keys {
        lines.extend(legend(&names));
    }
    lines
}

/// Returns the names that belong to the numbers in the cells, as many in a line as fit.
fn legend(names: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (name, number) in names.iter().zip(1..).filter(|(name, _)| !name.is_empty()) {
        let entry = format!("{number} {name}");
        match lines.last_mut() {
            Some(line) if width_of(line) + 2 + width_of(&entry) <= WIDTH => *line += &format!("  {entry}"),
            _ => lines.push(entry),
        }
    }
    lines
}

impl Filling {
    fn owner(&self, layer: usize, row: usize, column: usize) -> Option<usize> {
        self.owners.get(&Cell { layer, row, column }).copied()
    }

    /// Returns the cells of a layer with their texts.
    fn cells(&self, layer: usize) -> impl Iterator<Item = (Cell, &str)> {
        let of_layer = self.texts.range(Cell::in_space(layer, 0, 0)..Cell::in_space(layer + 1, 0, 0));
        of_layer.map(|(&cell, text)| (cell, text.as_str()))
    }

    fn squares(&self, layer: usize) -> Vec<String> {
        let [_, rows, columns] = self.sizes;
        let text = |row, column| {
            let text = self.texts.get(&Cell { layer, row, column }).map_or("", String::as_str);
            vec![format!("{text:^width$}", width = self.width + 2)]
        };
        framed([rows, columns], |row, column| self.owner(layer, row, column), text, self.strokes)
    }

    /// Draws triangles as high as their text is wide, with a line for the borders between rows.
    fn triangles(&self, layer: usize) -> Vec<String> {
        let half = 1 + self.width.div_ceil(2).max(1);
        let mut canvas = Canvas::default();
        for (cell, text) in self.cells(layer) {
            let Cell { row, column, .. } = cell;
            let (x, y) = (column * half, row * (half + 1) + 1);
            let owner = self.owner(layer, row, column);
            let is_border = |row: Option<usize>, column: Option<usize>| {
                row.zip(column).and_then(|(row, column)| self.owner(layer, row, column)) != owner
            };
            let points_down = (row + column).is_multiple_of(2);
            let (left, right) = if points_down { ('\\', '/') } else { ('/', '\\') };
            for step in 0..half {
                let inset = if points_down { step } else { half - 1 - step };
                if is_border(Some(row), column.checked_sub(1)) {
                    canvas.put(x + inset, y + step, left);
                }
                if is_border(Some(row), Some(column + 1)) {
                    canvas.put(x + 2 * half - 1 - inset, y + step, right);
                }
            }
            let (beyond, line) =
                if points_down { (row.checked_sub(1), y - 1) } else { (Some(row + 1), y + half) };
            if is_border(beyond, Some(column)) {
                (x..x + 2 * half).for_each(|x| canvas.put(x, line, self.strokes.level()));
            }
            canvas.write(x + 1, if points_down { y } else { y + half - 1 }, text, 2 * half - 2);
        }
        canvas.lines()
    }

    /// Draws hexagons with upright sides; each row begins half a hexagon further to the right.
    fn hexagons(&self, layer: usize) -> Vec<String> {
        let quarter = (self.width + 1).div_ceil(4).max(1);
        let halves = |cell: &Cell| 2 * cell.column + cell.row;
        let left = self.owners.keys().map(halves).min().unwrap_or_default();
        let mut canvas = Canvas::default();
        for (cell, text) in self.cells(layer) {
            let Cell { row, column, .. } = cell;
            let (x, y) = ((halves(&cell) - left) * 2 * quarter, 2 * row + 1);
            let owner = self.owner(layer, row, column);
            let mut border =
                |row: Option<usize>, column: Option<usize>, x: usize, y: usize, character: char| {
                    let beside = row.zip(column).and_then(|(row, column)| self.owner(layer, row, column));
                    if beside != owner {
                        canvas.put(x, y, character);
                    }
                };
            let (above, before) = (row.checked_sub(1), column.checked_sub(1));
            let upright = self.strokes.upright();
            border(Some(row), before, x, y, upright);
            border(Some(row), Some(column + 1), x + 4 * quarter, y, upright);
            border(above, Some(column), x + quarter, y - 1, '/');
            border(above, Some(column + 1), x + 3 * quarter, y - 1, '\\');
            border(Some(row + 1), before, x + quarter, y + 1, '\\');
            border(Some(row + 1), Some(column), x + 3 * quarter, y + 1, '/');
            canvas.write(x + 1, y, text, 4 * quarter - 1);
        }
        canvas.lines()
    }

    /// Draws spheres without borders, which would cross the spheres of other layers.
    fn spheres(&self, layer: usize) -> Vec<String> {
        let mut canvas = Canvas::default();
        for (cell, text) in self.cells(layer) {
            canvas.write(cell.column * (self.width + 1), cell.row, text, self.width);
        }
        canvas.lines()
    }
}

/// Characters at places; other places are blank.
#[derive(Default)]
struct Canvas(BTreeMap<(usize, usize), char>);

impl Canvas {
    fn put(&mut self, x: usize, y: usize, character: char) {
        self.0.insert((y, x), character);
    }

    /// Writes a text in the middle of a width.
    fn write(&mut self, x: usize, y: usize, text: &str, width: usize) {
        let before = width.saturating_sub(width_of(text)) / 2;
        text.chars().zip(x + before..).for_each(|(character, x)| self.put(x, y, character));
    }

    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut end = 0;
        for (&(y, x), &character) in &self.0 {
            if y >= lines.len() {
                lines.resize(y + 1, String::new());
                end = 0;
            }
            lines[y].extend(std::iter::repeat_n(' ', x - end));
            lines[y].push(character);
            end = x + 1;
        }
        lines
    }
}

/// Draws squares with borders between those of different owners; each has lines of text of one width.
fn framed(
    [rows, columns]: [usize; 2],
    owner: impl Fn(usize, usize) -> Option<usize>,
    text: impl Fn(usize, usize) -> Vec<String>,
    strokes: Strokes,
) -> Vec<String> {
    let width = text(0, 0).first().map_or(0, |line| width_of(line));
    // Rows and columns are counted from 1, so that there is a border before the first one.
    let at = |row: usize, column: usize| owner(row.checked_sub(1)?, column.checked_sub(1)?);
    let above = |row: usize, column: usize| at(row, column) != at(row - 1, column);
    let left = |row: usize, column: usize| at(row, column) != at(row, column - 1);
    let mut lines = Vec::new();
    for row in 1..=rows + 1 {
        let mut border = String::new();
        for column in 1..=columns + 1 {
            let arms = [left(row - 1, column), left(row, column), above(row, column - 1), above(row, column)];
            let junction = arms.into_iter().zip([1, 2, 4, 8]).filter(|(is_there, _)| *is_there);
            border.push(strokes.junction(junction.map(|(_, arm)| arm).sum()));
            let edge = if above(row, column) { strokes.level() } else { ' ' };
            border.extend(std::iter::repeat_n(edge, if column <= columns { width } else { 0 }));
        }
        lines.push(border.trim_end().to_owned());
        if row > rows {
            break;
        }
        let cells: Vec<Vec<String>> = (1..=columns).map(|column| text(row - 1, column - 1)).collect();
        for number in 0..cells[0].len() {
            let mut line = String::new();
            for column in 1..=columns + 1 {
                line.push(if left(row, column) { strokes.upright() } else { ' ' });
                line += cells.get(column - 1).map_or("", |cell| &cell[number]);
            }
            lines.push(line.trim_end().to_owned());
        }
    }
    lines
}

/// Draws cells with the colors of their edges.
fn edges(cells: &[Vec<[String; 4]>], strokes: Strokes) -> Vec<String> {
    let columns = cells.first().map_or(0, Vec::len);
    let side = cells.iter().flatten().flatten().map(|color| width_of(color)).max().unwrap_or_default();
    let text = |row: usize, column: usize| {
        let [top, right, bottom, left] = &cells[row][column];
        let middle = |color| format!("{color:^width$}", width = 2 * side + 3);
        vec![middle(top), format!("{left:<side$}   {right:>side$}"), middle(bottom)]
    };
    framed(
        [cells.len(), columns],
        |row, column| (row < cells.len() && column < columns).then_some(row * columns + column),
        text,
        strokes,
    )
}

/// Draws entries in aligned columns; a cell without an entry is a point.
fn table(entries: &[Vec<Option<String>>], names: Option<&LineNames>) -> Vec<String> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    if let Some(LineNames { columns, .. }) = names {
        rows.push(std::iter::once("").chain(columns.iter().map(String::as_str)).map(str::to_owned).collect());
    }
    for (number, line) in entries.iter().enumerate() {
        let name = names.map(|names| names.rows[number].clone());
        let cells = line.iter().map(|entry| entry.as_deref().unwrap_or(".").to_owned());
        rows.push(name.into_iter().chain(cells).collect());
    }
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> =
        (0..columns).map(|column| longest(rows.iter().filter_map(|row| row.get(column)))).collect();
    let gap = if widths.iter().any(|&width| width > 1) { 2 } else { 1 };
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}{:gap$}", ""));
        cells.collect::<String>().trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
