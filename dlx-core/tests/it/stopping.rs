//! Every construction asks its limits: the question is asked before the first node, often enough, and what was stopped
//! there can be continued.
//!
//! The tests count questions, so that a busy machine changes nothing.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use dlx_core::inner::{
    Cheapest, CountEngine, Counting, EngineError, EngineKind, LearningSearch, ParallelSearch, Plan, Twins,
    components, obstacle, why,
};
use dlx_core::semiring::Modulo;
use dlx_core::{
    Best, CheckpointError, Count, Diagram, Givens, Limits, OptionId, Problem, Rule, Search, Stopped,
    Symmetries, Why, lint, recount, total,
};

/// Greatest number of uses between two questions while a table is built in one pass. A use takes some nanoseconds.
const USES: usize = 1 << 17;

/// A problem whose parts are one pair of items each, with an option for both: one cover, or as many as there are ways to
/// choose among `repeated` options that occur twice.
fn pairs(count: usize, repeated: usize, colored: bool) -> Problem {
    let mut builder = Problem::builder();
    let items: Vec<_> =
        (0..2 * count).map(|item| builder.add_primary(format!("i{item}")).expect("a new name")).collect();
    let shared = builder.add_secondary("shared").expect("a new name");
    for (number, pair) in items.chunks(2).enumerate() {
        for _ in 0..if number < repeated { 2 } else { 1 } {
            let mut mentions: Vec<dlx_core::Mention<'_>> = pair.iter().map(|&item| item.into()).collect();
            if colored {
                mentions.push((shared, "red").into());
            }
            builder.add_option(mentions).expect("different items");
            builder.add_cost(1).expect("a cost");
        }
    }
    builder.build().expect("a problem")
}

/// A problem of items that share all options with others, in which no item is forced.
fn chain(count: usize) -> Problem {
    let mut builder = Problem::builder();
    let items: Vec<_> =
        (0..count).map(|item| builder.add_primary(format!("i{item}")).expect("a new name")).collect();
    for start in 0..count {
        for length in 1..=3 {
            if let Some(some) = items.get(start..start + length) {
                builder.add_option(some.iter().copied()).expect("different items");
            }
        }
    }
    builder.build().expect("a problem")
}

/// An operation; returns the limit that stopped it.
type Verb = fn(&Problem, &mut Limits<'_>) -> Option<Stopped>;

fn of_count<N>(count: Count<N>) -> Option<Stopped> {
    count.exact().err()
}

fn searched(problem: &Problem, rule: Rule, limits: &mut Limits<'_>) -> Option<Stopped> {
    Search::with_rule(problem, rule, limits).and_then(|mut search| search.first(limits)).err()
}

fn planned(problem: &Problem, engine: EngineKind, limits: &mut Limits<'_>) -> Option<Stopped> {
    let plan = Plan::by(engine, Rule::default());
    match Search::with_plan(problem, &plan, limits) {
        Ok(mut search) => search.first(limits).err(),
        Err(EngineError::Stopped(why)) => Some(why),
        Err(EngineError::Unsupported(why)) => panic!("{why}"),
    }
}

fn counted(problem: &Problem, engine: CountEngine, limits: &mut Limits<'_>) -> Option<Stopped> {
    of_count(Counting::of(problem).engine(engine).run(limits).expect("nothing is given").count)
}

/// Operations that build something from a problem before they enter a node.
const VERBS: &[(&str, Verb)] = &[
    ("search", |problem, limits| Search::new(problem).first(limits).err()),
    ("count", |problem, limits| of_count(Search::new(problem).count(limits))),
    ("search with a rule", |problem, limits| searched(problem, Rule::First, limits)),
    ("learning search", |problem, limits| {
        LearningSearch::new(problem, &mut Limits::none())
            .expect("nothing stops it")
            .next_solution(limits)
            .err()
    }),
    ("resuming", |problem, limits| {
        let position = Search::new(problem).checkpoint();
        let resumed = Search::new(problem).resume(&position, limits);
        CheckpointError::without_limit(resumed).err()
    }),
    ("splitting", |problem, limits| Search::new(problem).split(4, limits).err()),
    ("links", |problem, limits| planned(problem, EngineKind::Links, limits)),
    ("bitset", |problem, limits| planned(problem, EngineKind::Bitset, limits)),
    ("listing with two threads", |problem, limits| {
        let two = NonZeroUsize::new(2).expect("two");
        let mut search = Search::new(problem);
        of_count(ParallelSearch::new(&mut search, two).for_each(limits, |_| ControlFlow::Continue(())))
    }),
    ("counting", |problem, limits| {
        of_count(Counting::of(problem).run(limits).expect("nothing is given").count)
    }),
    ("counting by search", |problem, limits| counted(problem, CountEngine::Search, limits)),
    ("counting by frontier", |problem, limits| counted(problem, CountEngine::Frontier, limits)),
    ("counting by memo", |problem, limits| counted(problem, CountEngine::Memo, limits)),
    ("recount", |problem, limits| of_count(recount(problem, Givens::none(), limits).expect("nothing"))),
    ("total", |problem, limits| {
        total(problem, Givens::none(), &Modulo::new(97), limits).err().map(|_| Stopped::Asked)
    }),
    ("diagram", |problem, limits| {
        Diagram::compile(problem, Givens::none(), limits).err().map(|_| Stopped::Asked)
    }),
    ("cheapest", |problem, limits| Cheapest::new(problem).find(1, limits).stopped),
    ("plan", |problem, limits| Plan::of(problem, Rule::default(), limits).err()),
    ("estimate", |problem, limits| Search::new(problem).estimate(3, 1, limits).stopped),
    ("why", |problem, limits| match why(problem, Givens::none(), limits) {
        Ok(Why::Unknown(why)) => Some(why),
        _ => None,
    }),
    ("symmetries", |problem, limits| Symmetries::of(problem, limits).err()),
    ("components", |problem, limits| components(problem, limits).err()),
    ("twins", |problem, limits| Twins::of(problem, limits).err()),
    ("lint", |problem, limits| lint(problem, limits).err()),
    ("obstacle", |problem, limits| obstacle(problem, limits).err()),
];

/// Problems of many uses.
fn large() -> Vec<(&'static str, Problem)> {
    vec![
        ("pairs", pairs(60_000, 3, false)),
        ("colored pairs", pairs(60_000, 3, true)),
        ("chain", chain(30_000)),
    ]
}

#[test]
fn every_construction_asks_its_limits_before_the_first_node() {
    for (problem_name, problem) in large() {
        assert!(problem.use_count() > USES / 2, "it is large");
        for (name, verb) in VERBS {
            let mut nodes = None;
            let mut limits = Limits::none().ask(u64::MAX, |progress| {
                nodes.get_or_insert(progress.counters().nodes);
                ControlFlow::Break(())
            });
            let stopped = verb(&problem, &mut limits);
            drop(limits);
            assert_eq!(stopped, Some(Stopped::Asked), "{name} of {problem_name}");
            assert_eq!(nodes, Some(0), "{name} of {problem_name}: nodes before the first question");
        }
    }
}

/// Returns limits that stop at the question with this number.
fn stopping_at(number: usize) -> Limits<'static> {
    let mut asked = 0;
    Limits::none().ask(u64::MAX, move |_| {
        asked += 1;
        if asked < number { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}

#[test]
fn a_search_that_was_stopped_while_its_tables_were_built_can_be_continued() {
    let problem = pairs(60_000, 3, false);
    for rule in [Rule::Fewest, Rule::First] {
        let mut search = Search::with_rule(&problem, rule, &mut Limits::none()).expect("nothing stops it");
        let mut stops = 0;
        let count = loop {
            stops += 1;
            match search.count_rest(&mut stopping_at(stops)) {
                Count::AtLeast(0, Stopped::Asked) => assert!(stops < 1000, "{rule}: it goes on"),
                count => break count,
            }
        };
        assert!(stops > 1, "{rule}: nothing was asked");
        let rest = match count {
            Count::Exact(_) => 0,
            Count::AtLeast(..) => search.count_rest(&mut Limits::none()).exact().expect("nothing stops it"),
        };
        assert_eq!(count.at_least() + rest, 8, "{rule}");
        assert_eq!(search.count(&mut Limits::none()), Count::Exact(8), "{rule}");
    }
}

#[test]
fn a_search_begins_where_it_was_told_to_after_its_tables_were_not_built() {
    let problem = pairs(60_000, 3, false);
    let mut search = Search::new(&problem);
    let first = OptionId::new(0);
    assert_eq!(search.count(&mut stopping_at(1)), Count::AtLeast(0, Stopped::Asked));
    search.restart(Givens::none().force(&[first])).expect("there is no conflict");
    assert_eq!(search.count(&mut stopping_at(1)), Count::AtLeast(0, Stopped::Asked));
    // Givens and assumptions hold for the tables that are built later.
    search.push();
    search.force(OptionId::new(2)).expect("there is no conflict");
    assert_eq!(search.count(&mut stopping_at(1)), Count::AtLeast(0, Stopped::Asked));
    assert_eq!(search.count(&mut Limits::none()), Count::Exact(2));
    assert!(search.pop());
    assert_eq!(search.count(&mut Limits::none()), Count::Exact(4));
}

#[test]
fn the_cheapest_covers_are_found_after_the_taxes_were_not() {
    let problem = pairs(20_000, 3, false);
    let mut cheapest = Cheapest::new(&problem);
    let Best { covers, lower_bound, stopped, .. } = cheapest.find(1, &mut stopping_at(2));
    assert!(covers.is_empty());
    assert_eq!((lower_bound, stopped), (Some(0), Some(Stopped::Asked)));
    let best = cheapest.find(1, &mut Limits::none());
    assert_eq!(best.covers[0].cost, 20_000);
    assert_eq!(best.stopped, None);
}

#[test]
fn a_search_that_was_stopped_on_its_way_to_a_position_is_at_the_root() {
    let problem = pairs(60_000, 3, false);
    // All items are levels of the path.
    let mut search = Search::with_rule(&problem, Rule::First, &mut Limits::none()).expect("nothing stops it");
    search.next_solution(&mut Limits::none()).expect("nothing stops it").expect("there is a cover");
    let position = search.checkpoint();
    let mut resumed =
        Search::with_rule(&problem, Rule::First, &mut Limits::none()).expect("nothing stops it");
    for stop in [1, 1000] {
        assert_eq!(resumed.resume(&position, &mut stopping_at(stop)), Err(Stopped::Asked.into()));
        assert_eq!(resumed.count_rest(&mut Limits::none()), Count::Exact(8));
    }
    assert_eq!(resumed.resume(&position, &mut Limits::none()), Ok(()));
    assert_eq!(resumed.count_rest(&mut Limits::none()), Count::Exact(7));
}

#[test]
fn splitting_asks_at_each_branch_of_a_large_problem() {
    let problem = pairs(60_000, 3, false);
    let search = Search::with_rule(&problem, Rule::First, &mut Limits::none()).expect("nothing stops it");
    for stop in [1, 2, 10] {
        assert_eq!(search.split(8, &mut stopping_at(stop)), Err(Stopped::Asked));
    }
    let parts = search.split(8, &mut Limits::none()).expect("nothing stops it");
    assert_eq!(parts.len(), 8);
}

#[test]
fn a_listing_up_to_symmetry_that_was_stopped_on_its_way_begins_again() {
    let problem = chain(10_000);
    let symmetries = Symmetries::of(&problem, &mut Limits::none()).expect("nothing stops it");
    assert_eq!(symmetries.order().to_string(), "2");
    let mut listing = symmetries.representatives();
    let mut next = || listing.next_representative(&mut Limits::none()).expect("nothing stops it");
    let (first, second) = (next().expect("a cover"), next().expect("another one"));
    let position = listing.checkpoint().expect("the symmetries are few");
    for stop in [1, 2] {
        let mut other = symmetries.representatives();
        assert_eq!(other.resume(&position, &mut stopping_at(stop)), Err(Stopped::Asked.into()));
        assert_eq!(other.split(8, &mut stopping_at(stop)), Err(Stopped::Asked));
        assert_eq!(other.found(), 0);
        let again =
            other.next_representative(&mut Limits::none()).expect("nothing stops it").expect("a cover");
        assert_eq!(again, first);
        assert_eq!(other.resume(&position, &mut Limits::none()), Ok(()));
        let third =
            other.next_representative(&mut Limits::none()).expect("nothing stops it").expect("a cover");
        assert!(third != first && third != second);
    }
}

#[test]
fn a_learning_search_goes_on_after_its_restart_was_stopped() {
    let problem = pairs(60_000, 3, false);
    let mut search = LearningSearch::new(&problem, &mut Limits::none()).expect("nothing stops it");
    for stop in [1, 2] {
        search.restart(Givens::none().force(&[OptionId::new(0)])).expect("there is no conflict");
        assert_eq!(search.next_solution(&mut stopping_at(stop)), Err(Stopped::Asked));
    }
    let mut covers = 0;
    while search.next_solution(&mut Limits::none()).expect("nothing stops it").is_some() {
        covers += 1;
    }
    assert_eq!(covers, 4);
}

/// Pairs of items, and three items that need one of two others each.
fn crowded(count: usize) -> Problem {
    let mut builder = Problem::builder();
    let name = |builder: &mut dlx_core::ProblemBuilder, name: String| {
        builder.add_primary(&name).expect("a new name")
    };
    let items: Vec<_> = (0..2 * count).map(|item| name(&mut builder, format!("i{item}"))).collect();
    let crowd: Vec<_> = (0..3).map(|item| name(&mut builder, format!("c{item}"))).collect();
    let places: Vec<_> =
        ["here", "there"].iter().map(|place| builder.add_secondary(place).expect("a new name")).collect();
    for pair in items.chunks(2) {
        builder.add_option(pair.iter().copied()).expect("different items");
    }
    for (item, place) in crowd.iter().flat_map(|item| places.iter().map(move |place| (*item, *place))) {
        builder.add_option([item, place]).expect("different items");
    }
    builder.build().expect("a problem")
}

#[test]
fn the_parts_of_a_reason_ask_while_they_are_built() {
    let problem = crowded(20_000);
    // Those of searches report nodes.
    let mut asked = 0;
    let mut limits = Limits::none().ask(u64::MAX, |progress| {
        asked += usize::from(progress.counters().nodes == 0);
        ControlFlow::Continue(())
    });
    let Ok(Why::Core(core)) = why(&problem, Givens::none(), &mut limits) else { panic!("there is no cover") };
    drop(limits);
    assert_eq!((core.items.len(), core.conflicts.len()), (3, 2));
    assert!(asked > 300, "{asked} questions");
}

#[test]
fn the_size_of_tables_that_were_not_built_is_known_at_once() {
    let problem = pairs(60_000, 3, false);
    let mut search = Search::new(&problem);
    assert_eq!(search.count(&mut stopping_at(1)), Count::AtLeast(0, Stopped::Asked));
    assert_eq!((search.size().live_options, search.size().arena_nodes), (60_003, 0));
    assert_eq!(search.count(&mut Limits::none()), Count::Exact(8));
    assert!(search.size().arena_nodes > 0);
    assert_eq!(Cheapest::new(&problem).size().arena_nodes, 0);
}

#[test]
fn threads_that_enter_few_nodes_for_a_long_time_are_stopped() {
    let problem = dlx_instances::langford::problem(20).expect("a problem");
    let mut alone = 0;
    let mut limits = Limits::none().nodes(1).ask(u64::MAX, |_| {
        alone += 1;
        ControlFlow::Continue(())
    });
    counted(&problem, CountEngine::Frontier, &mut limits);
    drop(limits);
    // The question is not due after any number of nodes. It is asked while the threads work, which they do for longer
    // than between some questions before the memory is used up.
    let mut asked = 0;
    let mut limits = Limits::none().bytes(1 << 28).ask(u64::MAX, |_| {
        asked += 1;
        if asked > alone + 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let threads = NonZeroUsize::new(2).expect("two");
    let counting = Counting::of(&problem).engine(CountEngine::Frontier).threads(threads);
    let counted = counting.run(&mut limits).expect("nothing is given");
    assert_eq!(of_count(counted.count), Some(Stopped::Asked));
}
