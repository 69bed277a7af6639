//! The objects that answer puzzles, for their published schemas.

use serde_json::json;
use sudoku_cover::Verdict;
use utoipa::ToSchema;

use super::batch::{FailureObject, PartObject, PuzzleObject};
use crate::shared::objects::Objects;

impl Objects {
    /// Adds answers to puzzles with these members, and with one of these words as the status.
    pub(super) fn of_puzzles<T: ToSchema>(self, title: &str, statuses: &[&str]) -> Self {
        let before = self.kinds.len();
        let mut objects = self.with_parts::<T>().of::<PuzzleObject<'static, String, T>>(title);
        for kind in &mut objects.kinds[before..] {
            kind["properties"]["status"] = json!({ "enum": statuses, "description": "What the answer is." });
        }
        objects
    }

    /// Adds puzzles without an answer.
    pub(super) fn of_failures(self) -> Self {
        self.of_failures_and(&[])
    }

    /// Adds puzzles without an answer, which may have other statuses too.
    pub(super) fn of_failures_and(self, others: &[&str]) -> Self {
        let verdicts =
            [Verdict::Invalid, Verdict::Unreadable, Verdict::Unknown, Verdict::None, Verdict::Several];
        let statuses = [&verdicts.map(Verdict::word), others].concat();
        self.of_puzzles::<FailureObject<'static>>("Failure", &statuses)
    }

    /// Adds answers to puzzles that end early, with these members as far as they were known.
    pub(super) fn of_parts<T: ToSchema>(self, title: &str) -> Self {
        self.with_parts::<T>().of_puzzles::<PartObject<T>>(title, &[Verdict::Unknown.word()])
    }
}
