//! Checks every engine and every question on a random problem against the covers found by trying all sets of
//! options.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use dlx_core::inner::{
    Cheapest, CountEngine, Counting, Effort, EngineKind, ParallelSearch, Plan, Reduction, Simd, Taxing,
    Twins, components, count, why,
};
use dlx_core::semiring::{Exact, LeastCost, Modulo, Weights};
use dlx_core::text::knuth;
use dlx_core::{
    BigUint, Checkpoint, Count, Cover, Diagram, Givens, Limits, OptionId, Priced, Problem, Rule, Search,
    SetError, Stopped, Uniqueness, Why, check, recount, total,
};

use crate::bytes::Bytes;
use crate::model::Model;

/// Decodes a problem and a choice of questions, and checks their answers.
///
/// # Panics
/// If an answer differs from that of the enumeration.
pub fn agree(data: &[u8]) {
    // The problem is decoded last, so that it can use all remaining bytes.
    let (ask, data) = data.split_at(data.len().min(12));
    let mut ask = Bytes::new(ask);
    let questions = ask.byte();
    let shape = ask.byte();
    let mut bytes = Bytes::new(data);
    if shape & 7 == 7 {
        let model = Model::strip(&mut bytes);
        let Some(expected) = model.count_by_sets() else { return };
        counted(&model, &model.problem(), expected, &mut ask);
        return;
    }
    let model = Model::small(&mut bytes, if shape & 7 == 6 { 20 } else { 11 });
    let Some(covers) = model.covers(&[], &[]) else { return };
    let case = Case { problem: &model.problem(), model: &model, covers: &covers };
    let is_asked = |bit: u8| questions == 0 || questions >> bit & 1 == 1;
    if is_asked(0) {
        case.listed(&mut ask);
    }
    if is_asked(1) {
        case.counts(&mut ask);
    }
    if is_asked(2) {
        case.diagram(&mut ask);
    }
    if is_asked(3) {
        case.cheapest(&mut ask);
    }
    if is_asked(4) {
        case.reduced(&mut ask);
    }
    if is_asked(5) {
        case.paused(&mut ask);
    }
    if is_asked(6) {
        case.given(&mut ask);
    }
    if is_asked(7) {
        case.stopped(&mut ask);
    }
    if shape == 0b0100_0000 {
        case.threads(&mut ask);
    }
}

struct Case<'c> {
    model: &'c Model,
    problem: &'c Problem,
    covers: &'c [Cover],
}

const RULES: [Rule; 4] = [Rule::Fewest, Rule::First, Rule::Preferred, Rule::Random { seed: 7 }];
const EFFORTS: [Effort; 3] = [Effort::Cheap, Effort::Guessed, Effort::Full];
const TAXINGS: [Taxing; 6] =
    [Taxing::None, Taxing::OnePass, Taxing::Improved, Taxing::Everywhere, Taxing::Linear, Taxing::Portfolio];

/// Returns searches with all engines that support this rule, the links first, each with the chosen level of
/// instructions.
fn searches(problem: &Problem, rule: Rule, ask: &mut Bytes<'_>) -> Vec<Search> {
    let simd = ask.pick(&Simd::ALL);
    let plan = Plan::of(problem, rule, &mut Limits::none()).expect("nothing stops it").with_simd(simd);
    let mut searches: Vec<Search> = EngineKind::ALL
        .into_iter()
        .filter_map(|engine| {
            Search::with_plan(problem, &plan.clone().with_engine(engine), &mut Limits::none()).ok()
        })
        .collect();
    searches.extend(Search::with_plan(problem, &plan, &mut Limits::none()).ok());
    searches.push(Search::with_rule(problem, rule, &mut Limits::none()).expect("nothing stops it"));
    searches
}

fn all(search: &mut Search) -> Vec<Cover> {
    search.into_iter().collect()
}

fn sorted(mut covers: Vec<Cover>) -> Vec<Cover> {
    covers.sort();
    covers
}

impl Case<'_> {
    fn number(&self) -> u64 {
        self.covers.len() as u64
    }

    /// Checks that every engine lists each cover once, in the same order for the same rule.
    fn listed(&self, ask: &mut Bytes<'_>) {
        let rule = ask.pick(&RULES);
        let mut order: Option<Vec<Cover>> = None;
        for search in &mut searches(self.problem, rule, ask) {
            let found = all(search);
            match &order {
                Some(order) => assert_eq!(found, *order, "another order than that of the links"),
                None => {
                    for cover in &found {
                        assert_eq!(check(self.problem, cover), Ok(()));
                        assert!(cover.is_sorted(), "a cover is not ascending");
                    }
                    assert_eq!(sorted(found.clone()), self.covers);
                    order = Some(found);
                }
            }
            assert_eq!(search.counters().solutions, self.number());
        }
        // `check` must reject sets that are not covers: each cover with one option less or more.
        for cover in self.covers.iter().take(4) {
            for option in self.problem.options() {
                let mut other = cover.clone();
                match other.iter().position(|&taken| taken == option) {
                    Some(at) => drop(other.remove(at)),
                    None => other.push(option),
                }
                other.sort();
                // Adding or removing an option without primary items may give a valid cover that is not in
                // the list.
                if !self.model.is_idle(option.index()) {
                    assert_eq!(check(self.problem, &other).is_ok(), self.covers.contains(&other));
                }
            }
        }
    }

    /// Checks all ways to count.
    fn counts(&self, ask: &mut Bytes<'_>) {
        let (problem, number) = (self.problem, self.number());
        let big = BigUint::from(number);
        for search in &mut searches(problem, ask.pick(&RULES), ask) {
            assert_eq!(search.count(&mut Limits::none()), Count::Exact(number));
            match (search.uniqueness(&mut Limits::none()), number) {
                (Uniqueness::None, 0) => {}
                (Uniqueness::One(cover), 1) => assert_eq!(cover, self.covers[0]),
                (Uniqueness::Several(one, other), 2..) => {
                    assert!(one != other && self.covers.contains(&one) && self.covers.contains(&other));
                }
                (found, _) => panic!("{found:?} of {number}"),
            }
        }
        assert_eq!(recount(problem, Givens::none(), &mut Limits::none()), Ok(Count::Exact(number)));
        assert_eq!(count(problem, &mut Limits::none()), Count::Exact(big.clone()));
        for engine in CountEngine::ALL {
            if let Ok(counted) = Counting::of(problem).engine(engine).run(&mut Limits::none()) {
                assert_eq!(counted.count, Count::Exact(big.clone()), "{engine}");
            }
        }
        assert_eq!(total(problem, Givens::none(), &Exact, &mut Limits::none()), Ok(big));
        let modulus = 1 + u64::from(ask.byte() % 8);
        let rest =
            total(problem, Givens::none(), &Modulo::new(modulus), &mut Limits::none()).expect("no limits");
        assert_eq!((rest.value, rest.is_none), (number % modulus, number == 0));
        let least =
            total(problem, Givens::none(), &LeastCost(problem), &mut Limits::none()).expect("no limits");
        assert_eq!(least, self.covers.iter().map(|cover| self.model.cost(cover)).min());
        // Small powers of 2, so that the floating-point numbers are exact.
        let weights: Vec<f64> = problem.options().map(|_| f64::from(1 << ask.below(3))).collect();
        let weighed =
            total(problem, Givens::none(), &Weights(&weights), &mut Limits::none()).expect("no limits");
        assert_eq!(weighed, self.weighed(&weights));
    }

    fn weighed(&self, weights: &[f64]) -> Option<f64> {
        let worth = |cover: &Cover| cover.iter().map(|option| weights[option.index()]).product::<f64>();
        (!self.covers.is_empty()).then(|| self.covers.iter().map(worth).sum())
    }

    /// Checks the diagram of all covers, its operations, and its file.
    fn diagram(&self, ask: &mut Bytes<'_>) {
        let problem = self.problem;
        let mut limits = match ask.below(4) {
            // With little memory, another engine may be the one that finishes.
            3 => Limits::none().bytes(1 << (8 + ask.below(10))),
            _ => Limits::none(),
        };
        let Ok(diagram) = Diagram::compile(problem, Givens::none(), &mut limits) else {
            assert!(limits.most_bytes() != usize::MAX, "stopped without a limit");
            return;
        };
        self.is_that_of(&diagram, self.covers);
        let marginals = diagram.marginals();
        for option in problem.options() {
            let holders = self.covers.iter().filter(|cover| cover.contains(&option)).count();
            assert_eq!(marginals[option.index()], BigUint::from(holders));
        }
        let weights: Vec<f64> = problem.options().map(|_| f64::from(1 << ask.below(3))).collect();
        assert_eq!(diagram.total(&Weights(&weights)), Ok(self.weighed(&weights)));
        assert_eq!(diagram.total(&Exact), Ok(BigUint::from(self.number())));
        for (at, cover) in diagram.iter().enumerate().take(8) {
            let place = BigUint::from(at);
            assert_eq!(diagram.nth(&place).as_ref(), Some(&cover));
            assert_eq!(diagram.rank(&cover), Some(place));
            assert!(diagram.contains(&cover));
        }
        assert_eq!(diagram.nth(&BigUint::from(self.number())), None);
        let drawn: Vec<Cover> = diagram.sampler(u64::from(ask.byte())).take(5).collect();
        assert!(drawn.iter().all(|cover| self.covers.contains(cover)));
        assert_eq!(drawn.is_empty(), self.covers.is_empty());
        self.are_cheapest(&diagram.k_best(3, &mut Limits::none()).covers, 3);
        let (forced, forbidden) = (self.some_options(ask), self.some_options(ask));
        let has = |cover: &&Cover| forced.iter().all(|option| cover.contains(option));
        let lacks = |cover: &&Cover| !forbidden.iter().any(|option| cover.contains(option));
        let with: Vec<Cover> = self.covers.iter().filter(has).cloned().collect();
        let without: Vec<Cover> = self.covers.iter().filter(lacks).cloned().collect();
        let both: Vec<Cover> = with.iter().filter(lacks).cloned().collect();
        let one = diagram.given(Givens::none().force(&forced));
        let other = diagram.given(Givens::none().forbid(&forbidden));
        self.is_that_of(&one, &with);
        self.is_that_of(&other, &without);
        self.is_that_of(&diagram.given(Givens::none().force(&forced).forbid(&forbidden)), &both);
        match one.union(&other, &mut Limits::none()) {
            Err(SetError::Free) => assert!(!diagram.is_ordered()),
            union => {
                let either: BTreeSet<Cover> = with.iter().chain(&without).cloned().collect();
                self.is_that_of(&union.expect("one order"), &either.into_iter().collect::<Vec<_>>());
                self.is_that_of(&one.intersection(&other, &mut Limits::none()).expect("one order"), &both);
                let left: Vec<Cover> = with.iter().filter(|cover| !lacks(cover)).cloned().collect();
                self.is_that_of(&one.difference(&other, &mut Limits::none()).expect("one order"), &left);
            }
        }
        if problem.primary_count() == 0 {
            return;
        }
        let mut file = Vec::new();
        diagram.write(&mut file).expect("memory takes it");
        let read = Diagram::read(&file[..]).expect("what was written can be read");
        assert_eq!(read.problem(), problem);
        assert_eq!(read.is_ordered(), diagram.is_ordered());
        self.is_that_of(&read, self.covers);
        let mut again = Vec::new();
        read.write(&mut again).expect("memory takes it");
        assert!(file == again, "read and written again, the file is another");
    }

    fn is_that_of(&self, diagram: &Diagram, covers: &[Cover]) {
        assert_eq!(diagram.count(), BigUint::from(covers.len()));
        assert_eq!(sorted(diagram.iter().collect()), covers);
        assert_eq!(diagram.is_empty(), covers.is_empty());
    }

    fn some_options(&self, ask: &mut Bytes<'_>) -> Vec<OptionId> {
        let count = self.problem.option_count();
        (0..ask.below(3)).filter(|_| count > 0).map(|_| OptionId::new(ask.below(count.min(256)))).collect()
    }

    /// Checks that these are different covers with the right costs, and that no other cover is cheaper.
    fn are_cheapest(&self, found: &[Priced], k: usize) {
        let mut costs: Vec<i128> = self.covers.iter().map(|cover| self.model.cost(cover)).collect();
        costs.sort_unstable();
        costs.truncate(k);
        assert_eq!(found.iter().map(|priced| priced.cost).collect::<Vec<_>>(), costs);
        let different: BTreeSet<&Cover> = found.iter().map(|priced| &priced.cover).collect();
        assert_eq!(different.len(), found.len(), "a cover came twice");
        for Priced { cost, cover } in found {
            assert!(self.covers.contains(cover));
            assert_eq!(self.model.cost(cover), *cost);
        }
    }

    fn cheapest(&self, ask: &mut Bytes<'_>) {
        let k = 1 + ask.below(5);
        let mut search = Cheapest::with_taxing(self.problem, ask.pick(&TAXINGS));
        let best = search.find(k, &mut Limits::none());
        assert_eq!((best.stopped, best.proved), (None, best.covers.len()));
        self.are_cheapest(&best.covers, k);
        assert_eq!(best.lower_bound, best.covers.first().map(|priced| priced.cost));
        if let (Some(floor), Some(cheapest)) = (search.floor(), best.cheapest()) {
            assert!(floor <= cheapest.cost);
        }
        assert!(search.floor().is_some() || best.covers.is_empty());
        let early = search.find(k, &mut Limits::none().nodes(u64::from(ask.byte() % 16)));
        self.are_cheapest(&early.covers[..early.proved], early.proved);
        let least = self.covers.iter().map(|cover| self.model.cost(cover)).min();
        match (early.lower_bound, least) {
            (Some(bound), Some(least)) => assert!(bound <= least),
            (None, least) => assert_eq!(least, None),
            (Some(_), None) => {}
        }
        let (forced, forbidden) = (self.some_options(ask), self.some_options(ask));
        let Some(covers) = self.model.covers(&forced, &forbidden) else { return };
        if search.restart(Givens::none().force(&forced).forbid(&forbidden)).is_ok() {
            let best = search.find(k, &mut Limits::none());
            Case { covers: &covers, ..*self }.are_cheapest(&best.covers, k);
        } else {
            assert!(covers.is_empty());
        }
    }

    /// Checks that the reduced problem has the same covers, that a merged option counts as many times as
    /// options were merged, and that the covers of components can be combined in all ways.
    fn reduced(&self, ask: &mut Bytes<'_>) {
        let reduction = Reduction::of(self.problem, ask.pick(&EFFORTS), &mut Limits::none());
        let restored = |covers: Vec<Cover>| {
            let restore = |cover: &Cover| {
                let mut restored = reduction.restore(cover);
                restored.sort();
                restored
            };
            sorted(covers.iter().map(restore).collect())
        };
        assert_eq!(restored(all(&mut Search::new(reduction.problem()))), self.covers);
        if reduction.unsolvable().is_some() {
            assert!(self.covers.is_empty());
        }
        let twins = Twins::of(self.problem, &mut Limits::none()).expect("nothing stops it");
        let stands_for =
            |cover: &Cover| cover.iter().map(|&option| twins.class(option).len()).product::<usize>();
        let covers = all(&mut Search::new(twins.problem()));
        assert_eq!(covers.iter().map(stands_for).sum::<usize>(), self.covers.len());
        let part = |part: &dlx_core::inner::Component| {
            let mut covers = all(&mut Search::new(part.problem()));
            covers.iter_mut().flatten().for_each(|option| *option = part.original(*option));
            covers
        };
        let mut combined = vec![Cover::new()];
        for covers in
            components(self.problem, &mut Limits::none()).expect("nothing stops it").iter().map(part)
        {
            let with =
                |cover: &Cover| covers.iter().map(|other| [&cover[..], other].concat()).collect::<Vec<_>>();
            combined = combined.iter().flat_map(with).collect();
        }
        combined.iter_mut().for_each(|cover| cover.sort());
        assert_eq!(sorted(combined), self.covers);
    }

    /// Checks that a search that is stopped anywhere continues in another engine, also from the text of its
    /// checkpoint, and in parts.
    fn paused(&self, ask: &mut Bytes<'_>) {
        let rule = ask.pick(&RULES);
        let mut searches = searches(self.problem, rule, ask);
        let order = all(&mut searches[0].clone());
        let (from, to) = (ask.below(searches.len()), ask.below(searches.len()));
        let nodes = u64::from(ask.byte() % 32);
        let before = if ask.flag() {
            let mut limits = Limits::none().nodes(nodes);
            let mut before = Vec::new();
            while let Ok(Some(cover)) = searches[from].next_solution(&mut limits) {
                before.push(cover.to_vec());
            }
            before
        } else {
            (&mut searches[from]).into_iter().take(usize::from(ask.byte() % 16)).collect()
        };
        let checkpoint = searches[from].checkpoint();
        let parts: Vec<Checkpoint> =
            searches[from].split(1 + ask.below(6), &mut Limits::none()).expect("nothing stops it");
        let read: Checkpoint = checkpoint.to_string().parse().expect("what was written can be read");
        assert_eq!(read, checkpoint);
        searches[to].resume(&read, &mut Limits::none()).expect("every engine knows the place");
        assert_eq!(searches[to].checkpoint().to_string().parse(), Ok(searches[to].checkpoint()));
        let rest = all(&mut searches[to]);
        assert_eq!([before.clone(), rest].concat(), order);
        let mut in_parts = before;
        let engines = searches.len();
        for (at, part) in parts.iter().enumerate() {
            let read: Checkpoint = part.to_string().parse().expect("what was written can be read");
            let search = &mut searches[(to + at) % engines];
            search.resume(&read, &mut Limits::none()).expect("every engine knows the part");
            in_parts.extend(all(search));
        }
        assert_eq!(in_parts, order);
    }

    /// Checks forced and forbidden options, in every way to specify them.
    fn given(&self, ask: &mut Bytes<'_>) {
        let problem = self.problem;
        let (forced, forbidden) = (self.some_options(ask), self.some_options(ask));
        let givens = Givens::none().force(&forced).forbid(&forbidden);
        let Some(covers) = self.model.covers(&forced, &forbidden) else { return };
        let case = Case { covers: &covers, ..*self };
        let number = case.number();
        let mut searches = searches(problem, ask.pick(&RULES), ask);
        if searches[0].restart(givens).is_err() {
            assert!(covers.is_empty(), "what is refused has covers");
            // A search has no position then; the others have an answer.
            assert_eq!(recount(problem, givens, &mut Limits::none()), Ok(Count::Exact(0)));
            let counted = Counting::of(problem).givens(givens).run(&mut Limits::none());
            assert_eq!(counted.expect("there are no limits").count, Count::Exact(BigUint::ZERO));
            assert_eq!(total(problem, givens, &Exact, &mut Limits::none()), Ok(BigUint::ZERO));
            let diagram = Diagram::compile(problem, givens, &mut Limits::none()).expect("no limits");
            case.is_that_of(&diagram, &covers);
            assert!(why(problem, givens, &mut Limits::none()).is_err());
            return;
        }
        for search in &mut searches {
            search.restart(givens).expect("the links took them");
            assert_eq!(sorted(all(search)), covers);
            search.restart(Givens::none()).expect("nothing is given");
            search.push();
            for &option in &forced {
                search.force(option).expect("they can be given together");
            }
            for &option in &forbidden {
                search.forbid(option).expect("they can be given together");
            }
            assert_eq!(sorted(all(search)), covers);
            assert!(search.pop());
            assert_eq!(search.count(&mut Limits::none()), Count::Exact(self.number()));
        }
        assert_eq!(recount(problem, givens, &mut Limits::none()), Ok(Count::Exact(number)));
        let counted =
            Counting::of(problem).givens(givens).run(&mut Limits::none()).expect("they can be given");
        assert_eq!(counted.count, Count::Exact(BigUint::from(number)));
        for engine in CountEngine::ALL {
            if let Ok(counted) = Counting::of(problem).givens(givens).engine(engine).run(&mut Limits::none())
            {
                assert_eq!(counted.count, Count::Exact(BigUint::from(number)), "{engine}");
            }
        }
        assert_eq!(total(problem, givens, &Exact, &mut Limits::none()), Ok(BigUint::from(number)));
        let least = total(problem, givens, &LeastCost(problem), &mut Limits::none()).expect("no limits");
        assert_eq!(least, covers.iter().map(|cover| self.model.cost(cover)).min());
        let diagram = Diagram::compile(problem, givens, &mut Limits::none()).expect("no limits");
        case.is_that_of(&diagram, &covers);
        match why(problem, givens, &mut Limits::none()).expect("they can be given") {
            Why::Solvable(mut cover) => {
                cover.sort();
                assert!(covers.contains(&cover));
            }
            Why::Core(core) => {
                assert!(covers.is_empty());
                self.is_core(&core.items, &core.conflicts, &forced, &forbidden);
            }
            Why::Unknown(why) => panic!("stopped without limits: {why}"),
        }
    }

    /// Checks that the items of a core cannot be covered together, even if all other items are unrestricted.
    fn is_core(
        &self,
        items: &[dlx_core::ItemId],
        conflicts: &[dlx_core::ItemId],
        forced: &[OptionId],
        forbidden: &[OptionId],
    ) {
        let is_in = |list: &[dlx_core::ItemId], item: usize| list.iter().any(|id| id.index() == item);
        let mut model = self.model.clone();
        for (item, bounds) in model.bounds.iter_mut().enumerate() {
            if is_in(conflicts, item) {
                bounds.0 = 0;
            } else if !is_in(items, item) {
                *bounds = (0, u32::MAX);
            }
        }
        // A secondary item outside the core may be used in any way.
        for option in &mut model.options {
            option.retain(|&(item, _)| item < self.model.bounds.len() || is_in(conflicts, item));
        }
        // As in the original problem, options without a primary item are used only if they are forced.
        let forbidden: Vec<OptionId> = self
            .problem
            .options()
            .filter(|option| {
                forbidden.contains(option) || self.model.is_idle(option.index()) && !forced.contains(option)
            })
            .collect();
        if let Some(covers) = model.covers(forced, &forbidden) {
            assert!(covers.is_empty(), "the core can be covered: {items:?} {conflicts:?}");
        }
    }

    /// Checks that stopped runs give correct partial answers and can be continued without loss.
    fn stopped(&self, ask: &mut Bytes<'_>) {
        let problem = self.problem;
        let (number, nodes) = (self.number(), u64::from(ask.byte() % 24));
        let solutions = u64::from(ask.byte() % 8);
        let limits = || Limits::none().nodes(nodes).solutions(solutions);
        for search in &mut searches(problem, ask.pick(&RULES), ask) {
            let mut found = 0;
            for round in 0.. {
                let mut limits = if round < 3 { limits() } else { Limits::none() };
                match search.count_rest(&mut limits) {
                    Count::AtLeast(more, _) => found += more,
                    Count::Exact(rest) => {
                        assert_eq!(found + rest, number);
                        break;
                    }
                }
                assert!(found <= number);
            }
        }
        let is_bound = |count: Count<BigUint>| match count {
            Count::Exact(exact) => assert_eq!(exact, BigUint::from(number)),
            Count::AtLeast(least, why) => {
                assert!(least <= BigUint::from(number));
                assert!(why != Stopped::Solutions || least == BigUint::from(solutions));
            }
        };
        is_bound(count(problem, &mut limits()));
        is_bound(
            recount(problem, Givens::none(), &mut limits()).expect("nothing is given").map(BigUint::from),
        );
        for engine in CountEngine::ALL {
            let bytes = 1 << (6 + ask.below(10));
            for mut limits in [limits(), Limits::none().bytes(bytes)] {
                if let Ok(counted) = Counting::of(problem).engine(engine).run(&mut limits) {
                    is_bound(counted.count);
                }
            }
        }
        let reduction = Reduction::of(problem, Effort::Full, &mut limits());
        assert_eq!(Search::new(reduction.problem()).count(&mut Limits::none()), Count::Exact(number));
    }

    /// Checks that several threads list and count the same.
    fn threads(&self, ask: &mut Bytes<'_>) {
        let threads = NonZeroUsize::new(2 + ask.below(2)).expect("2 is not 0");
        let rule = ask.pick(&RULES);
        let order =
            all(&mut Search::with_rule(self.problem, rule, &mut Limits::none()).expect("nothing stops it"));
        for search in &mut searches(self.problem, rule, ask) {
            let skipped: Vec<Cover> = search.into_iter().take(usize::from(ask.byte() % 4)).collect();
            let mut found = skipped;
            let count = ParallelSearch::new(search, threads).for_each(&mut Limits::none(), |cover| {
                found.push(cover.to_vec());
                ControlFlow::Continue(())
            });
            assert!(matches!(count, Count::Exact(_)));
            assert_eq!(found, order);
            assert_eq!(
                ParallelSearch::new(search, threads).count(&mut Limits::none()),
                Count::Exact(self.number())
            );
        }
        let counting = Counting::of(self.problem).threads(threads);
        let counted = counting.run(&mut Limits::none()).expect("nothing is given").count;
        assert_eq!(counted, Count::Exact(BigUint::from(self.number())));
        for engine in CountEngine::ALL {
            if let Ok(counted) = counting.clone().engine(engine).run(&mut Limits::none()) {
                assert_eq!(counted.count, Count::Exact(BigUint::from(self.number())), "{engine}");
            }
        }
    }
}

/// Checks the counts of a larger problem, whose covers are not listed.
fn counted(model: &Model, problem: &Problem, expected: u128, ask: &mut Bytes<'_>) {
    let exact = Count::Exact(BigUint::from(expected));
    assert_eq!(count(problem, &mut Limits::none()), exact);
    for engine in [CountEngine::Frontier, CountEngine::Memo] {
        if let Ok(counted) = Counting::of(problem).engine(engine).run(&mut Limits::none()) {
            assert_eq!(counted.count, exact, "{engine}");
        }
    }
    assert_eq!(total(problem, Givens::none(), &Exact, &mut Limits::none()), Ok(BigUint::from(expected)));
    if expected < 2000 {
        let expected = u64::try_from(expected).expect("it is below 2000");
        for search in &mut searches(problem, Rule::Fewest, ask) {
            assert_eq!(search.count(&mut Limits::none()), Count::Exact(expected));
        }
        assert_eq!(recount(problem, Givens::none(), &mut Limits::none()), Ok(Count::Exact(expected)));
    }
    let diagram = Diagram::compile(problem, Givens::none(), &mut Limits::none()).expect("no limits");
    assert_eq!(diagram.count(), BigUint::from(expected));
    for cover in diagram.iter().take(8).chain(diagram.sampler(u64::from(ask.byte())).take(4)) {
        assert_eq!(check(problem, &cover), Ok(()));
        assert_eq!(diagram.rank(&cover).and_then(|place| diagram.nth(&place)), Some(cover));
    }
    // The covers with an option are those of the items outside it.
    let marginals = diagram.marginals();
    if problem.option_count() > 0 {
        let option = ask.below(problem.option_count().min(256));
        let mut left = model.clone();
        left.options.retain(|other| !other.iter().any(|used| model.options[option].contains(used)));
        left.options.push(model.options[option].clone());
        if let Some(expected) = left.count_by_sets() {
            assert_eq!(marginals[option], BigUint::from(expected));
        }
    }
    let best = diagram.cheapest();
    let least = total(problem, Givens::none(), &LeastCost(problem), &mut Limits::none()).expect("no limits");
    assert_eq!(best.as_ref().map(|priced| priced.cost), least);
    let mut written = Vec::new();
    knuth::write(problem, &mut written).expect("memory takes it");
    assert_eq!(knuth::read(&written[..]).ok().as_ref(), Some(problem));
}
