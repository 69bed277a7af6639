//! A puzzle with bounds: Star Battle. Every row, every column and every region holds exactly two stars, and no
//! two stars touch, not even at a corner.
//!
//! Run it with `cargo run --release -p dlx-core --example star_battle`.

use dlx_core::{Problem, Query, Uniqueness};

/// The regions of the puzzle, one letter each.
const REGIONS: [&str; 9] = [
    "CCCCCEEEE", //
    "CGCCAEEEE",
    "CGGGAAEHE",
    "GGGAAHHHH",
    "DFFFBHHHH",
    "DFFFBBBBH",
    "DFBBBBIII",
    "DDDBDBBII",
    "DDDDDDBBI",
];

const STARS: u32 = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let side = REGIONS.len();
    let region_of = |row: usize, column: usize| &REGIONS[row][column..=column];

    let mut builder = Problem::builder();
    // A row, a column and a region are each covered by exactly two of the chosen options: bounds 2..=2. For "at
    // most two" the bounds would be 0..=2.
    for line in 0..side {
        builder.bounded(format!("row{line}"), STARS..=STARS);
        builder.bounded(format!("column{line}"), STARS..=STARS);
    }
    for region in ["A", "B", "C", "D", "E", "F", "G", "H", "I"] {
        builder.bounded(region, STARS..=STARS);
    }
    // Two cells touch if some square of 2 by 2 cells contains both. At most one star in each square: this is
    // a secondary item.
    for top in 0..side - 1 {
        for left in 0..side - 1 {
            builder.secondary([&*format!("square{top},{left}")]);
        }
    }
    // One option for each cell: a star there. Options are numbered in the order given, so option `o` is the
    // cell (o / side, o % side), and no other table is needed to read the answer.
    for row in 0..side {
        for column in 0..side {
            let mut items = vec![format!("row{row}"), format!("column{column}")];
            items.push(region_of(row, column).to_owned());
            for top in row.saturating_sub(1)..=row.min(side - 2) {
                for left in column.saturating_sub(1)..=column.min(side - 2) {
                    items.push(format!("square{top},{left}"));
                }
            }
            builder.option(&items);
        }
    }
    let problem = builder.build()?;

    // A good puzzle has exactly one solution. `unique` searches for a second one. It reports if a limit
    // stopped it before the answer was known; there is no limit here.
    let Uniqueness::One(stars) = Query::new(&problem).unique()? else {
        return Err("the puzzle has none or several solutions".into());
    };
    for (row, regions) in REGIONS.iter().enumerate() {
        let cells = (0..side).map(|column| {
            let has_star = stars.iter().any(|star| star.index() == row * side + column);
            if has_star { '*' } else { '.' }
        });
        println!("{regions}  {}", cells.collect::<String>());
    }
    Ok(())
}
