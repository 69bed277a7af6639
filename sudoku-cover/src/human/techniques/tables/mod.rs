//! Forcing chains and nets: everything that follows from each candidate, assumed true or false, is entered in a
//! table. Sound on every variant.
//!
//! If a candidate and its opposite follow from an assumption, or a cell has no digit left or a house no place for
//! one, the assumption is wrong. What follows from all candidates of a cell, from all places of a digit in a
//! house, or from a candidate whether it is true or false, is true. The tables of chains begin with single links,
//! those of nets with some rounds of singles; every table is then completed with the tables of its entries. This is
//! the procedure of HoDoKu, which is also followed in the choice of a step: placements come first, then the first
//! cell and digit, then the shortest ways.

mod entry;
mod look_ahead;
mod paths;

use std::collections::HashMap;

use super::deduction::{NoCandidates, eliminate};
use super::finds::Finds;
use super::implications::{Assumption, Implications, NodeKind, NodeKinds};
use super::rule_links::RuleLinks;
use crate::human::candidates::{Candidates, bits};
use crate::human::parts::Cells;
use crate::human::pattern::Forcing;
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::work::Work;
pub(super) use entry::Base;
use entry::Entry;
use look_ahead::LookAhead;
pub(super) use paths::Expanded;
use paths::Path;

/// The greatest number of assumptions. Boards of side 9 have at most half as many; only the first states of larger
/// boards have more, where the tables would need hundreds of megabytes.
const MOST_ASSUMPTIONS: usize = 8192;
/// The greatest number of entries that are found by singles.
const MOST_ENTRIES: usize = 4_000_000;
/// The greatest number of entries of completed tables that are kept.
const MOST_KEPT: usize = 1_000_000;
/// Number of words or entries that count as one step of work.
const WORDS_OF_A_STEP: usize = 1024;

/// A reason for a conclusion: what follows from some premises.
#[derive(Debug)]
struct Reason {
    technique: Technique,
    /// The cell or house without candidates, or that whose candidates are the premises.
    place: NoCandidates,
    /// Premises with consequences of theirs.
    ways: Vec<(Assumption, Assumption)>,
}

/// Finds steps of these techniques, which are all chains or all nets. Of several with the same conclusion
/// the one with the shortest ways is found; one for each technique if all steps are wanted.
pub(super) fn find(
    board: &Candidates,
    techniques: &[Technique],
    rules: &RuleLinks,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let nets = [Technique::ForcingNetContradiction, Technique::ForcingNetVerity];
    let is_net = techniques.iter().any(|technique| nets.contains(technique));
    let links = Implications::new(board, NodeKinds::Groups, rules, work);
    if 2 * links.nodes.len() > MOST_ASSUMPTIONS {
        return false;
    }
    let Some(mut tables) = Tables::new(&links, is_net, work) else { return false };
    for conclusion in tables.conclusions(work) {
        let mut found: Vec<(usize, Reason, Vec<Path>)> = Vec::new();
        for reason in tables.reasons(conclusion, work) {
            if work.is_over() {
                return false;
            }
            if !techniques.contains(&reason.technique) {
                continue;
            }
            // HoDoKu takes a contradiction for a placement, if there is one, without a comparison.
            let is_settled = !finds.wants_all()
                && conclusion.is_true()
                && found.first().is_some_and(|(_, known, _)| known.technique != reason.technique);
            if is_settled {
                break;
            }
            let paths: Vec<Path> =
                reason.ways.iter().map(|&(premise, end)| tables.path(premise, end, work)).collect();
            // A single shows itself, without a link.
            if is_net && !paths.iter().any(Path::is_net) || paths.iter().all(Path::is_point) {
                continue;
            }
            let length = paths.iter().map(Path::length).sum();
            // Without a wish for all, the techniques are compared with each other.
            let is_same = |known: &Reason| !finds.wants_all() || known.technique == reason.technique;
            match found.iter_mut().find(|(_, known, _)| is_same(known)) {
                Some(known) if known.0 > length => *known = (length, reason, paths),
                Some(_) => {}
                None => found.push((length, reason, paths)),
            }
        }
        for (_, reason, paths) in found {
            if tables.conclude(conclusion, reason.technique, finds.step)
                && finds.take(tables.described(&reason, &paths))
            {
                return true;
            }
        }
    }
    false
}

struct Tables<'a> {
    links: &'a Implications<'a>,
    is_net: bool,
    base: Base,
    /// Number of words of a row.
    words: usize,
    /// By assumption a row of bits: everything that follows.
    rows: Vec<u64>,
    /// Completed tables that were needed.
    expanded: HashMap<usize, Expanded>,
    kept: usize,
}

impl<'a> Tables<'a> {
    /// Returns the tables of all assumptions, or `None` if the work is over.
    fn new(links: &'a Implications<'a>, is_net: bool, work: &Work<'_, '_>) -> Option<Tables<'a>> {
        let count = 2 * links.nodes.len();
        let words = count.div_ceil(64);
        let base = base(links, is_net, work)?;
        let mut tables = Tables {
            links,
            is_net,
            base,
            words,
            rows: vec![0; count * words],
            expanded: HashMap::new(),
            kept: 0,
        };
        tables.complete(work);
        (!work.is_over()).then_some(tables)
    }

    /// Fills the rows.
    fn complete(&mut self, work: &Work<'_, '_>) {
        let words = self.words;
        let mut row = vec![0_u64; words];
        let mut open: Vec<Assumption> = Vec::new();
        for number in 0..self.base.len() {
            row.fill(0);
            let start = Assumption::numbered(number);
            insert(&mut row, start);
            open.push(start);
            while let Some(from) = open.pop() {
                if work.is_over_after(1 + words / WORDS_OF_A_STEP) {
                    return;
                }
                if from.index() < number {
                    let known = &self.rows[from.index() * words..][..words];
                    row.iter_mut().zip(known).for_each(|(word, known)| *word |= known);
                    continue;
                }
                for entry in self.base[from.index()].iter().skip(1) {
                    if !contains(&row, entry.to) {
                        insert(&mut row, entry.to);
                        open.push(entry.to);
                    }
                }
            }
            self.rows[number * words..][..words].copy_from_slice(&row);
        }
    }

    fn row(&self, assumption: Assumption) -> &[u64] {
        &self.rows[assumption.index() * self.words..][..self.words]
    }

    fn implies(&self, premise: Assumption, end: Assumption) -> bool {
        contains(self.row(premise), end)
    }

    fn candidate(&self, (cell, digit): (usize, usize), is_true: bool) -> Option<Assumption> {
        self.links.candidate(cell, digit, is_true)
    }

    /// Returns the candidates.
    fn candidates(&self) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let board = self.links.board;
        (0..board.layout().peers.len())
            .flat_map(|cell| bits(board.digits(cell)).map(move |digit| (cell, digit)))
    }

    /// Returns the cells, and the digits in houses, one of whose candidates is true.
    fn alternatives(&self) -> impl Iterator<Item = NoCandidates> + use<'a> {
        let board = self.links.board;
        let layout = board.layout();
        let cells = (0..layout.peers.len()).filter(|&cell| board.digits(cell) != 0).map(NoCandidates::Cell);
        let houses = (0..layout.rooms.len()).flat_map(move |room| {
            bits(board.missing(room)).map(move |digit| NoCandidates::House(room, digit))
        });
        cells.chain(houses)
    }

    /// Returns the candidates of a cell, or of a digit in a house, as true.
    fn premises(&self, place: NoCandidates) -> Vec<Assumption> {
        let candidates = place.candidates(self.links.board).into_iter();
        candidates.filter_map(|candidate| self.candidate(candidate, true)).collect()
    }

    /// Returns everything that is proved, in the order in which HoDoKu takes it: placements first, by cell and
    /// digit.
    fn conclusions(&self, work: &Work<'_, '_>) -> Vec<Assumption> {
        let mut proved = vec![0_u64; self.words];
        let mut common = vec![0_u64; self.words];
        for candidate in self.candidates() {
            // Each place of a contradiction is examined.
            let places = self.links.board.layout().rooms.len();
            if work.is_over_after(1 + places + self.words / WORDS_OF_A_STEP) {
                return Vec::new();
            }
            let (Some(on), Some(off)) = (self.candidate(candidate, true), self.candidate(candidate, false))
            else {
                continue;
            };
            for (premise, opposite) in [(on, off), (off, on)] {
                if self.is_contradiction(premise) {
                    insert(&mut proved, opposite);
                }
            }
            let both = self.row(on).iter().zip(self.row(off)).map(|(on, off)| on & off);
            common.iter_mut().zip(both).for_each(|(common, both)| *common = both);
            for digit in bits(self.links.board.digits(candidate.0)) {
                let own = [true, false].map(|is_true| self.candidate((candidate.0, digit), is_true));
                own.into_iter().flatten().for_each(|own| remove(&mut common, own));
            }
            proved.iter_mut().zip(&common).for_each(|(proved, common)| *proved |= common);
        }
        for place in self.alternatives() {
            let premises = self.premises(place);
            if work.is_over_after(1 + premises.len() * self.words / WORDS_OF_A_STEP) {
                return Vec::new();
            }
            if premises.is_empty() {
                continue;
            }
            common.fill(u64::MAX);
            for premise in premises {
                common.iter_mut().zip(self.row(premise)).for_each(|(common, row)| *common &= row);
            }
            proved.iter_mut().zip(&common).for_each(|(proved, common)| *proved |= common);
        }
        [true, false]
            .into_iter()
            .flat_map(|is_true| {
                self.candidates().filter_map(move |candidate| self.candidate(candidate, is_true))
            })
            .filter(|&conclusion| contains(&proved, conclusion))
            .collect()
    }

    /// Returns true if a reason is found for which the assumption is wrong.
    fn is_contradiction(&self, premise: Assumption) -> bool {
        let row = self.row(premise);
        // Neighboring bits are an assumption and its opposite.
        let is_opposed = |word: &u64| word & (word >> 1) & 0x5555_5555_5555_5555 != 0;
        row.iter().any(is_opposed) || self.alternatives().any(|place| self.has_no_candidates(row, place))
    }

    /// Returns true if no candidate is left. As in HoDoKu, a digit whose places in a house do not only depend on
    /// placed digits is left out.
    fn has_no_candidates(&self, row: &[u64], place: NoCandidates) -> bool {
        let board = self.links.board;
        let is_false = |candidate| self.candidate(candidate, false).is_some_and(|lost| contains(row, lost));
        match place {
            NoCandidates::Cell(cell) => bits(board.digits(cell)).all(|digit| is_false((cell, digit))),
            NoCandidates::House(room, digit) => {
                board.cells_in(room, digit).all(|cell| is_false((cell, digit)))
                    && self.is_complete(room, digit)
            }
        }
    }

    /// Returns true if no place of the digit in the house was eliminated.
    fn is_complete(&self, room: usize, digit: usize) -> bool {
        let board = self.links.board;
        let cells = board.cells_at(room, board.blanks(room));
        cells.into_iter().all(|cell| board.has(cell, digit) || board.unplaced(cell) >> digit & 1 == 0)
    }

    /// Returns all reasons for a conclusion.
    fn reasons(&self, conclusion: Assumption, work: &Work<'_, '_>) -> Vec<Reason> {
        let mut reasons = self.contradictions(conclusion, work);
        let technique = match self.is_net {
            true => Technique::ForcingNetVerity,
            false => Technique::ForcingChainVerity,
        };
        let own = self.links.single(conclusion);
        for candidate in self.candidates().filter(|&(cell, _)| Some(cell) != own) {
            if let (Some(on), Some(off)) = (self.candidate(candidate, true), self.candidate(candidate, false))
                && self.implies(on, conclusion)
                && self.implies(off, conclusion)
            {
                let ways = vec![(on, conclusion), (off, conclusion)];
                reasons.push(Reason { technique, place: NoCandidates::Cell(candidate.0), ways });
            }
        }
        for place in self.alternatives() {
            if work.is_over() {
                break;
            }
            let premises = self.premises(place);
            if !premises.is_empty() && premises.iter().all(|&premise| self.implies(premise, conclusion)) {
                let ways = premises.into_iter().map(|premise| (premise, conclusion)).collect();
                reasons.push(Reason { technique, place, ways });
            }
        }
        reasons
    }

    /// Returns the reasons for which the opposite of the conclusion is wrong.
    fn contradictions(&self, conclusion: Assumption, work: &Work<'_, '_>) -> Vec<Reason> {
        let technique = match self.is_net {
            true => Technique::ForcingNetContradiction,
            false => Technique::ForcingChainContradiction,
        };
        let premise = conclusion.opposite();
        let (board, row) = (self.links.board, self.row(premise));
        let layout = board.layout();
        let mut reasons = Vec::new();
        let mut add = |place: NoCandidates, ends: &mut dyn Iterator<Item = Assumption>| {
            let ways = ends.map(|end| (premise, end)).collect();
            reasons.push(Reason { technique, place, ways });
        };
        if let Some(cell) = self.links.single(conclusion)
            && contains(row, conclusion)
        {
            add(NoCandidates::Cell(cell), &mut std::iter::once(conclusion));
        }
        let implied =
            |candidate, is_true| self.candidate(candidate, is_true).filter(|&end| contains(row, end));
        // By digit, the first cell where it is both true and false.
        for digit in 0..layout.count {
            let opposed = board.of_digit(digit).iter().find_map(|cell| {
                let ends = [implied((cell, digit), false)?, implied((cell, digit), true)?];
                Some((cell, ends))
            });
            if let Some((cell, ends)) = opposed {
                add(NoCandidates::Cell(cell), &mut ends.into_iter());
            }
        }
        // By pair of digits, the first cell that holds both.
        for (first, second) in
            (0..layout.count).flat_map(|first| (first + 1..layout.count).map(move |second| (first, second)))
        {
            let both = board.of_digit(first).and(board.of_digit(second));
            let opposed = both.iter().find_map(|cell| {
                Some((cell, [implied((cell, first), true)?, implied((cell, second), true)?]))
            });
            if let Some((cell, ends)) = opposed {
                add(NoCandidates::Cell(cell), &mut ends.into_iter());
            }
        }
        let houses = || self.alternatives().filter(|place| matches!(place, NoCandidates::House(..)));
        for place in houses().take_while(|_| !work.is_over()) {
            let ends: Vec<Assumption> = place
                .candidates(board)
                .into_iter()
                .filter_map(|candidate| implied(candidate, true))
                .collect();
            if ends.len() > 1 {
                add(place, &mut ends.into_iter());
            }
        }
        for place in self.alternatives().filter(|&place| self.has_no_candidates(row, place)) {
            let is_held = |cell| bits(board.digits(cell)).any(|digit| implied((cell, digit), true).is_some());
            let is_listed = match place {
                NoCandidates::Cell(cell) => !is_held(cell),
                NoCandidates::House(..) => true,
            };
            if is_listed {
                let candidates = place.candidates(board).into_iter();
                add(place, &mut candidates.filter_map(|candidate| implied(candidate, false)));
            }
        }
        reasons
    }

    /// Returns the way from a premise to a consequence.
    fn path(&mut self, premise: Assumption, end: Assumption, work: &Work<'_, '_>) -> Path {
        if self.kept > MOST_KEPT {
            self.expanded.clear();
            self.kept = 0;
        }
        let base = &self.base;
        let (kept, count) = (&mut self.kept, base.len());
        let expanded = self.expanded.entry(premise.index()).or_insert_with(|| {
            *kept += count;
            Expanded::new(base, premise, work)
        });
        expanded.path(base, end)
    }

    /// Begins a step with this conclusion. Returns true if it is about one cell.
    fn conclude(&self, conclusion: Assumption, technique: Technique, step: &mut Step) -> bool {
        let board = self.links.board;
        let Some(cell) = self.links.single(conclusion) else { return false };
        let digit = self.links.node_of(conclusion).digit;
        step.begin(technique);
        if conclusion.is_true() {
            step.placements.push(board.layout().candidate(cell, digit));
        } else {
            eliminate(board, step, cell, digit);
        }
        true
    }

    /// Returns the pattern of a reason.
    fn described(&self, reason: &Reason, paths: &[Path]) -> Forcing {
        let layout = self.links.board.layout();
        let candidate = |assumption| {
            let cell = self.links.single(assumption)?;
            Some(layout.candidate(cell, self.links.node_of(assumption).digit))
        };
        let (mut held, mut cases) = (Cells::new(), Vec::new());
        if [Technique::ForcingChainVerity, Technique::ForcingNetVerity].contains(&reason.technique) {
            cases.extend(reason.ways.iter().filter_map(|way| candidate(way.0)));
            cases.dedup();
        } else if matches!(reason.place, NoCandidates::House(..)) {
            // The places where the digit is at once, if it is not that none is left.
            let ways = reason.ways.iter().filter(|way| way.1.is_true());
            held.extend(ways.filter_map(|way| candidate(way.1)).map(|held| held.cell));
        }
        let links = paths.iter().flat_map(|path| path.links(self.links)).collect();
        Forcing { place: reason.place.place(self.links.board), held, cases, links }
    }
}

/// Returns the tables of all assumptions with their direct consequences, or `None` if the work is over.
pub(super) fn base(links: &Implications<'_>, is_net: bool, work: &Work<'_, '_>) -> Option<Base> {
    let mut base: Base = Vec::with_capacity(2 * links.nodes.len());
    let mut look_ahead = is_net.then(|| LookAhead::new(links));
    let mut entries = 0;
    for number in 0..2 * links.nodes.len() {
        let start = Assumption::numbered(number);
        let direct = |(to, length)| Entry { to, reasons: entry::FIRST, distance: 1 + u16::from(length) };
        let (mut table, is_single) = match (&mut look_ahead, links.single(start)) {
            (Some(look_ahead), Some(cell)) if entries < MOST_ENTRIES => {
                (look_ahead.from(cell, links.node_of(start).digit, start.is_true()), true)
            }
            _ => (vec![direct((start, 0))], false),
        };
        // Singles do not know the links of rules.
        let is_by_rule = |to: Assumption| !links.rules.is_empty() && table.iter().all(|known| known.to != to);
        let is_new = |to: &(Assumption, u8)| {
            !is_single || links.node_of(to.0).kind == NodeKind::Group || is_by_rule(to.0)
        };
        let first = table.len();
        let more: Vec<Entry> = links.consequences(start).filter(is_new).map(direct).collect();
        table.extend(more);
        // The order decides between ways of equal lengths.
        table[first..].sort_by_key(|entry| order(links, start, entry.to));
        entries += table.len();
        if work.is_over_after(1 + table.len()) {
            return None;
        }
        base.push(table);
    }
    Some(base)
}

/// Returns the place of a consequence among others of the same assumption, in HoDoKu's order: its own cell, then
/// house by house; groups come after candidates. From a group boxes come before lines.
fn order(links: &Implications<'_>, start: Assumption, to: Assumption) -> (usize, usize) {
    let layout = links.board.layout();
    let (from, here) = (links.node_of(start), links.node_of(to));
    let room = || layout.common_rooms(from.entry, here.entry).next().unwrap_or(0);
    match (from.kind, here.kind) {
        (NodeKind::Candidate, NodeKind::Candidate) if from.entry == here.entry => (0, 0),
        (NodeKind::Candidate, NodeKind::Candidate) => (1 + room(), here.entry),
        (NodeKind::Group, NodeKind::Candidate) if to.is_true() => (layout.rooms.len() - room(), 0),
        (_, NodeKind::Candidate) => (0, to.index()),
        (_, NodeKind::Group) => (layout.rooms.len() + 1, to.index()),
        (_, NodeKind::AlmostLocked(_)) => (layout.rooms.len() + 2, to.index()),
    }
}

fn contains(row: &[u64], assumption: Assumption) -> bool {
    row[assumption.index() / 64] >> (assumption.index() % 64) & 1 == 1
}

fn insert(row: &mut [u64], assumption: Assumption) {
    row[assumption.index() / 64] |= 1 << (assumption.index() % 64);
}

fn remove(row: &mut [u64], assumption: Assumption) {
    row[assumption.index() / 64] &= !(1 << (assumption.index() % 64));
}
