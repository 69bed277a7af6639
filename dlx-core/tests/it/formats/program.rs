//! Readers of the OPB and LP formats that are independent of the library, and a solver of integer programs.

use super::Sets;

/// The relation between a sum and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

/// A linear constraint.
#[derive(Debug)]
pub(super) struct Row {
    /// Coefficients and variables.
    pub(super) terms: Vec<(i64, usize)>,
    pub(super) relation: Relation,
    pub(super) bound: i64,
}

impl Row {
    pub(super) fn is_met(&self, values: u64) -> bool {
        let sum: i64 = self.terms.iter().filter(|(_, at)| values >> at & 1 == 1).map(|(by, _)| by).sum();
        match self.relation {
            Relation::AtLeast => sum >= self.bound,
            Relation::AtMost => sum <= self.bound,
            Relation::Equal => sum == self.bound,
        }
    }
}

/// A program in binary variables, read from a text without any code of the library.
#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) variables: Vec<String>,
    pub(super) objective: Vec<(i64, usize)>,
    pub(super) rows: Vec<Row>,
}

impl Program {
    pub(super) fn variable(&mut self, name: &str) -> usize {
        self.variables.iter().position(|known| known == name).unwrap_or_else(|| {
            self.variables.push(name.to_owned());
            self.variables.len() - 1
        })
    }

    /// Reads a pseudo-Boolean problem. Constraints end with `;`, and each coefficient has a sign.
    pub(super) fn of_opb(text: &str) -> Self {
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

    /// Reads an integer program. Constraints end with their bound, independently of the lines.
    pub(super) fn of_lp(text: &str) -> Self {
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
                other => panic!("expected a relation, found {other:?}"),
            };
            assert!(!terms.is_empty(), "a constraint has no terms");
            let bound = words.next().expect("a bound").parse().expect("a number");
            program.rows.push(Row { terms, relation, bound });
        }
        assert_eq!(program.variables.len(), known, "every variable is listed as binary");
        program
    }

    /// Reads a sum, and the relation that ends it.
    pub(super) fn sum<'w>(
        &mut self,
        words: &mut impl Iterator<Item = &'w str>,
    ) -> (Vec<(i64, usize)>, Option<&'w str>) {
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

    /// Returns the variables of the options, which are numbered from `first`.
    pub(super) fn options(&self, count: usize, first: usize) -> Vec<usize> {
        let at = |option: usize| {
            let name = format!("x{}", option + first);
            self.variables.iter().position(|known| *known == name).expect("the option has a variable")
        };
        (0..count).map(at).collect()
    }

    /// Returns the solutions, restricted to the variables of the options, by trying all values of all
    /// variables.
    pub(super) fn solutions(&self, options: &[usize]) -> Sets {
        assert!(self.variables.len() < 20, "too many variables to try all values");
        let all = 0..1_u64 << self.variables.len();
        all.filter(|&values| self.rows.iter().all(|row| row.is_met(values)))
            .map(|values| (0..options.len()).filter(|&o| values >> options[o] & 1 == 1).collect())
            .collect()
    }

    /// Returns the least value of the objective, by a solver of integer programs; `None` if there is no
    /// solution.
    pub(super) fn optimum(&self) -> Option<i128> {
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
                assert!((value - value.round()).abs() < 1e-4, "{value} is no sum of costs");
                Some(format!("{:.0}", value.abs()).parse().expect("a number"))
            }
            Err(microlp::Error::Infeasible) => None,
            Err(error) => panic!("{error}"),
        }
    }
}
