//! The 27 houses of the 9x9 board and the peers of its cells, computed at compile time.

/// The cells of the rows, then of the columns, then of the boxes.
pub(super) const HOUSES: [[usize; 9]; 27] = houses();

/// The 20 peers of each cell, in ascending order.
pub(super) const PEERS: [[usize; 20]; 81] = peers();

pub(super) const fn row(cell: usize) -> usize {
    cell / 9
}

pub(super) const fn column(cell: usize) -> usize {
    cell % 9
}

pub(super) const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// Returns the row, the column and the box of a cell, as indices of [`HOUSES`].
pub(super) const fn of_cell(cell: usize) -> [usize; 3] {
    [row(cell), 9 + column(cell), 18 + box_of(cell)]
}

const fn houses() -> [[usize; 9]; 27] {
    let mut houses = [[0; 9]; 27];
    let mut counts = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        let of_cell = of_cell(cell);
        let mut kind = 0;
        while kind < 3 {
            let house = of_cell[kind];
            houses[house][counts[house]] = cell;
            counts[house] += 1;
            kind += 1;
        }
        cell += 1;
    }
    houses
}

const fn peers() -> [[usize; 20]; 81] {
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut count = 0;
        let mut other = 0;
        while other < 81 {
            let shares =
                row(cell) == row(other) || column(cell) == column(other) || box_of(cell) == box_of(other);
            if shares && cell != other {
                peers[cell][count] = other;
                count += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
}
