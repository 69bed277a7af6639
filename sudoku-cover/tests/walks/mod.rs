//! Rules with many cells, for tests and measurements of boards whose rules take long to build.

use sudoku_cover::Rule;

/// Returns lines of a kind on a board of this side, each a random walk of a king that meets no cell twice.
pub(crate) fn walks(kind: &str, cells: usize, lines: usize, side: usize) -> Vec<Rule> {
    let mut random = 1_u32;
    let mut below = |most: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % most
    };
    let mut rules = Vec::with_capacity(lines);
    while rules.len() < lines {
        let mut walk = vec![(below(side), below(side))];
        while walk.len() < cells {
            let (row, column) = walk[walk.len() - 1];
            let near = |place: usize| place.saturating_sub(1)..=(place + 1).min(side - 1);
            let next = near(row).flat_map(|row| near(column).map(move |column| (row, column)));
            let next: Vec<_> = next.filter(|cell| !walk.contains(cell)).collect();
            if next.is_empty() {
                break;
            }
            walk.push(next[below(next.len())]);
        }
        if walk.len() == cells {
            let cells = walk.iter().map(|(row, column)| format!(" r{}c{}", row + 1, column + 1));
            rules.push(format!("{kind}{}", cells.collect::<String>()).parse().expect("it is a rule"));
        }
    }
    rules
}
