//! The API requests, each a function from the request to the answer.

mod board;
mod booklet;
mod count;
mod cover;
mod diagnose;
mod explain;
mod formats;
mod generate;
mod levels;
mod minimize;
mod packing;
mod parse;
mod problem;
mod qr;
mod rules;
mod solve;
mod steps;
mod techniques;
mod true_candidates;
mod why_not;

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::api::Activity;
use crate::route::Route;
use crate::wire;

/// Returns all routes of the API but that of its description.
pub(crate) fn routes() -> Vec<Route> {
    let small =
        || json!({ "board": { "side": 4 }, "givens": [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4] });
    let textbook = || json!({ "problem": problem::TEXTBOOK });
    let classic = || json!({ "givens": CLASSIC });
    vec![
        Route::without_question::<StatusOut>("status", "Numbers of running and waiting searches", status),
        Route::without_question::<techniques::TechniquesOut>(
            "techniques",
            "All techniques but trial and error, the easiest first",
            |_| techniques::techniques(),
        ),
        Route::without_question::<formats::FormatsOut>("formats", "The formats of puzzles", |_| {
            formats::formats()
        }),
        Route::without_question::<rules::KindsOut>("rules", "The kinds of rules of a board", |_| {
            rules::rules()
        }),
        Route::quick(
            "board",
            "Houses, rules and picture of a board",
            json!({ "side": 4, "rules": ["x"], "labels": true, "theme": "light" }),
            board::board,
        ),
        Route::quick("check", "Conflicts between digits, and with the rules", classic(), board::check),
        Route::quick("candidates", "Candidates of each cell", small(), board::candidates),
        Route::quick(
            "parse",
            "Read text in any format",
            json!({ "text": "1...\n..2.\n.3..\n...4\n" }),
            parse::parse,
        ),
        Route::quick("export", "Write a puzzle in a format", with(classic(), "format", "sdk"), parse::export),
        Route::quick(
            "qr",
            "Draw the QR code of a text, such as a link",
            json!({ "text": "https://example.org/#p=12" }),
            qr::qr,
        ),
        Route::search("solve", "Solve: no solution, one, or several", small(), solve::solve),
        Route::search(
            "hint",
            "Hint: the next step, or part of it",
            with(classic(), "grade", "full"),
            explain::hint,
        ),
        Route::lines::<_, steps::LineOut>(
            "steps",
            "All steps that are possible: a line of JSON for each technique, and one at the end",
            small(),
            steps::steps,
        ),
        Route::search("explain", "Solution path from the current state", classic(), explain::explain),
        Route::search("rate", "Rating of the puzzle", classic(), explain::rate),
        Route::search(
            "problem",
            "A small exact cover problem with its number of covers and nodes",
            json!({ "name": "textbook" }),
            problem::problem,
        ),
        Route::search(
            "covers",
            "Covers of an exact cover problem, in the order of the search",
            with(textbook(), "limit", 10),
            cover::covers,
        ),
        Route::search("cover-count", "The number of covers of a problem", textbook(), cover::cover_count),
        Route::search("symmetries", "The symmetries of a problem", textbook(), cover::symmetries),
        Route::search(
            "survey",
            "Solutions, difficulty and unneeded pieces of a level of a puzzle",
            json!({ "problem": "0 1 2 | one two three\none 0\ntwo 1 2\nthree 0 1 2\n", "pieces": ["one", "two"] }),
            cover::survey,
        ),
        Route::search(
            "packing",
            "The exact cover problem of filling a region with pieces",
            json!({ "region": ["###", "###"], "pieces": [
                { "name": "L", "cells": ["#.", "#.", "##"] }, { "name": "I", "cells": ["##"] }] }),
            packing::packing,
        ),
        Route::search(
            "generate",
            "Generate a puzzle",
            json!({ "board": { "side": 6 }, "kind": "unique", "drawn": ["thermo"], "seed": 7 }),
            generate::generate,
        ),
        Route::lines::<_, count::CountOut>(
            "count",
            "Count solutions: progress as lines of JSON, the last one with the number",
            small(),
            count::count,
        ),
        Route::search(
            "why-not",
            "Why a digit cannot be placed in a cell",
            with(with(classic(), "cell", "r1c3"), "digit", 1),
            why_not::why_not,
        ),
        Route::search(
            "true-candidates",
            "The digits of each cell in solutions, with the number of these",
            with(small(), "limit", 10),
            true_candidates::true_candidates,
        ),
        Route::search("diagnose", "Why a puzzle has no solution, or several", small(), diagnose::diagnose),
        Route::search(
            "minimize",
            "Remove givens that the puzzle does not need",
            with(classic(), "seed", 1),
            minimize::minimize,
        ),
        Route::search(
            "redundant",
            "The givens and rules that the puzzle does not need, each alone",
            classic(),
            minimize::redundant,
        ),
        Route::search(
            "booklet",
            "Pages of puzzles for printing, with levels and solutions",
            json!({ "title": "For the train", "puzzles": [with(small(), "title", "First")], "per_page": 2 }),
            booklet::booklet,
        ),
        Route::quick(
            "levels",
            "The levels of the puzzles that can be generated on a board",
            json!({ "board": { "side": 6 }, "drawn": ["killer"] }),
            levels::levels,
        ),
    ]
}

/// The puzzle of the Wikipedia article.
const CLASSIC: &[u8] = &[
    5, 3, 0, 0, 7, 0, 0, 0, 0, 6, 0, 0, 1, 9, 5, 0, 0, 0, 0, 9, 8, 0, 0, 0, 0, 6, 0, 8, 0, 0, 0, 6, 0, 0, 0,
    3, 4, 0, 0, 8, 0, 3, 0, 0, 1, 7, 0, 0, 0, 2, 0, 0, 0, 6, 0, 6, 0, 0, 0, 0, 2, 8, 0, 0, 0, 0, 4, 1, 9, 0,
    0, 5, 0, 0, 0, 0, 8, 0, 0, 7, 9,
];

/// Returns the object with one more member.
fn with(mut object: Value, name: &str, value: impl Into<Value>) -> Value {
    object[name] = value.into();
    object
}

/// The state of the server.
#[derive(Serialize, ToSchema)]
#[schema(as = Status)]
struct StatusOut {
    /// The version of the program.
    version: &'static str,
    /// The number of running searches.
    running: usize,
    /// The number of waiting searches.
    waiting: usize,
    /// The largest number of searches that run at once.
    most: usize,
}

/// Returns the state of the server.
fn status(Activity { running, waiting, most }: Activity) -> Vec<u8> {
    wire::line(&StatusOut { version: env!("CARGO_PKG_VERSION"), running, waiting, most })
}
