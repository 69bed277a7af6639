//! What every rule means, in plain loops over a full grid: an independent description, which calls nothing of the
//! library and reads only the parts of [`Rule`].
//!
//! That rows, columns and boxes hold every digit is not described: the grids are listed by searches that know this.

use sudoku_cover::{
    CageKind, Cell, CellsKind, Direction, Grid, LineKind, OutsideKind, PairKind, Rule, Side, Variant,
};

/// A grid as rows of digits.
pub(super) type Rows = Vec<Vec<i32>>;

/// Returns the rows of a full grid.
pub(super) fn rows(grid: &Grid) -> Rows {
    let digits: Vec<i32> = grid.digits().iter().map(|digit| i32::from(digit.unwrap().value())).collect();
    digits.chunks(grid.side()).map(<[i32]>::to_vec).collect()
}

/// A row and a column, from 0.
type Place = (usize, usize);

/// The rules of a board, and its boxes or regions.
pub(super) struct Description<'r> {
    height: usize,
    width: usize,
    rules: &'r [Rule],
    /// The number of the box or region of each cell.
    boxes: Vec<Vec<usize>>,
    /// True if there are boxes or regions, and not whole rows or columns in their place.
    has_boxes: bool,
}

impl<'r> Description<'r> {
    /// Returns the description of a board with boxes of this height and width.
    pub(super) fn new(height: usize, width: usize, rules: &'r [Rule]) -> Self {
        let side = height * width;
        let mut boxes: Vec<Vec<usize>> = (0..side)
            .map(|row| (0..side).map(|column| row / height * height + column / width).collect())
            .collect();
        let mut has_boxes = height > 1 && width > 1 && !rules.contains(&Rule::Variant(Variant::NoBoxes));
        for rule in rules {
            if let Rule::Regions(regions) = rule {
                has_boxes = true;
                for (cell, name) in regions.to_string().chars().enumerate() {
                    boxes[cell / side][cell % side] = name as usize;
                }
            }
        }
        Description { height, width, rules, boxes, has_boxes }
    }

    /// Returns true if the full grid meets all rules.
    pub(super) fn are_met(&self, grid: &Rows) -> bool {
        self.rules.iter().all(|rule| self.is_met(rule, grid))
    }

    fn is_met(&self, rule: &Rule, grid: &Rows) -> bool {
        let digits = |cells: &[Cell]| -> Vec<i32> {
            cells.iter().map(|cell| grid[cell.row()][cell.column()]).collect()
        };
        match rule {
            Rule::Variant(variant) => self.is_variant_met(*variant, grid),
            Rule::Regions(_) => self.groups_hold_every_digit(grid, |(row, column)| self.boxes[row][column]),
            Rule::Cells { kind, cells } => self.is_met_by_cells(*kind, cells, grid),
            Rule::Killer { sum, cells } => {
                total(&digits(cells)) == *sum as i32 && are_different(&digits(cells))
            }
            Rule::Sum { sum, cells } => total(&digits(cells)) == *sum as i32,
            Rule::Cage { kind, value, cells } => is_cage(*kind, &digits(cells), *value as i32),
            Rule::Line { kind: LineKind::RegionSum, cells } => self.have_equal_parts(cells, grid),
            Rule::Line { kind, cells } => is_line(*kind, &digits(cells), grid.len() as i32),
            Rule::Arrow { circle, cells } => {
                let mut number = 0;
                for digit in digits(circle) {
                    number = 10 * number + digit;
                }
                number == total(&digits(cells))
            }
            Rule::Pair { kind, cells } => {
                let [one, other] = cells.map(|cell| grid[cell.row()][cell.column()]);
                match kind {
                    PairKind::Difference(number) => (one - other).abs() == i32::from(*number),
                    PairKind::Ratio(number) => {
                        one == i32::from(*number) * other || other == i32::from(*number) * one
                    }
                    PairKind::X => one + other == 10,
                    PairKind::V => one + other == 5,
                    PairKind::Greater => one > other,
                    _ => panic!("{rule} is not described"),
                }
            }
            Rule::Clone { first, second } => digits(first) == digits(second),
            Rule::Quadruple { corner, digits } => {
                let (row, column) = (corner.row(), corner.column());
                let around = [
                    grid[row][column],
                    grid[row][column + 1],
                    grid[row + 1][column],
                    grid[row + 1][column + 1],
                ];
                let named: Vec<i32> = digits.iter().map(|digit| i32::from(digit.value())).collect();
                named.iter().all(|&digit| times(&around, digit) >= times(&named, digit))
            }
            Rule::LittleKiller { sum, first, direction } => {
                let (down, right) = match direction {
                    Direction::UpLeft => (-1, -1),
                    Direction::UpRight => (-1, 1),
                    Direction::DownLeft => (1, -1),
                    Direction::DownRight => (1, 1),
                };
                let on_board = 0..grid.len() as i32;
                let (mut row, mut column, mut found) = (first.row() as i32, first.column() as i32, 0);
                while on_board.contains(&row) && on_board.contains(&column) {
                    found += grid[row as usize][column as usize];
                    (row, column) = (row + down, column + right);
                }
                found == *sum as i32
            }
            Rule::Outside { kind, side, number, value } => {
                let number = usize::from(*number);
                let mut line = match side {
                    Side::Left | Side::Right => grid[number].clone(),
                    Side::Top | Side::Bottom => grid.iter().map(|row| row[number]).collect(),
                };
                if matches!(side, Side::Right | Side::Bottom) {
                    line.reverse();
                }
                if *kind == OutsideKind::FullRank {
                    let all = numbers(grid);
                    let equal = all.iter().filter(|&other| *other == line).count();
                    let may_tie = self.rules.contains(&Rule::Variant(Variant::AnyRankTies));
                    return all.iter().filter(|&other| *other < line).count() + 1 == *value as usize
                        && (may_tie || equal == 1);
                }
                clue(*kind, &line) == *value as i32
            }
            _ => panic!("{rule} is not described"),
        }
    }

    fn is_variant_met(&self, variant: Variant, grid: &Rows) -> bool {
        let side = grid.len();
        match variant {
            Variant::Diagonal => {
                self.is_variant_met(Variant::FallingDiagonal, grid)
                    && self.is_variant_met(Variant::RisingDiagonal, grid)
            }
            Variant::FallingDiagonal => {
                are_different(&(0..side).map(|row| grid[row][row]).collect::<Vec<_>>())
            }
            Variant::RisingDiagonal => {
                are_different(&(0..side).map(|row| grid[row][side - 1 - row]).collect::<Vec<_>>())
            }
            Variant::AnyRankTies => true,
            Variant::NoRankTies => {
                let mut all = numbers(grid);
                all.sort_unstable();
                all.dedup();
                all.len() == 4 * side
            }
            Variant::Disjoint => self.groups_hold_every_digit(grid, |(row, column)| {
                row % self.height * self.width + column % self.width
            }),
            // A line of cells that are in no window comes before, between and after the windows.
            Variant::Windoku => self.groups_hold_every_digit(grid, |(row, column)| {
                let (height, width) = (self.height + 1, self.width + 1);
                if row % height == 0 || column % width == 0 {
                    side * side + row * side + column
                } else {
                    row / height * side + column / width
                }
            }),
            // It requires nothing: boxes are no part of the description.
            Variant::NoBoxes => true,
            Variant::AntiKnight => all_pairs(side, |one, other, (down, across)| {
                !(down == 1 && across == 2 || down == 2 && across == 1) || at(grid, one) != at(grid, other)
            }),
            Variant::AntiKing => all_pairs(side, |one, other, (down, across)| {
                down > 1 || across > 1 || at(grid, one) != at(grid, other)
            }),
            Variant::AntiTaxicab => all_pairs(side, |one, other, (down, across)| {
                at(grid, one) != at(grid, other) || at(grid, one) != (down + across) as i32
            }),
            Variant::GlobalEntropy | Variant::GlobalModular => {
                let group = |digit: i32| match variant {
                    Variant::GlobalModular => digit % 3,
                    _ => (3 * digit - 1) / side as i32,
                };
                (0..side - 1).all(|row| {
                    (0..side - 1).all(|column| {
                        let around = [(0, 0), (0, 1), (1, 0), (1, 1)];
                        let groups = around.map(|(down, right)| group(grid[row + down][column + right]));
                        (0..3).all(|wanted| groups.contains(&wanted))
                    })
                })
            }
            Variant::DutchFlatmates => (0..side * side).all(|cell| {
                let (row, column) = (cell / side, cell % side);
                let last = side as i32;
                grid[row][column] != (last + 1) / 2
                    || row > 0 && grid[row - 1][column] == 1
                    || row + 1 < side && grid[row + 1][column] == last
            }),
            Variant::DiagonalNonConsecutive => all_pairs(side, |one, other, distance| {
                distance != (1, 1) || (at(grid, one) - at(grid, other)).abs() != 1
            }),
            Variant::Knightmare => all_pairs(side, |one, other, distance| {
                let sum = at(grid, one) + at(grid, other);
                ![(1, 2), (2, 1)].contains(&distance) || sum != 5 && sum != 15
            }),
            Variant::NonConsecutive => all_pairs(side, |one, other, (down, across)| {
                down + across != 1 || (at(grid, one) - at(grid, other)).abs() != 1
            }),
            Variant::StrictKropki | Variant::StrictWhite | Variant::StrictBlack | Variant::StrictXv => {
                all_pairs(side, |one, other, (down, across)| {
                    down + across != 1
                        || self.has_mark(variant, one, other)
                        || !self.would_have_mark(variant, at(grid, one), at(grid, other))
                })
            }
            _ => panic!("{variant} is not described"),
        }
    }

    /// Returns true if the cells that have the same number hold different digits.
    fn groups_hold_every_digit(&self, grid: &Rows, number: impl Fn(Place) -> usize) -> bool {
        all_pairs(grid.len(), |one, other, _| {
            number(one) != number(other) || at(grid, one) != at(grid, other)
        })
    }

    /// Returns true if a strict rule exempts the pair. One of dots exempts pairs with either dot: the digits 1 and 2
    /// fit both, and have one.
    fn has_mark(&self, strict: Variant, one: Place, other: Place) -> bool {
        let place = |cell: Cell| (cell.row(), cell.column());
        self.rules.iter().any(|rule| {
            let Rule::Pair { kind, cells: [first, second] } = rule else { return false };
            let is_mark = match kind {
                PairKind::Difference(_) | PairKind::Ratio(_) => strict != Variant::StrictXv,
                PairKind::X | PairKind::V => strict == Variant::StrictXv,
                _ => false,
            };
            let marked = (place(*first), place(*second));
            is_mark && (marked == (one, other) || marked == (other, one))
        })
    }

    /// Returns true if adjacent cells with these digits have a mark where a strict rule requires all marks: black dots
    /// with the numbers that there are on the board.
    fn would_have_mark(&self, strict: Variant, one: i32, other: i32) -> bool {
        let numbers = self.rules.iter().filter_map(|rule| match rule {
            Rule::Pair { kind: PairKind::Ratio(number), .. } => Some(i32::from(*number)),
            _ => None,
        });
        let mut numbers: Vec<i32> = numbers.collect();
        if numbers.is_empty() {
            numbers.push(2);
        }
        let white = (one - other).abs() == 1;
        let black = numbers.iter().any(|number| one == number * other || other == number * one);
        match strict {
            Variant::StrictKropki => white || black,
            Variant::StrictWhite => white,
            Variant::StrictBlack => black,
            _ => one + other == 10 || one + other == 5,
        }
    }

    fn is_met_by_cells(&self, kind: CellsKind, cells: &[Cell], grid: &Rows) -> bool {
        let side = grid.len();
        let places: Vec<Place> = cells.iter().map(|cell| (cell.row(), cell.column())).collect();
        let digits: Vec<i32> = places.iter().map(|&place| at(grid, place)).collect();
        let count = |is_so: &dyn Fn(i32) -> bool| digits.iter().filter(|&&digit| is_so(digit)).count();
        match kind {
            CellsKind::Even => digits.iter().all(|digit| digit % 2 == 0),
            CellsKind::Odd => digits.iter().all(|digit| digit % 2 == 1),
            CellsKind::Different => are_different(&digits),
            CellsKind::Minimum | CellsKind::Maximum => {
                let sign = if kind == CellsKind::Minimum { 1 } else { -1 };
                all_pairs(side, |one, other, (down, across)| {
                    let is_named = [places.contains(&one), places.contains(&other)];
                    match is_named {
                        _ if down + across != 1 => true,
                        [true, false] => sign * at(grid, one) < sign * at(grid, other),
                        [false, true] => sign * at(grid, other) < sign * at(grid, one),
                        _ => true,
                    }
                })
            }
            CellsKind::Equality => {
                let last = side as i32;
                are_different(&digits)
                    && count(&|digit| digit % 2 == 0) == count(&|digit| digit % 2 == 1)
                    && count(&|digit| 2 * digit <= last) == count(&|digit| 2 * digit > last + 1)
            }
            CellsKind::CountingCircles => digits.iter().all(|&digit| times(&digits, digit) == digit),
            CellsKind::RowIndexer => places
                .iter()
                .all(|&(row, column)| grid[grid[row][column] as usize - 1][column] == row as i32 + 1),
            CellsKind::ColumnIndexer => places
                .iter()
                .all(|&(row, column)| grid[row][grid[row][column] as usize - 1] == column as i32 + 1),
            CellsKind::BoxIndexer if !self.has_boxes => true,
            CellsKind::BoxIndexer => places.iter().all(|&(row, column)| {
                let mut own = Vec::new();
                for other_row in 0..side {
                    for other_column in 0..side {
                        if self.boxes[other_row][other_column] == self.boxes[row][column] {
                            own.push((other_row, other_column));
                        }
                    }
                }
                let place = own.iter().position(|&place| place == (row, column)).unwrap();
                at(grid, own[grid[row][column] as usize - 1]) == place as i32 + 1
            }),
            _ => panic!("{} is not described", kind.name()),
        }
    }

    /// Returns true if the parts of a line in each box have the same sum.
    fn have_equal_parts(&self, cells: &[Cell], grid: &Rows) -> bool {
        let mut sums: Vec<i32> = Vec::new();
        let mut before = None;
        for cell in cells {
            let own = self.boxes[cell.row()][cell.column()];
            if before != Some(own) {
                sums.push(0);
            }
            before = Some(own);
            *sums.last_mut().unwrap() += grid[cell.row()][cell.column()];
        }
        !self.has_boxes || sums.iter().all(|&sum| sum == sums[0])
    }
}

fn at(grid: &Rows, (row, column): Place) -> i32 {
    grid[row][column]
}

fn total(digits: &[i32]) -> i32 {
    digits.iter().sum()
}

fn times(digits: &[i32], wanted: i32) -> i32 {
    digits.iter().filter(|&&digit| digit == wanted).count() as i32
}

fn are_different(digits: &[i32]) -> bool {
    digits.iter().all(|&digit| times(digits, digit) == 1)
}

/// Returns true if this holds for all pairs of cells, whose distance is a number of rows and one of columns.
fn all_pairs(side: usize, holds: impl Fn(Place, Place, (usize, usize)) -> bool) -> bool {
    for one in 0..side * side {
        for other in one + 1..side * side {
            let (one, other) = ((one / side, one % side), (other / side, other % side));
            if !holds(one, other, (one.0.abs_diff(other.0), one.1.abs_diff(other.1))) {
                return false;
            }
        }
    }
    true
}

/// Returns true if the digits of a line, in its order, are as this kind requires.
fn is_line(kind: LineKind, line: &[i32], side: i32) -> bool {
    let steps = |fits: &dyn Fn(i32, i32) -> bool| line.windows(2).all(|pair| fits(pair[0], pair[1]));
    // Cells that are less than `count` steps apart belong to different groups.
    let mixes = |count: usize, group: &dyn Fn(i32) -> i32| {
        (0..line.len()).all(|last| {
            (0..last).all(|first| last - first >= count || group(line[first]) != group(line[last]))
        })
    };
    let last = line.len() - 1;
    let (low, high) = (line[0].min(line[last]), line[0].max(line[last]));
    let inner = &line[1..last];
    match kind {
        LineKind::Thermo => steps(&|one, other| one < other),
        LineKind::SlowThermo => steps(&|one, other| one <= other),
        LineKind::Whisper(difference) => steps(&|one, other| (one - other).abs() >= i32::from(difference)),
        LineKind::Renban => {
            let (least, greatest) = (line.iter().min().unwrap(), line.iter().max().unwrap());
            are_different(line) && greatest - least == last as i32
        }
        LineKind::Palindrome => line.iter().eq(line.iter().rev()),
        LineKind::Zipper => {
            let mut sums: Vec<i32> =
                (0..line.len() / 2).map(|place| line[place] + line[last - place]).collect();
            if line.len() % 2 == 1 {
                sums.push(line[last / 2]);
            }
            sums.iter().all(|&sum| sum == sums[0])
        }
        LineKind::Between => inner.iter().all(|&digit| low < digit && digit < high),
        LineKind::Lockout(difference) => {
            high - low >= i32::from(difference) && inner.iter().all(|&digit| digit < low || digit > high)
        }
        LineKind::Entropic => mixes(3, &|digit| (3 * digit - 1) / side),
        LineKind::Modular(modulus) => mixes(usize::from(modulus), &|digit| digit % i32::from(modulus)),
        LineKind::Nabner => {
            (0..line.len()).all(|place| line[..place].iter().all(|digit| (digit - line[place]).abs() > 1))
        }
        LineKind::Sequence => line.windows(3).all(|three| three[1] - three[0] == three[2] - three[1]),
        LineKind::SameDifference => {
            line.windows(3).all(|three| (three[1] - three[0]).abs() == (three[2] - three[1]).abs())
        }
        LineKind::SumLine(sum) => {
            let mut part = 0;
            for digit in line {
                part += digit;
                if part == i32::from(sum) {
                    part = 0;
                } else if part > i32::from(sum) {
                    return false;
                }
            }
            part == 0
        }
        LineKind::DoubleArrow => low + high == total(inner),
        LineKind::SameValues(parts) => {
            let mut parts: Vec<Vec<i32>> =
                line.chunks(line.len() / usize::from(parts)).map(<[i32]>::to_vec).collect();
            parts.iter_mut().for_each(|part| part.sort_unstable());
            parts.iter().all(|part| *part == parts[0])
        }
        LineKind::ValueIndex => line.get(line[1] as usize + 1) == Some(&line[0]) && line[1] > 0,
        LineKind::CountDistinct => {
            let others = &line[1..];
            let firsts = (0..others.len()).filter(|&place| !others[..place].contains(&others[place]));
            firsts.count() as i32 == line[0]
        }
        _ => panic!("{kind} is not described"),
    }
}

/// Returns true if the digits of a cage, in the order of its cells, are as this kind requires.
fn is_cage(kind: CageKind, digits: &[i32], value: i32) -> bool {
    let (greatest, product) = (*digits.iter().max().unwrap(), digits.iter().product::<i32>());
    match kind {
        CageKind::Rellik => {
            let sums = (1..1_u32 << digits.len()).map(|set| {
                (0..digits.len())
                    .filter(|place| set >> place & 1 == 1)
                    .map(|place| digits[place])
                    .sum::<i32>()
            });
            are_different(digits) && !sums.into_iter().any(|sum| sum == value)
        }
        CageKind::Lunchbox => {
            let least = *digits.iter().min().unwrap();
            let ends = [least, greatest].map(|end| digits.iter().position(|&digit| digit == end).unwrap());
            let (first, last) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            are_different(digits) && total(&digits[first + 1..last]) == value
        }
        CageKind::Product => product == value,
        CageKind::Difference => 2 * greatest - total(digits) == value,
        CageKind::Quotient => greatest * greatest == value * product,
        _ => panic!("{kind} is not described"),
    }
}

/// Returns the number outside of a row or column with these digits, read from the clue.
/// The rows and columns from both ends.
fn numbers(grid: &Rows) -> Vec<Vec<i32>> {
    let columns = (0..grid.len()).map(|column| grid.iter().map(|row| row[column]).collect::<Vec<i32>>());
    let forward: Vec<Vec<i32>> = grid.iter().cloned().chain(columns).collect();
    let backward = forward.iter().map(|line| line.iter().rev().copied().collect());
    backward.chain(forward.iter().cloned()).collect()
}

fn clue(kind: OutsideKind, line: &[i32]) -> i32 {
    match kind {
        OutsideKind::Sandwich => {
            let is_end = |digit: i32| digit == 1 || digit == line.len() as i32;
            let first = line.iter().position(|&digit| is_end(digit)).unwrap();
            let last = line.iter().rposition(|&digit| is_end(digit)).unwrap();
            total(&line[first..=last]) - line[first] - line[last]
        }
        OutsideKind::XSum => total(&line[..line[0] as usize]),
        OutsideKind::Skyscraper => {
            let is_visible = |place: usize| line[..place].iter().all(|&before| before < line[place]);
            (0..line.len()).filter(|&place| is_visible(place)).count() as i32
        }
        OutsideKind::HiddenSkyscraper => {
            let is_hidden = |place: usize| line[..place].iter().any(|&before| before > line[place]);
            (0..line.len()).find(|&place| is_hidden(place)).map_or(0, |place| line[place])
        }
        OutsideKind::NumberedRoom => line[line[0] as usize - 1],
        _ => panic!("{} is not described", kind.name()),
    }
}
