//! An independent implementation of the rules of variants, as simple as possible: pairs of cells, and
//! counting by exhaustive search.
//!
//! It shares no code with the library, and parses the text of rules itself. The [description](super::described) of all
//! rules judges full grids only; this one judges partial grids too, so that it can count without a search of the library.

/// A board and its rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) side: usize,
    height: usize,
    width: usize,
    words: Vec<String>,
    regions: Option<Vec<char>>,
    parities: Vec<(usize, usize, u8)>,
    cages: Vec<(u32, Vec<(usize, usize)>)>,
}

impl Rules {
    pub(crate) fn of(height: usize, width: usize, rules: &[&str]) -> Rules {
        let mut found = Rules { side: height * width, height, width, ..Rules::default() };
        for rule in rules {
            let mut words = rule.split(' ');
            let first = words.next().unwrap();
            let cell = |word: &str| {
                let (row, column) = word[1..].split_once('c').unwrap();
                (row.parse::<usize>().unwrap() - 1, column.parse::<usize>().unwrap() - 1)
            };
            match first {
                "regions" => found.regions = Some(words.next().unwrap().chars().collect()),
                "even" | "odd" => {
                    let rest = u8::from(first == "odd");
                    found.parities.extend(words.map(cell).map(|(row, column)| (row, column, rest)));
                }
                "killer" => {
                    let sum = words.next().unwrap().parse().unwrap();
                    found.cages.push((sum, words.map(cell).collect()));
                }
                _ => found.words.push(first.to_owned()),
            }
        }
        found
    }

    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word)
    }

    /// Returns true if these two cells cannot hold the same digit.
    fn differ(&self, (row, column): (usize, usize), (other_row, other_column): (usize, usize)) -> bool {
        let (down, across) = (row.abs_diff(other_row), column.abs_diff(other_column));
        let boxed = |row: usize, column: usize| match &self.regions {
            Some(regions) => regions[row * self.side + column] as usize,
            None => row / self.height * self.side + column / self.width,
        };
        let window = |row: usize, column: usize| {
            let period = self.width + 1;
            let is_inside = !row.is_multiple_of(period) && !column.is_multiple_of(period);
            is_inside.then_some((row / period, column / period))
        };
        row == other_row
            || column == other_column
            || boxed(row, column) == boxed(other_row, other_column)
            || self.has("x") && row == column && other_row == other_column
            || self.has("x") && row + column + 1 == self.side && other_row + other_column + 1 == self.side
            || self.has("windoku")
                && window(row, column).is_some()
                && window(row, column) == window(other_row, other_column)
            || self.has("disjoint")
                && row % self.height == other_row % self.height
                && column % self.width == other_column % self.width
            || self.has("anti-knight") && down * across == 2
            || self.has("anti-king") && down == 1 && across == 1
            || self.cages.iter().any(|(_, cells)| {
                cells.contains(&(row, column)) && cells.contains(&(other_row, other_column))
            })
    }

    /// Returns true if the digits, 0 for blank cells, break no rule.
    pub(crate) fn keep(&self, digits: &[u8]) -> bool {
        (0..digits.len()).all(|cell| self.keep_at(digits, cell))
    }

    /// Returns true if the digit of this cell breaks no rule.
    fn keep_at(&self, digits: &[u8], cell: usize) -> bool {
        let digit = digits[cell];
        if digit == 0 {
            return true;
        }
        let place = |cell: usize| (cell / self.side, cell % self.side);
        let (row, column) = place(cell);
        let pairs = (0..digits.len()).filter(|&other| other != cell && digits[other] != 0).all(|other| {
            let (other_row, other_column) = place(other);
            let are_beside = row.abs_diff(other_row) + column.abs_diff(other_column) == 1;
            let is_repeated = digits[other] == digit && self.differ((row, column), (other_row, other_column));
            let is_next = self.has("non-consecutive") && are_beside && digits[other].abs_diff(digit) == 1;
            !is_repeated && !is_next
        });
        let parity = self.parities.iter().all(|&(r, c, rest)| (r, c) != (row, column) || digit % 2 == rest);
        let sums =
            self.cages.iter().filter(|(_, cells)| cells.contains(&(row, column))).all(|(sum, cells)| {
                let held: Vec<u32> =
                    cells.iter().map(|(r, c)| u32::from(digits[r * self.side + c])).collect();
                let total: u32 = held.iter().sum();
                if held.contains(&0) { total <= *sum } else { total == *sum }
            });
        pairs && parity && sums
    }

    /// Returns the number of ways to fill the blank cells, found by trying every digit in one cell after
    /// another; at most `most`.
    pub(crate) fn count(&self, clues: &[u8], most: u64) -> u64 {
        if !self.keep(clues) {
            return 0;
        }
        let mut digits = clues.to_vec();
        let blank: Vec<usize> = (0..clues.len()).filter(|&cell| clues[cell] == 0).collect();
        let (mut level, mut found) = (0, 0);
        loop {
            if level == blank.len() {
                found += 1;
                if found == most || level == 0 {
                    return found;
                }
                level -= 1;
            }
            let cell = blank[level];
            digits[cell] += 1;
            if usize::from(digits[cell]) > self.side {
                digits[cell] = 0;
                if level == 0 {
                    return found;
                }
                level -= 1;
            } else if self.keep_at(&digits, cell) {
                level += 1;
            }
        }
    }
}
