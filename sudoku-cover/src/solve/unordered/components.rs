//! Auxiliary components: facts about sets of options that several items share, derived from the matrix alone.
//!
//! A *set* consists of the options that two items share, at least two options: in a Sudoku, the three
//! candidates of a digit where a row and a box intersect. A set *holds* if one of its options is chosen. If
//! sets partition the options of an item, exactly one of them holds; this is an *edge*. Sets linked by edges
//! form a *component*: a small exact cover problem with sets as options and edges as items. Its covers are
//! its *configurations*. Components with the same configurations form a *class* and are processed together,
//! one bit each. Within a class, components whose sets share the same other items form a *group*. If the sets
//! at one place of all components of a group partition the options of these other items, exactly as many of
//! the sets hold as there are such items.
//!
//! All of this follows from the fact that exactly one option of every item is chosen, and is not specific to
//! any kind of problem. Problems with too few components have no class.

use std::collections::HashMap;
use std::rc::Rc;

/// The configurations of three anchors crossed by three items, in the order in which they are found. As they
/// are known at compile time, everything stays in registers.
pub(super) const GRID_OF_THREE: [[u8; 3]; 6] =
    [[0, 4, 8], [0, 5, 7], [1, 3, 8], [1, 5, 6], [2, 3, 7], [2, 4, 6]];

/// Greatest number of sets of a component. It is a power of two: indices are reduced modulo it, so that they
/// need no bounds check.
pub(super) const MOST_SETS: usize = 64;

/// Greatest number of configurations of a component: that of five by five sets.
pub(super) const MOST_CONFIGURATIONS: usize = 120;
/// Greatest number of partitions of an item, and of steps to find them. An item with more partitions has no
/// edges.
const MOST_PARTINGS: usize = 8;
const MOST_STEPS: usize = 20_000;
/// Greatest number of pairs of uses examined to find sets.
const MOST_PAIRS: usize = 1 << 23;

/// A matrix without names: the options of each item and the items of each option, both ascending.
#[derive(Debug)]
pub(super) struct Matrix {
    pub(super) options_of: Vec<Vec<usize>>,
    pub(super) items_of: Vec<Vec<usize>>,
}

/// Components with the same configurations.
#[derive(Debug)]
pub(super) struct ComponentClass {
    /// The components, group by group.
    pub(super) components: Vec<ItemComponent>,
    /// By anchor: its number of sets. The sets of a component are numbered anchor by anchor.
    pub(super) sets_of_anchor: Vec<usize>,
    /// By configuration: the sets that hold in it, one for each anchor.
    pub(super) configurations: Vec<Vec<usize>>,
    /// By set: the sets with which it shares an edge.
    pub(super) rivals: Vec<Vec<usize>>,
    /// The number of components of each group, in order.
    pub(super) groups: Vec<usize>,
    /// The number of sets of a group that hold at each place, if it is known.
    pub(super) hold_of_group: Option<usize>,
}

/// Sets linked by edges.
#[derive(Debug, Clone)]
pub(super) struct ItemComponent {
    /// Items whose options all its sets partition and that belong to no other component.
    pub(super) anchors: Vec<usize>,
    /// By set: its options.
    pub(super) sets: Vec<Vec<usize>>,
    /// By set: the items of its options that have no sets.
    outside: Vec<Vec<usize>>,
}

/// A component and its shape.
struct FoundComponents {
    component: ItemComponent,
    shape: Rc<ComponentShape>,
}

/// The properties that similar components have in common. Sets are numbered anchor by anchor.
struct ComponentShape {
    sets_of_anchor: Vec<usize>,
    /// In the order in which they were found.
    edges: Vec<Vec<usize>>,
    configurations: Vec<Vec<usize>>,
    rivals: Vec<Vec<usize>>,
}

/// The sets of a matrix, and the items that share them.
struct Sets {
    /// Each with its options, ascending.
    sets: Vec<Vec<usize>>,
    /// By item: the sets that it shares with other items.
    of_item: Vec<Vec<usize>>,
}

/// An item, and sets that partition its options.
struct Edge {
    item: usize,
    sets: Vec<usize>,
}

/// Returns the classes of a matrix with at least `fewest` components.
///
/// # Complexity
/// The sum, over all uses, of the number of uses of their option; for items that share several options, also
/// that sum over the options of the item. Bounded by constants.
pub(super) fn classes(matrix: &Matrix, fewest: usize) -> Vec<ComponentClass> {
    let Some(sets) = Sets::of(matrix) else { return Vec::new() };
    let edges = sets.edges(matrix);
    let mut found: Vec<FoundComponents> = Vec::new();
    for edges in linked(sets.sets.len(), edges) {
        let last = found.last().map(|found| Rc::clone(&found.shape));
        found.extend(FoundComponents::of(matrix, &sets, &edges.0, &edges.1, last));
    }
    let mut alike: Vec<Vec<FoundComponents>> = Vec::new();
    for one in found {
        match alike.iter_mut().find(|class| class[0].is_alike(&one)) {
            Some(class) => class.push(one),
            None => alike.push(vec![one]),
        }
    }
    alike.retain(|class| class.len() >= fewest);
    alike.into_iter().map(|found| ComponentClass::of(matrix, found)).collect()
}

impl Sets {
    /// Returns all sets, or `None` if there are too many pairs of uses to examine.
    fn of(matrix: &Matrix) -> Option<Self> {
        let Matrix { options_of, items_of } = matrix;
        let pairs: usize = options_of.iter().flatten().map(|&option| items_of[option].len()).sum();
        if pairs > MOST_PAIRS {
            return None;
        }
        let mut numbers: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut sets = Vec::new();
        let mut of_item = vec![Vec::new(); options_of.len()];
        let mut shared = vec![0usize; options_of.len()];
        let mut others = Vec::new();
        for (item, options) in options_of.iter().enumerate() {
            for &other in options.iter().flat_map(|&option| &items_of[option]) {
                if other > item {
                    if shared[other] == 0 {
                        others.push(other);
                    }
                    shared[other] += 1;
                }
            }
            for other in others.drain(..) {
                if std::mem::take(&mut shared[other]) < 2 {
                    continue;
                }
                let in_other = |option: &usize| items_of[*option].binary_search(&other).is_ok();
                let set: Vec<usize> = options.iter().copied().filter(in_other).collect();
                let number = *numbers.entry(set).or_insert_with_key(|set| {
                    sets.push(set.clone());
                    sets.len() - 1
                });
                for item in [item, other] {
                    if !of_item[item].contains(&number) {
                        of_item[item].push(number);
                    }
                }
            }
        }
        Some(Self { sets, of_item })
    }

    /// Returns every partition of the options of an item into at least two sets.
    fn edges(&self, matrix: &Matrix) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (item, options) in matrix.options_of.iter().enumerate() {
            let numbers = &self.of_item[item];
            if numbers.is_empty() || options.len() > 64 {
                continue;
            }
            let place = |option: &usize| options.binary_search(option).expect("a set is part of its items");
            let bits = |&set: &usize| self.sets[set].iter().fold(0, |bits, option| bits | 1 << place(option));
            let masks: Vec<u64> = numbers.iter().map(bits).collect();
            let partings = exact_covers(options.len(), &masks, MOST_PARTINGS).unwrap_or_default();
            for parting in partings.iter().filter(|parting| parting.len() > 1) {
                edges.push(Edge { item, sets: parting.iter().map(|&place| numbers[place]).collect() });
            }
        }
        edges
    }
}

/// Returns the groups of sets linked by edges, ascending, each with its edges.
fn linked(sets: usize, edges: Vec<Edge>) -> Vec<(Vec<usize>, Vec<Edge>)> {
    let mut roots: Vec<usize> = (0..sets).collect();
    let root_of = |roots: &mut Vec<usize>, mut set: usize| {
        while roots[set] != set {
            roots[set] = roots[roots[set]];
            set = roots[set];
        }
        set
    };
    for edge in &edges {
        for &set in &edge.sets[1..] {
            let (first, other) = (root_of(&mut roots, edge.sets[0]), root_of(&mut roots, set));
            roots[other.max(first)] = other.min(first);
        }
    }
    // By root.
    let mut numbers = vec![None; sets];
    let mut components: Vec<(Vec<usize>, Vec<Edge>)> = Vec::new();
    for edge in edges {
        let root = root_of(&mut roots, edge.sets[0]);
        let number = *numbers[root].get_or_insert_with(|| {
            components.push((Vec::new(), Vec::new()));
            components.len() - 1
        });
        components[number].1.push(edge);
    }
    for set in 0..sets {
        if let Some(number) = numbers[root_of(&mut roots, set)] {
            components[number].0.push(set);
        }
    }
    components
}

/// Anchors, each with its sets.
type Grid = Vec<(usize, Vec<usize>)>;

/// The properties that distinguish the sets of a component, by index of the set in the component.
struct Marks {
    /// The sizes of the edges that contain the set, ascending.
    weights: Vec<Vec<usize>>,
    /// The items of the options of the set that have no sets themselves, ascending.
    outside: Vec<Vec<usize>>,
}

impl Marks {
    fn of(matrix: &Matrix, sets: &Sets, numbers: &[usize], edges: &[Edge]) -> Self {
        let mut weights = vec![Vec::new(); numbers.len()];
        for edge in edges {
            for &set in &edge.sets {
                weights[numbers.binary_search(&set).expect("edges link their sets")].push(edge.sets.len());
            }
        }
        weights.iter_mut().for_each(|weights| weights.sort_unstable());
        let outside = numbers.iter().map(|&set| {
            let items = sets.sets[set].iter().flat_map(|&option| &matrix.items_of[option]).copied();
            let mut outside: Vec<usize> = items.filter(|&item| sets.of_item[item].is_empty()).collect();
            outside.sort_unstable();
            outside.dedup();
            outside
        });
        Self { outside: outside.collect(), weights }
    }
}

/// Returns anchors and their sets in an order that is the same for all similar components: by the sizes of
/// their edges, then by the items outside, then by the options. Within an anchor, sets with edges of equal
/// sizes are then ordered by their rivals among the earlier sets.
fn in_order(anchors: &[&Edge], edges: &[Edge], numbers: &[usize], marks: &Marks, sets: &Sets) -> Grid {
    let at = |set: &usize| numbers.binary_search(set).expect("edges link their sets");
    let weight = |set: &usize| &marks.weights[at(set)];
    let key = |set: &usize| (weight(set), &marks.outside[at(set)], &sets.sets[*set]);
    let mut grid: Grid = anchors.iter().map(|anchor| (anchor.item, anchor.sets.clone())).collect();
    for (_, sets) in &mut grid {
        sets.sort_by(|one, other| key(one).cmp(&key(other)));
    }
    grid.sort_by(|(_, one), (_, other)| {
        let weights = one.iter().map(weight).cmp(other.iter().map(weight));
        weights.then_with(|| key(&one[0]).cmp(&key(&other[0])))
    });
    let mut before: Vec<usize> = Vec::new();
    for (_, sets) in &mut grid {
        let rivals = |set: &usize| -> Vec<usize> {
            let are_rivals =
                |other: &usize| edges.iter().any(|edge| edge.sets.contains(set) && edge.sets.contains(other));
            (0..before.len()).filter(|&place| are_rivals(&before[place])).collect()
        };
        sets.sort_by_cached_key(|set| (weight(set), rivals(set)));
        before.extend_from_slice(sets);
    }
    grid
}

impl FoundComponents {
    /// Returns the component of these sets and edges, or `None` if it implies no more than its items do. If
    /// it has the shape of the last component, that shape is reused.
    fn of(
        matrix: &Matrix,
        sets: &Sets,
        numbers: &[usize],
        edges: &[Edge],
        last: Option<Rc<ComponentShape>>,
    ) -> Option<Self> {
        if numbers.len() > MOST_SETS || edges.len() > 64 {
            return None;
        }
        let is_here = |set: &usize| numbers.binary_search(set).is_ok();
        let is_anchor = |edge: &&Edge| {
            sets.of_item[edge.item].iter().all(is_here)
                && edges.iter().filter(|other| other.item == edge.item).count() == 1
        };
        let candidates: Vec<&Edge> = edges.iter().filter(is_anchor).collect();
        let at = |set: &usize| numbers.binary_search(set).expect("edges link their sets");
        let bits = |anchor: &&Edge| anchor.sets.iter().fold(0, |bits, set| bits | 1 << at(set));
        let masks: Vec<u64> = candidates.iter().map(bits).collect();
        let mut marks = Marks::of(matrix, sets, numbers, edges);
        let choices = exact_covers(numbers.len(), &masks, MOST_PARTINGS)?;
        let grids = choices.iter().map(|choice| {
            let anchors: Vec<&Edge> = choice.iter().map(|&anchor| candidates[anchor]).collect();
            in_order(&anchors, edges, numbers, &marks, sets)
        });
        // Similar components make the same choice.
        let outside_of = |grid: &Grid| -> Vec<&Vec<usize>> {
            grid.iter().flat_map(|(_, sets)| sets).map(|set| &marks.outside[at(set)]).collect()
        };
        let grid = grids.min_by(|one, other| outside_of(one).cmp(&outside_of(other)))?;
        if grid.len() == edges.len() {
            return None;
        }
        let rank = |set: usize| at(&set);
        let order: Vec<usize> = grid.iter().flat_map(|(_, sets)| sets.iter().copied()).collect();
        let mut places = vec![0; numbers.len()];
        for (place, &set) in order.iter().enumerate() {
            places[rank(set)] = place;
        }
        let edges = edges.iter().map(|edge| edge.sets.iter().map(|&set| places[rank(set)]).collect());
        let edges: Vec<Vec<usize>> = edges.collect();
        let sets_of_anchor = grid.iter().map(|(_, sets)| sets.len()).collect();
        let shape = match last {
            Some(last) if last.edges == edges && last.sets_of_anchor == sets_of_anchor => last,
            _ => Rc::new(ComponentShape::of(sets_of_anchor, edges)?),
        };
        let component = ItemComponent {
            anchors: grid.iter().map(|&(item, _)| item).collect(),
            sets: order.iter().map(|&set| sets.sets[set].clone()).collect(),
            outside: order.iter().map(|&set| std::mem::take(&mut marks.outside[rank(set)])).collect(),
        };
        Some(Self { component, shape })
    }

    fn is_alike(&self, other: &Self) -> bool {
        let (mine, theirs) = (&self.shape, &other.shape);
        Rc::ptr_eq(mine, theirs)
            || mine.sets_of_anchor == theirs.sets_of_anchor
                && mine.configurations == theirs.configurations
                && mine.rivals == theirs.rivals
    }
}

impl ComponentShape {
    /// Returns the shape with these edges, or `None` if it has no configuration or too many.
    fn of(sets_of_anchor: Vec<usize>, edges: Vec<Vec<usize>>) -> Option<Self> {
        let sets = sets_of_anchor.iter().sum();
        let masks: Vec<u64> = (0..sets)
            .map(|set| {
                (0..).zip(&edges).fold(0, |bits, (at, edge)| bits | u64::from(edge.contains(&set)) << at)
            })
            .collect();
        let mut configurations = exact_covers(edges.len(), &masks, MOST_CONFIGURATIONS)?;
        if configurations.is_empty() {
            // There is no cover, which the search finds as well.
            return None;
        }
        for configuration in &mut configurations {
            configuration.sort_unstable();
        }
        configurations.sort_unstable();
        let rivals = |set: usize| {
            let theirs = edges.iter().filter(|edge| edge.contains(&set)).flatten().copied();
            let mut rivals: Vec<usize> = theirs.filter(|&rival| rival != set).collect();
            rivals.sort_unstable();
            rivals.dedup();
            rivals
        };
        let rivals = (0..sets).map(rivals).collect();
        Some(Self { sets_of_anchor, edges, configurations, rivals })
    }
}

impl ComponentClass {
    fn of(matrix: &Matrix, found: Vec<FoundComponents>) -> Self {
        let ComponentShape { sets_of_anchor, configurations, rivals, .. } = &*found[0].shape;
        let (sets_of_anchor, configurations, rivals) =
            (sets_of_anchor.clone(), configurations.clone(), rivals.clone());
        let mut groups: Vec<Vec<ItemComponent>> = Vec::new();
        for FoundComponents { component, .. } in found {
            match groups.iter_mut().find(|group| group[0].outside == component.outside) {
                Some(group) => group.push(component),
                None => groups.push(vec![component]),
            }
        }
        let mut holds = groups.iter().map(|group| hold_of_group(matrix, group));
        let first = holds.next().flatten();
        let hold_of_group = first.filter(|_| holds.all(|hold| hold == first));
        Self {
            sets_of_anchor,
            configurations,
            rivals,
            groups: groups.iter().map(Vec::len).collect(),
            components: groups.into_iter().flatten().collect(),
            hold_of_group,
        }
    }
}

/// Returns the number of sets of a group that hold at each place, if it is the same at all places and known.
fn hold_of_group(matrix: &Matrix, group: &[ItemComponent]) -> Option<usize> {
    let hold_at = |place: usize| {
        let outside = &group[0].outside[place];
        let mut options: Vec<usize> =
            group.iter().flat_map(|component| &component.sets[place]).copied().collect();
        let mut theirs: Vec<usize> =
            outside.iter().flat_map(|&item| &matrix.options_of[item]).copied().collect();
        options.sort_unstable();
        theirs.sort_unstable();
        // The lists are equal and without repetition: the sets partition the options of disjoint items.
        (options == theirs && options.is_sorted_by(|one, other| one < other)).then_some(outside.len())
    };
    let first = hold_at(0)?;
    let is_everywhere = (0..group[0].sets.len()).all(|place| hold_at(place) == Some(first));
    (is_everywhere && first > 0).then_some(first)
}

/// Returns all choices of sets of bits that contain each of the first `bits` bits exactly once, or `None` if
/// there are more than `most` or the search takes too many steps.
fn exact_covers(bits: usize, sets: &[u64], most: usize) -> Option<Vec<Vec<usize>>> {
    let all = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    let mut covers = Vec::new();
    let mut path: Vec<usize> = Vec::new();
    let (mut covered, mut next) = (0u64, 0);
    for _ in 0..MOST_STEPS {
        let free = all & !covered;
        if free == 0 {
            if covers.len() == most {
                return None;
            }
            covers.push(path.clone());
        } else {
            let lowest = free & free.wrapping_neg();
            let fits = |&set: &usize| sets[set] & lowest != 0 && sets[set] & covered == 0;
            if let Some(set) = (next..sets.len()).find(fits) {
                covered |= sets[set];
                path.push(set);
                next = 0;
                continue;
            }
        }
        let Some(set) = path.pop() else { return Some(covers) };
        covered &= !sets[set];
        next = set + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_of_an_edge_are_linked_in_whatever_order_they_come() {
        for sets in [[1, 3, 5], [5, 3, 1], [3, 5, 1], [5, 1, 3]] {
            let components = linked(6, vec![Edge { item: 0, sets: sets.to_vec() }]);
            assert_eq!(components.len(), 1);
            assert_eq!(components[0].0, [1, 3, 5]);
        }
    }

    #[test]
    fn exact_covers_are_all_found() {
        let sets = [0b0011, 0b1100, 0b0101, 0b1010, 0b1111, 0b0001, 0b0110];
        assert_eq!(exact_covers(4, &sets, 9), Some(vec![vec![0, 1], vec![2, 3], vec![4]]));
        assert_eq!(exact_covers(4, &sets, 2), None);
        assert_eq!(exact_covers(2, &[0b01], 9), Some(Vec::new()));
    }

    #[test]
    fn an_edge_links_all_its_sets_in_whatever_order_they_stand() {
        let edges = vec![Edge { item: 0, sets: vec![4, 2, 1] }, Edge { item: 1, sets: vec![3, 0] }];
        let linked = linked(6, edges);
        let sets: Vec<&[usize]> = linked.iter().map(|(sets, _)| &sets[..]).collect();
        assert_eq!(sets, [&[1, 2, 4][..], &[0, 3]]);
    }
}
