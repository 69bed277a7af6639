//! Franken and mutant fish: all choices of base and cover houses.
//!
//! A fish concerns one digit only, so it eliminates nothing that is in a template of the digit. The other
//! candidates, usually few or none, are the targets. For each base and each target the cover must contain
//! all places of the base that the target does not see, which leaves few covers to try.

mod kraken;

use std::cmp::Reverse;
use std::collections::HashSet;

use super::super::finds::Finds;
use super::super::templates;
use super::{FishKind, Shape};
use crate::human::candidates::Candidates;
use crate::human::pattern;
use crate::human::step::Step;
use crate::model::geometry::HouseKind;
use crate::work::Work;
pub(super) use kraken::find_kraken;

/// The greatest number of fins, and of endo-fins among them, as in HoDoKu's default settings.
const MOST_FINS: usize = 5;
const MOST_ENDO_FINS: usize = 2;

/// Number of words for 128 places, more than a digit has on nearly all boards of side 16, and for 640.
const FEW: usize = 2;
const MANY: usize = 10;

/// Finds a franken or mutant fish.
pub(super) fn find(board: &Candidates, shape: Shape, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    (0..board.layout().count).any(|digit| {
        if work.is_over() {
            false
        } else if board.of_digit(digit).len() <= FEW * 64 {
            Search::<FEW>::new(board, shape, digit, work).run(finds)
        } else {
            Search::<MANY>::new(board, shape, digit, work).run(finds)
        }
    })
}

/// Some of the places of the digit, by their numbers among all its places.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Places<const N: usize>([u64; N]);

impl<const N: usize> Places<N> {
    const NONE: Self = Places([0; N]);

    fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    fn contains(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    fn is_empty(&self) -> bool {
        self.0 == [0; N]
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    fn and(&self, other: &Self) -> Self {
        Places(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn or(&self, other: &Self) -> Self {
        Places(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn minus(&self, other: &Self) -> Self {
        Places(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    fn iter(&self) -> impl Iterator<Item = usize> + use<N> {
        let words = self.0;
        (0..N).flat_map(move |word| members(u128::from(words[word])).map(move |bit| word * 64 + bit))
    }
}

/// Returns the places in the entries of all of these.
fn common<const N: usize>(entries: &[Places<N>], places: &Places<N>) -> Places<N> {
    places.iter().fold(Places([u64::MAX; N]), |common, place| common.and(&entries[place]))
}

/// Returns the numbers of the bits that are set, in ascending order.
fn members(mut mask: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then_some(mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// A choice of base houses.
#[derive(Clone, Copy)]
struct Base<const N: usize> {
    /// The houses, as bits.
    houses: u128,
    count: usize,
    places: Places<N>,
    /// The places in two base houses.
    endo_fins: Places<N>,
    /// The targets that see all of them.
    targets: Places<N>,
}

/// A choice of cover houses.
#[derive(Clone, Copy)]
struct Cover<const N: usize> {
    houses: u128,
    /// The number of houses still to be chosen, and the houses that may be chosen.
    left: usize,
    allowed: u128,
    places: Places<N>,
    /// The places in two cover houses.
    twice: Places<N>,
    /// The places still to be covered.
    required: Places<N>,
}

/// A fish that eliminates something.
#[derive(Clone, Copy)]
struct Fish<const N: usize> {
    covers: u128,
    fins: Places<N>,
    eliminations: Places<N>,
    /// The first elimination outside the base, or the first one if all are in it.
    first: usize,
}

impl<const N: usize> Fish<N> {
    /// Fish are in the lexicographic order of their cover houses.
    fn rank(&self) -> Reverse<u128> {
        Reverse(self.covers.reverse_bits())
    }
}

/// The search for the fish of a digit.
struct Search<'a, 'l, 'q, const N: usize> {
    board: &'a Candidates,
    work: &'a Work<'l, 'q>,
    shape: Shape,
    digit: usize,
    /// By place, its cell, the places that it sees, and the houses that contain it.
    cells: Vec<usize>,
    peers: Vec<Places<N>>,
    houses_of: Vec<u128>,
    /// What a search for kraken fish needs besides.
    kraken: Option<kraken::Kraken<'a, N>>,
    /// By place, the places that are false if it is true, and the places that are true only if it is false.
    excluded: Vec<Places<N>>,
    excluding: Vec<Places<N>>,
    /// The houses with the digit among their candidates, and its places in each.
    rooms: Vec<usize>,
    places: Vec<Places<N>>,
    rows: u128,
    columns: u128,
    boxes: u128,
    targets: Places<N>,
    /// The houses among which the base and the cover are chosen.
    bases: u128,
    covers: u128,
    /// The conclusions found so far.
    known: HashSet<Places<N>>,
    /// The fish found with the current base.
    caught: Vec<Fish<N>>,
}

impl<'a, 'l, 'q, const N: usize> Search<'a, 'l, 'q, N> {
    fn new(board: &'a Candidates, shape: Shape, digit: usize, work: &'a Work<'l, 'q>) -> Self {
        let layout = board.layout();
        let cells: Vec<usize> = board.of_digit(digit).iter().collect();
        let targets = templates::impossible(board, digit, work);
        let places_in = |is_in: &dyn Fn(usize) -> bool| {
            let mut places = Places::NONE;
            let fitting = cells.iter().enumerate().filter(|(_, cell)| is_in(**cell));
            fitting.for_each(|(place, _)| places.insert(place));
            places
        };
        let rooms: Vec<usize> =
            (0..layout.rooms.len()).filter(|&room| board.places(room, digit) != 0).collect();
        let houses_with = |is_fit: &dyn Fn(usize) -> bool| {
            let fitting = rooms.iter().enumerate().filter(|(_, room)| is_fit(**room));
            fitting.fold(0_u128, |houses, (house, _)| houses | 1 << house)
        };
        let of_kind =
            |is_fit: fn(HouseKind) -> bool| houses_with(&|room| is_fit(layout.rooms[room].name.kind));
        let peers: Vec<Places<N>> =
            cells.iter().map(|&cell| places_in(&|other| layout.sees(cell, other))).collect();
        Search {
            excluded: peers.clone(),
            excluding: peers.clone(),
            peers,
            kraken: None,
            houses_of: cells
                .iter()
                .map(|&cell| houses_with(&|room| layout.rooms[room].set.contains(cell)))
                .collect(),
            places: rooms
                .iter()
                .map(|&room| places_in(&|cell| layout.rooms[room].set.contains(cell)))
                .collect(),
            rows: of_kind(|kind| kind == HouseKind::Row),
            columns: of_kind(|kind| kind == HouseKind::Column),
            boxes: of_kind(HouseKind::is_box),
            targets: places_in(&|cell| targets.contains(cell)),
            rooms,
            cells,
            board,
            work,
            shape,
            digit,
            bases: 0,
            covers: 0,
            known: HashSet::new(),
            caught: Vec::new(),
        }
    }

    /// Finds the fish. Returns true if no further one is wanted.
    fn run(&mut self, finds: &mut Finds<'_>) -> bool {
        if self.targets.is_empty() {
            return false;
        }
        let all = (0..self.rooms.len()).fold(0, |all, house| all | 1 << house);
        let directions = match self.shape.kind {
            FishKind::Franken | FishKind::FinnedFranken | FishKind::Kraken1 | FishKind::Kraken2 => {
                vec![
                    (self.rows | self.boxes, self.columns | self.boxes),
                    (self.columns | self.boxes, self.rows | self.boxes),
                ]
            }
            _ => vec![(all, all)],
        };
        directions.into_iter().any(|(bases, covers)| {
            (self.bases, self.covers) = (bases, covers);
            let base = Base {
                houses: 0,
                count: 0,
                places: Places::NONE,
                endo_fins: Places::NONE,
                targets: self.targets,
            };
            self.choose_base(&base, bases, finds)
        })
    }

    /// Adds the houses that are left to choose from to the base.
    fn choose_base(&mut self, base: &Base<N>, left: u128, finds: &mut Finds<'_>) -> bool {
        if base.count == self.shape.size {
            return self.choose_covers(base, finds);
        }
        let mut left = left;
        while left.count_ones() as usize >= self.shape.size - base.count {
            if self.work.is_over() {
                return true;
            }
            let house = left.trailing_zeros() as usize;
            left &= left - 1;
            let places = self.places[house];
            let mut next = Base {
                houses: base.houses | 1 << house,
                count: base.count + 1,
                places: base.places.or(&places),
                endo_fins: base.endo_fins.or(&base.places.and(&places)),
                targets: base.targets,
            };
            if !next.endo_fins.is_empty() {
                if !self.shape.kind.has_fins() || next.endo_fins.len() > MOST_ENDO_FINS {
                    continue;
                }
                next.targets = common(&self.excluded, &next.endo_fins).and(&base.targets);
                if next.targets.is_empty() && self.shape.kind != FishKind::Kraken2 {
                    continue;
                }
            }
            if self.choose_base(&next, left, finds) {
                return true;
            }
        }
        false
    }

    /// Returns the houses that can be in a cover of the base.
    fn allowed_covers(&self, base: &Base<N>) -> u128 {
        let is_common = |house: &usize| !self.places[*house].and(&base.places).is_empty();
        let allowed = members(self.covers & !base.houses).filter(is_common);
        allowed.fold(0, |allowed, house| allowed | 1 << house)
    }

    /// Finds the covers of a base for all targets.
    fn choose_covers(&mut self, base: &Base<N>, finds: &mut Finds<'_>) -> bool {
        if self.shape.kind == FishKind::Kraken2 {
            return self.choose_all_but_one(base, finds);
        }
        let allowed = self.allowed_covers(base);
        for target in base.targets.iter() {
            if self.is_eliminated(Some(target)) {
                continue;
            }
            let required = match self.shape.kind.has_fins() {
                true => base.places.minus(&self.excluding[target]),
                false => base.places,
            };
            let cover = Cover {
                houses: 0,
                left: self.shape.size,
                allowed,
                places: Places::NONE,
                twice: Places::NONE,
                required,
            };
            if self.choose_cover(base, Some(target), &cover, finds) {
                return true;
            }
        }
        if self.shape.is_siamese {
            return self.join(base, finds);
        }
        false
    }

    /// Adds houses to the cover until the base is covered, except for places that the target sees.
    fn choose_cover(
        &mut self,
        base: &Base<N>,
        target: Option<usize>,
        cover: &Cover<N>,
        finds: &mut Finds<'_>,
    ) -> bool {
        if self.work.is_over() {
            return true;
        }
        if self.is_eliminated(target) {
            return false;
        }
        // A target in the base must be in two cover houses.
        let needed =
            target.map_or(0, |target| match (cover.places.contains(target), base.places.contains(target)) {
                (true, true) => usize::from(!cover.twice.contains(target)),
                (true, false) => 0,
                (false, true) => 2,
                (false, false) => 1,
            });
        if needed > cover.left {
            return false;
        }
        if cover.left == 0 {
            return cover.required.is_empty()
                && match target {
                    Some(target) => self.catch(base, target, cover, finds),
                    None => self.catch_without_target(base, cover, finds),
                };
        }
        let mut options = cover.allowed;
        if let Some(target) = target.filter(|_| needed == cover.left) {
            options &= self.houses_of[target];
        }
        if cover.left == 1 {
            options = cover.required.iter().fold(options, |options, place| options & self.houses_of[place]);
        } else if needed < cover.left
            && let Some(narrowest) = cover
                .required
                .iter()
                .map(|place| self.houses_of[place] & cover.allowed)
                .min_by_key(|houses| houses.count_ones())
        {
            options = narrowest;
        }
        let mut allowed = cover.allowed;
        for house in members(options) {
            // Covers with this house are not tried again below the next ones.
            allowed &= !(1 << house);
            let places = self.places[house];
            let next = Cover {
                houses: cover.houses | 1 << house,
                left: cover.left - 1,
                allowed,
                places: cover.places.or(&places),
                twice: cover.twice.or(&cover.places.and(&places)),
                required: cover.required.minus(&places),
            };
            if self.choose_cover(base, target, &next, finds) {
                return true;
            }
        }
        false
    }

    /// Takes the fish if it has the right kind and the target is its first elimination: a fish with several
    /// eliminations is found once for each.
    fn catch(&mut self, base: &Base<N>, target: usize, cover: &Cover<N>, finds: &mut Finds<'_>) -> bool {
        let fins = base.places.minus(&cover.places).or(&base.endo_fins);
        if fins.is_empty() == self.shape.kind.has_fins() || fins.len() > MOST_FINS {
            return false;
        }
        if self.shape.kind == FishKind::Kraken1 {
            return self.catch_kraken(base, target, cover, &fins, finds);
        }
        let seen = common(&self.peers, &fins);
        let outside = cover.places.minus(&base.places).and(&seen);
        let eliminations = cover.twice.and(&seen).or(&outside);
        if eliminations.first() != Some(target) || !self.has_kind(base.houses, cover.houses) {
            return false;
        }
        let first = outside.first().unwrap_or(target);
        let fish = Fish { covers: cover.houses, fins, eliminations, first };
        if self.shape.is_siamese {
            self.keep(fish);
            return false;
        }
        self.known.insert(eliminations) && {
            let found = self.show(base, &[fish], finds.step);
            finds.take(found)
        }
    }

    /// Returns true if these houses make a fish of the kind that is searched.
    fn has_kind(&self, base: u128, cover: u128) -> bool {
        let is_fit = |lines: u128, others: u128| {
            let is_fit =
                |houses: u128, lines: u128| houses & lines != 0 && houses & !(lines | self.boxes) == 0;
            is_fit(base, lines) && is_fit(cover, others)
        };
        let is_franken = is_fit(self.rows, self.columns) || is_fit(self.columns, self.rows);
        match self.shape.kind {
            FishKind::Mutant | FishKind::FinnedMutant => !is_franken,
            FishKind::Kraken1 | FishKind::Kraken2 => is_franken,
            // Without boxes it is basic.
            _ => is_franken && (base | cover) & self.boxes != 0,
        }
    }

    /// Keeps the fish for the pairs of siamese fish: of those with the same eliminations the one that comes
    /// first.
    fn keep(&mut self, fish: Fish<N>) {
        let is_same =
            |other: &&mut Fish<N>| other.eliminations == fish.eliminations && other.first == fish.first;
        match self.caught.iter_mut().find(is_same) {
            Some(other) if fish.rank() < other.rank() => *other = fish,
            Some(_) => {}
            None => self.caught.push(fish),
        }
    }

    /// Takes the pairs of siamese fish of a base: those whose first eliminations differ.
    fn join(&mut self, base: &Base<N>, finds: &mut Finds<'_>) -> bool {
        let mut caught = std::mem::take(&mut self.caught);
        caught.sort_by_key(Fish::rank);
        for (place, &one) in caught.iter().enumerate() {
            for &other in &caught[place + 1..] {
                if self.work.is_over() {
                    return true;
                }
                if one.first != other.first && self.known.insert(one.eliminations.or(&other.eliminations)) {
                    let both = self.show(base, &[one, other], finds.step);
                    if finds.take(both) {
                        return true;
                    }
                }
            }
        }
        caught.clear();
        self.caught = caught;
        false
    }

    /// Returns the pattern of the fish with this base, and eliminates what they exclude.
    fn show(&self, base: &Base<N>, fish: &[Fish<N>], step: &mut Step) -> pattern::Fish {
        let layout = self.board.layout();
        let cells = |places: Places<N>| places.iter().map(|place| layout.cell(self.cells[place]));
        let names = |houses: u128| members(houses).map(|house| layout.rooms[self.rooms[house]].name);
        let lost = fish.iter().flat_map(|fish| fish.eliminations.iter());
        step.eliminations.extend(lost.map(|place| layout.candidate(self.cells[place], self.digit)));
        pattern::Fish {
            digit: layout.digit(self.digit),
            base: names(base.houses).collect(),
            cover: fish.iter().flat_map(|fish| names(fish.covers)).collect(),
            cells: cells(base.places.minus(&fish[0].fins)).collect(),
            fins: fish.iter().flat_map(|fish| cells(fish.fins.minus(&base.endo_fins))).collect(),
            endo_fins: cells(base.endo_fins).collect(),
            links: Vec::new(),
        }
    }
}
