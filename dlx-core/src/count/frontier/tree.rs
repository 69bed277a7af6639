//! Building the program of a tree: the layers of the subtrees of an item are joined, and the item is covered.
//!
//! A state of a subtree records the options of the items above it that the options within it can exclude
//! ([`Choices`]). This is the elimination of variables in the order of the tree (Dechter, *Bucket elimination*, 1999).

use super::choices::Choices;
use super::fields::{FieldLayout, PlacedField};
use super::order::ItemTree;
use super::steps::{FrontierStep, Program, StateWay};
use crate::control::limits::{Limits, Stopped};
use crate::problem::Problem;
use crate::problem::givens::Settled;
use crate::problem::ids::{ItemId, wide};

/// The steps along a tree, before the width of a state is chosen.
pub(super) struct TreeFields {
    choices: Choices,
    steps: Vec<TreeStep>,
    /// Number of words of a state.
    pub(super) words: usize,
}

struct TreeStep {
    kind: TreeStepKind,
    before: FieldLayout,
    after: FieldLayout,
    begins_subtree: bool,
}

enum TreeStepKind {
    /// Joins the layer with the one kept last, whose states have these fields.
    Join(FieldLayout),
    /// Adds the field of an item: a state becomes one state for each value that no other field excludes.
    Choose(ItemId),
    /// Takes the options of an item, and drops its field.
    Cover(ItemId),
}

/// The layouts of the layers along a tree.
struct TreeLayouts<'t> {
    choices: &'t Choices,
    /// By item: its place in the postorder, in which the fields are arranged.
    places: Vec<usize>,
}

impl TreeLayouts<'_> {
    /// Returns the layout of the fields of these items, each of which may be listed twice.
    fn of(&self, mut items: Vec<ItemId>) -> FieldLayout {
        items.sort_unstable_by_key(|item| self.places[item.index()]);
        items.dedup();
        FieldLayout::of_fields(items.into_iter().map(|item| (item, self.choices.widths[item.index()])))
    }

    /// Returns the items that come after an item in the postorder and have choices that this one can exclude.
    fn above(&self, item: ItemId) -> Vec<ItemId> {
        let excluded = self.choices.of_item(item).flat_map(|choice| &self.choices.excluded[choice]);
        let others = excluded.map(|&other| self.choices.items[wide(other)]);
        others.filter(|other| self.places[other.index()] > self.places[item.index()]).collect()
    }
}

impl TreeFields {
    /// Returns the steps, or `None` if an item has too many choices.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(super) fn new(
        problem: &Problem,
        settled: &Settled,
        tree: &ItemTree,
        limits: &mut Limits<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let Some(choices) = Choices::of(problem, settled, limits)? else { return Ok(None) };
        let mut layouts = TreeLayouts { choices: &choices, places: vec![0; problem.item_count()] };
        for (place, item) in tree.line.iter().enumerate() {
            layouts.places[item.index()] = place;
        }
        let mut steps: Vec<TreeStep> = Vec::new();
        // The layouts of the layers that are kept, and that of the present layer.
        let mut kept: Vec<FieldLayout> = Vec::new();
        for (&item, &children) in tree.line.iter().zip(&tree.child_counts) {
            let begin = steps.len();
            let mut layout = match children {
                0 => FieldLayout::default(),
                _ => joined(&layouts, &mut kept, wide(children), &mut steps),
            };
            let mut push = |kind, before: &mut FieldLayout, after: FieldLayout| {
                let before = std::mem::replace(before, after.clone());
                steps.push(TreeStep { kind, before, after, begins_subtree: false });
            };
            let mut above = layouts.above(item);
            above.sort_unstable_by_key(|other| layouts.places[other.index()]);
            above.dedup();
            for other in above {
                if find(&layout, other).is_none() {
                    let items = layout.fields.iter().map(|field| field.item).chain([other]);
                    let after = layouts.of(items.collect());
                    push(TreeStepKind::Choose(other), &mut layout, after);
                }
            }
            let items = layout.fields.iter().map(|field| field.item).filter(|&other| other != item);
            let after = layouts.of(items.collect());
            push(TreeStepKind::Cover(item), &mut layout, after);
            steps[begin].begins_subtree = children == 0 && begin > 0;
            limits.setup((steps.len() - begin) * (layout.fields.len() + 1))?;
            kept.push(layout);
        }
        let roots = kept.len();
        joined(&layouts, &mut kept, roots, &mut steps);
        let width = steps.iter().map(|step| step.after.width).max().unwrap_or(0);
        Ok(Some(Self { choices, steps, words: wide(width).div_ceil(64) }))
    }
}

/// Adds the steps that join the last layers. Returns the layout of the result.
fn joined(
    layouts: &TreeLayouts<'_>,
    kept: &mut Vec<FieldLayout>,
    count: usize,
    steps: &mut Vec<TreeStep>,
) -> FieldLayout {
    let mut layout = kept.pop().unwrap_or_default();
    for _ in 1..count {
        let Some(other) = kept.pop() else { break };
        let items = layout.fields.iter().chain(&other.fields).map(|field| field.item);
        let after = layouts.of(items.collect());
        let before = std::mem::replace(&mut layout, after.clone());
        steps.push(TreeStep { kind: TreeStepKind::Join(other), before, after, begins_subtree: false });
    }
    layout
}

fn find(layout: &FieldLayout, item: ItemId) -> Option<PlacedField> {
    layout.fields.iter().find(|field| field.item == item).copied()
}

impl<const W: usize> Program<W> {
    /// Returns the program along a tree, for states of `W` words, which must be enough for all fields.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(super) fn along(fields: &TreeFields, limits: &mut Limits<'_>) -> Result<Self, Stopped> {
        debug_assert!(fields.words <= W, "the caller has asked for the number of words");
        let mut program = Self::default();
        let choices = &fields.choices;
        // An option is counted where the first of its items is covered.
        let mut is_counted =
            vec![false; choices.options.iter().flatten().map(|option| option.index() + 1).max().unwrap_or(0)];
        for (rank, step) in (0..).zip(&fields.steps) {
            let TreeStep { kind, before, after, begins_subtree } = step;
            let (begin, mut kept) = (program.ways.len(), None);
            match kind {
                TreeStepKind::Join(other) => kept = Some(program.push_moves(other, |item| find(after, item))),
                TreeStepKind::Choose(item) => {
                    let mut is_listed = vec![false; wide(choices.values[item.index()]) + 1];
                    for choice in choices.of_item(*item) {
                        let bit = choices.bits[choice];
                        let place = bit.map_or(is_listed.len() - 1, wide);
                        if !std::mem::replace(&mut is_listed[place], true) {
                            let mut way = way_of(choices, choice, before);
                            if let Some((field, bit)) = find(after, *item).zip(bit) {
                                let field = field.field::<W>();
                                way.set[field.word] |= 1 << (field.shift + bit);
                            }
                            program.ways.push(way);
                        }
                    }
                }
                TreeStepKind::Cover(item) => {
                    for choice in choices.of_item(*item) {
                        let mut way = way_of(choices, choice, before);
                        if let Some(field) = find(before, *item) {
                            let field = field.field::<W>();
                            let wanted = choices.bits[choice].map_or(0, |bit| 1 << (field.shift + bit));
                            way.ask(field, wanted);
                        }
                        way.option = choices.options[choice]
                            .filter(|option| !std::mem::replace(&mut is_counted[option.index()], true));
                        program.ways.push(way);
                    }
                }
            }
            limits.setup((program.ways.len() - begin) * (before.fields.len() + 1))?;
            let ways = begin..program.ways.len();
            let moves = program.push_moves(before, |item| find(after, item));
            let values =
                before.fields.iter().map(|field| f64::from(choices.values[field.item.index()]).log2());
            program.steps.push(FrontierStep {
                ways,
                moves,
                own: None,
                rank,
                width: rounded(values.sum()),
                kept,
                begins_subtree: *begins_subtree,
            });
        }
        Ok(program)
    }
}

/// Returns the way of a choice, which is allowed in states in which no field excludes it.
fn way_of<const W: usize>(choices: &Choices, choice: usize, before: &FieldLayout) -> StateWay<W> {
    let mut way = StateWay::new(None);
    for &other in &choices.excluded[choice] {
        let field = find(before, choices.items[wide(other)]);
        if let Some((field, bit)) = field.zip(choices.bits[wide(other)]) {
            let field = field.field::<W>();
            way.asked[field.word] |= 1 << (field.shift + bit);
        }
    }
    way
}

/// Returns the number of bits that this many states are, as a logarithm.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a state has at most 512 bits")]
fn rounded(bits: f64) -> u32 {
    bits.round() as u32
}
