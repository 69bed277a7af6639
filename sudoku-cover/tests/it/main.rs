//! The public API of sudoku-cover.

mod all_chains;
mod all_sides;
mod automorphisms;
mod canonical;
mod corpora;
mod designing;
mod diagnosing;
mod drawn;
mod engine_imports;
mod explaining;
mod formats;
mod generating;
mod geometry;
mod matrix;
mod pictures;
mod reading;
mod reasons;
mod round_trips;
mod rule_formats;
mod rule_guide;
mod rule_steps;
mod se_rating;
mod solving;
mod stopping;
mod technique_guide;
mod variants;
