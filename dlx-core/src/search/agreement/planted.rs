//! Problems of up to 2,600 options with planted covers, which reach every class of tables of the engines on bits at
//! every level of vector instructions. Random problems that shrink have a few options only.

use dlx_simd::Simd;
use quickcheck::Gen;

use super::{branching_nodes_within, hybrid, links, walk};
use crate::control::limits::Limits;
use crate::control::rule::Rule;
use crate::engine::Engine;
use crate::engine::bitset::{self, Bitset};
use crate::engine::bitslice::{self, Bitslice};
use crate::engine::driver::Driver;
use crate::problem::Problem;
use crate::problem::givens::Givens;
use crate::search::Search;

/// Number of branching nodes that are compared. The naive engine looks at every option at every node.
const NODES: u64 = 60;

/// Number of secondary items.
const SECONDARIES: usize = 6;

fn below(g: &mut Gen, limit: usize) -> usize {
    *g.choose(&(0..limit).collect::<Vec<_>>()).expect("the limit is not 0")
}

fn shuffle<T>(g: &mut Gen, list: &mut [T]) {
    for last in (1..list.len()).rev() {
        list.swap(last, below(g, last + 1));
    }
}

/// Returns the items in random groups of this size, and maybe a smaller one: a cover.
fn partition(g: &mut Gen, items: usize, size: usize) -> Vec<Vec<usize>> {
    let mut list: Vec<usize> = (0..items).collect();
    shuffle(g, &mut list);
    list.chunks(size).map(<[usize]>::to_vec).collect()
}

/// Returns the problem with these options in random order, of which the first `planted` are a cover. Options get
/// colored uses of secondary items, upon which those of the cover agree.
fn problem(g: &mut Gen, items: usize, options: Vec<Vec<usize>>, planted: usize) -> Problem {
    let mut options: Vec<Vec<String>> = options
        .into_iter()
        .enumerate()
        .map(|(at, option)| {
            let mut uses: Vec<String> = option.iter().map(|item| format!("p{item}")).collect();
            if below(g, 3) == 0 {
                let item = below(g, SECONDARIES);
                let color = if at < planted { 1 } else { below(g, 4) };
                uses.push(if color == 0 { format!("s{item}") } else { format!("s{item}:{color}") });
            }
            uses
        })
        .collect();
    shuffle(g, &mut options);
    let primaries: Vec<String> = (0..items).map(|item| format!("p{item}")).collect();
    let secondaries: Vec<String> = (0..SECONDARIES).map(|item| format!("s{item}")).collect();
    let mut builder = Problem::builder();
    builder.primary(primaries.iter().map(String::as_str)).secondary(secondaries.iter().map(String::as_str));
    for option in &options {
        builder.option(option);
    }
    builder.build().expect("what is planted is a problem")
}

/// Returns a problem with this many options of `size` items, or fewer items.
fn of_size(g: &mut Gen, options: usize, items: usize, size: usize) -> Problem {
    let mut list = partition(g, items, size);
    let planted = list.len();
    while list.len() < options {
        let mut all = partition(g, items, size);
        all.truncate(options - list.len());
        list.extend(all);
    }
    list.truncate(options);
    problem(g, items, list, planted)
}

/// Returns a problem of which each item has this many options.
fn of_layers(g: &mut Gen, items: usize, layers: usize, size: usize) -> Problem {
    let list: Vec<Vec<usize>> = (0..layers).flat_map(|_| partition(g, items, size)).collect();
    problem(g, items, list, items.div_ceil(size))
}

/// Walks the first `nodes` nodes of a tree with an engine that only branches, at every level of instructions that
/// the machine has, and compares them with the naive engine and the links. Returns the number of covers.
fn check(problem: &Problem, nodes: u64, engine: impl Fn(Simd) -> Box<dyn Engine>) -> u64 {
    let (levels, solutions) = branching_nodes_within(problem, Givens::none(), nodes);
    let expected: Vec<_> = links(problem, Rule::Fewest)
        .into_iter()
        .take(usize::try_from(solutions).expect("there are few"))
        .collect();
    for simd in Simd::ALL.into_iter().filter(|level| level.is_available()) {
        let mut search = Search::over(Driver::new(problem, Rule::Fewest, engine(simd)));
        let walked = walk(&mut search, &mut Limits::none().nodes(nodes));
        assert_eq!(walked.covers, expected, "{simd}");
        assert_eq!(walked.levels, levels, "{simd}");
        search.rewind();
        let counted = search.count(&mut Limits::none().nodes(nodes));
        assert_eq!((counted.at_least(), search.levels()), (solutions, &levels[..]), "{simd}");
    }
    solutions
}

#[test]
fn every_class_of_option_sets_walks_the_branches_of_the_same_tree() {
    let g = &mut Gen::from_size_and_seed(4, 1_972_045);
    let mut covers = 0;
    for (options, items) in bitset::classes().map(|(width, breadth)| (64 * width, 64 * breadth)) {
        let class = bitset::class_of(options, items);
        for size in [items / 40 + 2, items / 20 + 2, items / 10 + 2] {
            let (options, items) = (options - below(g, 8), items - below(g, 8));
            assert_eq!(bitset::class_of(options, items), class, "this class is reached");
            let problem = of_size(g, options, items, size);
            assert_eq!((problem.option_count(), problem.primary_count()), (options, items));
            covers += check(&problem, NODES, |simd| {
                Box::new(Bitset::new(&problem, Rule::Fewest, simd, &mut Limits::none()).expect("it fits"))
            });
        }
    }
    assert!(covers > 20, "{covers}");
}

#[test]
fn what_is_below_few_items_is_counted_as_it_is_listed_in_every_class() {
    let g = &mut Gen::from_size_and_seed(4, 1_972_048);
    let mut covers = 0;
    for options in bitset::classes().map(|(width, _)| 64 * width) {
        for items in 3..7 {
            let options = options - below(g, 8);
            let problem = of_size(g, options, items, 2);
            // The limits are reached at different nodes.
            for nodes in [NODES, 300, 3000] {
                covers += check(&problem, nodes, |simd| {
                    Box::new(Bitset::new(&problem, Rule::Fewest, simd, &mut Limits::none()).expect("it fits"))
                });
            }
        }
    }
    assert!(covers > 20, "{covers}");
}

#[test]
fn problems_larger_than_every_class_are_handed_over_and_list_the_same_covers() {
    let g = &mut Gen::from_size_and_seed(4, 1_972_047);
    let mut covers = 0;
    for (options, items) in [(2600, 64), (1600, 130), (800, 700)] {
        assert_eq!(bitset::class_of(options, items), None);
        for size in [items / 20 + 2, items / 10 + 2] {
            let problem = of_size(g, options, items, size);
            let [mut expected, mut found] = [
                links(&problem, Rule::Fewest),
                hybrid(&problem, Rule::Fewest).expect("it takes the problem"),
            ];
            let [expected, found] = [&mut expected, &mut found]
                .map(|search| walk(search, &mut Limits::none().solutions(20).nodes(20_000)));
            let common = expected.covers.len().min(found.covers.len());
            assert_eq!(expected.covers[..common], found.covers[..common]);
            covers += common;
        }
    }
    assert!(covers > 20, "{covers}");
}

#[test]
fn every_shape_of_item_sets_walks_the_branches_of_the_same_tree() {
    let g = &mut Gen::from_size_and_seed(4, 1_972_046);
    let mut covers = 0;
    for (words, slots) in bitslice::shapes() {
        for size in [4, 8, 16] {
            let items = 64 * words - below(g, 8);
            let problem = of_layers(g, items, slots, size);
            let bitslice = |simd| {
                let engine = Bitslice::new(&problem, Rule::Fewest, simd, &mut Limits::none());
                engine.expect("the shape is for this problem")
            };
            assert_eq!(bitslice(Simd::Portable).shape(), (words, slots), "this shape is reached");
            covers += check(&problem, NODES, |simd| Box::new(bitslice(simd)));
        }
    }
    assert!(covers > 20, "{covers}");
}
