//! Chains and loops of two to four strong links of one digit, which may be grouped: skyscrapers, two-string
//! kites, turbot fish and their longer relatives.

use super::board::{BOX, Board, Deduction, GEOMETRY, bits, count, members, seen_by_all};
use crate::work::Work;

/// A house in which a digit is on one of two sides.
#[derive(Clone, Copy)]
struct Link {
    house: usize,
    /// The cells of each side.
    sides: [u128; 2],
    is_grouped: bool,
}

/// The longest chain, in links.
const MOST: usize = 4;

/// A deduction, and the properties that deductions are compared by.
struct Found {
    deduction: Deduction,
    eliminations: u32,
    /// Number of grouped links and the kinds of the houses: Sudoku Explainer compares them as text.
    suffix: String,
}

/// A search for chains of some links of one digit.
struct Search<'b, 'w, 'l, 'q> {
    board: &'b Board,
    work: &'w Work<'l, 'q>,
    digit: usize,
    /// The kinds of the houses of the links, ascending.
    kinds: &'b [usize],
    /// The orders of the links in a chain.
    orders: &'b [Vec<usize>],
    /// The links of each house.
    links: &'b [Vec<Link>],
    /// The links chosen so far.
    chosen: Vec<Link>,
    best: Option<Found>,
}

/// Returns the deduction with the lowest value from `size` strong links, of those the one with most
/// eliminations.
pub(super) fn find(board: &Board, size: usize, work: &Work<'_, '_>) -> Option<Deduction> {
    let orders = orders(size);
    let links: Vec<Vec<Vec<Link>>> =
        (0..9).map(|digit| (0..27).map(|house| links(board, house, digit)).collect()).collect();
    let mut best = None;
    for kinds in kinds(size) {
        for (digit, links) in links.iter().enumerate() {
            let chosen = Vec::new();
            let mut search =
                Search { board, work, digit, kinds: &kinds, orders: &orders, links, chosen, best };
            search.extend(0, 0);
            best = search.best;
        }
    }
    best.map(|found| found.deduction)
}

/// Returns the ascending choices of kinds of houses, in the order of the last one, then the one before, and so on.
fn kinds(size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..size {
        let longer = |kinds: Vec<usize>| {
            let least = kinds.last().copied().unwrap_or(0);
            (least..3).map(move |kind| kinds.iter().copied().chain([kind]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all.sort_by_key(|kinds| kinds.iter().rev().copied().collect::<Vec<_>>());
    all
}

/// Returns the orders of some links, each in one of its two directions, in the order of the countdown variant of
/// Heap's algorithm.
fn orders(size: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..size).collect();
    let mut left: Vec<usize> = (0..=size).collect();
    let mut orders = vec![order.clone()];
    let mut last = 1;
    while last < size {
        left[last] -= 1;
        order.swap(if last % 2 == 1 { left[last] } else { 0 }, last);
        if order[0] < order[size - 1] {
            orders.push(order.clone());
        }
        last = 1;
        while left[last] == 0 {
            left[last] = last;
            last += 1;
        }
    }
    orders
}

/// Returns the house that contains all of these cells, a column rather than a row, and a row rather than a box.
fn common_house(cells: u128) -> Option<usize> {
    let houses = GEOMETRY.houses[cells.trailing_zeros() as usize];
    [houses[2], houses[1], houses[0]].into_iter().find(|&house| cells & !GEOMETRY.sets[house] == 0)
}

/// Returns the ways to divide the candidates of a digit in a house into two sides.
fn links(board: &Board, house: usize, digit: usize) -> Vec<Link> {
    let places = board.places(house, digit);
    let link = |sides: [u16; 2], is_grouped| {
        let cells =
            |places| bits(places).fold(0, |cells, place| cells | 1_u128 << GEOMETRY.cells[house][place]);
        Link { house, sides: sides.map(cells), is_grouped }
    };
    let is_box = house / 9 == BOX;
    match count(places) {
        2 => {
            let first = places & places.wrapping_neg();
            let link = link([first, places & !first], false);
            let is_line = common_house(link.sides[0] | link.sides[1]) != Some(house);
            if is_box && is_line { vec![] } else { vec![link] }
        }
        3..=6 if is_box => box_groups(places).into_iter().map(|sides| link(sides, true)).collect(),
        3..=6 => line_groups(places).map(|sides| link(sides, true)).into_iter().collect(),
        _ => vec![],
    }
}

/// Returns the two groups of places in a line that are in two boxes.
fn line_groups(places: u16) -> Option<[u16; 2]> {
    let empty = (0..3).find(|segment| places >> (segment * 3) & 7 == 0)?;
    let [one, other] = [[1, 2], [0, 2], [0, 1]][empty].map(|segment: usize| places & 7 << (segment * 3));
    // A single place comes first.
    match (count(one), count(other)) {
        (0, _) | (_, 0) => None,
        (1, _) => Some([one, other]),
        (_, 1) => Some([other, one]),
        _ => Some([one, other]),
    }
}

/// Returns the ways to divide places of a box into two groups, each in a line.
fn box_groups(places: u16) -> Vec<[u16; 2]> {
    const ROW: u16 = 0b111;
    const COLUMN: u16 = 0b001_001_001;
    // All in a row and a column: the place where they cross counts for both.
    for heart in 0..9 {
        let (row, column) = (ROW << (heart / 3 * 3), COLUMN << (heart % 3));
        if places & !(row | column) != 0 {
            continue;
        }
        let center = 1 << heart;
        let [one, other] = [places & column & !center, places & row & !center];
        let crossing = places & center;
        return match (count(one), count(other)) {
            (0, _) | (_, 0) => vec![],
            (_, 1) => vec![[other, one | center]],
            (1, _) => vec![[one, other | center]],
            _ => vec![[one | crossing, other | crossing]],
        };
    }
    // All in two parallel lines.
    let lines = [[1, 2], [0, 2], [0, 1]];
    let rows = [2, 1, 0].map(|empty: usize| lines[empty].map(|row: usize| ROW << (row * 3)));
    let columns = [2, 1, 0].map(|empty: usize| lines[empty].map(|column: usize| COLUMN << column));
    for (number, [first, second]) in rows.into_iter().chain(columns).enumerate() {
        if places & !(first | second) != 0 {
            continue;
        }
        let [one, other] = [places & first, places & second];
        let aligned = if number < 3 {
            one << 3 == other || one << 6 == other
        } else {
            one << 1 == other || one << 2 == other
        };
        let mut groups = vec![[one, other]];
        if count(places) == 4 && aligned {
            let [low, high] = [one, other].map(|group| group & group.wrapping_neg());
            groups.push([low | high, places & !(low | high)]);
        }
        return groups;
    }
    vec![]
}

impl Search<'_, '_, '_, '_> {
    /// Chooses the link number `self.chosen.len()` among the houses from `from` on, if they are of the same kind
    /// as the link before, and among all houses of its kind otherwise.
    fn extend(&mut self, from: usize, used: u128) {
        let depth = self.chosen.len();
        if depth == self.kinds.len() {
            self.examine();
            return;
        }
        let kind = self.kinds[depth];
        let links = self.links;
        for (house, links) in links.iter().enumerate().take(kind * 9 + 9).skip(from.max(kind * 9)) {
            let cells = self.board.cells(self.digit) & GEOMETRY.sets[house];
            if cells & used != 0 || self.work.is_over() {
                continue;
            }
            for &link in links {
                self.chosen.push(link);
                self.extend(house + 1, used | cells);
                self.chosen.pop();
            }
        }
    }

    /// Joins the chosen links in all orders and directions.
    fn examine(&mut self) {
        let size = self.chosen.len();
        let mut houses = [[[[None; 2]; MOST]; 2]; MOST];
        for (one, first) in self.chosen.iter().enumerate() {
            for (other, second) in self.chosen.iter().enumerate().filter(|&(other, _)| other != one) {
                for (side, cells) in first.sides.into_iter().enumerate() {
                    houses[one][side][other] = second.sides.map(|others| common_house(cells | others));
                }
            }
        }
        let orders = self.orders;
        for order in orders {
            for directions in 0..1_usize << size {
                let entry = |number: usize| directions >> (size - 1 - number) & 1;
                let shared = |number: usize| {
                    houses[order[number]][1 - entry(number)][order[number + 1]][entry(number + 1)]
                };
                if (0..size - 1).any(|number| shared(number).is_none()) {
                    continue;
                }
                let [start, end] = [(order[0], entry(0)), (order[size - 1], 1 - entry(size - 1))];
                let is_ring = houses[start.0][start.1][end.0][end.1].is_some();
                let least = self.chosen.iter().map(|link| link.house).min();
                if is_ring && (Some(self.chosen[order[0]].house) != least || entry(0) != 0) {
                    continue;
                }
                let side = |(link, side): (usize, usize)| self.chosen[link].sides[side];
                let seen =
                    |one: u128, other: u128| seen_by_all(members(one | other)) & self.board.cells(self.digit);
                let mut lost = vec![seen(side(start), side(end))];
                let mut excluded = self.chosen.iter().fold(0, |all, link| all | GEOMETRY.sets[link.house]);
                for number in 0..size - 1 {
                    if is_ring {
                        let one = (order[number], 1 - entry(number));
                        let other = (order[number + 1], entry(number + 1));
                        lost.push(seen(side(one), side(other)));
                    } else {
                        excluded |= shared(number).map_or(0, |house| GEOMETRY.sets[house]);
                    }
                }
                lost.iter_mut().for_each(|cells| *cells &= !excluded);
                self.take(order, &lost);
            }
        }
    }

    fn take(&mut self, order: &[usize], lost: &[u128]) {
        let eliminations = lost.iter().map(|cells| cells.count_ones()).sum();
        if eliminations == 0 {
            return;
        }
        let grouped = self.chosen.iter().filter(|link| link.is_grouped).count();
        let kinds: Vec<usize> = order.iter().map(|&number| self.kinds[number]).collect();
        let kinds = kinds_as_text(&kinds);
        let base = [4.0, 5.4, 5.8][order.len() - 2];
        let value = match (grouped, kinds.contains('0'), kinds.contains('2')) {
            (0, false, false) => base,
            (0, true, true) => base + 0.2,
            (0, ..) => base + 0.1,
            _ => base + 0.3,
        };
        let cells = lost.iter().fold(0, |all, cells| all | cells);
        let deduction = Deduction::removing_digit(value, self.digit, cells);
        let found = Found { deduction, eliminations, suffix: format!("{grouped}{kinds}") };
        let is_better = self.best.as_ref().is_none_or(|best| {
            let by_value = found.deduction.value.total_cmp(&best.deduction.value);
            let by_eliminations = best.eliminations.cmp(&found.eliminations);
            by_value.then(by_eliminations).then_with(|| found.suffix.cmp(&best.suffix)).is_lt()
        });
        if is_better {
            self.best = Some(found);
        }
    }
}

/// Returns the kinds of the houses of a chain, read from the end and with rows and columns exchanged where that
/// gives a lower text: `0` for a box, `1` and `2` for lines in different directions.
fn kinds_as_text(kinds: &[usize]) -> String {
    let text =
        |kinds: &mut dyn Iterator<Item = usize>| kinds.map(|kind| kind.to_string()).collect::<String>();
    let forward = text(&mut kinds.iter().copied());
    let backward = text(&mut kinds.iter().rev().copied());
    let kinds: Vec<usize> =
        if forward > backward { kinds.iter().rev().copied().collect() } else { kinds.to_vec() };
    let exchange = |kind: usize| (3 - kind) % 3;
    if kinds.contains(&1) {
        let exchanged = text(&mut kinds.iter().map(|&kind| exchange(kind)));
        let reversed = text(&mut kinds.iter().rev().map(|&kind| exchange(kind)));
        forward.min(backward).min(exchanged).min(reversed)
    } else {
        text(&mut kinds.iter().map(|&kind| if kind == 2 { 1 } else { kind }))
    }
}
