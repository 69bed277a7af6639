//! Draws a layout as SVG. Layers are drawn side by side. Pieces have colors that remain distinct with color
//! blindness, patterns where there are more pieces than colors, and their names as labels.

use std::collections::{BTreeMap, BTreeSet};

use dlx_core::inner::escape_controls;
use quick_xml::escape::escape;

use crate::draw::layout::{Layout, LineNames, MARK, Piece};
use crate::draw::tiles::{CELL, LabelPlace, MARGIN, Tiles};
use crate::grids::Grid;
use crate::shape::Cell;

/// The colors of Okabe and Ito, with gray in place of black, each with a text color that is legible on it.
pub(super) const COLORS: [(&str, &str); 8] = [
    ("#e69f00", "#000"),
    ("#56b4e9", "#000"),
    ("#009e73", "#000"),
    ("#f0e442", "#000"),
    ("#0072b2", "#fff"),
    ("#d55e00", "#000"),
    ("#cc79a7", "#000"),
    ("#bdbdbd", "#000"),
];
/// The number of patterns: plain, stripes and dots.
const PATTERNS: usize = 3;

const STYLE: &str = "\
text{font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif;text-anchor:middle}\
.paper{fill:#fff}.line{fill:none;stroke:#1a1a1a;stroke-width:3.5;stroke-linecap:square}\
.thin{fill:none;stroke:#1a1a1a;stroke-opacity:.18}.heading,.symbol{fill:#1a1a1a}.blank{fill:#e3e3e3}\
.even{fill:#f2f2f2}.odd{fill:#b4c3cf}.queen{fill:#16181c}\
@media (prefers-color-scheme:dark){.paper{fill:#16181c}.line{stroke:#e6e6e6}.heading{fill:#f4f4f4}.blank{fill:#3a3d44}}";

/// The SVG definitions of the stripes and the dots.
const DEFS: &str = concat!(
    r##"<pattern id="pattern1" width="12" height="12" patternUnits="userSpaceOnUse">"##,
    r##"<path d="M-3 9L9 -3M3 15L15 3" fill="none" stroke="#000" stroke-width="2" opacity="0.35"/></pattern>"##,
    r##"<pattern id="pattern2" width="12" height="12" patternUnits="userSpaceOnUse">"##,
    r##"<path d="M3 3h3v3h-3zM9 9h3v3h-3z" fill="#000" stroke="none" stroke-width="2" opacity="0.35"/></pattern>"##,
);

/// The parts of the drawing below the title.
#[derive(Clone, Debug, Default)]
pub(super) struct SvgDrawing {
    pub(super) svg: String,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The description of the drawing in words.
    pub(super) words: String,
}

/// How much is drawn of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    All,
    /// No labels of pieces and no lines between the cells of a piece.
    Little,
}

/// The width of a sheet, and the space between its pictures, in SVG units.
const SHEET: usize = 1000;
const GAP: usize = 4;

/// The size of the font of names of rows and columns, the width of its letters, and the largest width of a column.
const NAME: usize = 15;
const LETTER: usize = 9;
const WIDEST: usize = 4 * CELL;

/// Returns the picture of a layout as an SVG document with this title.
pub(super) fn svg(layout: &Layout, title: &str) -> String {
    drawing(layout, Detail::All).document(title)
}

fn drawing(layout: &Layout, detail: Detail) -> SvgDrawing {
    match layout {
        Layout::Packing { grid, region, pieces } => packing(*grid, region, pieces, detail),
        Layout::Board { sizes, places } => board(*sizes, places),
        Layout::Table { entries, names } => table(entries, names.as_ref()),
        Layout::Edges { cells } => edges(cells),
    }
}

/// Draws small pictures side by side, in lines of equal length.
pub(super) fn sheet(layouts: &[Layout], in_a_line: usize) -> SvgDrawing {
    let pictures: Vec<SvgDrawing> = layouts.iter().map(|layout| drawing(layout, Detail::Little)).collect();
    // Those of tables can have different widths.
    let widest = pictures.iter().map(|picture| picture.width).max().unwrap_or_default().max(1);
    // In thousandths of the size.
    let scale =
        (SHEET.saturating_sub(in_a_line.saturating_mul(GAP)) * 1000 / widest / in_a_line).clamp(1, 1000);
    let wide = (widest * scale).div_ceil(1000) + GAP;
    let mut all = SvgDrawing::default();
    for (line, pictures) in pictures.chunks(in_a_line).enumerate() {
        let high = pictures.iter().map(|picture| picture.height).max().unwrap_or_default();
        let top = all.height;
        for (place, SvgDrawing { svg, words, .. }) in pictures.iter().enumerate() {
            let (x, y) = (GAP / 2 + place * wide, GAP / 2 + top);
            all.svg += &format!(
                r#"<g transform="translate({x} {y})scale({}.{:03})">{svg}</g>"#,
                scale / 1000,
                scale % 1000
            );
            all.words += &format!("Cover {}. {words}", line * in_a_line + place + 1);
            all.width = all.width.max((place + 1) * wide);
        }
        all.height = top + (high * scale).div_ceil(1000) + GAP;
    }
    all
}

impl SvgDrawing {
    /// Returns the drawing as an SVG document with this title.
    pub(super) fn document(&self, title: &str) -> String {
        let Self { svg, width, height, words } = self;
        let (title, words) = (escape_controls(title), escape(words.trim_end()));
        let title = escape(&*title);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-labelledby="title description"><title id="title">{title}</title><desc id="description">{words}</desc><style>{STYLE}</style><defs>{DEFS}</defs><rect class="paper" x="0" y="0" width="{width}" height="{height}"/>{svg}</svg>
"#
        )
    }

    /// Draws a cell; `paint` is an attribute such as `class="blank"`.
    fn cell(&mut self, paint: &str, (x, y): (usize, usize), width: usize) {
        self.svg += &format!(r#"<rect {paint} x="{x}" y="{y}" width="{width}" height="{CELL}"/>"#);
    }

    pub(super) fn path(&mut self, paint: &str, path: &str) {
        self.svg += &format!(r#"<path {paint} d="{path}"/>"#);
    }

    /// Draws the name of a piece in a cell, in a font size that makes it fit.
    fn label(&mut self, name: &str, LabelPlace { middle: (x, y), size }: LabelPlace, ink: &str) {
        if !name.is_empty() {
            let size = (3 * size / name.chars().count()).clamp(8.min(size), size);
            let at = (x, y + size * 36 / 100);
            self.text(&format!(r#"fill="{ink}""#), name, at, size);
        }
    }

    /// Writes a name, smaller if it would be wider than `width`.
    fn name(&mut self, paint: &str, name: &str, at: (usize, usize), width: usize) {
        let size = (width / LETTER).saturating_mul(NAME) / name.chars().count().max(1);
        self.text(paint, name, at, size.clamp(8, NAME));
    }

    pub(super) fn text(&mut self, paint: &str, words: &str, (x, y): (usize, usize), size: usize) {
        let words = escape(words);
        self.svg += &format!(r#"<text {paint} x="{x}" y="{y}" font-size="{size}">{words}</text>"#);
    }

    /// Adds a row to the description.
    fn row(&mut self, row: usize, entries: &str) {
        self.words += &format!("Row {}: {entries}. ", row + 1);
    }

    /// Draws the lines between the cells of a table whose first cell has this corner.
    fn grid(&mut self, rows: usize, columns: usize, (left, top): (usize, usize), width: usize) {
        let (wide, high) = (columns * width, rows * CELL);
        let across = (0..=rows).map(|row| format!("M{left} {}h{wide}", top + row * CELL));
        let down = (0..=columns).map(|column| format!("M{} {top}v{high}", left + column * width));
        let path: String = across.chain(down).collect();
        self.svg += &format!(r#"<path class="line" style="stroke-width:1.5" d="{path}"/>"#);
        (self.width, self.height) = (left + wide + MARGIN, top + high + MARGIN);
    }
}

fn packing(grid: Grid, region: &BTreeSet<Cell>, pieces: &[Piece], detail: Detail) -> SvgDrawing {
    let tiles = Tiles::new(grid, region);
    let (width, height) = tiles.size();
    let mut drawing = SvgDrawing { width, height, ..SvgDrawing::default() };
    let mut owners: BTreeMap<Cell, usize> = BTreeMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        owners.extend(piece.cells.iter().map(|&cell| (cell, number)));
    }
    let symbols: BTreeMap<Cell, &str> = pieces
        .iter()
        .flat_map(|piece| piece.symbols.iter().map(|(cell, symbol)| (*cell, symbol.as_str())))
        .collect();
    let colors = colors(&tiles, pieces, &owners);
    let mut cells: BTreeMap<Option<usize>, BTreeSet<Cell>> = BTreeMap::new();
    for &cell in region {
        cells.entry(owners.get(&cell).copied()).or_default().insert(cell);
    }
    // Lines between the cells of a piece are drawn above its color, and below its outline.
    drawing.svg += if detail == Detail::Little { r#"<g class="line">"# } else { "<g>" };
    let mut outlines = String::new();
    for (&owner, cells) in &cells {
        let outline = tiles.outline(cells);
        outlines += &outline;
        let Some(color) = owner.map(|owner| colors[owner]) else {
            drawing.path(r#"class="blank""#, &outline);
            continue;
        };
        drawing.path(&format!(r#"fill="{}""#, COLORS[color % COLORS.len()].0), &outline);
        let pattern = color / COLORS.len() % PATTERNS;
        if pattern > 0 {
            drawing.path(&format!(r#"fill="url(#pattern{pattern})""#), &outline);
        }
    }
    drawing.svg += "</g>";
    if detail == Detail::All {
        drawing.path(r#"class="thin""#, &tiles.lines_within(cells.values()));
        drawing.path(r#"class="line""#, &outlines);
        for (owner, cells) in cells.iter().filter_map(|(owner, cells)| Some(((*owner)?, cells))) {
            let bonds = tiles.bonds(cells);
            if !bonds.is_empty() {
                let color = COLORS[colors[owner] % COLORS.len()].0;
                drawing.path(&format!(r#"stroke="{color}" stroke-width="14""#), &bonds);
            }
        }
        let ink = |owner: usize| COLORS[colors[owner] % COLORS.len()].1;
        for (&cell, symbol) in &symbols {
            if let Some(&owner) = owners.get(&cell) {
                drawing.label(symbol, tiles.label_place(cell), ink(owner));
            }
        }
        for (owner, piece) in pieces.iter().enumerate() {
            let layers: BTreeSet<usize> = piece.cells.iter().map(|cell| cell.layer).collect();
            for layer in layers {
                if let Some(cell) = middle(piece.cells.iter().copied().filter(|cell| cell.layer == layer)) {
                    drawing.label(&piece.label, tiles.label_place(cell), ink(owner));
                }
            }
        }
    }
    for layer in 0..tiles.layers {
        if tiles.layers > 1 {
            let name = format!("layer {}", layer + 1);
            drawing.text(r#"class="heading""#, &name, tiles.heading(layer), 15);
            drawing.words += &format!("Layer {}. ", layer + 1);
        }
        for row in 0..tiles.rows {
            let in_row = (0..tiles.columns).map(|column| Cell { layer, row, column });
            let names = in_row.filter(|cell| tiles.has(*cell)).map(|cell| {
                let Some(&owner) = owners.get(&cell) else { return "empty".to_owned() };
                match (symbols.get(&cell), pieces[owner].label.as_str()) {
                    (Some(&symbol), _) => symbol.to_owned(),
                    (None, "") => (owner + 1).to_string(),
                    (None, label) => label.to_owned(),
                }
            });
            drawing.row(row, &names.collect::<Vec<_>>().join(" "));
        }
    }
    drawing
}

/// Returns the number of a color and a pattern for each piece: distinct ones if the pieces have different
/// names and there are enough, otherwise such that neighboring pieces differ.
pub(super) fn colors(tiles: &Tiles, pieces: &[Piece], owners: &BTreeMap<Cell, usize>) -> Vec<usize> {
    let all = COLORS.len() * PATTERNS;
    let names: BTreeSet<&str> = pieces.iter().map(|piece| piece.label.as_str()).collect();
    if names.len() == pieces.len() && pieces.len() <= all {
        // Assigned by name, so that a piece has the same color in every cover.
        return pieces
            .iter()
            .map(|piece| names.iter().position(|name| *name == piece.label).unwrap_or_default())
            .collect();
    }
    let mut colors: Vec<usize> = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        let neighbors: BTreeSet<usize> = piece
            .cells
            .iter()
            .flat_map(|&cell| tiles.around(cell))
            .filter_map(|cell| owners.get(&cell).copied())
            .filter(|&owner| owner < number)
            .map(|owner| colors[owner])
            .collect();
        let color = (0..all).map(|step| (number + step) % COLORS.len() + step / COLORS.len() * COLORS.len());
        colors.push(color.into_iter().find(|color| !neighbors.contains(color)).unwrap_or_default());
    }
    colors
}

/// Returns the cell that is nearest to the center of the cells.
fn middle(cells: impl Iterator<Item = Cell>) -> Option<Cell> {
    let cells: Vec<Cell> = cells.collect();
    let sum = |of: fn(&Cell) -> usize| cells.iter().map(of).sum::<usize>();
    let (rows, columns, count) = (sum(|cell| cell.row), sum(|cell| cell.column), cells.len());
    let away = |cell: &Cell| (cell.row * count).abs_diff(rows) + (cell.column * count).abs_diff(columns);
    cells.iter().copied().min_by_key(away)
}

fn board([rows, columns]: [usize; 2], places: &[(usize, usize)]) -> SvgDrawing {
    let (width, height) = (2 * MARGIN + columns * CELL, 2 * MARGIN + rows * CELL);
    let mut drawing = SvgDrawing { width, height, ..SvgDrawing::default() };
    let corner = |row: usize, column: usize| (MARGIN + column * CELL, MARGIN + row * CELL);
    for row in 0..rows {
        for column in 0..columns {
            let paint = if (row + column) % 2 == 0 { r#"class="even""# } else { r#"class="odd""# };
            drawing.cell(paint, corner(row, column), CELL);
        }
    }
    for &(row, column) in places {
        let (x, y) = corner(row, column);
        // A crown: five points above a band.
        let points = format!("M{} {}l-5 -19l8 9l2 -13l6 11l5 -14l5 14l6 -11l2 13l8 -9l-5 19z", x + 6, y + 29);
        drawing.path(r#"class="queen""#, &format!("{points}M{} {}h28v4h-28z", x + 8, y + 32));
    }
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    let words = sorted.iter().map(|(row, column)| format!("row {}: column {}", row + 1, column + 1));
    drawing.words = words.collect::<Vec<_>>().join(", ");
    drawing
}

fn table(entries: &[Vec<Option<String>>], names: Option<&LineNames>) -> SvgDrawing {
    let mut drawing = SvgDrawing::default();
    let numbers = numbered(entries.iter().flatten().flatten());
    let (corner, width) = names.map_or(((MARGIN, MARGIN), CELL), |names| room_for_names(entries, names));
    for (row, line) in entries.iter().enumerate() {
        for (column, entry) in line.iter().enumerate() {
            let (x, y) = (corner.0 + column * width, corner.1 + row * CELL);
            let Some(entry) = entry else {
                drawing.cell(r#"class="blank""#, (x, y), width);
                continue;
            };
            let (fill, ink) = COLORS[numbers[entry.as_str()] % COLORS.len()];
            drawing.cell(&format!(r#"fill="{fill}""#), (x, y), width);
            let middle = (x + width / 2, y + CELL / 2);
            if names.is_some() {
                drawing.name(&format!(r#"fill="{ink}""#), entry, (middle.0, middle.1 + 5), width);
            } else {
                drawing.label(entry, LabelPlace { middle, size: CELL / 2 }, ink);
            }
        }
        match names {
            Some(names) => drawing.words += &described(line, &names.rows[row], &names.columns),
            None => {
                let found: Vec<&str> = line.iter().map(|entry| entry.as_deref().unwrap_or("empty")).collect();
                drawing.row(row, &found.join(" "));
            }
        }
    }
    if let Some(names) = names {
        for (row, name) in names.rows.iter().enumerate() {
            let at = (corner.0 - 8, corner.1 + row * CELL + CELL / 2 + 5);
            drawing.name(r#"class="heading" style="text-anchor:end""#, name, at, usize::MAX);
        }
        for (column, name) in names.columns.iter().enumerate() {
            let at = (corner.0 + column * width + width / 2, corner.1 - 8);
            drawing.name(r#"class="heading""#, name, at, width);
        }
    }
    drawing.grid(entries.len(), entries.first().map_or(0, Vec::len), corner, width);
    drawing
}

/// Returns the corner of the first cell of a table with names, and the width of its columns, which all texts fit in.
fn room_for_names(entries: &[Vec<Option<String>>], names: &LineNames) -> ((usize, usize), usize) {
    let wide = |text: &String| text.chars().count() * LETTER;
    let texts = names.columns.iter().chain(entries.iter().flatten().flatten());
    let left = names.rows.iter().map(wide).max().unwrap_or_default() + 8;
    let width = texts.map(wide).max().unwrap_or_default() + MARGIN;
    ((MARGIN + left, MARGIN + NAME + 5), width.clamp(CELL, WIDEST))
}

/// Returns a row of a table in words: the columns with entries.
fn described(line: &[Option<String>], row: &str, columns: &[String]) -> String {
    let entries = line.iter().zip(columns).filter_map(|(entry, column)| match entry.as_deref()? {
        MARK => Some(column.clone()),
        entry => Some(format!("{column} {entry}")),
    });
    format!("{row}: {}. ", entries.collect::<Vec<_>>().join(", "))
}

/// Numbers the names, shorter names first, so that 10 comes after 9.
fn numbered<'n>(names: impl Iterator<Item = &'n String>) -> BTreeMap<&'n str, usize> {
    let names: BTreeSet<(usize, &str)> = names.map(|name| (name.len(), name.as_str())).collect();
    names.into_iter().map(|(_, name)| name).zip(0..).collect()
}

/// Draws a triangle in each cell for each of its edges, in the color of the edge.
fn edges(cells: &[Vec<[String; 4]>]) -> SvgDrawing {
    let mut drawing = SvgDrawing::default();
    let numbers = numbered(cells.iter().flatten().flatten().filter(|color| !color.is_empty()));
    for (row, line) in cells.iter().enumerate() {
        for (column, colors) in line.iter().enumerate() {
            let (x, y, half) = (MARGIN + column * CELL, MARGIN + row * CELL, CELL / 2);
            let (right, below) = (x + CELL, y + CELL);
            let triangles = [
                format!("M{x} {y}h{CELL}l-{half} {half}z"),
                format!("M{right} {y}v{CELL}l-{half} -{half}z"),
                format!("M{right} {below}h-{CELL}l{half} -{half}z"),
                format!("M{x} {below}v-{CELL}l{half} {half}z"),
            ];
            for (color, path) in colors.iter().zip(triangles) {
                if let Some(number) = numbers.get(color.as_str()) {
                    drawing.path(&format!(r#"fill="{}""#, COLORS[number % COLORS.len()].0), &path);
                }
            }
        }
        let names: Vec<String> = line.iter().map(|colors| colors.join(" ")).collect();
        drawing.row(row, &names.join(", "));
    }
    drawing.grid(cells.len(), cells.first().map_or(0, Vec::len), (MARGIN, MARGIN), CELL);
    drawing
}
