//! What a program refuses.

use dlx_linear::{Program, ProgramError};

#[test]
fn faults_name_what_was_expected_and_found() {
    let mut program = Program::default();
    let crossed = program.row(2.0, 1.0).expect_err("the bounds are crossed");
    assert_eq!(crossed.to_string(), "expected a lower bound of at most 1, found 2");
    program.row(0.0, 1.0).expect("the bounds are in order");
    let column =
        |bounds, entries: &[(u32, f64)]| program.clone().column(1.0, bounds, entries.iter().copied());
    assert_eq!(column((0.0, 1.0), &[(0, 1.0)]), Ok(()));
    assert_eq!(column((0.0, 1.0), &[(0, 1.0), (0, 2.0)]), Err(ProgramError::RepeatedRow(0)));
    assert_eq!(column((0.0, 1.0), &[(1, 1.0)]), Err(ProgramError::UnknownRow { row: 1, rows: 1 }));
    assert_eq!(column((0.0, f64::INFINITY), &[]), Err(ProgramError::NotFinite(f64::INFINITY)));
    let of_entry = column((0.0, 1.0), &[(0, f64::NAN)]).expect_err("the entry is no number");
    assert_eq!(of_entry.to_string(), "expected a finite number, found NaN");
}
