//! Tests every operation of a diagram against the list of its covers. The diagrams are built from such lists,
//! with or without an order, with or without products.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use dlx_instances::queens::{self, Board};
use dlx_instances::region::Region;
use dlx_instances::{assignment, dominoes, langford};
use num_bigint::BigUint;
use quickcheck::{Arbitrary, Gen};

use super::{Branch, Diagram, DiagramBuilder, NodeId, NodeKind};
use crate::cheapest::{Best, Priced};
use crate::control::answers::Cover;
use crate::control::limits::{Limits, Stopped};
use crate::count::semiring::{Exact, LeastCost, Modulo};
use crate::instances;
use crate::problem::check::check;
use crate::problem::givens::Givens;
use crate::problem::ids::OptionId;
use crate::problem::{ItemKind, Problem};
use crate::search::Search;

mod files;
mod numbers;
#[path = "../../tests/random/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "another test module has it too, and uses more of it")]
mod random;
mod sets;

use random::{Rich, hold, pick};

/// Returns all covers in ascending order.
fn covers_of(problem: &Problem) -> Vec<Cover> {
    let mut covers: Vec<Cover> = Search::new(problem).into_iter().collect();
    covers.sort();
    covers
}

/// Returns the order of the options by number, ascending or descending.
fn order_of(problem: &Problem, is_backwards: bool) -> Arc<[u32]> {
    let count = u32::try_from(problem.option_count()).expect("it is small");
    if is_backwards { (0..count).rev().collect() } else { (0..count).collect() }
}

/// Returns the ordered diagram of a list of covers.
fn ordered(problem: &Problem, covers: &[Cover], order: Arc<[u32]>) -> Diagram {
    let mut sorted: Vec<Cover> = covers.to_vec();
    for cover in &mut sorted {
        cover.sort_by_key(|option| order[option.index()]);
    }
    sorted.sort_by_key(|cover| cover.iter().map(|option| order[option.index()]).collect::<Vec<_>>());
    let mut builder = DiagramBuilder::new(usize::MAX);
    let root = trie(&mut builder, &sorted, 0);
    builder.finish(problem, root, Some(order), &mut Limits::none()).expect("there are no limits")
}

/// Returns the node of covers that have their first `depth` options in common.
fn trie(builder: &mut DiagramBuilder, covers: &[Cover], depth: usize) -> NodeId {
    let Some(first) = covers.first() else { return NodeId::NONE };
    let ended = covers.iter().take_while(|cover| cover.len() == depth).count();
    let mut node = if first.len() == depth { NodeId::EMPTY } else { NodeId::NONE };
    for group in covers[ended..].chunk_by(|one, other| one[depth] == other[depth]).rev() {
        let hi = trie(builder, group, depth + 1);
        node = builder.node(group[0][depth], node, hi).expect("there is no limit");
    }
    node
}

/// Returns a diagram of a list of covers that branches on options in random order.
fn free(builder: &mut DiagramBuilder, covers: &[Cover], random: &mut Gen) -> NodeId {
    let options: BTreeSet<OptionId> = covers.iter().flatten().copied().collect();
    let options: Vec<OptionId> = options.into_iter().collect();
    let Some(&option) = random.choose(&options) else {
        return if covers.is_empty() { NodeId::NONE } else { NodeId::EMPTY };
    };
    let (with, without): (Vec<Cover>, Vec<Cover>) =
        covers.iter().cloned().partition(|cover| cover.contains(&option));
    let with: Vec<Cover> = with.into_iter().map(|cover| without_option(&cover, option)).collect();
    let lo = free(builder, &without, random);
    let hi = free(builder, &with, random);
    builder.node(option, lo, hi).expect("there is no limit")
}

fn without_option(cover: &[OptionId], option: OptionId) -> Cover {
    cover.iter().copied().filter(|&other| other != option).collect()
}

/// Returns a diagram of each cover of one list combined with each of the other: the product is below some
/// branches of the first list.
fn mixed(builder: &mut DiagramBuilder, covers: &[Cover], others: &[Cover], random: &mut Gen) -> NodeId {
    let option = covers.iter().flatten().next().copied();
    match option.filter(|_| bool::arbitrary(random)) {
        None => {
            let (one, other) = (free(builder, covers, random), free(builder, others, random));
            builder.product(one, other).expect("there is no limit")
        }
        Some(option) => {
            let (with, without): (Vec<Cover>, Vec<Cover>) =
                covers.iter().cloned().partition(|cover| cover.contains(&option));
            let with: Vec<Cover> = with.iter().map(|cover| without_option(cover, option)).collect();
            let lo = mixed(builder, &without, others, random);
            let hi = mixed(builder, &with, others, random);
            builder.node(option, lo, hi).expect("there is no limit")
        }
    }
}

/// Returns a problem that consists of two independent ones.
fn side_by_side(problems: [&Problem; 2]) -> Problem {
    let mut builder = Problem::builder();
    for kind in [ItemKind::Primary, ItemKind::Secondary] {
        for (side, problem) in problems.iter().enumerate() {
            for item in problem.items().filter(|&item| problem.kind(item) == kind) {
                let name = format!("{}.{side}", problem.name(item));
                let bounds = problem.bounds(item);
                match kind {
                    ItemKind::Primary => builder.bounded(&name, bounds.low..=bounds.high),
                    ItemKind::Secondary => builder.secondary([name.as_str()]),
                };
            }
        }
    }
    for (side, problem) in problems.iter().enumerate() {
        for option in problem.options() {
            let uses = problem.weighted_uses(option).map(|(used, weight)| {
                let weight = if weight > 1 { format!("={weight}") } else { String::new() };
                let color = problem.color_name(used.color).map_or(weight, |color| format!(":{color}"));
                format!("{}.{side}{color}", problem.name(used.item))
            });
            builder.option(uses.collect::<Vec<_>>()).cost(problem.cost(option));
        }
    }
    builder.build().expect("the two were problems")
}

/// Returns a diagram with products of a problem that consists of two independent ones, and its covers.
fn product(one: &Problem, other: &Problem, random: &mut Gen) -> (Diagram, Vec<Cover>) {
    let problem = side_by_side([one, other]);
    let shifted = |cover: Cover| -> Cover {
        cover.iter().map(|option| OptionId::new(option.index() + one.option_count())).collect()
    };
    let (covers, others) = (covers_of(one), covers_of(other).into_iter().map(shifted).collect::<Vec<_>>());
    let mut builder = DiagramBuilder::new(usize::MAX);
    let root = mixed(&mut builder, &covers, &others, random);
    let pairs = covers.iter().flat_map(|cover| others.iter().map(|other| [&cover[..], other].concat()));
    let diagram = builder.finish(&problem, root, None, &mut Limits::none()).expect("there are no limits");
    (diagram, pairs.collect())
}

/// Returns the diagram of a problem whose items are all primary and covered once, item after item, as the
/// frontier engine compiles it.
fn by_items(problem: &Problem) -> Diagram {
    let mut by_first = vec![Vec::new(); problem.item_count()];
    for option in problem.options() {
        let first = problem.uses(option).iter().map(|used| used.item).min().expect("an option has items");
        by_first[first.index()].push(option);
    }
    let mut order = vec![0; problem.option_count()];
    for (place, option) in by_first.iter().flatten().enumerate() {
        order[option.index()] = u32::try_from(place).expect("it is small");
    }
    let mut builder = DiagramBuilder::new(usize::MAX);
    let mut known = HashMap::new();
    let root =
        cover_first(problem, &by_first, &mut vec![false; problem.item_count()], &mut known, &mut builder);
    builder.finish(problem, root, Some(order.into()), &mut Limits::none()).expect("there are no limits")
}

fn cover_first(
    problem: &Problem,
    by_first: &[Vec<OptionId>],
    covered: &mut Vec<bool>,
    known: &mut HashMap<Vec<bool>, NodeId>,
    builder: &mut DiagramBuilder,
) -> NodeId {
    let Some(item) = covered.iter().position(|&is_covered| !is_covered) else { return NodeId::EMPTY };
    if let Some(&node) = known.get(covered) {
        return node;
    }
    let mut node = NodeId::NONE;
    for &option in by_first[item].iter().rev() {
        if problem.uses(option).iter().all(|used| !covered[used.item.index()]) {
            problem.uses(option).iter().for_each(|used| covered[used.item.index()] = true);
            let hi = cover_first(problem, by_first, covered, known, builder);
            problem.uses(option).iter().for_each(|used| covered[used.item.index()] = false);
            node = builder.node(option, node, hi).expect("there is no limit");
        }
    }
    known.insert(covered.clone(), node);
    node
}

fn domino(rows: usize, columns: usize) -> Problem {
    instances::problem(dominoes::problem(&Region::rectangle(rows, columns).expect("a region")))
}

/// Panics unless the diagram agrees with the list of covers.
fn says_the_same(diagram: &Diagram, covers: &[Cover], picks: &[u8], others: &[u8]) {
    let problem = diagram.problem();
    let listed: Vec<Cover> = diagram.iter().collect();
    assert_eq!(diagram.covers(4).collect::<Vec<_>>(), listed, "with few tails");
    let as_set: BTreeSet<&Cover> = covers.iter().collect();
    assert_eq!(listed.iter().collect::<BTreeSet<_>>(), as_set);
    assert_eq!(listed.len(), covers.len());
    assert_eq!(diagram.count(), covers.len().into());
    assert_eq!(diagram.is_empty(), covers.is_empty());

    let mut lending = diagram.iter();
    for (place, cover) in listed.iter().enumerate() {
        let mut path = lending.next_path().expect("there are as many").to_vec();
        path.sort_unstable();
        assert_eq!(path, *cover);
        assert_eq!(diagram.nth(&place.into()).as_ref(), Some(cover));
        let backwards: Cover = cover.iter().rev().copied().collect();
        assert_eq!(diagram.rank(&backwards), Some(place.into()));
        assert!(diagram.contains(&backwards));
        for near in near_covers(problem, cover) {
            let is_in = as_set.contains(&near);
            assert_eq!((diagram.contains(&near), diagram.rank(&near).is_some()), (is_in, is_in), "{near:?}");
        }
    }
    assert_eq!(lending.next_path(), None);
    assert_eq!(diagram.nth(&covers.len().into()), None);
    assert_eq!(diagram.contains(&[]), as_set.contains(&Cover::new()));

    let branches = diagram.branches(usize::MAX).expect("they are few");
    let mut sets = vec![BTreeSet::new(), BTreeSet::from([Cover::new()])];
    for &Branch { option, lo, hi } in &branches {
        let with = sets[hi as usize].iter().map(|cover: &Cover| {
            let mut cover = cover.clone();
            cover.insert(cover.partition_point(|&other| other < option), option);
            cover
        });
        sets.push(sets[lo as usize].iter().cloned().chain(with).collect());
    }
    if branches.is_empty() {
        assert!(covers.iter().all(Vec::is_empty));
    } else {
        assert_eq!(sets.last(), Some(&as_set.iter().map(|&cover| cover.clone()).collect()));
        assert_eq!(diagram.branches(branches.len() / 2), None);
    }

    let has = |option| covers.iter().filter(|cover| cover.contains(&option)).count();
    let marginals: Vec<BigUint> = problem.options().map(|option| has(option).into()).collect();
    assert_eq!(diagram.marginals(), marginals);
    for (option, probability) in problem.options().zip(diagram.probabilities()) {
        let (part, all) = (u32::try_from(has(option)), u32::try_from(covers.len().max(1)));
        let expected = f64::from(part.expect("it is small")) / f64::from(all.expect("it is small"));
        assert!((probability - expected).abs() < 1e-15, "{probability} {expected}");
    }

    assert_eq!(diagram.total(&Exact), Ok(covers.len().into()));
    let modulo = diagram.total(&Modulo::new(3)).expect("it fits");
    assert_eq!((modulo.value, modulo.is_none), (covers.len() as u64 % 3, covers.is_empty()));
    says_the_same_of_costs(diagram, covers);

    let (forced, forbidden) = (pick(problem, picks), pick(problem, others));
    let left = diagram.given(Givens::none().force(&forced).forbid(&forbidden));
    let kept = covers.iter().filter(|cover| {
        forced.iter().all(|option| cover.contains(option))
            && !forbidden.iter().any(|option| cover.contains(option))
    });
    assert_eq!(left.iter().collect::<BTreeSet<_>>(), kept.cloned().collect());
    assert!(left.len() <= diagram.len());
    assert_eq!(left.is_ordered(), diagram.is_ordered());
    for option in problem.options() {
        let with = diagram.with(option);
        assert!(with.iter().all(|cover| cover.contains(&option)));
        assert_eq!(with.count(), has(option).into());
        assert_eq!(with.count() + diagram.without(option).count(), covers.len().into());
    }
}

/// Returns sets of options that differ from the cover: one option less, one more, one replaced, and one
/// listed twice.
fn near_covers(problem: &Problem, cover: &[OptionId]) -> Vec<Cover> {
    let mut near = vec![[cover, &[OptionId::new(problem.option_count())]].concat()];
    for &option in cover {
        near.push(without_option(cover, option));
        near.push([cover, &[option]].concat());
    }
    for option in problem.options().filter(|option| !cover.contains(option)) {
        let mut more = [cover, &[option]].concat();
        more.sort_unstable();
        near.extend(cover.iter().map(|&old| without_option(&more, old)));
        near.push(more);
    }
    near
}

fn says_the_same_of_costs(diagram: &Diagram, covers: &[Cover]) {
    let problem = diagram.problem();
    // The costs of the problem, and others that distinguish most covers.
    let other = |option: OptionId| (option.index() as i128 + 3).pow(3) % 37 - 9;
    for is_other in [false, true] {
        let cost = |option| if is_other { other(option) } else { problem.cost(option) };
        let mut costs: Vec<i128> = covers.iter().map(|cover| cover.iter().copied().map(cost).sum()).collect();
        costs.sort_unstable();
        for k in [0, 1, 2, 3, 7, covers.len(), covers.len() + 1] {
            let by_option: Vec<i128> = problem.options().map(cost).collect();
            let best = diagram.ranked(k, &by_option, &mut Limits::none()).covers;
            let found: Vec<i128> = best.iter().map(|priced| priced.cost).collect();
            assert_eq!(found, costs[..k.min(costs.len())]);
            assert!(best.is_sorted());
            for priced in &best {
                assert_eq!(priced.cover.iter().copied().map(cost).sum::<i128>(), priced.cost);
                assert!(covers.contains(&priced.cover));
            }
            assert_eq!(best.iter().collect::<BTreeSet<_>>().len(), best.len());
        }
    }
    let least = covers.iter().map(|cover| problem.cost_of(cover)).min();
    assert_eq!(diagram.cheapest().map(|priced| priced.cost), least);
    assert_eq!(diagram.total(&LeastCost(problem)), Ok(least));
}

#[test]
fn ordered_and_free_diagrams_say_what_the_list_of_covers_says() {
    fn property(sketch: Rich, is_backwards: bool, picks: Vec<u8>, others: Vec<u8>) {
        let problem = sketch.problem();
        let covers = covers_of(&problem);
        let diagram = ordered(&problem, &covers, order_of(&problem, is_backwards));
        assert!(diagram.is_ordered());
        says_the_same(&diagram, &covers, &picks, &others);
        if !is_backwards {
            assert_eq!(diagram.iter().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>(), covers);
        }
        let mut builder = DiagramBuilder::new(usize::MAX);
        let root = free(&mut builder, &covers, &mut Gen::from_size_and_seed(10, 1));
        says_the_same(
            &builder.finish(&problem, root, None, &mut Limits::none()).expect("there are no limits"),
            &covers,
            &picks,
            &others,
        );
    }
    hold(400, property as fn(_, _, _, _));
}

#[test]
fn diagrams_with_products_say_what_the_list_of_covers_says() {
    fn property(one: Rich, other: Rich, picks: Vec<u8>, others: Vec<u8>, seed: u64) {
        let (one, other) = (one.problem(), other.problem());
        let (diagram, covers) = product(&one, &other, &mut Gen::from_size_and_seed(10, seed));
        says_the_same(&diagram, &covers, &picks, &others);
        assert!(
            covers.is_empty()
                || covers_of(diagram.problem()) == {
                    let mut sorted = covers.clone();
                    sorted.sort();
                    sorted
                }
        );
    }
    hold(200, property as fn(_, _, _, _, _));
}

#[test]
fn published_instances_say_what_the_list_of_covers_says() {
    let problems = [
        instances::problem(queens::problem(6, Board::Plain)),
        instances::problem(langford::problem(4)),
        domino(4, 4),
    ];
    for (problem, count) in problems.iter().zip([4, 2, 36]) {
        let covers = covers_of(problem);
        assert_eq!(covers.len(), count);
        says_the_same(&ordered(problem, &covers, order_of(problem, true)), &covers, &[1, 7], &[3]);
    }
    let (queens, dominoes) = (&problems[0], &problems[2]);
    let (diagram, covers) = product(queens, dominoes, &mut Gen::from_size_and_seed(10, 5));
    assert_eq!(covers.len(), 144);
    says_the_same(&diagram, &covers, &[], &[2]);
}

#[test]
fn in_an_order_covers_come_lexicographically_and_the_first_option_varies_last() {
    let problem = domino(4, 4);
    let covers = covers_of(&problem);
    assert_eq!(ordered(&problem, &covers, order_of(&problem, false)).iter().collect::<Vec<_>>(), covers);
}

#[test]
fn a_problem_without_covers_and_one_with_the_empty_cover_have_no_nodes() {
    let problem = domino(3, 3);
    let none = ordered(&problem, &[], order_of(&problem, false));
    says_the_same(&none, &[], &[1], &[]);
    let empty = DiagramBuilder::new(usize::MAX)
        .finish(&problem, NodeId::EMPTY, None, &mut Limits::none())
        .expect("there are no limits");
    says_the_same(&empty, &[Cover::new()], &[], &[1]);
    assert_eq!((none.len(), empty.len()), (0, 0));
    assert_eq!(none.sampler(1).draw(), None);
    assert_eq!(empty.sampler(1).draw(), Some(&[][..]));
}

#[test]
fn the_cheapest_covers_within_limits_are_the_first_of_all() {
    // These costs distinguish most of the 120 assignments.
    let costs =
        (0..5).map(|row| (0..5).map(|column| Some((5 * row + column + 2_u64).pow(3) % 1009)).collect());
    let problem = instances::problem(assignment::problem(&costs.collect()));
    let diagram = ordered(&problem, &covers_of(&problem), order_of(&problem, false));
    let costs = |covers: &[Priced]| covers.iter().map(|priced| priced.cost).collect::<Vec<_>>();
    let all = costs(&diagram.k_best(200, &mut Limits::none()).covers);
    assert_eq!(all.len(), 120);
    let is_start = |best: &Best| {
        let count = best.covers.len();
        costs(&best.covers) == all[..count] && best.proved == count && best.lower_bound == Some(all[0])
    };
    let mut most = 0;
    let whole = (0..).map(|kib| kib * 1024).find(|&bytes| {
        let best = diagram.k_best(200, &mut Limits::none().bytes(bytes));
        assert!(is_start(&best) && best.covers.len() >= most);
        most = best.covers.len();
        assert_eq!(best.stopped.is_none(), most == 120);
        best.stopped.inspect(|why| assert_eq!(*why, Stopped::Memory)).is_none()
    });
    assert!(whole.is_some_and(|bytes| bytes > 10_000));
    let best = diagram.k_best(200, &mut Limits::none().solutions(5));
    assert!(is_start(&best) && best.covers.len() == 5 && best.stopped == Some(Stopped::Solutions));
    let mut asked = 0;
    let mut limits = Limits::none().ask(10, |progress| {
        asked += 1;
        assert_eq!(progress.counters().solutions, 10 * asked - 1);
        if asked < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let best = diagram.k_best(200, &mut limits);
    assert!(is_start(&best) && best.covers.len() == 29 && best.stopped == Some(Stopped::Asked));
}

#[test]
fn nodes_are_made_once_and_those_out_of_reach_are_dropped() {
    let problem = domino(2, 2);
    let mut builder = DiagramBuilder::new(usize::MAX);
    let [first, second] = [0, 1].map(OptionId::new);
    let node = builder.node(second, NodeId::NONE, NodeId::EMPTY).expect("there is no limit");
    assert_eq!(builder.node(second, NodeId::NONE, NodeId::EMPTY), Ok(node));
    assert_eq!(builder.node(first, node, NodeId::NONE), Ok(node));
    let waste = builder.node(first, NodeId::EMPTY, node).expect("there is no limit");
    let root = builder.node(first, NodeId::NONE, node).expect("there is no limit");
    assert_eq!(builder.product(waste, NodeId::NONE), Ok(NodeId::NONE));
    assert_eq!(builder.product(NodeId::EMPTY, waste), Ok(waste));
    let diagram = builder.finish(&problem, root, None, &mut Limits::none()).expect("there are no limits");
    assert_eq!(diagram.len(), 2);
    assert_eq!(diagram.iter().collect::<Vec<_>>(), [vec![first, second]]);
}

#[test]
fn a_drawing_has_a_label_for_each_node_and_no_line_to_no_cover() {
    let (diagram, _) = product(&domino(2, 2), &domino(2, 2), &mut Gen::from_size_and_seed(10, 5));
    let mut dot = Vec::new();
    diagram.write_dot(&mut dot).expect("memory takes everything");
    let dot = String::from_utf8(dot).expect("it is text");
    assert_eq!(dot.matches("label=").count(), diagram.len() + 1);
    assert!(!dot.contains("-> 0") && dot.contains("style=dashed") && dot.contains("shape=box"));
    assert!(dot.starts_with("digraph covers {\n") && dot.ends_with("}\n"));
}
