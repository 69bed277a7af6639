//! The relations of rules: for each rule the cells that it reads, and the automaton over their digits.

use super::relation::Relation;
use super::rules::{CellsKind, Direction, LineKind, OutsideKind, PairKind, Rule, RuleError, Side, Variant};
use super::variant::refuse;
use super::{Cell, Digit, Geometry};

/// The greatest number of transitions of a relation.
const MOST_TRANSITIONS: usize = 400_000;
/// The greatest number of transitions of a relation that also knows which digits were read. One that has more
/// reads sums alone: that the digits differ is required of the pairs of cells anyway.
const MOST_WITH_SETS: usize = 20_000;

/// The relations of one rule, under construction.
struct Relations<'g> {
    geometry: &'g Geometry,
    rule: usize,
    side: u8,
    found: Vec<Relation>,
    /// Groups of cells that hold different digits.
    apart: Vec<Vec<Cell>>,
}

impl Geometry {
    /// Returns the relations of a rule with this number, and the groups of cells that it requires to hold
    /// different digits. `rules` are those of the board.
    pub(super) fn relations_of(
        &self,
        number: usize,
        rule: &Rule,
        rules: &[Rule],
    ) -> Result<(Vec<Relation>, Vec<Vec<Cell>>), RuleError> {
        let mut relations = Relations {
            geometry: self,
            rule: number,
            side: self.side_byte(),
            found: Vec::new(),
            apart: Vec::new(),
        };
        relations.add(rule, rules)?;
        Ok((relations.found, relations.apart))
    }

    /// Returns the relation of a sum of digits times factors, unless it always holds or has too many combinations.
    /// If all factors are 1 and the cells see each other, it also knows that their digits differ.
    pub(super) fn sum_relation(&self, terms: &[(Cell, i64)], total: i64) -> Option<Relation> {
        let mut relations = Relations {
            geometry: self,
            rule: self.rules().len(),
            side: self.side_byte(),
            found: Vec::new(),
            apart: Vec::new(),
        };
        let cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
        let differ = |(place, cell): (usize, &Cell)| {
            cells[place + 1..].iter().all(|other| self.peers(*cell).binary_search(other).is_ok())
        };
        let is_cage = terms.iter().all(|&(_, factor)| factor == 1) && cells.iter().enumerate().all(differ);
        let added = match u32::try_from(total) {
            Ok(sum) if is_cage => relations.cage(&cells, sum),
            _ => relations.total(terms, total),
        };
        added.ok().and_then(|()| relations.found.pop())
    }

    /// Returns the cells of a row or column, from this side on.
    pub(crate) fn line_from(&self, side: Side, number: u8) -> Vec<Cell> {
        let last = self.side_byte() - 1;
        let cell = |place: u8| match side {
            Side::Left => Cell::new(number, place),
            Side::Right => Cell::new(number, last - place),
            Side::Top => Cell::new(place, number),
            Side::Bottom => Cell::new(last - place, number),
        };
        (0..=last).map(cell).collect()
    }

    /// Returns the cells of a diagonal from its first cell on.
    pub(crate) fn diagonal_from(&self, first: Cell, direction: Direction) -> Vec<Cell> {
        let (down, right) = direction.step();
        let next = |cell: &Cell| {
            Some(Cell::new(cell.row.checked_add_signed(down)?, cell.column.checked_add_signed(right)?))
        };
        std::iter::successors(Some(first), next).take_while(|&cell| self.contains(cell)).collect()
    }
}

impl Relations<'_> {
    /// Adds the relation of some cells, whose automaton has this start, step and end.
    fn read<S: Clone + Eq + std::hash::Hash>(
        &mut self,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, usize, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<(), RuleError> {
        let relation =
            Relation::new(self.rule, cells.to_vec(), self.side, MOST_TRANSITIONS, start, step, accepts);
        match relation {
            Some(relation) => self.found.push(relation),
            None => {
                return refuse(
                    "a rule with fewer combinations of digits",
                    format!("one of {} cells", cells.len()),
                );
            }
        }
        Ok(())
    }

    /// Adds a relation of two cells.
    fn pair(&mut self, [first, second]: [Cell; 2], fits: impl Fn(u8, u8) -> bool) -> Result<(), RuleError> {
        if first == second {
            return refuse("two cells", format!("{first} twice"));
        }
        let step = |before: &Option<u8>, _: usize, digit: u8| match before {
            None => Some(Some(digit)),
            Some(before) => fits(*before, digit).then_some(Some(0)),
        };
        self.read(&[first, second], None, step, |_| true)
    }

    /// Adds a relation for any two cells that follow each other on a line.
    fn neighbors(&mut self, cells: &[Cell], fits: impl Fn(u8, u8) -> bool) -> Result<(), RuleError> {
        cells.windows(2).try_for_each(|pair| self.pair([pair[0], pair[1]], &fits))
    }

    /// Adds a relation of a sum: the digits times these factors come to the total.
    fn total(&mut self, terms: &[(Cell, i64)], total: i64) -> Result<(), RuleError> {
        let (terms, total) = self.shortened(terms, total);
        let side = i64::from(self.side);
        // What the cells from each position on can come to.
        let mut rest = vec![(0, 0)];
        for &(_, factor) in terms.iter().rev() {
            let (least, most) = rest[rest.len() - 1];
            rest.push((least + factor.min(factor * side), most + factor.max(factor * side)));
        }
        rest.reverse();
        let cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
        if cells.is_empty() {
            return if total == 0 { Ok(()) } else { refuse("a sum that the digits can have", total) };
        }
        let step = |left: &i64, place: usize, digit: u8| {
            let left = left - terms[place].1 * i64::from(digit);
            let (least, most) = rest[place + 1];
            (least..=most).contains(&left).then_some(left)
        };
        self.read(&cells, total, step, |&left| left == 0)
    }

    /// Returns a sum of fewer cells that is the same: houses of which more than half of the cells have the same
    /// factor are replaced by the sum of all digits without the other cells.
    fn shortened(&self, terms: &[(Cell, i64)], mut total: i64) -> (Vec<(Cell, i64)>, i64) {
        let all = i64::from(self.side) * (i64::from(self.side) + 1) / 2;
        let mut factors = vec![0_i64; self.geometry.cell_count()];
        let mut order: Vec<Cell> = Vec::new();
        for &(cell, factor) in terms {
            factors[self.geometry.index(cell)] += factor;
            order.push(cell);
        }
        let count = |factors: &[i64]| factors.iter().filter(|&&factor| factor != 0).count();
        loop {
            let before = count(&factors);
            for house in self.geometry.houses() {
                let places: Vec<usize> =
                    house.cells().iter().map(|&cell| self.geometry.index(cell)).collect();
                let (least, most) = places.iter().fold((0, 0), |(least, most), &place| {
                    (factors[place].min(least), factors[place].max(most))
                });
                for factor in [least, most].into_iter().filter(|&factor| factor != 0) {
                    let changed: Vec<i64> = places.iter().map(|&place| factors[place] - factor).collect();
                    let now: Vec<i64> = places.iter().map(|&place| factors[place]).collect();
                    if count(&changed) < count(&now) {
                        for (&place, &changed) in places.iter().zip(&changed) {
                            factors[place] = changed;
                        }
                        total -= factor * all;
                    }
                }
            }
            if count(&factors) == before {
                break;
            }
        }
        order.extend(self.geometry.cells());
        let mut terms = Vec::new();
        for cell in order {
            let factor = std::mem::take(&mut factors[self.geometry.index(cell)]);
            if factor != 0 {
                terms.push((cell, factor));
            }
        }
        (terms, total)
    }

    /// Adds a relation of different digits with a sum, or of any digits if there is none.
    fn cage(&mut self, cells: &[Cell], sum: u32) -> Result<(), RuleError> {
        let start = (0_u32, sum);
        let last = cells.len() - 1;
        let step = |&(set, left): &(u32, u32), place: usize, digit: u8| {
            let left = left.checked_sub(u32::from(digit)).filter(|_| set >> digit & 1 == 0)?;
            (place < last || left == 0).then_some((set | 1 << digit, left))
        };
        let cells_of = cells.to_vec();
        let relation = Relation::new(self.rule, cells_of, self.side, MOST_WITH_SETS, start, step, |_| true);
        match relation {
            Some(relation) => self.found.push(relation),
            None => self.total(&cells.iter().map(|&cell| (cell, 1)).collect::<Vec<_>>(), i64::from(sum))?,
        }
        Ok(())
    }

    fn add(&mut self, rule: &Rule, rules: &[Rule]) -> Result<(), RuleError> {
        match rule {
            Rule::Variant(variant) => self.add_strict(*variant, rules),
            Rule::Regions(_) => Ok(()),
            Rule::Killer { sum, cells } => {
                if !self.geometry.is_cage(self.rule) {
                    self.apart.push(cells.clone());
                }
                self.cage(cells, *sum)
            }
            Rule::Sum { sum, cells } => {
                self.total(&cells.iter().map(|&cell| (cell, 1)).collect::<Vec<_>>(), i64::from(*sum))
            }
            Rule::Cells { kind, cells } => self.add_cells(*kind, cells),
            Rule::Line { kind, cells } => self.add_line(*kind, cells),
            Rule::Arrow { circle, cells } => {
                let mut terms: Vec<(Cell, i64)> = cells.iter().map(|&cell| (cell, 1)).collect();
                let mut factor = 1_i64;
                for &cell in circle.iter().rev() {
                    terms.push((cell, -factor));
                    factor = factor.saturating_mul(10).min(1_000_000);
                }
                self.total(&terms, 0)
            }
            Rule::Pair { kind, cells } => self.pair(*cells, |one, other| kind.fits(one, other)),
            Rule::Clone { first, second } => {
                if first.len() != second.len() {
                    return refuse(format!("{} cells in the second group", first.len()), second.len());
                }
                let mut pairs = first.iter().zip(second);
                pairs.try_for_each(|(&one, &other)| self.pair([one, other], |one, other| one == other))
            }
            Rule::Quadruple { corner, digits } => {
                let start: Vec<u8> = digits.iter().map(|digit| digit.value()).collect();
                let step = |left: &Vec<u8>, _: usize, digit: u8| {
                    let mut left = left.clone();
                    if let Some(place) = left.iter().position(|&other| other == digit) {
                        left.remove(place);
                    }
                    Some(left)
                };
                self.read(&corner.square(), start, step, Vec::is_empty)
            }
            Rule::LittleKiller { sum, first, direction } => {
                let cells = self.geometry.diagonal_from(*first, *direction);
                self.total(&cells.iter().map(|&cell| (cell, 1)).collect::<Vec<_>>(), i64::from(*sum))
            }
            Rule::Outside { kind, side, number, value } => self.add_outside(*kind, *side, *number, *value),
        }
    }

    fn add_strict(&mut self, variant: Variant, rules: &[Rule]) -> Result<(), RuleError> {
        let (white, black) = (PairKind::Difference(1), PairKind::Ratio(2));
        let dots = [white, black];
        let sums = [PairKind::X, PairKind::V];
        // A pair with a dot of one kind may fit the other too, such as 1 and 2.
        let (kinds, marks) = match variant {
            Variant::StrictKropki => (&dots[..], &dots),
            Variant::StrictWhite => (&dots[..1], &dots),
            Variant::StrictBlack => (&dots[1..], &dots),
            Variant::StrictXv => (&sums[..], &sums),
            _ => return Ok(()),
        };
        let is_marked = |cells: [Cell; 2]| {
            rules.iter().any(|rule| match rule {
                Rule::Pair { kind, cells: [first, second] } => {
                    marks.contains(kind) && (cells == [*first, *second] || cells == [*second, *first])
                }
                _ => false,
            })
        };
        for first in self.geometry.cells() {
            for second in self.geometry.neighbors(first).filter(|&second| second > first) {
                if !is_marked([first, second]) {
                    self.pair([first, second], |one, other| !kinds.iter().any(|kind| kind.fits(one, other)))?;
                }
            }
        }
        Ok(())
    }

    fn add_cells(&mut self, kind: CellsKind, cells: &[Cell]) -> Result<(), RuleError> {
        let side = self.side;
        match kind {
            CellsKind::Even | CellsKind::Odd => {}
            CellsKind::Different => {
                if cells.len() > usize::from(side) {
                    return refuse(
                        format!("at most {side} different digits"),
                        format!("{} cells", cells.len()),
                    );
                }
                self.apart.push(cells.to_vec());
            }
            CellsKind::Minimum | CellsKind::Maximum => {
                for &cell in cells {
                    for other in self.geometry.neighbors(cell).filter(|other| !cells.contains(other)) {
                        let is_maximum = kind == CellsKind::Maximum;
                        self.pair(
                            [cell, other],
                            |one, other| if is_maximum { one > other } else { one < other },
                        )?;
                    }
                }
            }
            CellsKind::Equality => {
                let low = side / 2;
                let high = side.div_ceil(2);
                let step = |&(parity, height): &(i8, i8), _: usize, digit: u8| {
                    let parity = if digit.is_multiple_of(2) { parity + 1 } else { parity - 1 };
                    let height = if digit <= low {
                        height - 1
                    } else if digit > high {
                        height + 1
                    } else {
                        height
                    };
                    Some((parity, height))
                };
                self.read(cells, (0_i8, 0_i8), step, |&ends| ends == (0, 0))?;
            }
            CellsKind::CountingCircles => {
                for counted in 1..=side {
                    let step = |&times: &u8, _: usize, digit: u8| {
                        let times = times + u8::from(digit == counted);
                        (times <= counted).then_some(times)
                    };
                    self.read(cells, 0, step, |&times| times == 0 || times == counted)?;
                }
            }
            CellsKind::RowIndexer | CellsKind::ColumnIndexer | CellsKind::BoxIndexer => {
                for &cell in cells {
                    self.add_index(kind, cell)?;
                }
            }
        }
        Ok(())
    }

    /// Requires of an indexer cell that it holds `v` exactly if the `v`-th cell of its house holds its own index.
    fn add_index(&mut self, kind: CellsKind, cell: Cell) -> Result<(), RuleError> {
        let [row, column, in_box] = self.geometry.houses_of(cell);
        let (house, own) = match kind {
            CellsKind::RowIndexer => (column, cell.row),
            CellsKind::ColumnIndexer => (row, cell.column),
            _ => {
                let place = in_box.cells().iter().position(|&other| other == cell).unwrap_or(0);
                (in_box, u8::try_from(place).unwrap_or(u8::MAX))
            }
        };
        for (&other, value) in house.cells().iter().zip(1..) {
            if other == cell {
                // A cell that points at itself holds its own index.
                let index = own + 1;
                self.read(
                    &[cell],
                    (),
                    |(), _, digit| (digit != value || digit == index).then_some(()),
                    |()| true,
                )?;
            } else {
                self.pair([cell, other], |one, other| (one == value) == (other == own + 1))?;
            }
        }
        Ok(())
    }

    fn add_line(&mut self, kind: LineKind, cells: &[Cell]) -> Result<(), RuleError> {
        let (side, last) = (self.side, cells.len() - 1);
        if cells.len() < 2 {
            return refuse("a line of two cells or more", cells.len());
        }
        match kind {
            LineKind::Thermo => {
                if cells.len() > usize::from(side) {
                    return refuse(format!("a thermometer of at most {side} cells"), cells.len());
                }
                self.neighbors(cells, |one, other| one < other)
            }
            LineKind::SlowThermo => self.neighbors(cells, |one, other| one <= other),
            LineKind::Whisper { difference } => {
                self.neighbors(cells, |one, other| one.abs_diff(other) >= difference)
            }
            LineKind::Renban => {
                let count = cells.len();
                if count > usize::from(side) {
                    return refuse(format!("a line of at most {side} different digits"), count);
                }
                self.apart.push(cells.to_vec());
                let width = u8::try_from(last).unwrap_or(u8::MAX);
                let range = |&(low, high): &(u8, u8), digit: u8| {
                    let (low, high) = (low.min(digit), high.max(digit));
                    (high - low <= width).then_some((low, high))
                };
                let step = |&(set, ends): &(u32, (u8, u8)), _: usize, digit: u8| {
                    let ends = if set == 0 { (digit, digit) } else { ends };
                    Some((set | 1 << digit, range(&ends, digit)?)).filter(|_| set >> digit & 1 == 0)
                };
                let cells_of = cells.to_vec();
                let start = (0_u32, (0, 0));
                let relation =
                    Relation::new(self.rule, cells_of, side, MOST_WITH_SETS, start, step, |_| true);
                match relation {
                    Some(relation) => {
                        self.found.push(relation);
                        Ok(())
                    }
                    // Different digits within a range of their number are consecutive.
                    None => self.read(cells, (side, 1), |ends, _, digit| range(ends, digit), |_| true),
                }
            }
            LineKind::Palindrome => {
                let mirrored = cells.iter().zip(cells.iter().rev()).take(cells.len() / 2);
                mirrored.map(|(&one, &other)| [one, other]).collect::<Vec<_>>().into_iter().try_for_each(
                    |pair| {
                        if pair[0] == pair[1] { Ok(()) } else { self.pair(pair, |one, other| one == other) }
                    },
                )
            }
            LineKind::Zipper => {
                // The cells in pairs from the center, after the center itself.
                let half = cells.len() / 2;
                let mut read = Vec::new();
                let has_center = cells.len() % 2 == 1;
                if has_center {
                    read.push(cells[half]);
                }
                for place in (0..half).rev() {
                    read.extend([cells[place], cells[last - place]]);
                }
                let step = |&(sum, begun): &(u8, u8), place: usize, digit: u8| {
                    let place = if has_center { place } else { place + 1 };
                    match place {
                        0 => Some((digit, 0)),
                        _ if place % 2 == 1 => Some((sum, digit)),
                        _ if sum == 0 || sum == begun + digit => Some((begun + digit, 0)),
                        _ => None,
                    }
                };
                self.read(&read, (0_u8, 0_u8), step, |_| true)
            }
            LineKind::RegionSum => {
                let starts: Vec<bool> = (0..cells.len())
                    .map(|place| {
                        place > 0
                            && self.geometry.box_number(cells[place])
                                != self.geometry.box_number(cells[place - 1])
                    })
                    .collect();
                // The common sum, if it is known, and that of the part being read.
                let step = |&(sum, part): &(u16, u16), place: usize, digit: u8| {
                    let digit = u16::from(digit);
                    let (sum, part) = match (starts[place], sum) {
                        (true, 0) => (part, digit),
                        (true, _) => (part == sum).then_some((sum, digit))?,
                        (false, _) => (sum, part + digit),
                    };
                    (sum == 0 || part <= sum).then_some((sum, part))
                };
                self.read(cells, (0_u16, 0_u16), step, |&(sum, part)| sum == 0 || sum == part)
            }
            LineKind::Between | LineKind::Lockout { .. } => {
                let mut read = vec![cells[0], cells[last]];
                read.extend(&cells[1..last]);
                let step = |&(low, high): &(u8, u8), place: usize, digit: u8| match (place, kind) {
                    (0, _) => Some((digit, digit)),
                    (1, LineKind::Lockout { difference }) if low.abs_diff(digit) < difference => None,
                    (1, _) => Some((low.min(digit), high.max(digit))),
                    (_, LineKind::Between) => (low < digit && digit < high).then_some((low, high)),
                    _ => (digit < low || high < digit).then_some((low, high)),
                };
                self.read(&read, (0_u8, 0_u8), step, |_| true)
            }
            LineKind::Entropic => {
                if !side.is_multiple_of(3) {
                    return refuse("a side that 3 divides", side);
                }
                self.groups(cells, 3, |digit| (digit - 1) / (side / 3))
            }
            LineKind::Modular { modulus } => {
                if modulus < 2 {
                    return refuse("a number of 2 or more", modulus);
                }
                self.groups(cells, usize::from(modulus), |digit| digit % modulus)
            }
            LineKind::DoubleArrow => {
                let sign = |place: usize| if place == 0 || place == last { -1 } else { 1 };
                let terms: Vec<(Cell, i64)> =
                    (0..).zip(cells).map(|(place, &cell)| (cell, sign(place))).collect();
                self.total(&terms, 0)
            }
        }
    }

    /// Any `count` cells that follow each other hold digits of different groups: cells nearer to each other
    /// than that differ in their groups.
    fn groups(&mut self, cells: &[Cell], count: usize, group: impl Fn(u8) -> u8) -> Result<(), RuleError> {
        for first in 0..cells.len() {
            for second in first + 1..cells.len().min(first + count) {
                if cells[first] != cells[second] {
                    self.pair([cells[first], cells[second]], |one, other| group(one) != group(other))?;
                }
            }
        }
        Ok(())
    }

    fn add_outside(
        &mut self,
        kind: OutsideKind,
        from: Side,
        number: u8,
        value: u32,
    ) -> Result<(), RuleError> {
        let side = self.side;
        if number >= side {
            return refuse(format!("a {} of 1 to {side}", from.house()), number + 1);
        }
        let cells = self.geometry.line_from(from, number);
        match kind {
            OutsideKind::Sandwich => {
                // The number of ends passed, and what is left of the sum.
                let step = |&(passed, left): &(u8, u32), _: usize, digit: u8| match (
                    digit == 1 || digit == side,
                    passed,
                ) {
                    (true, _) => Some((passed + 1, left)).filter(|&(passed, left)| passed < 2 || left == 0),
                    (false, 1) => Some((1, left.checked_sub(u32::from(digit))?)),
                    (false, _) => Some((passed, left)),
                };
                self.read(&cells, (0_u8, value), step, |&(passed, left)| passed == 2 && left == 0)
            }
            OutsideKind::XSum => {
                let step = |&(count, left): &(u8, u32), place: usize, digit: u8| {
                    let count = if place == 0 { digit } else { count };
                    if count == 0 {
                        return Some((0, left));
                    }
                    let left = left.checked_sub(u32::from(digit))?;
                    let count = count - 1;
                    (count > 0 || left == 0).then_some((count, left))
                };
                self.read(&cells, (0_u8, value), step, |&ends| ends == (0, 0))
            }
            OutsideKind::Skyscraper => {
                let step = |&(highest, left): &(u8, u32), _: usize, digit: u8| {
                    if digit > highest { Some((digit, left.checked_sub(1)?)) } else { Some((highest, left)) }
                };
                self.read(&cells, (0_u8, value), step, |&(_, left)| left == 0)
            }
            OutsideKind::NumberedRoom => {
                let Some(wanted) = u8::try_from(value).ok().and_then(Digit::new) else {
                    return refuse(format!("a digit of 1 to {side}"), value);
                };
                let step = |&room: &u8, place: usize, digit: u8| {
                    let room = if place == 0 { digit } else { room };
                    let is_room = usize::from(room) == place + 1;
                    (!is_room || digit == wanted.value()).then_some(room)
                };
                self.read(&cells, 0_u8, step, |_| true)
            }
        }
    }
}
