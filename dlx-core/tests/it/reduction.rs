//! Tests that a reduction preserves the covers, one to one: on random small problems with colors, bounds and
//! costs, against the enumeration of all sets of options, and on the files of `testdata`.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::collections::BTreeSet;

use dlx_core::inner::{Effort, Reduction};
use dlx_core::inner::{ItemReason, Reason, Removal, Twins, components, count};
use dlx_core::text::knuth;
use dlx_core::{
    BigUint, Color, Count, Cover, ItemId, ItemKind, Limits, OptionId, Problem, Search, Stopped, Use, check,
};

use crate::random::{Rich, hold};

use crate::corpus;

use crate::naive;

/// Returns true if these options together do not exceed the upper bound of any item.
fn is_compatible(problem: &Problem, options: &[OptionId]) -> bool {
    problem.items().all(|item| {
        let colors = colors(problem, options, item);
        match problem.kind(item) {
            ItemKind::Primary => times(problem, options, item) <= u64::from(problem.bounds(item).high),
            ItemKind::Secondary => {
                colors.len() <= 1 || colors.iter().all(|&color| color != Color::NONE && color == colors[0])
            }
        }
    })
}

/// Returns how often these options cover an item.
fn times(problem: &Problem, options: &[OptionId], item: ItemId) -> u64 {
    options.iter().map(|&option| u64::from(problem.weight(option, item))).sum()
}

fn colors(problem: &Problem, options: &[OptionId], item: ItemId) -> Vec<Color> {
    let uses = options.iter().flat_map(|&option| problem.uses(option));
    uses.filter(|used| used.item == item).map(|used| used.color).collect()
}

/// Returns all covers, each ascending.
fn enumerated(problem: &Problem) -> BTreeSet<Cover> {
    naive::covers(problem, &[], &[]).into_iter().collect()
}

fn ascending(mut cover: Cover) -> Cover {
    cover.sort();
    cover
}

const EFFORTS: [Effort; 3] = [Effort::Cheap, Effort::Guessed, Effort::Full];

/// The forced option has the highest number, and the cover of the rest is passed in descending order.
#[test]
fn a_restored_cover_ascends_wherever_its_forced_options_stand() {
    let mut builder = Problem::builder();
    builder.primary(["a", "b", "c"]).option(["b"]).option(["b"]).option(["c"]).option(["c"]).option(["a"]);
    let problem = builder.build().expect("a problem");
    for effort in EFFORTS {
        let reduction = Reduction::of(&problem, effort, &mut Limits::none());
        assert_eq!(reduction.forced().collect::<Vec<_>>(), [OptionId::new(4)]);
        for mut cover in enumerated(reduction.problem()) {
            cover.reverse();
            let restored = reduction.restore(&cover);
            assert!(restored.is_sorted() && restored.len() == 3, "{restored:?}");
        }
    }
}

#[test]
fn covers_of_the_reduced_problem_are_those_of_the_original() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let expected = enumerated(&problem);
        for effort in EFFORTS {
            let reduction = Reduction::of(&problem, effort, &mut Limits::none());
            let reduced = enumerated(reduction.problem());
            let restored: BTreeSet<Cover> = reduced.iter().map(|cover| reduction.restore(cover)).collect();
            assert_eq!(restored, expected, "{effort:?}");
            assert_eq!(restored.len(), reduced.len(), "{effort:?}: two covers restored alike");
            let forced: Vec<OptionId> = reduction.forced().collect();
            for cover in &reduced {
                let cost = reduction.problem().cost_of(cover) + problem.cost_of(&forced);
                assert_eq!(cost, problem.cost_of(&reduction.restore(cover)));
            }
            if reduction.unsolvable().is_some() {
                assert_eq!(reduced.len(), 0);
                assert!(reduction.is_complete());
            }
        }
    }
    hold(20_000, property as fn(_));
}

/// Returns true if a reason is correct when these options are forced and those are removed.
fn is_true(problem: &Problem, removal: &Removal<'_>, forced: &[OptionId], gone: &[OptionId]) -> bool {
    let option = removal.option();
    let fits = |others: &[OptionId]| is_compatible(problem, &[forced, others].concat());
    let uses = |option, item| problem.uses(option).iter().any(|used| used.item == item);
    let with = |item: ItemId| {
        let is_left = move |other: &OptionId| uses(*other, item) && !gone.contains(other);
        problem.options().filter(is_left)
    };
    match removal.reason() {
        Reason::Idle => problem.idle_options().any(|idle| idle == option),
        Reason::Full { item } => uses(option, item) && !fits(&[option]),
        Reason::Conflict { forced: other, over, needed_by } => {
            let is_over = uses(option, over) && uses(other, over) && uses(other, needed_by);
            is_over && forced.contains(&other) && !fits(&[option])
        }
        Reason::Starves { item } => {
            let is_left =
                |&other: &OptionId| other == option || forced.contains(&other) || fits(&[option, other]);
            let left: Vec<OptionId> = with(item).filter(is_left).collect();
            times(problem, &left, item) < u64::from(problem.bounds(item).low)
        }
        Reason::Displaces { item, shared } => {
            let mut others = with(item).filter(|other| !forced.contains(other));
            uses(option, shared) && others.all(|other| uses(other, shared) && !fits(&[option, other]))
        }
        other => panic!("{other:?} is not judged here"),
    }
}

#[test]
fn every_option_is_kept_forced_or_removed_with_a_true_reason() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let reduction = Reduction::of(&problem, Effort::Full, &mut Limits::none());
        if reduction.unsolvable().is_some() {
            return;
        }
        let forced: Vec<OptionId> = reduction.forced().collect();
        let mut accounted = forced.clone();
        accounted.extend(reduction.removed().map(|removal| removal.option()));
        accounted.extend(reduction.problem().options().map(|option| reduction.original(option)));
        assert_eq!(ascending(accounted), problem.options().collect::<Vec<_>>());

        let mut gone: Vec<OptionId> = Vec::new();
        for removal in reduction.removed() {
            // Forced options are listed in the order found, but not how many were found before this removal.
            let is_true =
                (0..=forced.len()).any(|count| is_true(&problem, &removal, &forced[..count], &gone));
            assert!(is_true, "{removal}");
            gone.push(removal.option());
        }
    }
    hold(20_000, property as fn(_));
}

#[test]
fn dropped_items_have_true_reasons() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let reduction = Reduction::of(&problem, Effort::Full, &mut Limits::none());
        if reduction.unsolvable().is_some() {
            return;
        }
        let reduced = reduction.problem();
        let mut accounted: BTreeSet<ItemId> =
            reduced.items().map(|item| problem.item(reduced.name(item)).expect("names stay")).collect();
        for dropped in reduction.dropped() {
            assert!(accounted.insert(dropped.item()), "{dropped}: it is there twice");
            match dropped.reason() {
                ItemReason::OneColor => assert_eq!(problem.kind(dropped.item()), ItemKind::Secondary),
                ItemReason::Slack => assert_eq!(problem.kind(dropped.item()), ItemKind::Primary),
                ItemReason::Implied { by } => assert_ne!(by, dropped.item()),
                _ => {}
            }
        }
        assert_eq!(accounted.len(), problem.item_count());
        for option in reduced.options() {
            assert!(reduced.idle_options().all(|idle| idle != option), "an option became idle");
        }
    }
    hold(5000, property as fn(_));
}

#[test]
fn a_full_reduction_reduces_no_further() {
    fn property(sketch: Rich) {
        let once = Reduction::of(&sketch.problem(), Effort::Full, &mut Limits::none());
        if once.unsolvable().is_none() {
            let twice = Reduction::of(once.problem(), Effort::Full, &mut Limits::none());
            assert!(twice.is_unchanged(), "{:?}", twice.removed().map(|r| r.to_string()).collect::<Vec<_>>());
        }
    }
    hold(5000, property as fn(_));
}

#[test]
fn a_reduction_stopped_anywhere_keeps_the_covers() {
    fn property(sketch: Rich, nodes: u8) {
        let problem = sketch.problem();
        let most = u64::from(nodes % 16);
        let mut limits = Limits::none().nodes(most);
        let reduction = Reduction::of(&problem, Effort::Full, &mut limits);
        let restored: BTreeSet<Cover> =
            enumerated(reduction.problem()).iter().map(|cover| ascending(reduction.restore(cover))).collect();
        assert_eq!(restored, enumerated(&problem));
        match reduction.stopped() {
            Some(why) => {
                assert_eq!((why, limits.nodes_left()), (Stopped::Nodes, 0));
                assert!(!reduction.is_complete());
            }
            None => assert!(reduction.is_complete()),
        }
    }
    hold(5000, property as fn(_, _));
}

#[test]
fn twins_weigh_as_much_as_the_options_they_merge() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let twins = Twins::of(&problem, &mut Limits::none()).expect("nothing stops it");
        let weight = |cover: &Cover| cover.iter().map(|&option| twins.class(option).len()).product::<usize>();
        let total: usize = enumerated(twins.problem()).iter().map(weight).sum();
        assert_eq!(total, enumerated(&problem).len());
        let mut members: Cover = twins.problem().options().flat_map(|o| twins.class(o).to_vec()).collect();
        members.sort();
        assert_eq!(members, problem.options().collect::<Vec<_>>());
        for option in twins.problem().options() {
            let class = twins.class(option);
            assert!(class.iter().all(|&other| problem.cost(other) >= twins.problem().cost(option)));
        }
    }
    hold(5000, property as fn(_));
}

#[test]
fn covers_are_the_products_of_the_covers_of_the_components() {
    fn property(sketch: Rich) {
        let problem = sketch.problem();
        let parts = components(&problem, &mut Limits::none()).expect("nothing stops it");
        let mut covers: BTreeSet<Cover> = BTreeSet::from([Cover::new()]);
        for part in &parts {
            let own = enumerated(part.problem());
            let extended = covers.iter().flat_map(|cover| {
                own.iter().map(|more| {
                    let more = more.iter().map(|&option| part.original(option));
                    ascending(cover.iter().copied().chain(more).collect())
                })
            });
            covers = extended.collect();
        }
        assert_eq!(covers, enumerated(&problem));
    }
    hold(5000, property as fn(_));
}

#[test]
fn counting_in_every_way_gives_the_number_of_covers() {
    fn property(sketch: Rich, most: u8) {
        let problem = sketch.problem();
        let covers = enumerated(&problem).len() as u64;
        assert_eq!(count(&problem, &mut Limits::none()), Count::Exact(covers.into()));
        let most = u64::from(most % 8);
        let mut limits = Limits::none().solutions(most);
        match count(&problem, &mut limits) {
            Count::Exact(found) => assert_eq!(found, covers.into()),
            Count::AtLeast(found, why) => {
                assert_eq!((found, why), (most.into(), Stopped::Solutions));
                assert!(most <= covers);
            }
        }
        assert_eq!(limits.solutions_left(), most - covers.min(most));
    }
    hold(5000, property as fn(_, _));
}

/// Returns independent copies of a problem.
fn copies(text: &str, times: usize) -> Problem {
    let one = knuth::read(text.as_bytes()).expect("the text is a problem");
    let mut builder = Problem::builder();
    let name = |item, copy: usize| format!("{}_{copy}", one.name(item));
    let primary = |&item: &ItemId| one.kind(item) == ItemKind::Primary;
    for copy in 0..times {
        for item in one.items().filter(primary) {
            builder.primary([&*name(item, copy)]);
        }
    }
    for copy in 0..times {
        for item in one.items().filter(|item| !primary(item)) {
            builder.secondary([&*name(item, copy)]);
        }
        for option in one.options() {
            let mention = |used: &Use| match one.color_name(used.color) {
                Some(color) => format!("{}:{color}", name(used.item, copy)),
                None => name(used.item, copy),
            };
            builder.option(one.uses(option).iter().map(mention).collect::<Vec<_>>());
        }
    }
    builder.build().expect("copies have names of their own")
}

/// It has three covers.
const THREE: &str = "a b c | x\na x\na\nb\nb x\nc b\nc\nc x\n";

#[test]
fn parts_are_counted_one_by_one() {
    let one = Search::new(&copies(THREE, 1)).count(&mut Limits::none()).exact().expect("there is no limit");
    let problem = copies(THREE, 20);
    assert_eq!(count(&problem, &mut Limits::none()), Count::Exact(one.pow(20).into()));
    let mut limits = Limits::none().solutions(1_000_000);
    assert_eq!(count(&problem, &mut limits), Count::AtLeast(1_000_000u32.into(), Stopped::Solutions));
    assert_eq!(limits.solutions_left(), 0);
}

#[test]
fn a_number_of_more_than_64_bits_is_exact() {
    for bits in [63, 64, 65, 300] {
        let problem = copies("a\na\na\n", bits);
        let covers = BigUint::from(1u32) << bits;
        assert_eq!(count(&problem, &mut Limits::none()), Count::Exact(covers));
    }
}

#[test]
fn counts_of_files_are_as_answered() {
    for (name, covers) in [
        ("bell10", 115_975_u64),
        ("langford11", 35_584),
        ("queens12", 14_200),
        ("match12", 10_395),
        ("pent3x20", 8),
    ] {
        let problem = corpus::problem(name);
        assert_eq!(count(&problem, &mut Limits::none()), Count::Exact(covers.into()), "{name}");
        let reduction = Reduction::of(&problem, Effort::Full, &mut Limits::none());
        let found = Search::new(reduction.problem()).count(&mut Limits::none());
        assert_eq!(found, Count::Exact(covers), "{name}, reduced");
    }
}

#[test]
fn covers_of_reduced_files_are_covers_of_the_files() {
    for name in ["pent3x20", "queens12", "sudoku16", "debruijn3_3"] {
        let problem = corpus::problem(name);
        let reduction = Reduction::of(&problem, Effort::Full, &mut Limits::none());
        for cover in Search::new(reduction.problem()).into_iter().take(100) {
            assert_eq!(check(&problem, &reduction.restore(&cover)), Ok(()), "{name}");
        }
    }
}

#[test]
fn reasons_read_as_sentences() {
    let read = |text: &str| knuth::read(text.as_bytes()).expect("the text is a problem");
    let reasons = |problem: &Problem| -> Vec<String> {
        Reduction::of(problem, Effort::Full, &mut Limits::none())
            .removed()
            .map(|removal| removal.to_string())
            .collect()
    };
    let problem = read("a b c | x\nx\nb c\na b\nc\nc x\n");
    assert_eq!(
        reasons(&problem),
        [
            "option 0 `x`: it uses no primary item",
            "option 1 `b c`: in conflict over item `b` with option 2, without which item `a` has too few",
        ]
    );
    // Each option of p uses c.
    let problem = read("p q c\np c\np c q\nc q\nq\n");
    let removed = reasons(&problem);
    assert_eq!(
        removed[0],
        "option 2 `c q`: every option of item `p` uses item `c`, and cannot share it with this one"
    );
    // With option `a`, both options of b are excluded.
    let problem = read("a b | x y\na x y\na\nb x\nb y\na x\nb\n");
    assert_eq!(reasons(&problem), Vec::<String>::new());
    let problem = read("a b | x y\na x y\na\na\nb x\nb y\n");
    assert_eq!(reasons(&problem), ["option 0 `a x y`: choosing it would leave too few options for item `b`"]);
    let problem = read("a 0|z\na z\na\na\n");
    assert_eq!(reasons(&problem), ["option 0 `a z`: item `z` may not be covered"]);
}

#[test]
fn an_item_that_cannot_be_covered_is_named() {
    let problem = knuth::read("a b c\na b\nb c\n".as_bytes()).expect("the text is a problem");
    let reduction = Reduction::of(&problem, Effort::Cheap, &mut Limits::none());
    let item = reduction.unsolvable().expect("there is no cover");
    assert_eq!(reduction.problem().item_count(), 1);
    assert_eq!(reduction.problem().name(ItemId::new(0)), problem.name(item));
    assert_eq!(reduction.problem().option_count(), 0);
}

#[test]
fn an_option_of_an_item_that_need_not_be_covered_stays_free() {
    let problem = knuth::read("a 0:1|z\na\nz\n".as_bytes()).expect("the text is a problem");
    let reduction = Reduction::of(&problem, Effort::Full, &mut Limits::none());
    assert_eq!(enumerated(reduction.problem()).len(), 2);
}
