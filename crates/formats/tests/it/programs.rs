//! Integer programs and pseudo-Boolean constraints.

use dlx_formats::{lp, mps, opb, partitioning};

use crate::{cost, refused, set, solutions};

/// Wraps constraints as a program in LP format over `x`, `y` and `z`.
fn program(constraints: &str) -> String {
    format!("Minimize\n obj: 0 x\nSubject To\n{constraints}\nBinaries\n x y z\nEnd\n")
}

fn of_lp(constraints: &str) -> crate::Solutions {
    let text = program(constraints);
    let read = lp::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    solutions(&read.problem)
}

#[test]
fn constraints_of_every_kind_have_the_solutions_of_a_table() {
    let values = |bits: u32| [bits & 1, bits >> 1 & 1, bits >> 2].map(|bit| bit as i32);
    for coefficients in
        [[1, 1, 1], [1, 1, 0], [-1, -1, -1], [1, -1, 0], [1, 1, -1], [2, 2, 2], [3, -2, 1], [1, 2, 3]]
    {
        let terms: String =
            coefficients.iter().zip(["x", "y", "z"]).map(|(by, name)| format!(" {by:+} {name}")).collect();
        for sign in ["<=", ">=", "="] {
            for bound in -3..=4 {
                let holds = |bits: &u32| {
                    let sum: i32 = values(*bits).iter().zip(coefficients).map(|(value, by)| value * by).sum();
                    match sign {
                        "<=" => sum <= bound,
                        ">=" => sum >= bound,
                        _ => sum == bound,
                    }
                };
                let expected = (0..8).filter(holds).map(|bits| {
                    let names = ["x", "y", "z"].into_iter().zip(values(bits));
                    names.filter(|&(_, value)| value == 1).map(|(name, _)| name.to_owned()).collect()
                });
                let constraint = format!("{terms} {sign} {bound}");
                assert_eq!(of_lp(&constraint), expected.collect(), "{constraint}");
            }
        }
    }
}

#[test]
fn several_constraints_share_variables_and_their_opposites() {
    // One of x and y; z if x; not both y and z.
    assert_eq!(of_lp(" a: x + y = 1\n b: x - z <= 0\n c: y + z <= 1"), set(&["x z", "y"]));
    // Nothing is demanded.
    assert_eq!(of_lp("").len(), 8);
    assert_eq!(of_lp(" x + y >= 3").len(), 0);
}

#[test]
fn forms_of_the_lp_format_mean_what_they_mean_to_other_solvers() {
    for constraint in [
        "2 <= x + y + z <= 2",
        "c1: x + y\n + z = 2",
        "x + y + z => 2\n x + y + z =< 2",
        "3 x + 3 y + 3 z = 6",
        "0.5 x + 0.5 y + .5 z = 1",
        "x + y + 2 z - z = 2 \\ a comment",
        "x + y + z + 1 = 3",
        "1e0 x + 1 y + z > 1.5\n x + y + z < 2.5",
    ] {
        assert_eq!(of_lp(constraint), set(&["x y", "x z", "y z"]), "{constraint}");
    }
    let text = "max: 3 x\nst\nx + y <= 1\nbounds\n0 <= x <= 1\ny <= 1\nz = 1\ngenerals\nx y z\nend";
    let read = lp::read(text.replace("max:", "max").as_bytes()).expect("a program");
    assert!(read.is_maximized);
    assert_eq!(solutions(&read.problem), set(&["z", "x z", "y z"]));
}

#[test]
fn a_byte_order_mark_is_skipped_and_what_is_not_utf_8_refused_with_its_place() {
    let text = "\u{feff}min\n x\nst\n x + y = 1\nbin\n x\n y\nend";
    assert_eq!(solutions(&lp::read(text.as_bytes()).expect("a program").problem), set(&["x", "y"]));
    let (line, column, words) = refused(lp::read(&b"min\n x\nst\n x \xff y = 1\nend"[..]));
    assert_eq!((line, column, words.as_str()), (4, 4, "expected UTF-8, found the byte 0xff"));
}

#[test]
fn costs_are_those_of_the_objective() {
    let read =
        lp::read("min\n 3 x + 2 y + x + 5\nst\n x + y = 1\nbin\n x\n y\nend".as_bytes()).expect("a program");
    assert_eq!((cost(&read, "x"), cost(&read, "y")), ("4".to_owned(), "2".to_owned()));
    assert_eq!((read.constant.to_string().as_str(), read.is_maximized), ("5", false));
    let read =
        lp::read("max\n 0.5 x - 0.25 y\nst\n x + y = 1\nbin\n x\n y\nend".as_bytes()).expect("a program");
    assert_eq!((cost(&read, "x"), cost(&read, "y")), ("-0.5".to_owned(), "0.25".to_owned()));
}

#[test]
fn unsupported_programs_are_refused_with_their_place() {
    let refused = |text: &str| refused(lp::read(text.as_bytes()));
    for (text, line, column, words) in [
        ("min\n x\nst\n x + y >= 1\nbin\n x\nend", 4, 6, "found `y`, any number from 0"),
        ("min\n x\nst\n x >= 1\nbounds\n x <= 5\ngen\n x\nend", 6, 2, "a whole number from 0 to 5"),
        ("min\n x\nst\n x * y >= 1\nbin\n x y\nend", 4, 2, "found a product of variables"),
        ("min\n x + [ x^2 ]\nst\nend", 2, 6, "found products of variables"),
        ("min\n x\nst\n x >= y\nend", 4, 7, "expected a number, found `y`"),
        ("min\n x\nst\n x + y\nend", 5, 1, "expected `<=`, `>=` or `=`, found `end`"),
        ("min\n x\nst\n a: x = 1\n a: x = 1\nend", 5, 2, "already the name of another constraint"),
        ("min\n x\nsos\nend", 3, 1, "expected `subject to`, found `special ordered sets`"),
        ("min\n x\nst\n x >= 1\nbin\n x\nsos\nend", 7, 1, "found special ordered sets"),
        ("a b\nc", 1, 1, "expected `minimize` or `maximize`, found `a`"),
        ("", 1, 1, "found the end of the text"),
        (
            "min\n x\nst\n 1234567890123456789012345678901234567890 x >= 1\nend",
            4,
            2,
            "numbers that fit into 128 bits",
        ),
    ] {
        let (found_line, found_column, found) = refused(text);
        assert!(found.contains(words), "{text}: {found}");
        assert_eq!((found_line, found_column), (line, column), "{text}: {found}");
    }
}

const MPS: &str = "\
* a comment
NAME          TEST
ROWS
 N  COST
 E  ONE
 L  TOP
 G  LOW
COLUMNS
    M1  'MARKER'  'INTORG'
    X   COST  2   ONE  1
    X   TOP   1
    Y   COST  3.5 ONE  1
    Z   TOP   1   LOW  1
    Y   LOW   1
    M2  'MARKER'  'INTEND'
RHS
    RHS  ONE  1   TOP  1
    RHS  LOW  1   COST -7
ENDATA
";

#[test]
fn mps_is_read_with_and_without_names_of_vectors() {
    // X + Y = 1, X + Z <= 1, Y + Z >= 1.
    let read = mps::read(MPS.as_bytes()).expect("a program");
    assert_eq!(solutions(&read.problem), set(&["Y", "Y Z"]));
    assert_eq!(
        (cost(&read, "X"), cost(&read, "Y"), cost(&read, "Z")),
        ("2".into(), "3.5".into(), "0".into())
    );
    assert_eq!(read.constant.to_string(), "7");
    let nameless = MPS.replace("    RHS  ", "    ");
    assert_eq!(solutions(&mps::read(nameless.as_bytes()).expect("a program").problem), set(&["Y", "Y Z"]));
}

#[test]
fn ranges_and_bounds_of_mps_restrict_sums_and_variables() {
    let with = |section: &str| {
        let text = MPS.replace("ENDATA", &format!("{section}\nENDATA"));
        solutions(&mps::read(text.as_bytes()).unwrap_or_else(|error| panic!("{section}: {error}")).problem)
    };
    // A range of 1 below TOP says X + Z in 0..1, above ONE X + Y in 1..2.
    assert_eq!(with("RANGES\n RNG ONE 1"), set(&["X Y", "Y", "Y Z"]));
    assert_eq!(with("RANGES\n RNG ONE -1"), set(&["Y", "Y Z", "Z"]));
    assert_eq!(with("RANGES\n LOW 0"), set(&["Y"]));
    assert_eq!(with("BOUNDS\n FX BND Z 1"), set(&["Y Z"]));
    assert_eq!(with("BOUNDS\n UP Z 0"), set(&["Y"]));
    assert_eq!(with("BOUNDS\n BV BND Z"), set(&["Y", "Y Z"]));
    let error =
        |section: &str| refused(mps::read(MPS.replace("ENDATA", &format!("{section}\nENDATA")).as_bytes())).2;
    assert!(error("BOUNDS\n UP BND Z 3").contains("`Z`, a whole number from 0 to 3"));
    assert!(error("BOUNDS\n PL BND Z").contains("a whole number from 0"));
    assert!(error("BOUNDS\n UP BND W 1").contains("the name of a variable, found `W`"));
    assert!(error("BOUNDS\n XX BND Z 1").contains("a bound such as `UP` or `BV`, found `XX`"));
    assert!(error("RANGES\n RNG NONE 1").contains("the name of a row, found `NONE`"));
    let pairs = "expected at most two pairs of a row and a number, found `LOW`";
    assert!(error("RANGES\n RNG ONE 1 TOP 1 LOW 1").contains(pairs));
    assert!(error("RHS\n ONE 1 TOP 1 LOW 1").contains(pairs));
    let three = MPS.replace("Z   TOP   1   LOW  1", "Z   TOP   1   ONE 0  LOW  1");
    assert!(refused(mps::read(three.as_bytes())).2.contains(pairs));
    assert!(error("SOS1\n").contains("special ordered sets"));
    assert!(error("WORDS\n").contains("a section such as `ROWS`, found `WORDS`"));
    assert!(refused(mps::read(MPS.replace("ENDATA", "").as_bytes())).2.contains("expected `ENDATA`"));
    assert!(
        refused(mps::read(MPS.replace("'INTORG'", "'INTEND'").as_bytes())).2.contains("any number from 0")
    );
}

#[test]
fn pseudo_boolean_constraints_are_read_in_their_forms() {
    let read = |text: &str| opb::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    // A variable need not be in a constraint.
    let header = "* #variable= 2 #constraint= 1\n";
    assert_eq!(solutions(&read(&format!("{header}+1 x1 >= 1;")).problem), set(&["x1", "x1 x2"]));
    let text =
        "* #variable= 3 #constraint= 2\nmin: +2 x1 +1 ~x2 ;\n+1 x1 +1 x2 +1 x3 >= 2 ;\n+1 ~x1 +1\n x2 = 1;\n";
    let program = read(text);
    assert_eq!(solutions(&program.problem), set(&["x1 x2", "x1 x2 x3"]));
    // 2 x1 + (1 - x2)
    assert_eq!((cost(&program, "x1"), cost(&program, "x2")), ("2".into(), "-1".into()));
    assert_eq!(program.constant.to_string(), "1");
    assert_eq!(solutions(&read("+3 x1 -2 x2 >= 1;").problem), set(&["x1", "x1 x2"]));
    assert_eq!(solutions(&read("+1 a <= 0;").problem), set(&[""]));
    assert!(read("max:+1 x1;\n+1 x1>=0;").is_maximized);
    for (text, line, column, words) in [
        ("+1 x1 x2 >= 1;", 1, 7, "a product of variables"),
        ("+1 x1 >= 1", 1, 1, "expected `;`, found the end of the text"),
        ("\nx1 >= 1;", 2, 1, "a coefficient such as `+1`, found `x1`"),
        ("+1 x1 >= ;", 1, 10, "a variable or a number, found `;`"),
        ("+1 x1;", 1, 6, "`>=` or `=` and a number, found `;`"),
        ("+1 x1 >= 1 +1 x2 >= 1;", 1, 12, "expected `;`, found `+1`"),
    ] {
        let (found_line, found_column, found) = refused(opb::read(text.as_bytes()));
        assert!(found.contains(words), "{text}: {found}");
        // The end of the text is on the line after the last one.
        let line = if found.contains("end of the text") { line + 1 } else { line };
        assert_eq!((found_line, found_column), (line, column), "{text}: {found}");
    }
}

#[test]
fn set_partitioning_files_have_columns_of_rows() {
    let text = "3 4\n 10 1 1\n 20 2 2\n 3\n 5 2 1 2 7 1 3";
    let problem = partitioning::read(text.as_bytes()).expect("a problem");
    let rows: Vec<String> =
        problem.options().map(|option| problem.display_option(option).to_string()).collect();
    assert_eq!(rows, ["1", "2 3", "1 2", "3"]);
    let costs: Vec<String> = problem.options().map(|option| problem.cost(option).to_string()).collect();
    assert_eq!(costs, ["10", "20", "5", "7"]);
    for (text, words) in [
        ("3 1\n 10 1 4", "the number of a row, found `4`"),
        ("3 1\n 10 1 1 5", "no more columns, found `5`"),
        ("3 2\n 10 1 1", "expected 2 columns, as the text says, found 1"),
        ("3 1\n 10 2 1", "another number, found the end"),
        ("3 1\n x 1 1", "the cost of a column, found `x`"),
    ] {
        let (_, _, found) = refused(partitioning::read(text.as_bytes()));
        assert!(found.contains(words), "{text}: {found}");
    }
}
