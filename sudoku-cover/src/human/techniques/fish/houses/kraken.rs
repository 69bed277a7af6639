//! Kraken fish: chains lead from fins to a candidate that they do not see.
//!
//! If chains lead to a candidate from all fins and from the places of the base in one cover house, the digit
//! has too few places in the rest of the cover if the candidate is true: it is eliminated, whatever its digit
//! (type 2). If it is a candidate that the fish would eliminate without fins, chains from the fins are enough
//! (type 1).

use std::collections::HashSet;

use super::super::super::deduction::eliminate;
use super::super::super::finds::Finds;
use super::super::super::forcing::Flood;
use super::super::super::graph::{Graph, NODES_OF_A_STEP};
use super::super::super::templates;
use super::super::{FishKind, Shape};
use super::{Base, Cover, FEW, Fish, MANY, MOST_FINS, Places, Search, common, members};
use crate::human::candidates::{Candidates, CellSet, bits};
use crate::work::Work;

/// The chains from all places of a digit.
struct Chains<'a> {
    graph: &'a Graph<'a>,
    /// By place of the digit.
    floods: Vec<Flood>,
    /// By place of the digit, the candidates that are false if it is true: by digit, their cells.
    excluded: Vec<Vec<CellSet>>,
}

/// A candidate by its cell and its digit.
type Target = (usize, usize);

/// The part of a search that only kraken fish need.
pub(super) struct Kraken<'a, const N: usize> {
    chains: &'a Chains<'a>,
    /// The candidates that a fish of type 2 may eliminate, with the places from which chains lead to them.
    targets: Vec<(Target, Places<N>)>,
    /// The one of them that is searched.
    current: usize,
    /// The candidates that other fish eliminate.
    gone: HashSet<Target>,
}

/// Finds a kraken fish. Only one is taken for each elimination.
pub(in super::super) fn find_kraken(
    board: &Candidates,
    shape: Shape,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let graph = Graph::new(board, work);
    let mut gone = HashSet::new();
    (0..board.layout().count).any(|digit| {
        let (floods, excluded) = (0..graph.spots.len())
            .filter(|&spot| graph.spots[spot].single.is_some() && graph.spots[spot].digit == digit)
            .take_while(|_| !work.is_over_after(1 + graph.spots.len() / NODES_OF_A_STEP))
            .map(|spot| {
                let flood = Flood::from_true(&graph, spot, work);
                let excluded = flood.excluded(&graph);
                (flood, excluded)
            })
            .unzip();
        if work.is_over() {
            return false;
        }
        let chains = Chains { graph: &graph, floods, excluded };
        if board.of_digit(digit).len() <= FEW * 64 {
            Search::<FEW>::new(board, shape, digit, work).run_kraken(&chains, &mut gone, finds)
        } else {
            Search::<MANY>::new(board, shape, digit, work).run_kraken(&chains, &mut gone, finds)
        }
    })
}

impl<'a, const N: usize> Search<'a, '_, '_, N> {
    /// Finds the kraken fish. Returns true if no further one is wanted.
    fn run_kraken(
        &mut self,
        chains: &'a Chains<'a>,
        gone: &mut HashSet<Target>,
        finds: &mut Finds<'_>,
    ) -> bool {
        let count = self.cells.len();
        let mut kraken = Kraken { chains, targets: Vec::new(), current: 0, gone: std::mem::take(gone) };
        let sources = |(cell, digit): Target| {
            let mut sources = Places::NONE;
            (0..count)
                .filter(|&place| chains.excluded[place][digit].contains(cell))
                .for_each(|place| sources.insert(place));
            sources
        };
        if self.shape.kind == FishKind::Kraken1 {
            self.excluding = self.cells.iter().map(|&cell| sources((cell, self.digit))).collect();
            self.excluded = vec![Places::NONE; count];
            self.targets = Places::NONE;
            for target in 0..count {
                if self.work.is_over() {
                    return true;
                }
                let sources = self.excluding[target];
                sources.iter().for_each(|source| self.excluded[source].insert(target));
                if sources.contains(target) || !self.has_template(&sources, Some(self.cells[target])) {
                    self.targets.insert(target);
                }
            }
        } else {
            for cell in 0..self.board.layout().peers.len() {
                for digit in bits(self.board.digits(cell)) {
                    if self.work.is_over() {
                        return true;
                    }
                    let sources = sources((cell, digit));
                    if !sources.is_empty() && !self.has_template(&sources, None) {
                        kraken.targets.push(((cell, digit), sources));
                    }
                }
            }
            // They need not be places of the digit of the fish.
            self.targets = if kraken.targets.is_empty() { Places::NONE } else { Places([u64::MAX; N]) };
        }
        self.kraken = Some(kraken);
        let greatest = self.shape.size;
        let is_found = (2..=greatest).any(|size| {
            self.shape.size = size;
            self.run(finds)
        });
        *gone = self.kraken.take().map(|kraken| kraken.gone).unwrap_or_default();
        is_found
    }

    /// Returns true if the digit has a template without these places, and with the cell if it is given. Then
    /// no fish whose fins are among the places eliminates anything.
    fn has_template(&self, places: &Places<N>, cell: Option<usize>) -> bool {
        let without = places.iter().map(|place| self.cells[place]).collect();
        let cells = self.board.of_digit(self.digit).minus(&without);
        templates::exists(self.board, self.digit, &cells, cell, self.work)
    }

    /// Returns true if a kraken fish eliminates the place, or the current target of type 2.
    pub(super) fn is_eliminated(&self, place: Option<usize>) -> bool {
        self.kraken.as_ref().is_some_and(|kraken| {
            let target = match place {
                Some(place) => (self.cells[place], self.digit),
                None => kraken.targets[kraken.current].0,
            };
            kraken.gone.contains(&target)
        })
    }

    /// Takes a fish of type 1.
    pub(super) fn catch_kraken(
        &mut self,
        base: &Base<N>,
        target: usize,
        cover: &Cover<N>,
        fins: &Places<N>,
        finds: &mut Finds<'_>,
    ) -> bool {
        let mut eliminations = Places::NONE;
        eliminations.insert(target);
        let fish = Fish { covers: cover.houses, fins: *fins, eliminations, first: target };
        let lost = (self.cells[target], self.digit);
        !self.is_eliminated(Some(target))
            && self.is_kraken(base, cover.houses, fins)
            && self.take_kraken(base, &fish, fins, lost, finds)
    }

    /// Returns true if the fish is of a kind that is searched and eliminates nothing without chains.
    fn is_kraken(&self, base: &Base<N>, covers: u128, fins: &Places<N>) -> bool {
        let mut places = Places::NONE;
        let mut twice = Places::NONE;
        for house in members(covers) {
            twice = twice.or(&places.and(&self.places[house]));
            places = places.or(&self.places[house]);
        }
        let seen = common(&self.peers, fins);
        places.minus(&base.places).or(&twice).and(&seen).is_empty() && self.has_kind(base.houses, covers)
    }

    /// Finds the fish of type 2 of a base. All cover houses but one contain the places from which no chains
    /// lead to the target.
    pub(super) fn choose_all_but_one(&mut self, base: &Base<N>, finds: &mut Finds<'_>) -> bool {
        let allowed = self.allowed_covers(base);
        let count = self.kraken.as_ref().map_or(0, |kraken| kraken.targets.len());
        for current in 0..count {
            let Some(kraken) = &mut self.kraken else { return false };
            kraken.current = current;
            let (target, sources) = kraken.targets[current];
            if kraken.gone.contains(&target) || !base.endo_fins.minus(&sources).is_empty() {
                continue;
            }
            let cover = Cover {
                houses: 0,
                left: self.shape.size - 1,
                allowed,
                places: Places::NONE,
                twice: Places::NONE,
                required: base.places.minus(&sources),
            };
            if self.choose_cover(base, None, &cover, finds) {
                return true;
            }
        }
        false
    }

    /// Takes a fish of type 2 with each house that completes the cover.
    pub(super) fn catch_without_target(
        &mut self,
        base: &Base<N>,
        cover: &Cover<N>,
        finds: &mut Finds<'_>,
    ) -> bool {
        let Some(kraken) = &self.kraken else { return false };
        let target = kraken.targets[kraken.current].0;
        for house in members(self.allowed_covers(base) & !cover.houses) {
            if self.is_eliminated(None) {
                return false;
            }
            let places = self.places[house];
            let covers = cover.houses | 1 << house;
            let fins = base.places.minus(&cover.places.or(&places)).or(&base.endo_fins);
            // Places in two cover houses need no chain, as they are false.
            let alone = places.and(&base.places).minus(&cover.places);
            let starts = alone.or(&fins);
            if fins.is_empty()
                || fins.len() > MOST_FINS
                // Chains from all places of a house need no fish.
                || alone == places
                || starts.iter().any(|place| self.cells[place] == target.0)
                || !self.is_kraken(base, covers, &fins)
            {
                continue;
            }
            let fish = Fish { covers, fins, eliminations: Places::NONE, first: 0 };
            if self.take_kraken(base, &fish, &starts, target, finds) {
                return true;
            }
        }
        false
    }

    /// Takes a fish with chains from these places to a candidate.
    fn take_kraken(
        &mut self,
        base: &Base<N>,
        fish: &Fish<N>,
        starts: &Places<N>,
        (cell, digit): Target,
        finds: &mut Finds<'_>,
    ) -> bool {
        let mut found = self.show(base, &[*fish], finds.step);
        let Some(kraken) = &mut self.kraken else { return false };
        let Chains { graph, floods, .. } = kraken.chains;
        for start in starts.iter() {
            found.links.append(&mut floods[start].links_to(graph, (cell, digit)));
        }
        eliminate(self.board, finds.step, cell, digit);
        kraken.gone.insert((cell, digit));
        finds.take(found)
    }
}
