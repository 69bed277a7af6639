//! The reasons for steps in sentences: they name what the step concludes and the pattern from which it does, and
//! those of one example of each technique are in `reasons.txt`, where they were checked by hand.
//!
//! `DLX_REASONS=record cargo test -p sudoku-cover --test it reasons::` writes that file.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use dlx_core::{Limits, Uniqueness};
use sudoku_cover::pattern::{Locked, Net, Pattern, Place};
use sudoku_cover::{
    Candidate, Cell, Digit, Explainer, Generator, Geometry, Grade, Hint, HouseKind, HouseName, Pencilmarks,
    Reader, Rule, Solver, Step, Strength, Technique, Variant, Wish,
};

/// Finds the step with this text in the state of a line.
fn step_of(state: &str, text: &str) -> Step {
    let named = Technique::ALL.iter().copied().filter(|technique| text.starts_with(technique.name()));
    let technique = named.max_by_key(|technique| technique.name().len()).expect("the text names a technique");
    let mut explainer = explainer_of(&Geometry::classic(), state);
    let mut limits = Limits::none();
    let mut steps = explainer.steps(&[technique], &mut limits).map(|step| step.expect("nothing stops it"));
    steps.find(|step| step.to_string() == text).unwrap_or_else(|| panic!("{text} is not found"))
}

/// Returns an explainer in the state of a line, with the solution.
fn explainer_of(geometry: &Geometry, state: &str) -> Explainer {
    let record = Reader::new(state.as_bytes()).next().expect("a line").expect("it can be read");
    let mut solver = Solver::new(geometry);
    solver.load(&record.grid).expect("the givens do not contradict one another");
    let Uniqueness::One(solution) = solver.uniqueness(&mut Limits::none()) else {
        panic!("{state}: one solution expected")
    };
    let mut explainer = Explainer::new(geometry);
    explainer.load_with_solution(&record.grid, &solution).expect("the sides agree");
    explainer.resume(record.placed(), record.more.as_ref().and_then(|more| more.marks.as_ref()));
    explainer
}

/// Returns the states and the texts of one step of each technique.
fn states() -> Vec<(&'static str, &'static str)> {
    let lines = [include_str!("../techniques.txt"), include_str!("../rare_techniques.txt")].map(str::lines);
    let lines: Vec<&str> = lines.into_iter().flatten().filter(|line| !line.starts_with('#')).collect();
    lines.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Finds the step with this text in the explanation of a puzzle of a variant.
fn step_of_variant(rules: &str, puzzle: &str, text: &str) -> Step {
    let rules: Vec<Rule> = rules.split(';').map(|rule| rule.parse().expect("a rule")).collect();
    let geometry = Geometry::classic().with_rules(&rules).expect("the board can have these rules");
    let mut explainer = Explainer::new(&geometry);
    explainer.load(&puzzle.parse().expect("a puzzle")).expect("the sides agree");
    loop {
        let step = explainer.next_step(&mut Limits::none()).expect("there is no limit");
        let step = step.unwrap_or_else(|| panic!("{text} is not among the steps"));
        if step.to_string() == text {
            return step.clone();
        }
    }
}

/// Returns one step of each technique.
fn examples() -> Vec<Step> {
    let variants = include_str!("../variant_techniques.txt").lines().filter(|line| !line.starts_with('#'));
    let variants: Vec<&str> = variants.collect();
    let variants = variants.chunks_exact(3).map(|part| step_of_variant(part[0], part[1], part[2]));
    states().into_iter().map(|(state, text)| step_of(state, text)).chain(variants).collect()
}

/// The names in a sentence.
struct Named {
    cells: BTreeSet<String>,
    numbers: BTreeSet<String>,
    /// As `row 3`.
    houses: BTreeSet<String>,
}

fn named(text: &str) -> Named {
    let words: Vec<&str> =
        text.split([' ', ',', '.', ';', ':', '(', ')']).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &&str| word.parse::<u32>().is_ok();
    let kinds = ["row", "column", "box", "region", "diagonal", "window", "group"];
    let mut houses = BTreeSet::new();
    for (place, word) in words.iter().enumerate() {
        let Some(kind) = kinds.iter().find(|kind| {
            *word == **kind || word.trim_end_matches('s') == **kind || *word == "boxes" && **kind == "box"
        }) else {
            continue;
        };
        let numbers = words[place + 1..].iter().take_while(|word| is_number(word) || **word == "and");
        houses.extend(numbers.filter(|word| is_number(word)).map(|number| format!("{kind} {number}")));
    }
    let is_cell = |word: &&str| {
        word.strip_prefix('r')
            .and_then(|rest| rest.split_once('c'))
            .is_some_and(|(row, column)| is_number(&row) && is_number(&column))
    };
    Named {
        cells: words.iter().filter(|word| is_cell(word)).map(|word| (*word).to_owned()).collect(),
        numbers: words
            .iter()
            .map(|word| word.trim_end_matches('s'))
            .filter(is_number)
            .map(str::to_owned)
            .collect(),
        houses,
    }
}

fn words(house: HouseName) -> String {
    format!("{} {}", house.kind, house.number + 1)
}

/// Checks that the reason names the conclusions of the step, and the cells or the houses of its pattern.
fn check_names(step: &Step) {
    let reason = step.reason().to_string();
    let named = named(&reason);
    assert!(reason.ends_with('.') && !reason.contains("  "), "{step}: {reason}");
    for part in step.placements.iter().chain(&step.eliminations) {
        assert!(named.cells.contains(&part.cell.to_string()), "{step}: {reason} lacks {}", part.cell);
        assert!(named.numbers.contains(&part.digit.to_string()), "{step}: {reason} lacks {}", part.digit);
    }
    // A sentence ends before a space.
    let is_joined = |pair: &[u8]| pair[0] == b'.' && pair[1] != b' ';
    assert!(!reason.as_bytes().windows(2).any(is_joined), "{step}: {reason}");
    let has = |cell: &Cell| named.cells.contains(&cell.to_string());
    let marks = step.marks();
    let has_cells = marks.cells.iter().all(has);
    let has_houses =
        marks.houses.iter().chain(&marks.covers).all(|&house| named.houses.contains(&words(house)));
    let rule = match &step.pattern {
        Pattern::Rule(found) => Some(&found.rule),
        Pattern::JointRules(found) => found.rules.first(),
        Pattern::Net(Net { place: Place::Rule { rule, .. }, .. }) => Some(rule),
        _ => None,
    };
    let has_rule = rule.is_some_and(|rule| reason.contains(&rule.sentence()));
    // The places of large fish are named by their houses, and those of some rules in the words of the rule.
    assert!(
        has_cells || has_rule || has_houses && !marks.houses.is_empty(),
        "{step}: {reason} lacks the pattern"
    );
    assert!(marks.fins.iter().all(has), "{step}: {reason} lacks a fin");
    assert!(marks.sets.iter().flat_map(|set| &set.cells).all(has), "{step}: {reason} lacks a set");
    // The digits of the links between almost locked sets are in their cells, which are named.
    let nodes = marks.links.iter().flat_map(|link| [&link.from, &link.to]);
    assert!(nodes.flat_map(|node| &node.cells).all(has), "{step}: {reason} lacks a link");
    assert!(marks.trail.iter().all(|part| has(&part.cell)), "{step}: {reason} lacks a part of the trail");
    // A rule names its cells in its own words.
    let sentences = step.reason().sentences;
    let listed: BTreeSet<String> =
        sentences.iter().flat_map(|sentence| &sentence.cells).map(ToString::to_string).collect();
    let has_link_rule = marks.links.iter().any(|link| link.rule.is_some());
    assert!(
        rule.is_some() || has_link_rule || listed == named.cells,
        "{step}: {reason} names other cells than it lists"
    );
    let numbers: Vec<usize> = sentences.iter().filter_map(|sentence| sentence.number).collect();
    assert!(numbers.iter().copied().eq(1..=numbers.len()), "{step}: {reason} is numbered {numbers:?}");
}

#[test]
fn the_reason_for_every_technique_names_its_conclusions_and_its_pattern() {
    let examples = examples();
    examples.iter().for_each(check_names);
    let shown: Vec<Technique> = examples.iter().map(|step| step.technique).collect();
    let missing: Vec<&Technique> =
        Technique::ALL.iter().filter(|technique| !shown.contains(technique)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn reasons_are_those_that_were_checked() {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "reasons.txt"].iter().collect();
    let found: String = examples().iter().map(|step| format!("{step}\n    {}\n", step.reason())).collect();
    if std::env::var("DLX_REASONS").is_ok_and(|word| word == "record") {
        fs::write(&path, found).expect("the file can be written");
        return;
    }
    let known = fs::read_to_string(&path).expect("the file can be read");
    for (found, known) in found.lines().zip(known.lines()) {
        assert_eq!(found, known);
    }
    assert_eq!(found.lines().count(), known.lines().count());
}

/// Checks the names in the reason for the step, and that the house of each link makes it one.
fn check(geometry: &Geometry, candidates: &Pencilmarks, step: &Step) {
    check_names(step);
    for link in step.pattern.links() {
        let Some(name) = link.house else { continue };
        let mut houses = geometry.houses().iter();
        let house = houses.find(|house| house.kind() == name.kind && house.number() == name.number);
        let house = house.expect("it is one of the board").cells();
        let is_end = |cell: &&Cell| link.from.cells.contains(cell) || link.to.cells.contains(cell);
        let ends = link.from.cells.len() + link.to.cells.len();
        assert_eq!(house.iter().filter(is_end).count(), ends, "{step}: {link:?}");
        let has_others =
            house.iter().any(|cell| !is_end(&cell) && candidates.get(*cell).contains(link.to.digit));
        assert!(link.strength == Strength::Weak || !has_others, "{step}: {link:?}");
    }
}

/// Returns the techniques that are tried by default, and those that are no examples above.
fn techniques() -> Vec<Technique> {
    let is_wanted = |technique: &Technique| {
        let others = [Technique::DeathBlossom, Technique::KrakenFishType1];
        technique.is_default() || others.contains(technique)
    };
    Technique::ALL.iter().copied().filter(is_wanted).collect()
}

#[test]
fn reasons_name_the_conclusions_and_the_pattern_of_all_steps_of_some_states() {
    let geometry = Geometry::classic();
    let mut found = BTreeSet::new();
    for (state, _) in states().into_iter().take(60).step_by(6) {
        let mut explainer = explainer_of(&geometry, state);
        let candidates = explainer.pencilmarks();
        let mut limits = Limits::none();
        for step in explainer.steps(&techniques(), &mut limits) {
            let step = step.expect("nothing stops it");
            check(&geometry, &candidates, &step);
            found.insert(step.technique);
        }
    }
    assert!(found.len() > 40, "{found:?}");
}

#[test]
fn reasons_name_the_conclusions_and_the_pattern_on_other_boards() {
    let classic = Geometry::classic();
    // The rule of the digit 0 is for a board with more digits than cells in a house. Puzzles with regions to be found take long
    // to make minimal, and techniques do not know the rule.
    let others = [Variant::Doppelganger, Variant::Chaos];
    let variants = Variant::ALL.into_iter().filter(|variant| !others.contains(variant));
    let boards = variants.map(|variant| classic.clone().with_rules(&[Rule::Variant(variant)]));
    let boards = boards.map(|board| board.expect("the board can have the rule"));
    let large = Geometry::boxes(3, 4).expect("it is not too large");
    for geometry in &boards.chain([large]).collect::<Vec<Geometry>>() {
        let mut generator = Generator::new(geometry, 1);
        // Nets of whole boards take long, and their reasons are those of other boards.
        let mut explainer = Explainer::new(geometry).without(&[Technique::RuleForcingNet]);
        for number in 0..1 {
            let puzzle =
                generator.puzzle(number, Wish::Minimal, Limits::none).expect("there is no limit").puzzle;
            explainer.load(&puzzle).expect("the sides agree");
            loop {
                let candidates = explainer.pencilmarks();
                let step = explainer.next_step(&mut Limits::none()).expect("nothing stops it").cloned();
                let Some(step) = step else { break };
                check(geometry, &candidates, &step);
            }
        }
    }
}

#[test]
fn large_digits_and_houses_of_variants_are_named_in_words() {
    let cell = |row: u8, column: u8| Cell::new(row - 1, column - 1);
    let house = |kind, number: usize| HouseName { kind, number: number - 1 };
    let digit = Digit::new(12).expect("a digit");
    let step = Step {
        technique: Technique::Claiming,
        pattern: Pattern::Locked(Locked {
            digit,
            cells: [cell(12, 12), cell(13, 13)].into_iter().collect(),
            house: house(HouseKind::Diagonal, 1),
            other: house(HouseKind::Region, 16),
        }),
        placements: [].into_iter().collect(),
        eliminations: [Candidate { cell: cell(14, 13), digit }].into_iter().collect(),
    };
    assert_eq!(
        step.reason().to_string(),
        "12 in diagonal 1 must be in r12c12 or r13c13, both in region 16. So the 12 of region 16 is there, and \
         r14c13 cannot be 12."
    );
}

/// Returns the hint of a grade about the first step of a technique in the state of a line.
fn hint_of(state: &str, technique: Technique, grade: Grade) -> Option<Hint> {
    let others: Vec<Technique> = Technique::ALL.iter().copied().filter(|&other| other != technique).collect();
    let mut explainer = explainer_of(&Geometry::classic(), state).with(&[technique]).without(&others);
    explainer.hint(grade, None, &mut Limits::none()).expect("nothing stops it")
}

/// Returns the techniques with a state in which each is possible.
fn states_of_techniques() -> impl Iterator<Item = (&'static str, Technique)> {
    states().into_iter().filter_map(|(state, text)| {
        let named = Technique::ALL.iter().copied().filter(|technique| text.starts_with(technique.name()));
        Some((state, named.max_by_key(|technique| technique.name().len())?))
    })
}

#[test]
fn hints_of_every_technique_lead_from_the_area_to_the_cells_and_the_step() {
    let mut hinted = BTreeSet::new();
    for (state, technique) in states_of_techniques().filter(|(_, found)| *found != Technique::BruteForce) {
        let hint = |grade| hint_of(state, technique, grade);
        // Some techniques list all of their steps, but find the next one only together with others.
        let Some(area) = hint(Grade::Area) else { continue };
        hinted.insert(technique);
        let [name, cells, full] = [Grade::Technique, Grade::Cells, Grade::Full].map(|grade| {
            let mut more = area.clone();
            while more.grade() < grade {
                more = more.more();
            }
            more
        });
        let step = full.step().expect("it is full");
        let conclusions = || step.placements.iter().chain(&step.eliminations).map(|part| part.cell);
        let marks = step.marks();
        assert!(marks.cells.iter().copied().chain(conclusions()).all(|cell| area.area().contains(&cell)));
        assert!(area.area().is_sorted(), "{area}");
        let place = area.to_string();
        let place = place.strip_prefix("Look at ").expect("an area").to_owned();
        let named = name.to_string();
        assert!(named.contains(technique.name()) && named.ends_with(&format!(" {place}")), "{named}");
        assert!(area.cells().is_empty() && name.all_cells().is_empty() && cells.step().is_none());
        assert!(!cells.cells().is_empty() && cells.cells() == full.cells(), "{cells}");
        assert!(cells.to_string().starts_with("Look for ") && cells.to_string().contains(" at r"), "{cells}");
        // A long chain or net has too many parts for one line.
        let is_whole = full.to_string() == step.to_string();
        assert!(is_whole || marks.links.len() + marks.trail.len() > 8, "{full}");
        assert!(is_whole || full.to_string().len() < 100 && full.to_string().contains(" => "), "{full}");
    }
    assert!(hinted.len() > 70, "{hinted:?}");
}

#[test]
fn the_area_of_a_hint_is_a_house_or_the_fewest_that_contain_the_step() {
    let expected = [
        (
            Technique::HiddenSingle,
            [
                "Look at row 1.",
                "Look for a Hidden Single in row 1.",
                "Look for a Hidden Single at r1c8.",
                "Hidden Single: r1c8=4",
            ],
        ),
        (
            Technique::HiddenPair,
            [
                "Look at box 4.",
                "Look for a Hidden Pair in box 4.",
                "Look for a Hidden Pair at r6c23.",
                "Hidden Pair: 6,7 in r6c23 => r6c23<>4, r6c3<>3",
            ],
        ),
        // The pattern is in box 8, and the conclusion is not.
        (
            Technique::Pointing,
            [
                "Look at row 9.",
                "Look for Locked Candidates Type 1 (Pointing) in row 9.",
                "Look for Locked Candidates Type 1 (Pointing) at r9c46.",
                "Locked Candidates Type 1 (Pointing): 7 in b8 => r9c2<>7",
            ],
        ),
        (
            Technique::XWing,
            [
                "Look at columns 3 and 9.",
                "Look for an X-Wing in columns 3 and 9.",
                "Look for an X-Wing at r1c39,r7c39.",
                "X-Wing: 5 r17 c39 => r8c9<>5",
            ],
        ),
        (
            Technique::UniquenessTest1,
            [
                "Look at boxes 7 and 9.",
                "Look for a Uniqueness Test 1 in boxes 7 and 9.",
                "Look for a Uniqueness Test 1 at r7c39,r8c39.",
                "Uniqueness Test 1: 1/8 in r7c39,r8c39 => r7c9<>1, r7c9<>8",
            ],
        ),
        // A long net is left to the reason.
        (
            Technique::ForcingNetContradiction,
            [
                "Look at rows 2, 4, 5, 6, 8 and 9.",
                "Look for a Forcing Net Contradiction in rows 2, 4, 5, 6, 8 and 9.",
                "Look for a Forcing Net Contradiction at r2c5.",
                "Forcing Net Contradiction => r2c5=4",
            ],
        ),
    ];
    for (technique, expected) in expected {
        let (state, _) = states_of_techniques().find(|(_, found)| *found == technique).expect("a state");
        let hint = |grade| hint_of(state, technique, grade).expect("a step");
        let texts = [Grade::Area, Grade::Technique, Grade::Cells, Grade::Full].map(hint);
        assert_eq!(texts.each_ref().map(ToString::to_string), expected);
        let houses = expected[0].matches(char::is_numeric).count();
        assert_eq!(texts[0].area().len(), 9 * houses, "{texts:?}");
    }
}

#[test]
fn a_hint_of_trial_and_error_is_no_technique() {
    let (state, _) = states()[0];
    let hint = |grade| hint_of(state, Technique::BruteForce, grade).expect("a digit of the solution");
    for grade in [Grade::Area, Grade::Technique] {
        assert_eq!(hint(grade).to_string(), "No technique that is known applies here.");
        assert!(hint(grade).area().is_empty() && hint(grade).cells().is_empty());
    }
    assert_eq!(hint(Grade::Area).more().grade(), Grade::Cells);
    let full = hint(Grade::Full);
    let placed = full.step().expect("it is full").placements[0];
    assert_eq!(hint(Grade::Cells).to_string(), format!("A digit can be tried in {}.", placed.cell));
    assert_eq!(hint(Grade::Cells).cells(), [placed.cell]);
    assert_eq!(full.to_string(), format!("{} is {}, by trial.", placed.cell, placed.digit));
}
