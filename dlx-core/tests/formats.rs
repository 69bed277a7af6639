//! Problems come back from the formats that are read and written, and other solvers find in the texts that
//! are only written the covers that the enumeration of all sets of options finds.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands the arguments of a property over by value"
)]

use std::collections::{BTreeMap, BTreeSet};

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use dlx_core::formats::cnf::{self, AtMostOne};
use dlx_core::formats::sparse::{self, Base};
use dlx_core::formats::{Feature, WriteError, dense, json, lp, opb};
use dlx_core::{Color, ItemId, ItemKind, OptionId, Problem, Search, text};

#[allow(dead_code, reason = "the tests of the search use more of it")]
mod corpus;
#[allow(dead_code, reason = "the tests of the search use more of it")]
mod random;

use random::{Sketch, hold};

const ENCODINGS: [AtMostOne; 4] =
    [AtMostOne::Pairwise, AtMostOne::Sequential, AtMostOne::Product, AtMostOne::Binary];

/// Numbers that follow from a seed (Knuth's MMIX generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}

/// The same problem, some of whose items have bounds and some of whose options have costs.
fn varied(problem: &Problem, seed: u64) -> Problem {
    let mut numbers = Numbers(seed);
    let mut builder = Problem::builder();
    for item in problem.items() {
        let name = problem.name(item);
        match (problem.kind(item), numbers.below(3)) {
            (ItemKind::Primary, 0) => {
                let low = numbers.below(4);
                builder.bounded(name, low..=low + numbers.below(4));
            }
            (ItemKind::Primary, _) => {
                builder.primary([name]);
            }
            (ItemKind::Secondary, _) => {
                builder.secondary([name]);
            }
        }
    }
    for option in problem.options() {
        let words = problem.display_option(option).to_string();
        builder.option(words.split(' '));
        if numbers.below(2) == 0 {
            builder.cost(u64::from(numbers.below(10)));
        }
    }
    builder.build().expect("the problem is only varied")
}

/// Sets of options, each ascending.
type Sets = BTreeSet<Vec<usize>>;

/// The covers: all sets of options with a primary item, tried one after the other.
fn covers(problem: &Problem) -> Sets {
    let idle: Vec<OptionId> = problem.idle_options().collect();
    let options: Vec<OptionId> = problem.options().filter(|option| !idle.contains(option)).collect();
    let mut sets = Sets::new();
    for members in 0..1_u32 << options.len() {
        let set: Vec<OptionId> =
            (0..options.len()).filter(|&at| members >> at & 1 == 1).map(|at| options[at]).collect();
        let is_met = |item: ItemId| {
            let uses = set.iter().flat_map(|&option| problem.uses(option));
            let colors: Vec<Color> = uses.filter(|used| used.item == item).map(|used| used.color).collect();
            match problem.kind(item) {
                ItemKind::Primary => {
                    let bounds = problem.bounds(item);
                    (bounds.low as usize..=bounds.high as usize).contains(&colors.len())
                }
                ItemKind::Secondary => {
                    colors.len() <= 1 || colors.iter().all(|&c| c != Color::NONE && c == colors[0])
                }
            }
        };
        if problem.items().all(is_met) {
            sets.insert(set.iter().map(|option| option.index()).collect());
        }
    }
    sets
}

/// The least cost of a cover, if there is one.
fn least_cost(problem: &Problem, covers: &Sets) -> Option<u64> {
    let cost = |cover: &Vec<usize>| cover.iter().map(|&option| problem.cost(OptionId::new(option))).sum();
    covers.iter().map(cost).min()
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> Result<(), WriteError>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("the format carries the problem, and a vector takes all that is written");
    String::from_utf8(bytes).expect("what is written is UTF-8")
}

/// Why a format refuses a problem.
fn refused(write: impl FnOnce(&mut Vec<u8>) -> Result<(), WriteError>) -> Feature {
    let mut bytes = Vec::new();
    match write(&mut bytes) {
        Err(WriteError::Unsupported { feature, .. }) => {
            assert!(bytes.is_empty(), "part of a problem was written before it was refused");
            feature
        }
        other => panic!("not refused: {other:?}"),
    }
}

/// The problem with the items of each option in ascending order: a matrix knows no other.
fn sorted(problem: &Problem) -> Problem {
    let mut builder = Problem::builder();
    for item in problem.items() {
        match problem.kind(item) {
            ItemKind::Primary => builder.primary([problem.name(item)]),
            ItemKind::Secondary => builder.secondary([problem.name(item)]),
        };
    }
    for option in problem.options() {
        let mut items: Vec<ItemId> = problem.uses(option).iter().map(|used| used.item).collect();
        items.sort();
        builder.option(items);
    }
    builder.build().expect("the problem is only sorted")
}

/// The problem without its colors.
fn plain(problem: &Problem) -> Problem {
    let mut builder = Problem::builder();
    for item in problem.items() {
        match problem.kind(item) {
            ItemKind::Primary => builder.primary([problem.name(item)]),
            ItemKind::Secondary => builder.secondary([problem.name(item)]),
        };
    }
    for option in problem.options() {
        builder.option(problem.uses(option).iter().map(|used| used.item).collect::<Vec<_>>());
    }
    builder.build().expect("a problem without its colors is one")
}

/// The problem with all items primary.
fn primary(problem: &Problem) -> Problem {
    let mut builder = Problem::builder();
    builder.primary(problem.items().map(|item| problem.name(item)));
    for option in problem.options() {
        builder.option(problem.uses(option).iter().map(|used| used.item).collect::<Vec<_>>());
    }
    builder.build().expect("a problem with primary items alone is one")
}

#[test]
fn json_brings_every_problem_back() {
    fn property(sketch: Sketch, seed: u64) {
        for problem in [sketch.problem(), varied(&sketch.problem(), seed)] {
            let text = written(|output| json::write(&problem, output));
            assert!(json::read(text.as_bytes()).expect("what was written can be read") == problem, "{text}");
        }
    }
    hold(2000, property as fn(_, _));
}

#[test]
fn sparse_rows_bring_uncolored_problems_back_but_for_the_names() {
    fn property(sketch: Sketch) {
        let problem = plain(&sketch.problem());
        for base in [Base::Zero, Base::One] {
            let text = written(|output| sparse::write(&problem, base, output));
            let read = sparse::read(text.as_bytes(), base, None).expect("what was written can be read");
            assert_eq!(read.fingerprint(), problem.fingerprint(), "{text}");
            let again = written(|output| sparse::write(&read, base, output));
            assert_eq!(again, text);
        }
    }
    hold(2000, property as fn(_));
}

#[test]
fn dense_matrices_bring_primary_items_back_but_for_the_names() {
    fn property(sketch: Sketch) {
        let problem = sorted(&primary(&sketch.problem()));
        if problem.option_count() == 0 {
            assert_eq!(refused(|output| dense::write(&problem, output)), Feature::NoOptions);
            return;
        }
        let text = written(|output| dense::write(&problem, output));
        let read = dense::read(text.as_bytes(), None).expect("what was written can be read");
        assert_eq!(read.fingerprint(), problem.fingerprint(), "{text}");
        let count = sketch.problem().primary_count();
        let read = dense::read(text.as_bytes(), Some(count)).expect("what was written can be read");
        assert_eq!(read.fingerprint(), sorted(&plain(&sketch.problem())).fingerprint(), "{text}");
    }
    hold(2000, property as fn(_));
}

#[test]
fn the_problems_of_the_corpus_come_back_from_json() {
    for name in ["bell10", "debruijn3_3", "langford8", "macmahon4x6", "queens8", "sudoku16"] {
        let problem = corpus::problem(name);
        let text = written(|output| json::write(&problem, output));
        assert!(json::read(text.as_bytes()).expect("what was written can be read") == problem, "{name}");
    }
}

#[test]
fn formats_refuse_what_they_cannot_carry_and_name_it() {
    let read = |problem: &str| text::read(problem.as_bytes()).expect("a problem");
    let cases = [
        ("a | x\na x:1\n", Feature::Colors, Some(Feature::Colors)),
        ("a | x\na x\n", Feature::SecondaryItems, None),
        ("0:2|a\na\n", Feature::Bounds, Some(Feature::Bounds)),
        ("a\na |3\n", Feature::Costs, Some(Feature::Costs)),
        ("a\n", Feature::NoOptions, None),
    ];
    for (problem, by_dense, by_sparse) in cases {
        let problem = read(problem);
        assert_eq!(refused(|output| dense::write(&problem, output)), by_dense);
        for base in [Base::Zero, Base::One] {
            match by_sparse {
                Some(feature) => {
                    assert_eq!(refused(|output| sparse::write(&problem, base, output)), feature);
                }
                None => {
                    written(|output| sparse::write(&problem, base, output));
                }
            }
        }
    }
    let error = dense::write(&read("a | x\na x:1\n"), Vec::new()).expect_err("there are colors");
    assert_eq!(error.to_string(), "a dense matrix cannot carry colors");
}

/// A text in the DIMACS format, as it is read by one who knows the format and nothing of us.
struct Dimacs {
    variables: usize,
    clauses: Vec<Vec<i64>>,
    /// The variables of `c p show`.
    shown: Vec<i64>,
    /// By variable, the option it is said to be.
    options: BTreeMap<i64, usize>,
}

impl Dimacs {
    fn read(text: &str) -> Self {
        let mut header = None;
        let mut read =
            Self { variables: 0, clauses: Vec::new(), shown: Vec::new(), options: BTreeMap::new() };
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["c", "p", "show", ref numbers @ .., "0"] => {
                    read.shown.extend(numbers.iter().map(|n| n.parse::<i64>().expect("a variable")));
                }
                ["c", "variable", variable, "is", "option", option, ..] => {
                    let option = option.trim_end_matches(':').parse().expect("an option");
                    read.options.insert(variable.parse().expect("a variable"), option);
                }
                ["p", "cnf", variables, clauses] => {
                    assert_eq!(header, None, "one header");
                    header = Some(clauses.parse::<usize>().expect("a number"));
                    read.variables = variables.parse().expect("a number");
                }
                ref literals => {
                    assert!(header.is_some(), "the header comes before `{line}`");
                    let mut clause: Vec<i64> =
                        literals.iter().map(|n| n.parse().expect("a literal")).collect();
                    assert_eq!(clause.pop(), Some(0), "a clause ends with 0");
                    assert!(!clause.is_empty(), "not every reader takes an empty clause");
                    read.clauses.push(clause);
                }
            }
        }
        assert_eq!(header, Some(read.clauses.len()), "the header counts the clauses");
        let used = read.clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
        assert!(used <= read.variables as u64, "the header counts the variables");
        read
    }

    /// The models, seen on the options, each once.
    fn models(&self) -> Vec<Vec<usize>> {
        let mut solver = BasicSolver::default();
        let variables: Vec<_> = (0..=self.variables).map(|_| solver.new_var_default()).collect();
        let literal = |number: i64| {
            let variable = usize::try_from(number.unsigned_abs()).expect("a small number");
            Lit::new(variables[variable], number > 0)
        };
        let mut is_open = true;
        for clause in &self.clauses {
            let mut clause: Vec<Lit> = clause.iter().map(|&number| literal(number)).collect();
            is_open &= solver.add_clause_reuse(&mut clause);
        }
        let mut models = Vec::new();
        while is_open && solver.solve_limited(&[]) == lbool::TRUE {
            let mut model = Vec::new();
            let mut blocking = Vec::new();
            for &variable in &self.shown {
                let is_true = solver.value_lit(literal(variable)) == lbool::TRUE;
                if is_true {
                    model.push(self.options[&variable]);
                }
                blocking.push(if is_true { !literal(variable) } else { literal(variable) });
            }
            models.push(model);
            is_open = solver.add_clause_reuse(&mut blocking);
        }
        models
    }
}

/// The models of the clauses of a problem, checked to be different from one another.
fn models(problem: &Problem, how: AtMostOne) -> Sets {
    let dimacs = Dimacs::read(&written(|output| cnf::write(problem, how, output)));
    assert_eq!(dimacs.shown.len(), problem.option_count());
    let models = dimacs.models();
    let different: Sets = models.iter().cloned().collect();
    assert_eq!(models.len(), different.len(), "a model came twice: {how:?}");
    different
}

#[test]
fn a_sat_solver_finds_exactly_the_covers_in_every_encoding() {
    fn property(sketch: Sketch, seed: u64) {
        for problem in [sketch.problem(), varied(&sketch.problem(), seed)] {
            let expected = covers(&problem);
            for how in ENCODINGS {
                assert_eq!(models(&problem, how), expected, "{how:?}");
            }
        }
    }
    hold(1000, property as fn(_, _));
}

#[test]
fn every_encoding_of_at_most_one_has_each_of_its_literals_and_none() {
    for count in 0..=40 {
        // Every option but the first also covers the item that is to be covered at most once.
        let mut builder = Problem::builder();
        let names: Vec<String> = (0..count).map(|option| format!("p{option}")).collect();
        for name in &names {
            builder.bounded(name, 0..=1);
        }
        builder.secondary(["x"]);
        for name in &names {
            builder.option([name.as_str(), "x"]);
        }
        let problem = builder.build().expect("a problem");
        let mut expected: Sets = (0..count).map(|option| vec![option]).collect();
        expected.insert(Vec::new());
        for how in ENCODINGS {
            assert_eq!(models(&problem, how), expected, "{count} literals: {how:?}");
        }
    }
}

#[test]
fn at_most_one_has_as_many_clauses_as_documented() {
    let clauses = |how, count: usize| {
        let mut builder = Problem::builder();
        builder.primary(["a"]);
        for _ in 0..count {
            builder.option(["a"]);
        }
        let problem = builder.build().expect("a problem");
        // One clause says that at least one is true.
        let dimacs = Dimacs::read(&written(|output| cnf::write(&problem, how, output)));
        (dimacs.clauses.len() - 1, dimacs.variables - count)
    };
    assert_eq!(clauses(AtMostOne::Pairwise, 100), (4950, 0));
    assert_eq!(clauses(AtMostOne::Sequential, 100), (296, 99));
    assert_eq!(clauses(AtMostOne::Product, 100), (290, 20));
    assert_eq!(clauses(AtMostOne::Binary, 100), (700, 7));
    // Up to four, no encoding is shorter than the pairs.
    for how in ENCODINGS {
        assert_eq!(clauses(how, 4), (6, 0), "{how:?}");
    }
}

#[test]
fn bounds_of_every_width_have_as_many_models_as_there_are_subsets() {
    let options = 7;
    for low in 0..=options + 1 {
        for high in low..=options + 1 {
            let mut builder = Problem::builder();
            builder.bounded("a", low..=high);
            for _ in 0..options {
                builder.option(["a"]);
            }
            let problem = builder.build().expect("a problem");
            let expected = covers(&problem);
            // Binomial coefficients, summed.
            let subsets: u32 = (low..=high.min(options)).map(|k| binomial(options, k)).sum();
            assert_eq!(expected.len(), subsets as usize);
            assert_eq!(models(&problem, AtMostOne::Sequential), expected, "{low}:{high}");
            assert_eq!(linear_solutions(&problem), expected, "{low}:{high}");
        }
    }
}

fn binomial(n: u32, k: u32) -> u32 {
    (0..k).fold(1, |product, at| product * (n - at) / (at + 1))
}

#[test]
fn a_counter_is_as_narrow_as_the_nearer_bound() {
    let variables = |low, high| {
        let mut builder = Problem::builder();
        builder.bounded("a", low..=high);
        for _ in 0..1000 {
            builder.option(["a"]);
        }
        let problem = builder.build().expect("a problem");
        Dimacs::read(&written(|output| cnf::write(&problem, AtMostOne::Binary, output))).variables
    };
    for (low, high) in [(0, 3), (3, 3), (3, 1000), (997, 1000), (997, 997), (0, 997)] {
        assert!(variables(low, high) <= 1000 + 3 * 1000, "{low}:{high}");
    }
}

#[test]
fn a_sat_solver_counts_the_queens() {
    let problem = corpus::problem("queens8");
    for how in ENCODINGS {
        assert_eq!(models(&problem, how).len(), 92, "{how:?}");
    }
}

#[test]
fn a_sat_solver_finds_the_covers_of_a_search() {
    for (name, how) in [("queens8", AtMostOne::Product), ("latin4", AtMostOne::Sequential)] {
        let problem = corpus::problem(name);
        let searched: Sets = Search::new(&problem)
            .into_iter()
            .map(|cover| {
                let mut cover: Vec<usize> = cover.iter().map(|option| option.index()).collect();
                cover.sort_unstable();
                cover
            })
            .collect();
        assert_eq!(models(&problem, how), searched, "{name}");
    }
}

/// How a sum compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

/// A linear constraint.
#[derive(Debug)]
struct Row {
    /// Coefficients and variables.
    terms: Vec<(i64, usize)>,
    relation: Relation,
    bound: i64,
}

impl Row {
    fn is_met(&self, values: u64) -> bool {
        let sum: i64 = self.terms.iter().filter(|(_, at)| values >> at & 1 == 1).map(|(by, _)| by).sum();
        match self.relation {
            Relation::AtLeast => sum >= self.bound,
            Relation::AtMost => sum <= self.bound,
            Relation::Equal => sum == self.bound,
        }
    }
}

/// A program in binary variables, read from a text by one who knows the format and nothing of us.
#[derive(Debug, Default)]
struct Program {
    variables: Vec<String>,
    objective: Vec<(i64, usize)>,
    rows: Vec<Row>,
}

impl Program {
    fn variable(&mut self, name: &str) -> usize {
        self.variables.iter().position(|known| known == name).unwrap_or_else(|| {
            self.variables.push(name.to_owned());
            self.variables.len() - 1
        })
    }

    /// The text of a pseudo-Boolean problem. Constraints end with `;`, and have a sign before each
    /// coefficient.
    fn of_opb(text: &str) -> Self {
        let mut program = Self::default();
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().expect("a header").split_whitespace().collect();
        let ["*", "#variable=", variables, "#constraint=", rows] = header[..] else {
            panic!("the header is {header:?}");
        };
        let variables: usize = variables.parse().expect("a number");
        (1..=variables).for_each(|number| program.variables.push(format!("x{number}")));
        let rest: Vec<&str> = lines.filter(|line| !line.starts_with('*')).collect();
        for statement in rest.join(" ").split_terminator(';') {
            let mut words = statement.split_whitespace().peekable();
            let is_objective = words.next_if_eq(&"min:").is_some();
            let mut terms = Vec::new();
            let mut relation = None;
            while let Some(word) = words.next() {
                relation = match word {
                    ">=" => Some(Relation::AtLeast),
                    "=" => Some(Relation::Equal),
                    _ => {
                        assert!(word.starts_with(['+', '-']), "`{word}` has no sign");
                        let name = words.next().expect("a variable");
                        terms.push((word.parse().expect("a coefficient"), program.variable(name)));
                        continue;
                    }
                };
                break;
            }
            match relation {
                None if is_objective => program.objective = terms,
                None => panic!("`{statement}` compares nothing"),
                Some(relation) => {
                    assert!(!terms.is_empty(), "`{statement}` has no terms");
                    let bound = words.next().expect("a bound").parse().expect("a number");
                    assert_eq!(words.next(), None);
                    program.rows.push(Row { terms, relation, bound });
                }
            }
        }
        assert_eq!(program.variables.len(), variables, "the header counts the variables");
        assert_eq!(program.rows.len().to_string(), rows, "the header counts the constraints");
        program
    }

    /// The text of an integer program. Constraints end with their bound, whatever the lines.
    fn of_lp(text: &str) -> Self {
        let mut program = Self::default();
        let rest: Vec<&str> = text.lines().map(|line| line.split('\\').next().unwrap_or_default()).collect();
        assert!(rest.iter().all(|line| line.len() <= 560), "a line is too long for CPLEX");
        let rest = rest.join("\n");
        let (objective, rest) = rest.trim().split_once("Subject To").expect("constraints");
        let (rows, rest) = rest.split_once("Binaries").expect("binary variables");
        let binaries = rest.strip_suffix("End").expect("an end").split_whitespace();
        for name in binaries {
            assert!(!program.variables.iter().any(|known| known == name), "{name} is listed twice");
            program.variable(name);
        }
        let known = program.variables.len();
        let objective = objective.strip_prefix("Minimize\n cost:").expect("an objective");
        let (terms, end) = program.sum(&mut objective.split_whitespace());
        assert_eq!(end, None);
        program.objective = terms;
        let mut words = rows.split_whitespace().peekable();
        while words.peek().is_some() {
            let (terms, relation) = program.sum(&mut words);
            let relation = match relation {
                Some(">=") => Relation::AtLeast,
                Some("<=") => Relation::AtMost,
                Some("=") => Relation::Equal,
                other => panic!("found {other:?}, expected a relation"),
            };
            assert!(!terms.is_empty(), "a constraint has no terms");
            let bound = words.next().expect("a bound").parse().expect("a number");
            program.rows.push(Row { terms, relation, bound });
        }
        assert_eq!(program.variables.len(), known, "every variable is listed as binary");
        program
    }

    /// A sum, and the relation that ends it.
    fn sum<'w>(&mut self, words: &mut impl Iterator<Item = &'w str>) -> (Vec<(i64, usize)>, Option<&'w str>) {
        let (mut terms, mut sign, mut by) = (Vec::new(), 1, 1);
        for word in words {
            match word {
                "+" => {}
                "-" => sign = -1,
                ">=" | "<=" | "=" => return (terms, Some(word)),
                number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                    by = number.parse().expect("a number");
                }
                name => {
                    terms.push((sign * by, self.variable(name)));
                    (sign, by) = (1, 1);
                }
            }
        }
        (terms, None)
    }

    /// The numbers of the variables of the options, which are numbered from `first`.
    fn options(&self, count: usize, first: usize) -> Vec<usize> {
        let at = |option: usize| {
            let name = format!("x{}", option + first);
            self.variables.iter().position(|known| *known == name).expect("the option has a variable")
        };
        (0..count).map(at).collect()
    }

    /// The solutions, seen on the variables of the options: all values of all variables are tried.
    fn solutions(&self, options: &[usize]) -> Sets {
        assert!(self.variables.len() < 20, "too many variables to try all values");
        let all = 0..1_u64 << self.variables.len();
        all.filter(|&values| self.rows.iter().all(|row| row.is_met(values)))
            .map(|values| (0..options.len()).filter(|&o| values >> options[o] & 1 == 1).collect())
            .collect()
    }

    /// The least value of the objective, found by a solver of integer programs; `None` where there is no
    /// solution.
    fn optimum(&self) -> Option<u64> {
        let mut program = microlp::Problem::new(microlp::OptimizationDirection::Minimize);
        let mut costs = vec![0; self.variables.len()];
        for &(by, at) in &self.objective {
            costs[at] += by;
        }
        let float = |number: i64| f64::from(i32::try_from(number).expect("a small number"));
        let variables: Vec<_> = costs.iter().map(|&cost| program.add_binary_var(float(cost))).collect();
        for row in &self.rows {
            let terms: Vec<_> = row.terms.iter().map(|&(by, at)| (variables[at], float(by))).collect();
            let relation = match row.relation {
                Relation::AtLeast => microlp::ComparisonOp::Ge,
                Relation::AtMost => microlp::ComparisonOp::Le,
                Relation::Equal => microlp::ComparisonOp::Eq,
            };
            program.add_constraint(&terms, relation, float(row.bound));
        }
        match program.solve() {
            Ok(outcome) => {
                assert!(outcome.is_optimal(), "the solver stopped early");
                let value = outcome.solution().expect("there is an optimum").objective();
                assert!((value - value.round()).abs() < 1e-6, "{value} is no sum of costs");
                Some(format!("{:.0}", value.abs()).parse().expect("a number"))
            }
            Err(microlp::Error::Infeasible) => None,
            Err(error) => panic!("{error}"),
        }
    }
}

/// The solutions of both linear forms, which agree.
fn linear_solutions(problem: &Problem) -> Sets {
    let opb = Program::of_opb(&written(|output| opb::write(problem, output)));
    let lp = Program::of_lp(&written(|output| lp::write(problem, output)));
    let count = problem.option_count();
    let solutions = lp.solutions(&lp.options(count, 0));
    assert_eq!(opb.solutions(&opb.options(count, 1)), solutions);
    solutions
}

#[test]
fn linear_constraints_are_met_by_exactly_the_covers() {
    fn property(sketch: Sketch, seed: u64) {
        for problem in [sketch.problem(), varied(&sketch.problem(), seed)] {
            assert_eq!(linear_solutions(&problem), covers(&problem));
        }
    }
    hold(1000, property as fn(_, _));
}

#[test]
fn a_solver_of_integer_programs_finds_the_least_cost() {
    fn property(sketch: Sketch, seed: u64) {
        let problem = varied(&sketch.problem(), seed);
        let least = least_cost(&problem, &covers(&problem));
        let lp = Program::of_lp(&written(|output| lp::write(&problem, output)));
        assert_eq!(lp.optimum(), least, "lp");
        let opb = Program::of_opb(&written(|output| opb::write(&problem, output)));
        assert_eq!(opb.optimum(), least, "opb");
    }
    hold(1000, property as fn(_, _));
}
