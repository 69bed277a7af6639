//! Answers of solvers.

use dlx_core::{OptionId, Problem, check};
use dlx_formats::answer::{self, Variables};
use dlx_formats::{cnf, lp};

use crate::refused;

/// Returns a problem with four options, of which 1 and 2 are a cover.
fn problem() -> Problem {
    Problem::builder()
        .primary(["a", "b", "c"])
        .option(["a", "b"])
        .option(["a"])
        .option(["b", "c"])
        .option(["b"])
        .build()
        .expect("a problem")
}

#[test]
fn answers_are_read_as_each_solver_writes_them() {
    for (solver, text) in [
        ("a SAT solver", "c a comment\ns SATISFIABLE\nv -1 2 3\nv -4 5 -6 0\n"),
        ("a pseudo-Boolean solver", "s OPTIMUM FOUND\no 3\nv -x1 x2 x3 -x4\n"),
        (
            "HiGHS",
            "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 5\nx0 0\nx1 1\nx2 1\n\
             x3 -0\ny0 1\n# Rows 3\nr0 1\n",
        ),
        (
            "SCIP",
            "solution status: optimal solution found\nobjective value: 5\nx1    1 \t(obj:2)\nx2    0.99999 (obj:3)\n",
        ),
        ("Gurobi", "# Solution for model\n# Objective value = 5\nx0 0\nx1 1\nx2 1\nx3 0\n"),
        ("CBC", "Optimal - objective value 5.00\n      1 x1    1    2\n      2 x2    1    3\n"),
        (
            "GLPK",
            "   No. Column name       Activity\n     1 x0           *              0   0  1\n     2 x1           *              1   0  1\n     3 x2           *              1   0  1\n",
        ),
        (
            "CPLEX",
            "<?xml version=\"1.0\"?>\n<variables>\n  <variable name=\"x1\" index=\"1\" value=\"1\"/>\n  <variable \
             name=\"x2\" index=\"2\" value=\"1\"/>\n</variables>\n",
        ),
    ] {
        let cover = answer::read(&problem(), Variables::Written, text.as_bytes());
        let cover = cover.unwrap_or_else(|error| panic!("{solver}: {error}"));
        assert_eq!(cover, [1, 2].map(OptionId::new), "{solver}");
        assert_eq!(check(&problem(), &cover), Ok(()), "{solver}");
    }
}

#[test]
fn variables_of_a_program_that_was_read_have_their_own_names() {
    let text =
        "min\n obj: x\nst\n one: apple + pear = 1\n two: apple - plum <= 0\nbin\n apple pear plum x\nend";
    let read = lp::read(text.as_bytes()).expect("a program");
    let cover =
        answer::read(&read.problem, Variables::Read, "Objective 0\napple 1\npear 0\nplum 1\n".as_bytes());
    let cover = cover.expect("an answer");
    assert_eq!(check(&read.problem, &cover), Ok(()));
    // Without its plum the apple breaks a constraint.
    let cover = answer::read(&read.problem, Variables::Read, "apple 1\n".as_bytes()).expect("an answer");
    assert!(check(&read.problem, &cover).is_err());
    let read = cnf::read("p cnf 2 2\n1 2 0\n-1 -2 0\n".as_bytes()).expect("clauses");
    for (text, is_cover) in [("v 1 -2 0", true), ("v -1 2 0", true), ("v 1 2 0", false), ("v -1 -2 0", false)]
    {
        let cover = answer::read(&read.problem, Variables::Read, text.as_bytes()).expect("an answer");
        assert_eq!(check(&read.problem, &cover).is_ok(), is_cover, "{text}");
    }
}

#[test]
fn answers_that_say_nothing_of_the_problem_are_refused() {
    let refused = |text: &str| refused(answer::read(&problem(), Variables::Written, text.as_bytes()));
    for (text, line, column, words) in [
        ("s UNSATISFIABLE\n", 1, 1, "expected a solution, found `s UNSATISFIABLE`"),
        ("Model status\nInfeasible\n", 1, 1, "expected a solution, found `Infeasible`"),
        ("nothing\n", 2, 1, "the value of a variable, found the end of the text"),
        ("x9 1\n", 1, 1, "a variable of the problem, found `x9`"),
        ("\nx1 0.5\n", 2, 1, "the value 0 or 1, found `0.5`"),
        ("v 1 two\n", 1, 5, "such as `7`, `-7` or `x7`, found `two`"),
    ] {
        let (found_line, found_column, found) = refused(text);
        assert!(found.contains(words), "{text}: {found}");
        assert_eq!((found_line, found_column), (line, column), "{text}: {found}");
    }
}
