//! Symmetries against brute force and against published orders and numbers.

mod listings;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use dlx_instances::latin::{self, Form};
use dlx_instances::packing::{self, Times};
use dlx_instances::queens::Board;
use dlx_instances::region::Region;
use dlx_instances::shape::Moves;
use dlx_instances::{dominoes, langford, matchings, partitions, polycubes, polyominoes, queens};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::control::answers::Count;
use crate::instances;
use crate::parallel::symmetric::Representative;
use crate::problem::check::check;
use crate::problem::ids::{Color, scale};
use crate::problem::{ItemKind, Use};
use crate::search::Search;

fn all_of(problem: &Problem) -> Symmetries {
    Symmetries::of(problem, &mut Limits::none()).expect("nothing stops it")
}

/// Returns the representatives, each with the size of its orbit. Each must be a cover.
fn listed(symmetries: &Symmetries, by_images: bool) -> Vec<(Vec<OptionId>, BigUint)> {
    let mut listing = symmetries.representatives_by(by_images);
    let mut all = Vec::new();
    while let Some(Representative { cover, orbit }) =
        listing.next_representative(&mut Limits::none()).expect("nothing stops it")
    {
        check(symmetries.problem(), &cover).expect("a representative is a cover");
        all.push((cover, orbit));
    }
    all
}

/// Returns a random number below `count`.
fn below(random: &mut ChaCha8Rng, count: u32) -> u32 {
    scale(random.next_u32(), count)
}

/// Returns a problem of at most five options, with bounds, weights, colors, costs and equal options.
fn problem_of(random: &mut ChaCha8Rng) -> Problem {
    let mut draw = |count| below(random, count);
    let mut builder = Problem::builder();
    let primaries: Vec<String> = (0..1 + draw(4)).map(|item| format!("p{item}")).collect();
    let secondaries: Vec<String> = (0..draw(3)).map(|item| format!("s{item}")).collect();
    let mut bounds = Vec::new();
    for name in &primaries {
        let (low, high) = [(1, 1), (1, 1), (1, 1), (0, 1), (1, 2), (2, 3), (0, 3), (2, 4)][wide(draw(8))];
        builder.bounded(name, low..=high);
        bounds.push((low, high));
    }
    builder.secondary(&secondaries);
    for _ in 0..1 + draw(5) {
        let mut names = Vec::new();
        for (name, &bounds) in primaries.iter().zip(&bounds) {
            match draw(8) {
                0..4 => {}
                4 if bounds != (1, 1) => names.push(format!("{name}=2")),
                _ => names.push(name.clone()),
            }
        }
        for name in &secondaries {
            match draw(5) {
                0 => names.push(name.clone()),
                1 => names.push(format!("{name}:a")),
                2 => names.push(format!("{name}:b")),
                _ => {}
            }
        }
        if names.is_empty() {
            names.push(primaries[0].clone());
        }
        builder.option(&names);
        if draw(8) == 0 {
            builder.cost(1);
        }
    }
    builder.build().expect("it is a problem")
}

/// How the options use an item: its kind and bounds, the options that use it without a color, each with its weight, and
/// the sets of options that give it one color.
type Usage = (ItemKind, crate::problem::Bounds, BTreeSet<(usize, u32)>, BTreeSet<BTreeSet<(usize, u32)>>);

fn usage(problem: &Problem, item: ItemId, image: &[usize]) -> Usage {
    let used = |option: OptionId| problem.uses(option).iter().copied().find(|used| used.item == item);
    let of_color = |color: Color| -> BTreeSet<(usize, u32)> {
        let options =
            problem.options().filter(|&option| used(option).map(|Use { color, .. }| color) == Some(color));
        options.map(|option| (image[option.index()], problem.weight(option, item))).collect()
    };
    let colors = (1..=problem.color_count()).map(|color| of_color(Color::new(color)));
    let colored = colors.filter(|options| !options.is_empty()).collect();
    (problem.kind(item), problem.bounds(item), of_color(Color::NONE), colored)
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let insert = |smaller: Vec<usize>| {
        (0..count).map(move |place| {
            let mut longer = smaller.clone();
            longer.insert(place, count - 1);
            longer
        })
    };
    permutations(count - 1).into_iter().flat_map(insert).collect()
}

/// Returns all symmetries as permutations of the options, found by trying all permutations.
fn by_brute_force(problem: &Problem) -> Vec<Vec<usize>> {
    let usages = |image: &[usize]| {
        let mut usages: Vec<Usage> = problem.items().map(|item| usage(problem, item, image)).collect();
        usages.sort_by_key(|usage| format!("{usage:?}"));
        usages
    };
    let count = problem.option_count();
    let identity: Vec<usize> = (0..count).collect();
    let expected = usages(&identity);
    let keeps_costs = |image: &[usize]| {
        identity
            .iter()
            .all(|&option| problem.cost(OptionId::new(option)) == problem.cost(OptionId::new(image[option])))
    };
    permutations(count).into_iter().filter(|image| keeps_costs(image) && usages(image) == expected).collect()
}

#[test]
fn small_problems_agree_with_brute_force() {
    let mut random = ChaCha8Rng::seed_from_u64(0x5eed);
    let (mut symmetric, mut of_several_orbits) = (0, 0);
    for _ in 0..100_000 {
        let problem = problem_of(&mut random);
        let symmetries = all_of(&problem);
        let expected = by_brute_force(&problem);
        assert_eq!(*symmetries.order(), expected.len().into(), "{problem:?}");

        let mut search = Search::new(&problem);
        let mut covers: BTreeSet<Vec<OptionId>> = BTreeSet::new();
        while let Some(cover) = search.next_solution(&mut Limits::none()).expect("nothing stops it") {
            covers.insert(cover.to_vec());
        }
        let image_of = |cover: &[OptionId], image: &[usize]| -> Vec<OptionId> {
            let mut mapped: Vec<OptionId> =
                cover.iter().map(|option| OptionId::new(image[option.index()])).collect();
            mapped.sort_unstable();
            mapped
        };
        let orbits: BTreeSet<BTreeSet<Vec<OptionId>>> = covers
            .iter()
            .map(|cover| expected.iter().map(|image| image_of(cover, image)).collect())
            .collect();
        assert!(orbits.iter().flatten().all(|cover| covers.contains(cover)));
        let counted = symmetries.count(&mut Limits::none()).exact().expect("nothing stops it");
        assert_eq!(counted, orbits.len().into());
        for by_images in [true, false] {
            let mut left = orbits.clone();
            for (cover, size) in listed(&symmetries, by_images) {
                let orbit = left.iter().find(|orbit| orbit.contains(&cover)).cloned();
                let orbit = orbit.expect("each orbit has one representative");
                assert_eq!(size, orbit.len().into());
                left.remove(&orbit);
            }
            assert!(left.is_empty(), "each orbit has a representative");
        }
        symmetric += usize::from(expected.len() > 1);
        of_several_orbits += usize::from(orbits.len() > 1 && expected.len() > 1);
    }
    assert!(symmetric > 20_000 && of_several_orbits > 4_000, "{symmetric} {of_several_orbits}");
}

/// Panics unless a problem has this many symmetries, and this many covers in this many orbits.
fn hold(problem: &Problem, order: u64, covers: u64, orbits: u64) {
    let symmetries = all_of(problem);
    assert_eq!(*symmetries.order(), order.into());
    let counted = symmetries.count(&mut Limits::none()).exact().expect("nothing stops it");
    assert_eq!(counted, orbits.into());
    let listed = listed(&symmetries, order <= 100_000);
    assert_eq!(listed.len() as u64, orbits);
    assert_eq!(listed.into_iter().map(|(_, orbit)| orbit).sum::<BigUint>(), covers.into());
}

#[test]
fn published_numbers_of_covers_up_to_symmetry() {
    let board = |n| instances::problem(queens::problem(n, Board::Plain));
    // OEIS A000170 and A002562.
    hold(&board(8), 8, 92, 12);
    hold(&board(10), 8, 724, 92);
    let rectangle = |rows, columns| Region::rectangle(rows, columns).expect("a region");
    let domino = |rows, columns| instances::problem(dominoes::problem(&rectangle(rows, columns)));
    hold(&domino(4, 4), 8, 36, 9);
    hold(&domino(6, 6), 8, 6728, 930);
    // C. B. Haselgrove and J. Haselgrove, 1960, and others: the eight tilings of 3x20 are 2.
    hold(&instances::problem(polyominoes::pentominoes(&rectangle(3, 20))), 4, 8, 2);
    hold(&instances::problem(langford::problem(7)), 2, 52, 26);
    hold(&instances::problem(langford::problem(8)), 2, 300, 150);
    // Partitions of a set of n, up to its permutations, are partitions of the number n: OEIS A000110, A000041.
    hold(&instances::problem(partitions::problem(6)), 720, 203, 11);
    hold(&instances::problem(partitions::problem(7)), 5040, 877, 15);
    hold(&instances::problem(matchings::problem(10)), 3_628_800, 945, 1);
    // Main classes of Latin squares: OEIS A003090.
    hold(&instances::problem(latin::problem(3, Form::All)), 1296, 12, 1);
    hold(&instances::problem(latin::problem(4, Form::All)), 82_944, 576, 2);
    hold(&instances::problem(latin::problem(5, Form::All)), 10_368_000, 161_280, 2);
    hold(&instances::problem(latin::problem(6, Form::All)), 2_239_488_000, 812_851_200, 12);
}

/// Returns the problem of all grids of Sudoku with boxes of these sizes.
fn sudoku(height: usize, width: usize) -> Problem {
    let size = height * width;
    let mut builder = Problem::builder();
    let name = |kind: char, one: usize, other: usize| format!("{kind}{one}.{other}");
    for kind in ['p', 'r', 'c', 'b'] {
        for one in 0..size {
            for other in 0..size {
                builder.primary([name(kind, one, other).as_str()]);
            }
        }
    }
    for row in 0..size {
        for column in 0..size {
            let of = row / height * height + column / width;
            for digit in 0..size {
                let names = [
                    name('p', row, column),
                    name('r', row, digit),
                    name('c', column, digit),
                    name('b', of, digit),
                ];
                builder.option(&names);
            }
        }
    }
    builder.build().expect("it is a problem")
}

#[test]
fn grids_of_sudoku() {
    // 128 = 2 * 2^3 * 2^3 symmetries of the board, and 4! of the digits; with them, 288 grids are 2 (E. Russell
    // and F. Jarvis, "There are 5472730538 essentially different Sudoku grids", 2005).
    hold(&sudoku(2, 2), 3072, 288, 2);
    assert_eq!(*all_of(&sudoku(3, 3)).order(), 1_218_998_108_160_u64.into());
    assert_eq!(*all_of(&sudoku(2, 3)).order(), 2_488_320u32.into());
}

#[test]
fn a_count_of_many_small_quotients_can_be_stopped() {
    let mut builder = Problem::builder();
    let names: Vec<String> = (0..16).map(|item| format!("i{item}")).collect();
    builder.primary(&names);
    for (number, name) in names.iter().enumerate() {
        builder.option([name]).cost(number as u64).option([name]).cost(number as u64);
    }
    let symmetries = all_of(&builder.build().expect("it is a problem"));
    assert_eq!(*symmetries.order(), 65_536u32.into());
    let mut questions = 0;
    let mut limits = Limits::none().ask(1, |_| {
        questions += 1;
        if questions < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let stopped = symmetries.count(&mut limits);
    assert!(matches!(stopped, Count::AtLeast(_, Stopped::Asked)), "{stopped:?}");
}

#[test]
fn items_named_twice_stay_in_one_class() {
    let mut builder = Problem::builder();
    let problem = builder.primary(["a", "b", "c"]).option(["a"]).option(["b"]).option(["c"]).build();
    let problem = problem.expect("it is a problem");
    let [a, b, _] = problem.items().collect::<Vec<ItemId>>()[..] else { panic!("there are three items") };
    let search = SymmetrySearch::of(&problem).keep(&[a, b, a]);
    assert_eq!(*search.run(&mut Limits::none()).expect("it ends").order(), 2u32.into());
    let search = search.keep(&[b]).fix(&[a]);
    assert_eq!(*search.run(&mut Limits::none()).expect("it ends").order(), 1u32.into());
}

/// Returns the problem of filling a square with any number of each tetromino.
fn tetrominoes(side: usize) -> Problem {
    let mut pieces = polyominoes::named("tetrominoes", Moves::TurnsAndFlips).expect("a set of pieces");
    pieces.iter_mut().for_each(|piece| piece.times = Times::AnyNumber);
    let square = Region::rectangle(side, side).expect("a region");
    instances::problem(packing::problem(&square, &pieces))
}

/// The orbits are computed from the positions of the cells, without the symmetries that were found.
#[test]
fn tetrominoes_in_a_square_up_to_its_turns_and_reflections() {
    for (side, orbits) in [(4, 22), (6, 22_516)] {
        let problem = tetrominoes(side);
        let symmetries = all_of(&problem);
        assert_eq!(*symmetries.order(), 8u32.into());
        let images: Vec<Vec<usize>> = (0..8)
            .map(|symmetry| {
                let image = |cell: usize| {
                    let (mut row, mut column) = (cell / side, cell % side);
                    for _ in 0..symmetry % 4 {
                        (row, column) = (column, side - 1 - row);
                    }
                    row * side + if symmetry < 4 { column } else { side - 1 - column }
                };
                (0..side * side).map(image).collect()
            })
            .collect();
        // Items are the cells in the order of rows.
        let canonical = |cover: &[OptionId]| -> Vec<Vec<usize>> {
            let under = |image: &Vec<usize>| {
                let piece = |&option: &OptionId| {
                    let cells = problem.uses(option).iter().map(|used| image[used.item.index()]);
                    let mut cells: Vec<usize> = cells.collect();
                    cells.sort_unstable();
                    cells
                };
                let mut pieces: Vec<Vec<usize>> = cover.iter().map(piece).collect();
                pieces.sort_unstable();
                pieces
            };
            images.iter().map(under).min().expect("there are eight")
        };
        let mut sizes: BTreeMap<Vec<Vec<usize>>, u32> = BTreeMap::new();
        for cover in Search::new(&problem) {
            *sizes.entry(canonical(&cover)).or_default() += 1;
        }
        assert_eq!(sizes.len(), orbits);
        assert_eq!(symmetries.count(&mut Limits::none()).exact().expect("it ends"), orbits.into());
        for (cover, size) in listed(&symmetries, true) {
            assert_eq!(sizes.remove(&canonical(&cover)).map(BigUint::from), Some(size));
        }
        assert!(sizes.is_empty(), "each orbit has a representative");
    }
    // Far too many to list. A program that shares nothing with this one counts the same number, and so it does in
    // the square of 10x10 (`benches/records/2026-11-24-symmetry.md`).
    let counted = all_of(&tetrominoes(8)).count(&mut Limits::none());
    assert_eq!(counted.exact().expect("it ends"), 2_384_735_766_u64.into());
}

#[test]
fn soma_has_240_assemblies_and_480_without_reflections() {
    let problem = instances::problem(polycubes::soma());
    hold(&problem, 48, 11_520, 240);
    let pieces: Vec<ItemId> = problem.items().take(7).collect();
    let rotations = SymmetrySearch::of(&problem).fix(&pieces).run(&mut Limits::none()).expect("it ends");
    assert_eq!(*rotations.order(), 24u32.into());
    assert_eq!(rotations.count(&mut Limits::none()).exact().expect("it ends"), 480u32.into());
}

#[test]
fn isotopy_classes_keep_rows_columns_and_symbols_apart() {
    // Isotopy classes: OEIS A040082.
    let problem = instances::problem(latin::problem(4, Form::All));
    let items: Vec<ItemId> = problem.items().collect();
    let search = SymmetrySearch::of(&problem).keep(&items[..16]).keep(&items[16..32]);
    let isotopies = search.run(&mut Limits::none()).expect("it ends");
    assert_eq!(*isotopies.order(), 13_824u32.into());
    assert_eq!(isotopies.count(&mut Limits::none()).exact().expect("it ends"), 2u32.into());
}

#[test]
fn orders_of_larger_groups() {
    let order = |problem: &Problem| all_of(problem).order().to_string();
    assert_eq!(order(&instances::problem(latin::problem(6, Form::All))), "2239488000");
    assert_eq!(order(&instances::problem(matchings::problem(16))), "20922789888000");
    // A thousand equal options have 1000! permutations.
    let mut builder = Problem::builder();
    builder.primary(["a"]);
    for _ in 0..1000 {
        builder.option(["a"]);
    }
    let many = all_of(&builder.build().expect("it is a problem"));
    let expected: BigUint = (1..=1000u32).map(BigUint::from).product();
    assert_eq!(*many.order(), expected);
    assert_eq!(many.option_orbits().len(), 1);
}

fn generated_by(problem: &Problem, generators: &[String]) -> Result<Symmetries, GeneratorError> {
    Symmetries::generated_by(problem, generators.iter().map(String::as_str), &mut Limits::none())
}

/// Returns all products of permutations.
fn closure(generators: &[Vec<usize>], identity: Vec<usize>) -> BTreeSet<Vec<usize>> {
    let mut all = BTreeSet::from([identity.clone()]);
    let mut open = vec![identity];
    while let Some(element) = open.pop() {
        for generator in generators {
            let product: Vec<usize> = element.iter().map(|&image| generator[image]).collect();
            if all.insert(product.clone()) {
                open.push(product);
            }
        }
    }
    all
}

fn mapped(cover: &[OptionId], image: &[usize]) -> Vec<OptionId> {
    let mut mapped: Vec<OptionId> = cover.iter().map(|option| OptionId::new(image[option.index()])).collect();
    mapped.sort_unstable();
    mapped
}

#[test]
fn groups_of_given_generators_agree_with_brute_force() {
    let mut random = ChaCha8Rng::seed_from_u64(0x6e7);
    let (mut proper, mut with_options) = (0, 0);
    for _ in 0..5_000 {
        let problem = problem_of(&mut random);
        let all = all_of(&problem);
        let texts: Vec<String> = all.generators().map(|generator| generator.to_string()).collect();
        // All generators, as they are written, give the same group.
        let same = generated_by(&problem, &texts).expect("they are symmetries");
        assert_eq!((same.order(), same.kernel_order()), (all.order(), all.kernel_order()), "{texts:?}");
        assert_eq!(same.option_orbits(), all.option_orbits());
        assert_eq!(same.item_orbits(), all.item_orbits());

        let identity: Vec<usize> = (0..problem.option_count()).collect();
        let (mut chosen, mut images) = (Vec::new(), Vec::new());
        for (generator, text) in all.generators().zip(&texts) {
            if below(&mut random, 2) == 0 {
                chosen.push(text.clone());
                let mut image = identity.clone();
                generator.options().for_each(|(option, to)| image[option.index()] = to.index());
                images.push(image);
            }
        }
        let group = closure(&images, identity);
        let some = generated_by(&problem, &chosen).expect("they are symmetries");
        assert_eq!(*some.order(), group.len().into(), "{chosen:?}");
        let written: Vec<String> = some.generators().map(|generator| generator.to_string()).collect();
        let again = generated_by(&problem, &written).expect("they are symmetries");
        assert_eq!((again.order(), again.kernel_order()), (some.order(), some.kernel_order()), "{written:?}");

        let covers: Vec<Vec<OptionId>> = Search::new(&problem).into_iter().collect();
        let orbits: BTreeSet<BTreeSet<Vec<OptionId>>> =
            covers.iter().map(|cover| group.iter().map(|image| mapped(cover, image)).collect()).collect();
        assert_eq!(some.count(&mut Limits::none()).exact().expect("it ends"), orbits.len().into());
        let mut left = orbits;
        for (cover, size) in listed(&some, true) {
            let orbit = left.iter().find(|orbit| orbit.contains(&cover)).cloned();
            let orbit = orbit.expect("each orbit has one representative");
            assert_eq!(size, orbit.len().into());
            left.remove(&orbit);
        }
        assert!(left.is_empty(), "each orbit has a representative");
        proper += usize::from(some.order() < all.order() && group.len() > 1);
        with_options += usize::from(texts.iter().any(|text| text.contains("options")));
    }
    assert!(proper > 200 && with_options > 200, "{proper} {with_options}");
}

#[test]
fn permutations_of_items_are_accepted_if_they_map_options_to_options() {
    let mut random = ChaCha8Rng::seed_from_u64(0xacce);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..5_000 {
        let problem = problem_of(&mut random);
        let mut image: Vec<ItemId> = problem.items().collect();
        for last in (1..image.len()).rev() {
            image.swap(last, below(&mut random, u32::try_from(last + 1).expect("few items")) as usize);
        }
        let mut text = String::new();
        let mut is_written = vec![false; image.len()];
        for item in problem.items() {
            let (mut at, mut cycle) = (item, Vec::new());
            while !std::mem::replace(&mut is_written[at.index()], true) {
                cycle.push(problem.name(at));
                at = image[at.index()];
            }
            if !cycle.is_empty() {
                text += &format!("({})", cycle.join(" "));
            }
        }
        let options = |image: &dyn Fn(ItemId) -> ItemId| {
            let mut options: Vec<_> = problem
                .options()
                .map(|option| {
                    let uses = problem.marked_uses(option).map(|(item, mark)| (image(item), mark));
                    let uses: BTreeSet<(ItemId, Color)> = uses.collect();
                    (uses, problem.cost(option))
                })
                .collect();
            options.sort();
            options
        };
        let keeps_kinds = problem.items().all(|item| {
            let to = image[item.index()];
            problem.kind(item) == problem.kind(to) && problem.bounds(item) == problem.bounds(to)
        });
        let is_symmetry = keeps_kinds && options(&|item| item) == options(&|item| image[item.index()]);
        let generated = generated_by(&problem, &[text.clone()]);
        assert_eq!(generated.is_ok(), is_symmetry, "{text} {problem:?} {generated:?}");
        accepted += usize::from(is_symmetry);
        refused += usize::from(!is_symmetry);
    }
    assert!(accepted > 500 && refused > 500, "{accepted} {refused}");
}

#[test]
fn large_groups_of_given_generators() {
    // Main classes of Latin squares: OEIS A003090. All symmetries are given, so that isomorphism may be used.
    let latin = instances::problem(latin::problem(6, Form::All));
    let written = |problem: &Problem| -> Vec<String> {
        all_of(problem).generators().map(|generator| generator.to_string()).collect()
    };
    let all = generated_by(&latin, &written(&latin)).expect("they are symmetries");
    assert_eq!(*all.order(), 2_239_488_000_u64.into());
    assert_eq!(all.count(&mut Limits::none()).exact().expect("it ends"), 12u32.into());
    let matchings = instances::problem(matchings::problem(16));
    let all = generated_by(&matchings, &written(&matchings)).expect("they are symmetries");
    assert_eq!(all.order().to_string(), "20922789888000");
    // Without one of the three roles, the group is a sixth of all and yet too large to list.
    let cycle = |role: &str, column: bool| {
        let names = (0..6).map(|line| {
            let cycle = (0..6).map(|place| match column {
                true => format!("{role}{line}{place}"),
                false => format!("{role}{place}{line}"),
            });
            format!("({})", cycle.collect::<Vec<_>>().join(" "))
        });
        names.collect::<String>()
    };
    let swap = |role: &str, column: bool| {
        let names = (0..6).map(|line| match column {
            true => format!("({role}{line}0 {role}{line}1)"),
            false => format!("({role}0{line} {role}1{line})"),
        });
        names.collect::<String>()
    };
    let rows = [cycle("p", false) + &cycle("r", false), swap("p", false) + &swap("r", false)];
    let columns = [cycle("p", true) + &cycle("c", false), swap("p", true) + &swap("c", false)];
    let symbols = [cycle("r", true) + &cycle("c", true), swap("r", true) + &swap("c", true)];
    let two = generated_by(&latin, &[&rows[..], &columns].concat());
    let found = (720u64 * 720).into();
    assert_eq!(two.err(), Some(GeneratorError::TooMany { found, all: 2_239_488_000_u64.into() }));
    let three = generated_by(&latin, &[&rows[..], &columns, &symbols].concat());
    let found = (720u64 * 720 * 720).into();
    assert_eq!(three.err(), Some(GeneratorError::TooMany { found, all: 2_239_488_000_u64.into() }));
    // Exchanges of rows alone act freely on the squares: 812851200 / 720.
    let one = generated_by(&latin, &rows).expect("they are symmetries");
    assert_eq!(one.count(&mut Limits::none()).exact().expect("it ends"), 1_128_960u32.into());
}

#[test]
fn invalid_generators_are_refused_with_the_reason() {
    let mut builder = Problem::builder();
    builder.primary(["a", "b", "(c)"]).bounded("d", 0..=2).secondary(["x", "y"]);
    builder.option(["a", "x:red"]).option(["b", "x:red"]).option(["b", "x:blue"]).option(["(c)", "y:red"]);
    builder.option(["d", "a"]).cost(3).option(["d", "b"]).cost(4).option(["a", "x:red"]);
    let problem = builder.build().expect("it is a problem");
    for (text, expected) in [
        ("a b", "expected a cycle such as `(a b)`, found `a`, column 1"),
        ("(a b", "expected `)` after the last name of a cycle, found the end of the generator, column 5"),
        ("(a)  (a)", "expected a permutation, found `a` twice, column 7"),
        ("(a b a)", "expected a permutation, found `a` twice, column 6"),
        ("(a e)", "expected an item of the problem, found `e`, column 4"),
        (
            "(x:green x:red)",
            "expected an item and a color that an option gives it, found `x:green`, column 2",
        ),
        ("(a d)", "expected an item of the same kind and bounds as the image of `a`, found `d`"),
        ("(a x)", "expected an item of the same kind and bounds as the image of `a`, found `x`"),
        ("(x y)", "expected another color of item `y` as the image of `x:blue`, found `y:blue`"),
        ("(x:red y:red)", "expected another color of item `x` as the image of `x:red`, found `y:red`"),
        (
            "((c) a)",
            "expected an option of the same cost as the image of option 0, `a x:red`, found none that is `(c) x:red`",
        ),
        ("options (0 1)", "expected an option that is `a x:red` as the image of option 0, found option 1"),
        ("options (0 7)", "expected the number of an option, below 7, found `7`, column 12"),
        ("options (0 a)", "expected the number of an option, below 7, found `a`, column 12"),
        ("options (0 6) options", "expected a cycle such as `(a b)`, found `options`, column 15"),
        ("\u{fffd}\0\u{1b}", "expected a cycle such as `(a b)`, found `\u{fffd}\\0\\u{1b}`, column 1"),
    ] {
        let texts = ["()".to_owned(), text.to_owned()];
        match generated_by(&problem, &texts) {
            Err(GeneratorError::Invalid { number: 2, column, kind }) => {
                let column = column.map_or_else(String::new, |column| format!(", column {column}"));
                assert_eq!(format!("{kind}{column}"), expected, "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let none = generated_by(&problem, &[]).expect("the identity is a symmetry");
    assert_eq!(*none.order(), 1u32.into());
    for text in ["", "  ", "()", "(a)( b )", "((c))", " options (0 6)", "options(6 0)(1)"] {
        let order = if text.contains('6') { 2u32 } else { 1 };
        let found = generated_by(&problem, &[text.to_owned()]).expect("it is a symmetry");
        assert_eq!(*found.order(), order.into(), "{text}");
    }
}
