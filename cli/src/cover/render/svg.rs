//! A scene as SVG: layers side by side, pieces in colors that people with any color vision tell apart, with patterns
//! where there are more pieces than colors, and with their names.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;

use dlx_core::escape_controls;
use quick_xml::Writer;
use quick_xml::events::BytesText;

use crate::cover::render::layout::{Place, Scene, Tile};

/// The side of a cell.
const CELL: usize = 44;
/// What is left free around a layer, and above it for its name.
const MARGIN: usize = 10;
const HEADING: usize = 22;
/// Layers stand side by side as long as they are not wider than so many cells.
const WIDEST: usize = 30;

/// The colors of Okabe and Ito with gray for black, and what is legible on each.
const COLORS: [(&str, &str); 8] = [
    ("#e69f00", "#000"),
    ("#56b4e9", "#000"),
    ("#009e73", "#000"),
    ("#f0e442", "#000"),
    ("#0072b2", "#fff"),
    ("#d55e00", "#000"),
    ("#cc79a7", "#000"),
    ("#bdbdbd", "#000"),
];
/// Nothing, stripes and dots.
const PATTERNS: usize = 3;

const STYLE: &str = "\
text{font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif;text-anchor:middle}\
.paper{fill:#fff}.line{fill:none;stroke:#1a1a1a;stroke-width:3.5;stroke-linecap:square}\
.thin{fill:none;stroke:#1a1a1a;stroke-opacity:.18}.heading,.symbol{fill:#1a1a1a}.blank{fill:#e3e3e3}\
.even{fill:#f2f2f2}.odd{fill:#b4c3cf}.queen{fill:#16181c}\
@media (prefers-color-scheme:dark){.paper{fill:#16181c}.line{stroke:#e6e6e6}.heading{fill:#f4f4f4}.blank{fill:#3a3d44}}";

type Svg = Writer<Vec<u8>>;

/// The picture of a scene with this title.
pub(crate) fn svg(scene: &Scene, title: &str) -> io::Result<String> {
    let (content, width, height, description) = match scene {
        Scene::Packing { region, tiles } => packing(region, tiles)?,
        Scene::Board { side, places, are_queens } => board(*side, places, *are_queens)?,
        Scene::Table { entries } => table(entries)?,
    };
    let mut svg: Svg = Writer::new(Vec::new());
    let (wide, high) = (width.to_string(), height.to_string());
    let view = format!("0 0 {width} {height}");
    let root = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", view.as_str()),
        ("width", wide.as_str()),
        ("height", high.as_str()),
        ("role", "img"),
        ("aria-labelledby", "title description"),
    ];
    svg.create_element("svg").with_attributes(root).write_inner_content(|svg| {
        svg.create_element("title")
            .with_attribute(("id", "title"))
            .write_text_content(BytesText::new(&escape_controls(title)))?;
        svg.create_element("desc")
            .with_attribute(("id", "description"))
            .write_text_content(BytesText::new(&description))?;
        svg.create_element("style").write_text_content(BytesText::from_escaped(STYLE))?;
        svg.create_element("defs").write_inner_content(patterns)?;
        rectangle(svg, "paper", (0, 0), (width, height))?;
        svg.get_mut().extend_from_slice(&content.into_inner());
        Ok(())
    })?;
    svg.get_mut().push(b'\n');
    String::from_utf8(svg.into_inner()).map_err(io::Error::other)
}

fn patterns(svg: &mut Svg) -> io::Result<()> {
    for (name, path) in [("pattern1", "M-3 9L9 -3M3 15L15 3"), ("pattern2", "M3 3h3v3h-3zM9 9h3v3h-3z")] {
        let size = [("id", name), ("width", "12"), ("height", "12"), ("patternUnits", "userSpaceOnUse")];
        svg.create_element("pattern").with_attributes(size).write_inner_content(|svg| {
            let dots = if name == "pattern2" { ("fill", "#000") } else { ("fill", "none") };
            let line = if name == "pattern2" { ("stroke", "none") } else { ("stroke", "#000") };
            let attributes = [("d", path), dots, line, ("stroke-width", "2"), ("opacity", "0.35")];
            svg.create_element("path").with_attributes(attributes).write_empty().map(drop)
        })?;
    }
    Ok(())
}

type Drawn = (Svg, usize, usize, String);

fn packing(region: &BTreeSet<Place>, tiles: &[Tile]) -> io::Result<Drawn> {
    let mut svg: Svg = Writer::new(Vec::new());
    let most = |of: fn(&Place) -> usize| region.iter().map(of).max().unwrap_or_default() + 1;
    let (layers, rows, columns) =
        (most(|place| place.layer), most(|place| place.row), most(|place| place.column));
    let beside = (WIDEST / columns).clamp(1, layers);
    let heading = if layers > 1 { HEADING } else { 0 };
    let (wide, high) = (columns * CELL + MARGIN, rows * CELL + MARGIN + heading);
    let corner = |place: Place| {
        let (x, y) = (place.layer % beside * wide, place.layer / beside * high);
        (MARGIN + x + place.column * CELL, MARGIN + heading + y + place.row * CELL)
    };
    let mut owners: BTreeMap<Place, usize> = BTreeMap::new();
    for (number, tile) in tiles.iter().enumerate() {
        owners.extend(tile.cells.iter().map(|&place| (place, number)));
    }
    let colors = colors(tiles, &owners);
    for &place in region {
        let Some(&owner) = owners.get(&place) else {
            rectangle(&mut svg, "blank", corner(place), (CELL, CELL))?;
            continue;
        };
        let fill = COLORS[colors[owner] % COLORS.len()].0;
        filled(&mut svg, fill, corner(place))?;
        let pattern = colors[owner] / COLORS.len() % PATTERNS;
        if pattern > 0 {
            filled(&mut svg, &format!("url(#pattern{pattern})"), corner(place))?;
        }
    }
    let (thin, thick) = borders(region, &owners, corner);
    for (class, path) in [("thin", thin), ("line", thick)] {
        svg.create_element("path").with_attributes([("class", class), ("d", path.as_str())]).write_empty()?;
    }
    for (tile, &color) in tiles.iter().zip(&colors) {
        let layers: BTreeSet<usize> = tile.cells.iter().map(|place| place.layer).collect();
        for layer in layers {
            if let Some(place) = middle(tile.cells.iter().copied().filter(|place| place.layer == layer)) {
                label(&mut svg, &tile.label, corner(place), COLORS[color % COLORS.len()].1)?;
            }
        }
    }
    let mut words = String::new();
    for layer in 0..layers {
        if layers > 1 {
            let (x, y) = corner(Place { layer, row: 0, column: 0 });
            text(
                &mut svg,
                "heading",
                &format!("layer {}", layer + 1),
                (x + columns * CELL / 2, y - 7),
                "15",
            )?;
            write!(words, "Layer {}. ", layer + 1).map_err(io::Error::other)?;
        }
        for row in 0..rows {
            let names = (0..columns).map(|column| match owners.get(&Place { layer, row, column }) {
                Some(&owner) if tiles[owner].label.is_empty() => (owner + 1).to_string(),
                Some(&owner) => tiles[owner].label.clone(),
                None => "empty".to_owned(),
            });
            let names: Vec<String> = names.collect();
            write!(words, "Row {}: {}. ", row + 1, names.join(" ")).map_err(io::Error::other)?;
        }
    }
    let height = MARGIN + layers.div_ceil(beside) * high;
    Ok((svg, MARGIN + beside * wide, height, words.trim_end().to_owned()))
}

/// A color and a pattern for each tile: one each if their names differ and there are enough, otherwise such that
/// neighbors have different ones.
fn colors(tiles: &[Tile], owners: &BTreeMap<Place, usize>) -> Vec<usize> {
    let all = COLORS.len() * PATTERNS;
    let names: BTreeSet<&str> = tiles.iter().map(|tile| tile.label.as_str()).collect();
    if names.len() == tiles.len() && tiles.len() <= all {
        // By name, so that a piece has the same color in every cover.
        return tiles
            .iter()
            .map(|tile| names.iter().position(|name| *name == tile.label).unwrap_or_default())
            .collect();
    }
    let mut colors: Vec<usize> = Vec::with_capacity(tiles.len());
    for (number, tile) in tiles.iter().enumerate() {
        let neighbors: BTreeSet<usize> = tile
            .cells
            .iter()
            .flat_map(|&place| around(place))
            .filter_map(|place| owners.get(&place).copied())
            .filter(|&owner| owner < number)
            .map(|owner| colors[owner])
            .collect();
        let color = (0..all).map(|step| (number + step) % COLORS.len() + step / COLORS.len() * COLORS.len());
        colors.push(color.into_iter().find(|color| !neighbors.contains(color)).unwrap_or_default());
    }
    colors
}

fn around(place: Place) -> impl Iterator<Item = Place> {
    let Place { layer, row, column } = place;
    let beside = [
        (Some(layer), Some(row), column.checked_sub(1)),
        (Some(layer), Some(row), Some(column + 1)),
        (Some(layer), row.checked_sub(1), Some(column)),
        (Some(layer), Some(row + 1), Some(column)),
        (layer.checked_sub(1), Some(row), Some(column)),
        (Some(layer + 1), Some(row), Some(column)),
    ];
    beside
        .into_iter()
        .filter_map(|(layer, row, column)| Some(Place { layer: layer?, row: row?, column: column? }))
}

/// The lines between cells of one piece, and those around pieces.
fn borders(
    region: &BTreeSet<Place>,
    owners: &BTreeMap<Place, usize>,
    corner: impl Fn(Place) -> (usize, usize),
) -> (String, String) {
    let (mut thin, mut thick) = (String::new(), String::new());
    for &place in region {
        let (x, y) = corner(place);
        let Place { row, column, .. } = place;
        let lines = [
            (row.checked_sub(1).map(|row| Place { row, ..place }), format!("M{x} {y}h{CELL}")),
            (column.checked_sub(1).map(|column| Place { column, ..place }), format!("M{x} {y}v{CELL}")),
            (Some(Place { row: row + 1, ..place }), format!("M{x} {}h{CELL}", y + CELL)),
            (Some(Place { column: column + 1, ..place }), format!("M{} {y}v{CELL}", x + CELL)),
        ];
        for (beside, line) in lines {
            let is_inside = beside.is_some_and(|beside| region.contains(&beside));
            let is_same = beside.is_some_and(|beside| owners.get(&beside) == owners.get(&place));
            let is_first = beside.is_some_and(|beside| beside < place);
            match (is_inside, is_same) {
                // Between two cells a line is drawn by the second of them alone.
                (true, _) if !is_first => {}
                (true, true) => thin.push_str(&line),
                _ => thick.push_str(&line),
            }
        }
    }
    (thin, thick)
}

/// The cell that is nearest to the middle of all.
fn middle(places: impl Iterator<Item = Place>) -> Option<Place> {
    let places: Vec<Place> = places.collect();
    let sum = |of: fn(&Place) -> usize| places.iter().map(of).sum::<usize>();
    let (rows, columns, count) = (sum(|place| place.row), sum(|place| place.column), places.len());
    let away = |place: &Place| (place.row * count).abs_diff(rows) + (place.column * count).abs_diff(columns);
    places.iter().copied().min_by_key(away)
}

fn board(side: usize, places: &[(usize, usize)], are_queens: bool) -> io::Result<Drawn> {
    let mut svg: Svg = Writer::new(Vec::new());
    let corner = |row: usize, column: usize| (MARGIN + column * CELL, MARGIN + row * CELL);
    for row in 0..side {
        for column in 0..side {
            let class = if (row + column) % 2 == 0 { "even" } else { "odd" };
            rectangle(&mut svg, class, corner(row, column), (CELL, CELL))?;
        }
    }
    for &(row, column) in places {
        let (x, y) = corner(row, column);
        if are_queens {
            // A crown: five points above a band.
            let crown = format!(
                "M{} {}l-5 -19l8 9l2 -13l6 11l5 -14l5 14l6 -11l2 13l8 -9l-5 19zM{} {}h28v4h-28z",
                x + 6,
                y + 29,
                x + 8,
                y + 32
            );
            svg.create_element("path")
                .with_attributes([("class", "queen"), ("d", crown.as_str())])
                .write_empty()?;
        } else {
            let [x, y] = [x, y].map(|at| (at + CELL / 2).to_string());
            let spot = [("class", "queen"), ("cx", x.as_str()), ("cy", y.as_str()), ("r", "13")];
            svg.create_element("circle").with_attributes(spot).write_empty()?;
        }
    }
    let size = 2 * MARGIN + side * CELL;
    let mut sorted = places.to_vec();
    sorted.sort_unstable();
    let words = sorted.iter().map(|(row, column)| format!("row {}: column {}", row + 1, column + 1));
    Ok((svg, size, size, words.collect::<Vec<_>>().join(", ")))
}

fn table(entries: &[Vec<Option<String>>]) -> io::Result<Drawn> {
    let mut svg: Svg = Writer::new(Vec::new());
    let columns = entries.first().map_or(0, Vec::len);
    // Numbers in their order, so that 10 comes behind 9.
    let symbols: BTreeSet<(usize, &str)> =
        entries.iter().flatten().flatten().map(|symbol| (symbol.len(), symbol.as_str())).collect();
    let numbers: BTreeMap<&str, usize> = symbols.iter().map(|&(_, symbol)| symbol).zip(0..).collect();
    let (rows, mut words) = (entries.len(), String::new());
    for (row, line) in entries.iter().enumerate() {
        let mut names = Vec::new();
        for (column, entry) in line.iter().enumerate() {
            let corner = (MARGIN + column * CELL, MARGIN + row * CELL);
            names.push(entry.as_deref().unwrap_or("empty"));
            let Some(entry) = entry else {
                rectangle(&mut svg, "blank", corner, (CELL, CELL))?;
                continue;
            };
            let (fill, ink) = COLORS[numbers[entry.as_str()] % COLORS.len()];
            filled(&mut svg, fill, corner)?;
            label(&mut svg, entry, corner, ink)?;
        }
        write!(words, "Row {}: {}. ", row + 1, names.join(" ")).map_err(io::Error::other)?;
    }
    let (wide, high) = (columns * CELL, rows * CELL);
    let across = (0..=rows).map(|row| format!("M{MARGIN} {}h{wide}", MARGIN + row * CELL));
    let down = (0..=columns).map(|column| format!("M{} {MARGIN}v{high}", MARGIN + column * CELL));
    let path: String = across.chain(down).collect();
    svg.create_element("path")
        .with_attributes([("class", "line"), ("style", "stroke-width:1.5"), ("d", path.as_str())])
        .write_empty()?;
    Ok((svg, wide + 2 * MARGIN, high + 2 * MARGIN, words.trim_end().to_owned()))
}

fn rectangle(
    svg: &mut Svg,
    class: &str,
    (x, y): (usize, usize),
    (width, height): (usize, usize),
) -> io::Result<()> {
    let [x, y, width, height] = [x, y, width, height].map(|number| number.to_string());
    let attributes = [("class", class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)];
    svg.create_element("rect").with_attributes(attributes).write_empty().map(drop)
}

fn filled(svg: &mut Svg, fill: &str, (x, y): (usize, usize)) -> io::Result<()> {
    let [x, y, size] = [x, y, CELL].map(|number| number.to_string());
    let attributes = [("fill", fill), ("x", &x), ("y", &y), ("width", &size), ("height", &size)];
    svg.create_element("rect").with_attributes(attributes).write_empty().map(drop)
}

/// The name of a piece in a cell, as large as it fits.
fn label(svg: &mut Svg, name: &str, (x, y): (usize, usize), ink: &str) -> io::Result<()> {
    if name.is_empty() {
        return Ok(());
    }
    let size = (CELL * 3 / 2 / name.chars().count()).clamp(8, CELL / 2);
    let [x, y, size] = [x + CELL / 2, y + CELL / 2 + size * 36 / 100, size].map(|number| number.to_string());
    let attributes = [("fill", ink), ("x", &x), ("y", &y), ("font-size", &size)];
    svg.create_element("text").with_attributes(attributes).write_text_content(BytesText::new(name)).map(drop)
}

fn text(svg: &mut Svg, class: &str, words: &str, (x, y): (usize, usize), size: &str) -> io::Result<()> {
    let [x, y] = [x, y].map(|number| number.to_string());
    let attributes = [("class", class), ("x", &x), ("y", &y), ("font-size", size)];
    svg.create_element("text").with_attributes(attributes).write_text_content(BytesText::new(words)).map(drop)
}
