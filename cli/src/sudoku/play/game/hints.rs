//! What a player is told: which digits are wrong, and the next step, a little more of it each time.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::Limits;
use sudoku_cover::{Candidate, Cell, Explainer, Hint, Pencilmarks, Step};

use super::Game;
use super::edits::place;

/// How long a hint may be looked for: meanwhile no key is answered.
const LONGEST: Duration = Duration::from_secs(2);

/// How much of a hint is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Grade {
    /// What to look for.
    Vague,
    /// And where.
    Where,
    /// What follows.
    Full,
}

impl Game {
    /// The cells that hold another digit than the solution.
    fn wrong(&self) -> Vec<Cell> {
        let is_wrong = |cell: &Cell| {
            self.now.digits.get(*cell).is_some_and(|digit| self.solution.get(*cell) != Some(digit))
        };
        self.geometry.cells().filter(is_wrong).collect()
    }

    pub(super) fn check(&mut self) {
        let wrong: Vec<String> = self.wrong().iter().map(ToString::to_string).collect();
        self.message = match &wrong[..] {
            [] => "no digit is wrong".to_owned(),
            cells => format!("wrong: {}", cells.join(", ")),
        };
    }

    pub(super) fn give_hint(&mut self) {
        let grade = match self.hint {
            None => Grade::Vague,
            Some((Grade::Vague, _)) => Grade::Where,
            Some((Grade::Where | Grade::Full, _)) => Grade::Full,
        };
        if self.is_solved() {
            self.say("Solved!");
            return;
        }
        if !self.wrong().is_empty() {
            self.say("a digit is wrong; c says which");
            return;
        }
        let step = match self.hint.take() {
            Some((_, step)) => Some(step),
            None => self.next_step(),
        };
        let Some(step) = step else {
            self.say("no hint");
            return;
        };
        self.message = match grade {
            Grade::Vague => format!("{} (? again for where)", Hint::Vague(&step)),
            Grade::Where => format!("{} (? again for all of it)", Hint::Where(&step)),
            Grade::Full => format!("{step} (Enter does it)"),
        };
        self.hint = Some((grade, step));
    }

    /// The first step that says something that digits and notes do not say yet, if it is found in time.
    fn next_step(&self) -> Option<Step> {
        let deadline = Instant::now() + LONGEST;
        let mut limits = Limits::none().ask(256, |_| {
            if Instant::now() < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let mut explainer = Explainer::new(&self.geometry);
        explainer.load_with_solution(&self.now.digits, &self.solution).ok()?;
        loop {
            let step = explainer.find_step(&mut limits).ok()??;
            let is_new = |lost: &Candidate| {
                let notes = self.now.notes.get(lost.cell);
                notes.is_empty() || notes.contains(lost.digit)
            };
            if !step.placements.is_empty() || step.eliminations.iter().any(is_new) {
                return Some(step.clone());
            }
            explainer.next_step(&mut limits).ok()??;
        }
    }

    pub(super) fn accept(&mut self) {
        let Some((Grade::Full, step)) = self.hint.take() else {
            self.say("? gives a hint");
            return;
        };
        let mut position = self.now.clone();
        for placed in &step.placements {
            place(&mut position, &self.geometry, placed.cell, placed.digit);
            self.cursor = placed.cell;
        }
        let implied =
            Pencilmarks::implied(&self.now.digits, &self.geometry).expect("the grid is on the board");
        for lost in &step.eliminations {
            let notes = position.notes.get(lost.cell);
            let notes = if notes.is_empty() { implied.get(lost.cell) } else { notes };
            position.notes.set(lost.cell, notes.without(lost.digit)).expect("the cell is on the board");
        }
        self.change(position);
    }
}

#[cfg(test)]
mod tests {
    use sudoku_cover::Geometry;

    use super::super::playing::{classic, digit, game_of, press};
    use super::*;

    #[test]
    fn a_check_names_the_wrong_cells() {
        let mut game = classic();
        press(&mut game, ">>1c");
        assert_eq!(game.message(), "wrong: r1c3");
        press(&mut game, "?");
        assert_eq!(game.message(), "a digit is wrong; c says which");
        press(&mut game, "4c");
        assert_eq!(game.message(), "no digit is wrong");
    }

    #[test]
    fn hints_tell_more_each_time_and_lead_to_the_solution() {
        let mut game = classic();
        press(&mut game, "?");
        assert!(matches!(game.hint(), Some((Grade::Vague, _))));
        press(&mut game, "?");
        assert!(matches!(game.hint(), Some((Grade::Where, _))));
        press(&mut game, "?");
        let (grade, step) = game.hint().unwrap();
        assert_eq!((grade, step.to_string().as_str()), (Grade::Full, "Naked Single: r5c5=5"));
        press(&mut game, "!");
        assert_eq!((game.cursor(), digit(&game)), (Cell::new(4, 4), Some(5)));
        for _ in 0..50 {
            press(&mut game, "???!");
        }
        assert!(game.is_solved() && game.message() == "Solved!");
    }

    #[test]
    fn hints_that_eliminate_go_on_from_the_notes_that_they_leave() {
        // Of testdata/sudoku/hard.txt; it takes chains.
        let hard = ".....2.....8......6..5.81742....4...4...7......96....5...4...39..58......3..6..87";
        let mut game = game_of(hard, &Geometry::classic());
        let mut steps = 0;
        while !game.is_solved() {
            press(&mut game, "???!");
            steps += 1;
            assert!(steps < 400, "{}", game.message());
        }
    }
}
