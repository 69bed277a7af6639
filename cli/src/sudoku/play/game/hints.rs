//! What a player is told: which digits are wrong, and the next step, a little more of it each time.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dlx_core::Limits;
use sudoku_cover::compare::wrong_cells;
use sudoku_cover::{Cell, Explainer, Grade, Hint, Pencilmarks};

use super::Game;
use super::edits::place;

/// How long a hint may be looked for: meanwhile no key is answered.
const LONGEST: Duration = Duration::from_secs(2);

impl Game {
    /// The cells that hold another digit than the solution.
    fn wrong(&self) -> Vec<Cell> {
        wrong_cells(&self.now.digits, &self.solution).expect("the grids of a game have one side")
    }

    pub(super) fn check(&mut self) {
        let wrong: Vec<String> = self.wrong().iter().map(ToString::to_string).collect();
        self.message = match &wrong[..] {
            [] => "no digit is wrong".to_owned(),
            cells => format!("wrong: {}", cells.join(", ")),
        };
    }

    pub(super) fn give_hint(&mut self) {
        if self.is_solved() {
            self.say("Solved!");
            return;
        }
        if !self.wrong().is_empty() {
            self.say("a digit is wrong; c says which");
            return;
        }
        let Some(hint) = self.hint.take().map(Hint::more).or_else(|| self.find_hint()) else {
            self.say("no hint");
            return;
        };
        let key = match hint.grade() {
            Grade::Vague => "? again for where",
            Grade::Where => "? again for all of it",
            Grade::Full => "Enter does it",
        };
        self.message = format!("{hint} ({key})");
        self.hint = Some(hint);
    }

    /// A hint at the first step that says something that digits and notes do not say yet, if it is found in time.
    fn find_hint(&self) -> Option<Hint> {
        let deadline = Instant::now() + LONGEST;
        let mut limits = Limits::none().ask(256, |_| {
            if Instant::now() < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let mut explainer = Explainer::new(&self.geometry);
        explainer.load_with_solution(&self.now.digits, &self.solution).ok()?;
        explainer.hint(Grade::Vague, Some(&self.now.notes), &mut limits).ok()?
    }

    pub(super) fn accept(&mut self) {
        let hint = self.hint.take();
        let Some(step) = hint.as_ref().and_then(Hint::step) else {
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
        assert_eq!(game.hint().unwrap().grade(), Grade::Vague);
        press(&mut game, "?");
        assert_eq!(game.hint().unwrap().grade(), Grade::Where);
        press(&mut game, "?");
        let hint = game.hint().unwrap();
        assert_eq!((hint.grade(), hint.to_string().as_str()), (Grade::Full, "Naked Single: r5c5=5"));
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
