//! Packing: pieces given as drawings, rotated and reflected, into a box with an obstacle.
//!
//! The box is a square of 8 by 8 cells whose four middle cells are occupied; the pieces are the twelve
//! pentominoes, each used once. There are 65 ways, as D. S. Scott counted in 1958, times 8 for the symmetries
//! of the square.
//!
//! Run it with `cargo run --release -p dlx-core --example packing`.

use std::collections::BTreeSet;

use dlx_core::{Problem, Query};

/// The pieces, by their usual letters. A cell is a `#`; rows are separated by `/`.
const PIECES: [(&str, &str); 12] = [
    ("F", ".##/##./.#."),
    ("I", "#####"),
    ("L", "####/#..."),
    ("N", "##../.###"),
    ("P", "##/##/#."),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", "####/.#.."),
    ("Z", "##./.#./.##"),
];

const SIDE: usize = 8;

/// Row and column of a cell.
type Cell = (usize, usize);

fn is_free((row, column): Cell) -> bool {
    !((3..=4).contains(&row) && (3..=4).contains(&column))
}

fn cells(drawing: &str) -> BTreeSet<Cell> {
    let rows = drawing.split('/').enumerate();
    rows.flat_map(|(row, line)| line.match_indices('#').map(move |(column, _)| (row, column))).collect()
}

/// Returns the different orientations of a piece: rotated by quarter turns, and reflected. It is a set, as
/// symmetric pieces have fewer than 8 of them, and a placement that occurred twice would be counted twice.
fn orientations(piece: &BTreeSet<Cell>) -> BTreeSet<BTreeSet<Cell>> {
    let mut all = BTreeSet::new();
    let mut turned = piece.clone();
    for _ in 0..4 {
        let width = turned.iter().map(|&(_, column)| column).max().unwrap_or(0);
        all.insert(turned.iter().map(|&(row, column)| (row, width - column)).collect());
        all.insert(turned.clone());
        turned = turned.iter().map(|&(row, column)| (width - column, row)).collect();
    }
    all
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Problem::builder();
    // Every piece is used once and every free cell is covered once: both are primary items.
    builder.primary(PIECES.map(|(name, _)| name));
    let name_of = |(row, column): Cell| format!("{row}{column}");
    let free =
        (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))).filter(|&cell| is_free(cell));
    for cell in free {
        builder.primary([&*name_of(cell)]);
    }
    // An option is a piece in one place. Its meaning is stored in a vector, at the index of the option.
    let mut placements: Vec<(&str, Vec<Cell>)> = Vec::new();
    for (name, drawing) in PIECES {
        for shape in orientations(&cells(drawing)) {
            for down in 0..SIDE {
                for right in 0..SIDE {
                    let placed: Vec<Cell> =
                        shape.iter().map(|&(row, column)| (row + down, column + right)).collect();
                    let fits = placed
                        .iter()
                        .all(|&(row, column)| row < SIDE && column < SIDE && is_free((row, column)));
                    if fits {
                        let mut items = vec![name.to_owned()];
                        items.extend(placed.iter().map(|&cell| name_of(cell)));
                        builder.option(&items);
                        placements.push((name, placed));
                    }
                }
            }
        }
    }
    let problem = builder.build()?;

    let query = Query::new(&problem);
    if let Some(cover) = query.first()? {
        let mut picture = vec![vec!["."; SIDE]; SIDE];
        for option in cover {
            let (name, placed) = &placements[option.index()];
            for &(row, column) in placed {
                picture[row][column] = name;
            }
        }
        for row in picture {
            println!("{}", row.concat());
        }
    }
    println!("{} packings", query.count()?.exact()?);
    Ok(())
}
