//! A reader of the DIMACS format that is independent of the library, and a SAT solver.

use std::collections::BTreeMap;

use batsat::{BasicSolver, Lit, SolverInterface, lbool};

/// A text in the DIMACS format, read without any code of the library.
pub(super) struct Dimacs {
    pub(super) variables: usize,
    pub(super) clauses: Vec<Vec<i64>>,
    /// The variables of `c p show`.
    pub(super) shown: Vec<i64>,
    /// By variable: its option according to the comments.
    pub(super) options: BTreeMap<i64, usize>,
}

impl Dimacs {
    pub(super) fn read(text: &str) -> Self {
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

    /// Returns the models, restricted to the options, each once.
    pub(super) fn models(&self) -> Vec<Vec<usize>> {
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
