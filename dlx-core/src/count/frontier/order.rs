//! The order in which the primary items are covered.
//!
//! Between two steps, the *frontier* consists of the items that an earlier option may have touched and that
//! later options still touch. The work grows exponentially in the width of the frontier, so a narrow frontier
//! is all that matters. No order is best for all problems: the order of declaration is often chosen well by
//! the modeller, and the greedy order finds the diagonals of a board.

use crate::control::limits::{Limits, Stopped};
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, OptionId, narrow, wide};
use crate::problem::{Holders, Problem};

/// An order of the primary items that are still to be covered.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) items: Vec<ItemId>,
    /// Logarithm to base 2 of the estimated number of states of all layers, with one bit for each item of the
    /// frontier.
    pub(crate) guess: f64,
}

/// Number of items from which the greedy order is started.
const STARTS: usize = 16;

/// Greatest number of neighbors of all items for each use, above which the greedy order is not tried: options
/// of hundreds of items have too many pairs to list, and make every frontier wide.
const NEIGHBORS_OF_A_USE: usize = 64;

/// Returns the order of declaration and the best greedy order, the one with the lower estimate first. Returns
/// one order if they are equal or the greedy one is not tried.
///
/// # Complexity
/// The sum of the squares of the lengths of the options, and 16 passes, each linear in the items, the uses and the
/// pairs of items that share an option, of which there are at most 64 for each use.
///
/// # Errors
/// [`Stopped::Asked`]. With little memory, the greedy order is not tried.
pub(crate) fn orders(
    problem: &Problem,
    settled: &Settled,
    limits: &mut Limits<'_>,
) -> Result<Vec<Order>, Stopped> {
    let graph = ItemGraph::of(problem, settled, limits)?;
    let declared: Vec<ItemId> = graph.primaries.clone();
    let count = declared.len();
    let mut best = graph.order(problem, settled, &declared, limits)?;
    if count < 2 || !graph.has_neighbors {
        return Ok(vec![best]);
    }
    let starts = count.min(STARTS);
    let mut greedy: Option<Order> = None;
    let mut walk = GreedyWalk::default();
    for start in 0..starts {
        let items = walk.greedy(&graph, best.items[start * count / starts], limits)?;
        let order = graph.order(problem, settled, &items, limits)?;
        if greedy.as_ref().is_none_or(|known| order.guess < known.guess) {
            greedy = Some(order);
        }
    }
    let mut greedy = greedy.expect("there is a start");
    if greedy.items == best.items {
        return Ok(vec![best]);
    }
    if greedy.guess < best.guess {
        std::mem::swap(&mut best, &mut greedy);
    }
    Ok(vec![best, greedy])
}

/// The graph of items; two items are neighbors if an option that may be taken uses both.
struct ItemGraph {
    primaries: Vec<ItemId>,
    primary_count: usize,
    /// Item `i` has the neighbors `starts[i]..starts[i + 1]`, each once.
    starts: Vec<u32>,
    neighbors: Vec<u32>,
    /// False if there are too many neighbors, so that they are not listed completely.
    has_neighbors: bool,
    holders: Holders,
}

impl ItemGraph {
    fn of(problem: &Problem, settled: &Settled, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        let holders = Holders::of(problem, |steps| limits.setup(steps))?;
        limits.setup(problem.use_count())?;
        let most = (NEIGHBORS_OF_A_USE * problem.use_count()).min(limits.most_bytes() / size_of::<u32>());
        let mut starts = vec![0];
        let mut neighbors = Vec::new();
        let mut seen_by = vec![u32::MAX; problem.item_count()];
        for item in problem.items() {
            if neighbors.len() <= most && !settled.is_settled(item) {
                seen_by[item.index()] = item.0;
                for &option in holders.of_item(item) {
                    limits.setup(problem.uses(option).len())?;
                    if !settled.is_live(problem, option) {
                        continue;
                    }
                    for used in settled.open_uses(problem, option) {
                        if seen_by[used.item.index()] != item.0 {
                            seen_by[used.item.index()] = item.0;
                            neighbors.push(used.item.0);
                        }
                    }
                }
            }
            starts.push(narrow(neighbors.len()));
        }
        let primaries = problem.items().take(problem.primary_count());
        let primaries = primaries.filter(|&item| !settled.is_settled(item)).collect();
        let has_neighbors = neighbors.len() <= most;
        let primary_count = problem.primary_count();
        Ok(Self { primaries, primary_count, starts, neighbors, has_neighbors, holders })
    }

    fn neighbors(&self, item: u32) -> &[u32] {
        &self.neighbors[wide(self.starts[wide(item)])..wide(self.starts[wide(item) + 1])]
    }

    /// Returns the items in this order, except that an item comes earlier as soon as all its options belong
    /// to earlier items. It is then known whether the item is covered: states in which it is not are dropped
    /// at once, and the others do not have to remember it.
    fn done_with_first(
        &self,
        problem: &Problem,
        settled: &Settled,
        items: &[ItemId],
        limits: &mut Limits<'_>,
    ) -> Result<Vec<ItemId>, Stopped> {
        let live = |item: ItemId| {
            self.holders.of_item(item).iter().copied().filter(|&option| settled.is_live(problem, option))
        };
        let mut options_left = vec![u32::MAX; self.primary_count];
        for &item in items {
            limits.setup(self.holders.of_item(item).len())?;
            options_left[item.index()] = narrow(live(item).count());
        }
        let mut is_ranked = vec![false; self.primary_count];
        let mut is_placed = vec![false; problem.option_count()];
        let mut ranked = Vec::with_capacity(items.len());
        for &item in items {
            if std::mem::replace(&mut is_ranked[item.index()], true) {
                continue;
            }
            ranked.push(item);
            for option in live(item) {
                if std::mem::replace(&mut is_placed[option.index()], true) {
                    continue;
                }
                limits.setup(problem.uses(option).len())?;
                let uses = settled.open_uses(problem, option).map(|used| used.item);
                for used in uses.filter(|used| used.index() < self.primary_count) {
                    options_left[used.index()] -= 1;
                    if options_left[used.index()] == 0 && !is_ranked[used.index()] {
                        is_ranked[used.index()] = true;
                        ranked.push(used);
                    }
                }
            }
        }
        Ok(ranked)
    }

    /// Returns the order with the estimate that follows from the width of its frontier.
    fn order(
        &self,
        problem: &Problem,
        settled: &Settled,
        items: &[ItemId],
        limits: &mut Limits<'_>,
    ) -> Result<Order, Stopped> {
        let items = self.done_with_first(problem, settled, items, limits)?;
        let spans = ItemSpans::of(problem, settled, &self.holders, &items, limits)?;
        let mut changes = vec![0i64; items.len() + 1];
        for span in spans.of_items.iter().flatten().filter(|span| span.first < span.last) {
            changes[wide(span.first)] += 1;
            changes[wide(span.last)] -= 1;
        }
        let (mut width, mut greatest, mut widths) = (0, 0, Vec::with_capacity(items.len()));
        for change in &changes[..items.len()] {
            width += change;
            greatest = greatest.max(width);
            widths.push(width);
        }
        // Relative to the greatest width, so that no power is out of range.
        let float = |width: i64| f64::from(i32::try_from(width).unwrap_or(i32::MAX));
        let sum: f64 = widths.iter().map(|&width| float(width - greatest).exp2()).sum();
        Ok(Order { items, guess: sum.max(1.0).log2() + float(greatest) })
    }
}

/// The ranks of the items in an order between which an item is in the frontier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemSpan {
    /// The first rank whose options touch the item.
    pub(crate) first: u32,
    /// The own rank of a primary item; the last rank whose options touch a secondary one.
    pub(crate) last: u32,
}

/// The ranks of items and options in an order. Once all earlier items are covered, an item can only be
/// covered by options of which it is the first item. So each option belongs to one rank.
#[derive(Debug)]
pub(crate) struct ItemSpans {
    /// By item; `None` for items that no option touches, unless they are in the order.
    pub(crate) of_items: Vec<Option<ItemSpan>>,
    /// By rank: the live options of which the item is the first, ascending.
    pub(crate) options: Vec<Vec<OptionId>>,
}

impl ItemSpans {
    /// # Errors
    /// [`Stopped::Asked`].
    pub(crate) fn of(
        problem: &Problem,
        settled: &Settled,
        holders: &Holders,
        order: &[ItemId],
        limits: &mut Limits<'_>,
    ) -> Result<Self, Stopped> {
        let mut of_items: Vec<Option<ItemSpan>> = vec![None; problem.item_count()];
        let mut options = vec![Vec::new(); order.len()];
        let mut is_placed = vec![false; problem.option_count()];
        for (rank, &item) in order.iter().enumerate() {
            let rank = narrow(rank);
            let own = of_items[item.index()].get_or_insert(ItemSpan { first: rank, last: rank });
            own.last = rank;
            limits.setup(holders.of_item(item).len())?;
            for &option in holders.of_item(item) {
                if std::mem::replace(&mut is_placed[option.index()], true)
                    || !settled.is_live(problem, option)
                {
                    continue;
                }
                limits.setup(problem.uses(option).len())?;
                options[wide(rank)].push(option);
                for used in settled.open_uses(problem, option) {
                    let span =
                        of_items[used.item.index()].get_or_insert(ItemSpan { first: rank, last: rank });
                    // If the primary item comes later in the order, its last rank is set there.
                    span.last = span.last.max(rank);
                }
            }
        }
        Ok(Self { of_items, options })
    }
}

/// The memory of a greedy walk, reused by the next one.
#[derive(Default)]
struct GreedyWalk {
    /// By item: number of its neighbors that have not been touched, not counting itself.
    fresh: Vec<u32>,
    /// By item: its place among the touched primary items, in the order in which they were touched. `UNTOUCHED`, or
    /// `ELSEWHERE` for touched items that are not among them.
    places: Vec<u32>,
    /// The touched primary items.
    touched: Vec<u32>,
    /// By place: the `fresh` of the item, as long as it is not in the order.
    frontier: LeastOf,
}

const UNTOUCHED: u32 = u32::MAX;
const ELSEWHERE: u32 = u32::MAX - 1;

impl GreedyWalk {
    /// Returns the greedy order from this item: next is always the touched item that touches the fewest
    /// others, among equals the one that was touched first.
    fn greedy(
        &mut self,
        graph: &ItemGraph,
        start: ItemId,
        limits: &mut Limits<'_>,
    ) -> Result<Vec<ItemId>, Stopped> {
        let items = graph.starts.len() - 1;
        self.fresh.clear();
        self.fresh.extend((0..narrow(items)).map(|item| narrow(graph.neighbors(item).len())));
        self.places.clear();
        self.places.resize(items, UNTOUCHED);
        self.touched.clear();
        self.frontier.clear();
        self.touch(graph, start.0);
        let mut order = Vec::with_capacity(graph.primaries.len());
        let mut unseen = graph.primaries.iter();
        while order.len() < graph.primaries.len() {
            let Some(place) = self.frontier.take_least() else {
                // The rest shares no option with what came before.
                let next = unseen.find(|item| self.places[item.index()] == UNTOUCHED);
                self.touch(graph, next.expect("an item is left").0);
                continue;
            };
            let item = self.touched[place];
            for &neighbor in graph.neighbors(item) {
                let work = self.touch(graph, neighbor);
                limits.setup(work)?;
            }
            order.push(ItemId(item));
        }
        Ok(order)
    }

    /// Touches an item. Returns the number of neighbors looked at.
    fn touch(&mut self, graph: &ItemGraph, item: u32) -> usize {
        if self.places[wide(item)] != UNTOUCHED {
            return 1;
        }
        self.places[wide(item)] = if wide(item) < graph.primary_count {
            self.touched.push(item);
            narrow(self.frontier.push(self.fresh[wide(item)]))
        } else {
            ELSEWHERE
        };
        let neighbors = graph.neighbors(item);
        for &neighbor in neighbors {
            let fresh = &mut self.fresh[wide(neighbor)];
            *fresh -= 1;
            let place = self.places[wide(neighbor)];
            if place < ELSEWHERE {
                self.frontier.lower(wide(place), *fresh);
            }
        }
        1 + neighbors.len()
    }
}

/// Numbers at places, of which the least one can be taken: the first one, if several are equal. A tree in which each
/// node has the least number of up to 64 nodes below it, so that taking a number does not look at all of them.
#[derive(Default)]
struct LeastOf {
    /// The numbers, then the least of each 64 of them, and so on, up to 64 numbers or fewer.
    levels: Vec<Vec<u32>>,
}

/// Number of nodes below a node.
const FAN: usize = 64;
/// A number that was taken.
const TAKEN: u32 = u32::MAX;

impl LeastOf {
    fn clear(&mut self) {
        self.levels.clear();
    }

    /// Adds a number. Returns its place.
    fn push(&mut self, number: u32) -> usize {
        let place = self.levels.first().map_or(0, Vec::len);
        let mut at = place;
        for level in 0.. {
            if level == self.levels.len() {
                // The level above has one node for each 64 of the level below; the first of them is full.
                let below: Option<&Vec<u32>> = level.checked_sub(1).map(|below| &self.levels[below]);
                if below.is_some_and(|below| below.len() <= FAN) {
                    break;
                }
                let least = |nodes: &[u32]| nodes.iter().copied().min().unwrap_or(TAKEN);
                let nodes = below.map_or_else(Vec::new, |below| below.chunks(FAN).map(least).collect());
                self.levels.push(nodes);
            }
            let nodes = &mut self.levels[level];
            if at == nodes.len() {
                nodes.push(number);
            } else {
                nodes[at] = nodes[at].min(number);
            }
            at /= FAN;
        }
        place
    }

    /// Replaces a number that was not taken by a lower one. A number that was taken stays taken.
    fn lower(&mut self, place: usize, number: u32) {
        if self.levels[0][place] == TAKEN {
            return;
        }
        let mut at = place;
        for nodes in &mut self.levels {
            nodes[at] = nodes[at].min(number);
            at /= FAN;
        }
    }

    /// Takes the least number, and returns its place.
    fn take_least(&mut self) -> Option<usize> {
        let mut at = 0;
        for nodes in self.levels.iter().rev() {
            let begin = at * FAN;
            let end = nodes.len().min(begin + FAN);
            let least = (begin..end).min_by_key(|&node| nodes[node])?;
            if nodes[least] == TAKEN {
                return None;
            }
            at = least;
        }
        let place = at;
        *self.levels.first_mut()?.get_mut(place)? = TAKEN;
        for level in 1..self.levels.len() {
            let begin = at / FAN * FAN;
            let below = &self.levels[level - 1];
            let least = below[begin..below.len().min(begin + FAN)].iter().copied().min();
            at /= FAN;
            self.levels[level][at] = least.unwrap_or(TAKEN);
        }
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use dlx_instances::{dominoes, region::Region};

    use super::*;
    use crate::instances;
    use crate::problem::givens::Givens;

    #[test]
    fn each_order_has_each_item_once_and_the_narrowest_comes_first() {
        let region = Region::rectangle(4, 9).expect("a board");
        let problem = instances::problem(dominoes::problem(&region));
        let mut settled = Settled::default();
        settled.resolve(&problem, Givens::none()).expect("nothing is given");
        let orders = orders(&problem, &settled, &mut Limits::none()).expect("nothing stops it");
        assert!(orders.is_sorted_by(|one, other| one.guess <= other.guess));
        for order in orders {
            let mut items = order.items;
            items.sort_unstable();
            assert_eq!(items, problem.items().collect::<Vec<_>>());
        }
    }
    #[test]
    fn pairs_of_items_in_a_very_long_option_are_not_listed() {
        let names: Vec<String> = (0..300).map(|item| format!("i{item}")).collect();
        let mut builder = Problem::builder();
        builder.primary(names.iter().map(String::as_str)).option(&names);
        for name in &names {
            builder.option([name]);
        }
        let problem = builder.build().expect("a problem");
        let mut settled = Settled::default();
        settled.resolve(&problem, Givens::none()).expect("nothing is given");
        let graph = ItemGraph::of(&problem, &settled, &mut Limits::none()).expect("nothing stops it");
        assert!(!graph.has_neighbors);
        assert!(graph.neighbors.len() <= NEIGHBORS_OF_A_USE * problem.use_count() + problem.item_count());
        let orders = orders(&problem, &settled, &mut Limits::none()).expect("nothing stops it");
        assert_eq!(orders.len(), 1);
    }

    /// Compares with a list that is searched from its beginning, with so many numbers that the tree has three levels.
    #[test]
    fn the_first_of_the_least_numbers_is_taken() {
        let (mut tree, mut list) = (LeastOf::default(), Vec::new());
        let mut numbers = (1_u64..).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40);
        let mut random = move |below: usize| {
            usize::try_from(numbers.next().expect("there is no end")).expect("they have 24 bits") % below
        };
        for round in 0..30_000 {
            if random(8) < 5 {
                let number = narrow(random(50) + 10);
                assert_eq!(tree.push(number), list.len());
                list.push(number);
            }
            if round % 4 == 0 && !list.is_empty() {
                let place = random(list.len());
                if list[place] != TAKEN {
                    list[place] -= list[place].min(3);
                }
                tree.lower(place, list[place]);
            }
            if random(8) < 3 {
                let least = (0..list.len()).min_by_key(|&place| list[place]);
                let least = least.filter(|&place| list[place] != TAKEN);
                assert_eq!(tree.take_least(), least);
                if let Some(place) = least {
                    list[place] = TAKEN;
                }
            }
        }
        assert_eq!(tree.levels.len(), 3);
    }
}
