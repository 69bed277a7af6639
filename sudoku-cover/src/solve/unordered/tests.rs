//! Tests of the unordered engine against the ordered search, on problems that contain components.

use std::collections::BTreeSet;

use dlx_core::inner::Simd;
use dlx_core::{Cover, Givens, Limits, OptionId, Problem, Search, check};
use dlx_simd::Line;
use quickcheck::Gen;

use super::deduce::{self, Deduced, Scratch};
use super::layout::{Packing, SlotIndex};
use super::numbers::{narrow, wide};
use super::tables::UnorderedTables;
use super::tuning::Tuning;
use super::{SearchEnd, Unordered};

mod planted;
mod shapes;

use planted::{Planted, PlantedShape, below, random};

/// Short runs, so that small problems take several.
const SHORT_RUNS: Tuning = Tuning { nodes_of_first_run: 16, ..Tuning::DEFAULT };

/// With this tuning, a single component is a class.
const EACH_CLASS: Tuning = Tuning { fewest_components: 1, ..Tuning::DEFAULT };

/// Greatest number of nodes of a problem in a test.
const MOST_NODES: u64 = 40_000;

/// Returns the number of covers with these givens, or `None` if counting them takes too many nodes.
fn expected(problem: &Problem, given: &[OptionId]) -> Option<u64> {
    let mut search = Search::new(problem);
    match search.restart(Givens::none().force(given)) {
        Ok(()) => search.count(&mut Limits::none().nodes(MOST_NODES)).exact().ok(),
        Err(_) => Some(0),
    }
}

/// Returns the tables of a problem whose items are not given by rank.
fn tables_of(problem: &Problem) -> UnorderedTables {
    let tables = UnorderedTables::new(problem, 0, EACH_CLASS, &mut Limits::none());
    tables.expect("there are no limits").expect("it is small")
}

fn engine(problem: &Problem, tuning: Tuning, simd: Simd) -> Unordered {
    let unordered = Unordered::with_tuning(tuning, problem, 0, simd, &mut Limits::none());
    unordered.expect("there are no limits").expect("it is small")
}

/// Begins a question about the covers that contain these options.
fn begin(unordered: &mut Unordered, given: &[OptionId]) {
    let numbers = unordered.work.begin(unordered.tables.tuning);
    numbers.extend(given.iter().map(|option| narrow(option.index())));
}

/// Returns the first or second cover found.
fn cover(unordered: &Unordered, number: usize) -> Cover {
    let (tables, row) = (&*unordered.tables, &unordered.work.solutions[number]);
    let options = tables.places.iter().map(|&place| tables.number_at(tables.slot_of(row, place), place));
    let mut cover: Cover = options.map(OptionId::new).collect();
    cover.sort_unstable();
    cover.dedup();
    cover
}

/// The cases that have occurred.
#[derive(Debug, Default)]
struct Seen {
    questions: u64,
    with_classes: u64,
    without_covers: u64,
    unique: u64,
    fruitful: u64,
    branched_on_components: u64,
    gave_up: u64,
    packings: BTreeSet<String>,
}

impl Seen {
    fn add(&mut self, unordered: &Unordered, count: u64) {
        self.questions += 1;
        self.with_classes += u64::from(!unordered.tables.classes.is_empty());
        self.without_covers += u64::from(count == 0);
        self.unique += u64::from(count == 1);
        self.fruitful += u64::from(unordered.work.fruitful() > 0);
        self.gave_up += u64::from(unordered.work.has_given_up(unordered.tables.tuning));
        self.packings.insert(format!("{:?}", unordered.tables.form.packing));
    }
}

/// Puts a question to the engine in one call and in many, and checks the covers that it shows.
fn ask(unordered: &mut Unordered, problem: &Problem, given: &[OptionId], expected: u64, seen: &mut Seen) {
    begin(unordered, given);
    assert_eq!(unordered.go_on(u64::MAX, u64::MAX), SearchEnd::End);
    assert_eq!(unordered.found(), expected, "covers with {given:?}");
    let whole = unordered.counters();
    let covers: Vec<Cover> = (0..unordered.shown()).map(|number| cover(unordered, number)).collect();
    assert_eq!(covers.len() as u64, expected.min(2));
    for cover in &covers {
        assert_eq!(check(problem, cover), Ok(()));
        assert!(given.iter().all(|option| cover.contains(option)));
    }
    assert!(covers.len() < 2 || covers[0] != covers[1]);
    seen.add(unordered, expected);
    begin(unordered, given);
    let (mut wanted, mut has_branched) = (1, false);
    loop {
        match unordered.go_on(wanted, 1) {
            SearchEnd::End => break,
            SearchEnd::Enough => {
                assert_eq!(unordered.found(), wanted);
                wanted += 1;
            }
            SearchEnd::Spent => assert!(unordered.found() < wanted),
        }
        has_branched |= unordered.work.is_branching_on_a_component();
    }
    assert_eq!(unordered.counters(), whole, "in pieces");
    seen.branched_on_components += u64::from(has_branched);
}

/// Puts questions to engines of all levels of instructions, with all classes and with large classes only, in
/// registers and in memory.
fn ask_all(g: &mut Gen, planted: &Planted, percents: &[usize], seen: &mut Seen) {
    let (padded, pad) = planted.clone().padded();
    for (planted, pad) in [(planted, None), (&padded, Some(pad))] {
        let problem = planted.problem();
        let levels = Simd::ALL.into_iter().filter(|level| level.is_available());
        let kinds = levels.flat_map(|level| [(1, level), (16, level)]);
        let mut engines: Vec<Unordered> = kinds
            .map(|(fewest, level)| {
                let tuning = Tuning { fewest_components: fewest, ..SHORT_RUNS };
                engine(&problem, tuning, level)
            })
            .collect();
        assert!(pad.is_none() || matches!(engines[0].tables.form.packing, Packing::Lines(_)));
        for &percent in percents {
            let mut given = planted.given(g, percent);
            if below(g, 4) == 0 {
                given.push(OptionId::new(below(g, problem.option_count() - 17 * usize::from(pad.is_some()))));
            }
            given.extend(pad);
            let Some(expected) = expected(&problem, &given) else { continue };
            for unordered in &mut engines {
                ask(unordered, &problem, &given, expected, seen);
            }
        }
    }
}

#[test]
fn grids_with_items_outside_have_the_covers_of_the_search() {
    let g = &mut random();
    let mut seen = Seen::default();
    for round in 0..24 {
        let (side, share) = [(2, 2), (3, 3), (3, 2), (2, 3), (4, 2), (2, 4)][round % 6];
        let outside = share + usize::from(below(g, 3) == 0);
        let shape = PlantedShape { side, share, outside, groups: 1 + below(g, 3) };
        let mut planted = Planted::grids(g, shape);
        if below(g, 2) == 0 {
            let secondaries = 1 + below(g, 12);
            planted = planted.with_secondaries(g, secondaries);
        }
        if below(g, 4) == 0 {
            planted = planted.with_primaries(g, 3);
        }
        if below(g, 3) == 0 {
            planted = planted.without_some(g, 10);
        }
        if below(g, 4) == 0 {
            planted = planted.without_cover(g);
        }
        let planted = planted.renamed(g).reordered(g);
        ask_all(g, &planted, &[0, 20, 35, 50], &mut seen);
    }
    assert!(seen.with_classes > 300 && seen.without_covers > 50 && seen.unique > 50, "{seen:?}");
    assert!(seen.fruitful > 100 && seen.branched_on_components > 50, "{seen:?}");
    assert!(seen.packings.len() > 2, "{seen:?}");
}

#[test]
fn grids_with_nothing_outside_have_the_covers_of_the_search() {
    let g = &mut random();
    let mut seen = Seen::default();
    for round in 0..32 {
        let (side, share) = [(2, 2), (3, 2), (2, 3), (3, 3)][round % 4];
        // Sometimes more components than fit into a word.
        let groups = [6, 16, 30, 70][round / 4 % 4];
        let planted = Planted::grids(g, PlantedShape { side, share, outside: 0, groups });
        let planted = planted.with_secondaries(g, groups / 2).renamed(g);
        ask_all(g, &planted, &[0, 15, 40, 65], &mut seen);
    }
    assert!(seen.with_classes > 100 && seen.fruitful > 10 && seen.branched_on_components > 5, "{seen:?}");
    assert!(seen.gave_up > 0, "{seen:?}");
    assert!(seen.packings.len() > 3, "{seen:?}");
}

#[test]
fn squares_with_blocks_have_the_covers_of_the_search() {
    let g = &mut random();
    let mut seen = Seen::default();
    for (high, wide, percents) in [
        (2, 2, [0, 20, 40, 60]),
        (2, 3, [35, 40, 45, 50]),
        (3, 2, [35, 40, 45, 50]),
        (3, 3, [30, 35, 40, 45]),
    ] {
        for renamed in [false, true] {
            let planted = Planted::square(high, wide);
            let planted = if renamed { planted.renamed(g).reordered(g) } else { planted };
            ask_all(g, &planted, &percents, &mut seen);
        }
    }
    assert!(seen.with_classes > 100 && seen.fruitful > 40 && seen.branched_on_components > 5, "{seen:?}");
}

/// Frazer Jarvis, "Sudoku enumeration problems": 288 grids of side 4, and 28,200,960 of side 6 with boxes of
/// 2 by 3.
#[test]
fn squares_with_blocks_are_as_many_as_published() {
    for (high, wide, in_all) in [(2, 2, 288), (2, 3, 28_200_960)] {
        let problem = Planted::square(high, wide).problem();
        let side = high * wide;
        // All first rows have the same number of covers.
        let given: Vec<OptionId> = (0..side).map(|at| OptionId::new(at * side + at)).collect();
        let mut unordered = engine(&problem, SHORT_RUNS, Simd::best());
        assert!(!unordered.tables.classes.is_empty());
        begin(&mut unordered, &given);
        assert_eq!(unordered.go_on(u64::MAX, u64::MAX), SearchEnd::End);
        assert_eq!(unordered.found() * (1..=side as u64).product::<u64>(), in_all);
    }
}

#[test]
fn components_that_nothing_can_cover_leave_no_cover() {
    let options = shapes::impossible(20);
    let names: Vec<String> = (0..100).map(|item| format!("p{item}")).collect();
    let mut builder = Problem::builder();
    builder.primary(&names);
    for option in &options {
        builder.option(option.iter().map(|&item| names[item].as_str()));
    }
    let problem = builder.build().expect("it is a problem");
    let mut unordered = engine(&problem, SHORT_RUNS, Simd::best());
    begin(&mut unordered, &[]);
    assert_eq!(unordered.go_on(u64::MAX, u64::MAX), SearchEnd::End);
    assert_eq!(unordered.found(), 0);
}

/// Returns which options of a row are live.
fn live(tables: &UnorderedTables, row: &[Line]) -> Vec<bool> {
    (0..tables.options).map(|number| tables.spots.of(number)[0].is_in(row)).collect()
}

/// Returns the options of the set that a number deletes.
fn options_of(tables: &UnorderedTables, number: u32) -> &[u16] {
    tables.sets.of(wide(number) - tables.options)
}

fn remove(tables: &UnorderedTables, row: &mut [Line], option: usize) {
    tables.spots.of(option).iter().for_each(|spot| spot.remove(row));
}

/// Returns true if two options share an item, and so cannot both be chosen.
fn are_rivals(problem: &Problem, one: OptionId, other: OptionId) -> bool {
    problem.uses(one).iter().any(|mine| problem.uses(other).iter().any(|theirs| theirs.item == mine.item))
}

/// Returns the row in which these options are chosen, with all forced options, or `None` if an item has no
/// option left. Appends the forced options to `chosen`.
fn settled(problem: &Problem, tables: &UnorderedTables, chosen: &mut Vec<OptionId>) -> Option<Vec<Line>> {
    let form = tables.form;
    let mut row = tables.root.clone();
    let mut done = 0;
    loop {
        for &option in &chosen[done..] {
            tables.spots.of(option.index())[0].is_in(&row).then_some(())?;
            for rival in problem.options() {
                if rival != option && are_rivals(problem, option, rival) {
                    remove(tables, &mut row, rival.index());
                }
            }
            tables.opens.of(option.index()).iter().for_each(|spot: &SlotIndex| spot.remove(&mut row));
        }
        done = chosen.len();
        for &place in tables.places.iter().filter(|&&place| form.slot_index(form.slots, place).is_in(&row)) {
            let mut slots = (0..form.slots).filter(|&slot| form.slot_index(slot, place).is_in(&row));
            let first = slots.next()?;
            if slots.next().is_none() {
                chosen.push(OptionId::new(tables.number_at(first, place)));
                break;
            }
        }
        if done == chosen.len() {
            return Some(row);
        }
    }
}

/// Returns the numbers of the sets that may hold but are in no configuration of sets that may hold, or an
/// error if a component has no such configuration.
fn not_configured(tables: &UnorderedTables, row: &[Line]) -> Result<Vec<u32>, ()> {
    let live = live(tables, row);
    let mut found = Vec::new();
    for class in &tables.classes {
        for (at, &all) in class.all.iter().enumerate() {
            for bit in (0..64).filter(|&bit| all >> bit & 1 == 1) {
                let number = |set: usize| class.deletions[(at * class.sets + set) * 64 + bit];
                let may_hold = |set: usize| {
                    options_of(tables, number(set)).iter().any(|&option| live[usize::from(option)])
                };
                let possible: Vec<&[u8]> = class
                    .configurations
                    .chunks_exact(class.anchors)
                    .filter(|sets| sets.iter().all(|&set| may_hold(usize::from(set))))
                    .collect();
                if possible.is_empty() {
                    return Err(());
                }
                let is_configured = |set: usize| possible.iter().any(|sets| sets.contains(&narrow_set(set)));
                found.extend((0..class.sets).filter(|&set| may_hold(set) && !is_configured(set)).map(number));
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

fn narrow_set(set: usize) -> u8 {
    u8::try_from(set).expect("components are small")
}

/// Counts of the outcomes of deductions.
#[derive(Debug, Default)]
struct Came {
    closed: u64,
    counted: u64,
    dead: u64,
    branched: u64,
}

/// Greatest number of covers below a row in which deductions are tested.
const MOST_COVERS: usize = 1000;

/// Deduces in a row until nothing is found, and checks each deduction against the covers with the chosen
/// options.
fn is_sound(
    problem: &Problem,
    tables: &UnorderedTables,
    chosen: &[OptionId],
    mut row: Vec<Line>,
    came: &mut Came,
) {
    let mut search = Search::new(problem);
    search.restart(Givens::none().force(chosen)).expect("the chosen options are compatible");
    let covers: Vec<Cover> = search.into_iter().take(MOST_COVERS).collect();
    if covers.len() == MOST_COVERS {
        return;
    }
    let chooses = |cover: &Cover, number: u32| {
        let mut options = options_of(tables, number).iter();
        options.any(|&option| cover.contains(&OptionId::new(usize::from(option))))
    };
    let (mut scratch, mut numbers) = (Scratch::new(tables), Vec::new());
    loop {
        numbers.clear();
        let deduced = deduce::deduce(tables, &row, &mut scratch, &mut numbers);
        let closed = not_configured(tables, &row);
        if deduced == Deduced::Dead {
            assert!(covers.is_empty() && closed.is_err());
            assert!(numbers.is_empty(), "nothing is left for another row");
            came.dead += 1;
            return;
        }
        numbers.sort_unstable();
        let closed = closed.expect("the row is not dead");
        if closed.is_empty() {
            came.counted += u64::from(deduced == Deduced::Some);
        } else {
            assert_eq!(numbers, closed);
            came.closed += 1;
        }
        for &number in &numbers {
            assert!(!covers.iter().any(|cover| chooses(cover, number)), "a set that holds is deleted");
            options_of(tables, number)
                .iter()
                .for_each(|&option| remove(tables, &mut row, usize::from(option)));
        }
        if deduced == Deduced::Nothing {
            break;
        }
    }
    let Some(branch) = deduce::branch(tables, &scratch) else { return };
    assert_eq!(branch.configurations.count_ones(), 2);
    came.branched += 1;
    let mut in_all = 0;
    for configuration in (0..128).filter(|&at| branch.configurations >> at & 1 == 1) {
        let number = wide(deduce::setting(tables, &branch, configuration));
        let others = tables.configurations.of(number - tables.options - tables.sets.len());
        let set = |other: &u32| *other + narrow(tables.options);
        in_all +=
            covers.iter().filter(|cover| !others.iter().any(|other| chooses(cover, set(other)))).count();
    }
    assert_eq!(in_all, covers.len(), "each cover is below one of the ways");
}

#[test]
fn deductions_delete_no_cover() {
    let g = &mut random();
    let mut came = Came::default();
    for round in 0..40 {
        let (side, share) = [(2, 2), (3, 3), (3, 2), (2, 3)][round % 4];
        let planted = match round % 10 {
            0 => Planted::square(2, 2),
            1 => Planted::square(2, 3),
            2 => Planted::square(3, 3),
            _ => {
                let outside = share + usize::from(below(g, 4) == 0);
                let groups = 1 + below(g, 2);
                Planted::grids(g, PlantedShape { side, share, outside, groups })
            }
        };
        let planted = planted.with_secondaries(g, round % 5).renamed(g);
        let problem = planted.problem();
        let tables = tables_of(&problem);
        assert!(!tables.classes.is_empty());
        for _ in 0..40 {
            let percent = 10 + below(g, 50);
            let mut chosen = planted.given(g, percent);
            for _ in 0..below(g, 4) {
                chosen.push(OptionId::new(below(g, tables.options)));
            }
            chosen.sort_unstable();
            chosen.dedup();
            if let Some(row) = settled(&problem, &tables, &mut chosen) {
                is_sound(&problem, &tables, &chosen, row, &mut came);
            }
        }
    }
    assert!(came.closed > 20 && came.counted > 3 && came.branched > 20, "{came:?}");
}

/// Returns tables of grids of two rows, and for each grid, in the order of the class, the numbers that delete
/// its sets.
fn two_by_two(
    outside: usize,
    groups: usize,
) -> (UnorderedTables, impl Fn(&UnorderedTables, usize) -> [u32; 4]) {
    let planted = Planted::grids(&mut random(), PlantedShape { side: 2, share: 2, outside, groups });
    let tables = tables_of(&planted.problem());
    let numbers = |tables: &UnorderedTables, component: usize| {
        let (word, bit) = (component / 64, component % 64);
        [0, 1, 2, 3].map(|set| tables.classes[0].deletions[(word * 4 + set) * 64 + bit])
    };
    (tables, numbers)
}

fn delete_set(tables: &UnorderedTables, row: &mut [Line], number: u32) {
    options_of(tables, number).iter().for_each(|&option| remove(tables, row, usize::from(option)));
}

#[test]
fn a_set_that_cannot_hold_leaves_a_grid_of_two_rows_one_configuration() {
    let (tables, numbers) = two_by_two(2, 1);
    let mut row = tables.root.clone();
    let [first, .., last] = numbers(&tables, 1);
    delete_set(&tables, &mut row, first);
    let (mut scratch, mut found) = (Scratch::new(&tables), Vec::new());
    assert_eq!(deduce::deduce(&tables, &row, &mut scratch, &mut found), Deduced::Some);
    assert_eq!(found, [last]);
    delete_set(&tables, &mut row, last);
    found.clear();
    // Two of four grids must have their first set, so one of three may still lack it.
    assert_eq!(deduce::deduce(&tables, &row, &mut scratch, &mut found), Deduced::Nothing);
    let [first, .., last] = numbers(&tables, 3);
    delete_set(&tables, &mut row, first);
    delete_set(&tables, &mut row, last);
    assert_eq!(deduce::deduce(&tables, &row, &mut scratch, &mut found), Deduced::Some);
    let others: BTreeSet<u32> =
        [0, 2].into_iter().flat_map(|grid| numbers(&tables, grid)[1..3].to_vec()).collect();
    assert_eq!(found.into_iter().collect::<BTreeSet<u32>>(), others, "two of two are needed");
}

#[test]
fn deductions_in_a_dead_row_are_discarded() {
    // The first grid has sets to delete; the last one, in another word, has no configuration.
    let (tables, numbers) = two_by_two(0, 80);
    assert_eq!(tables.classes[0].words, 2);
    let mut row = tables.root.clone();
    delete_set(&tables, &mut row, numbers(&tables, 0)[0]);
    delete_set(&tables, &mut row, numbers(&tables, 79)[0]);
    delete_set(&tables, &mut row, numbers(&tables, 79)[1]);
    let (mut scratch, mut found) = (Scratch::new(&tables), Vec::new());
    assert_eq!(deduce::deduce(&tables, &row, &mut scratch, &mut found), Deduced::Dead);
    assert_eq!(found, [0; 0]);
}
