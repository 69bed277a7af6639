//! A part of a problem: some items must be covered, some others must not be covered too often, and the rest
//! is ignored.

use std::collections::HashSet;

use crate::control::limits::{Limits, Stopped};
use crate::control::rule::Rule;
use crate::problem::givens::Givens;
use crate::problem::ids::{Color, ItemId, OptionId};
use crate::problem::{ItemKind, Mention, Problem, ProblemBuilder, Use};
use crate::search::Search;

/// The problem that is to be explained, with its givens.
pub(super) struct Subject<'p> {
    pub(super) problem: &'p Problem,
    /// By option: true if it is not forbidden.
    pub(super) is_allowed: Vec<bool>,
    pub(super) given: Vec<OptionId>,
}

/// A part of a problem, as a problem of its own. It has a cover if and only if the part has one.
pub(super) struct Subproblem {
    problem: Problem,
    given: Vec<OptionId>,
}

/// The requirement of a part on an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It must be covered as its bounds say.
    Demand,
    /// It must not be covered too often.
    Ceiling,
    /// There is none.
    Free,
}

impl Subject<'_> {
    /// Returns the part in which the `demands` must be covered and the `ceilings` must not be covered too
    /// often. An item in both lists is a demand.
    pub(super) fn part(
        &self,
        demands: &[ItemId],
        ceilings: &[ItemId],
        limits: &mut Limits<'_>,
    ) -> Result<Subproblem, Stopped> {
        limits.setup(self.problem.use_count())?;
        let (options, roles) = self.roles(demands, ceilings);
        self.build(demands, &options, &roles, limits)
    }

    /// Returns the `ceilings` that the options of this part could cover too often, in the order of the problem.
    pub(super) fn conflicts(&self, demands: &[ItemId], ceilings: &[ItemId]) -> Vec<ItemId> {
        self.ceilings(&self.roles(demands, ceilings).1)
    }

    fn ceilings(&self, roles: &[Role]) -> Vec<ItemId> {
        self.problem.items().filter(|item| roles[item.index()] == Role::Ceiling).collect()
    }

    /// Returns the options of this part, of which the given ones come first, and by item its role.
    fn roles(&self, demands: &[ItemId], ceilings: &[ItemId]) -> (Vec<OptionId>, Vec<Role>) {
        let mut roles = vec![Role::Free; self.problem.item_count()];
        for item in ceilings {
            roles[item.index()] = Role::Ceiling;
        }
        for item in demands {
            roles[item.index()] = Role::Demand;
        }
        let is_given = self.given.iter().copied().collect::<HashSet<OptionId>>();
        // Options that cover no demand could only cause conflicts, so only given ones are needed.
        let has_demand = |option| {
            self.problem.uses(option).iter().any(|used: &Use| roles[used.item.index()] == Role::Demand)
        };
        let chosen = self.problem.options().filter(|&option| {
            self.is_allowed[option.index()] && !is_given.contains(&option) && has_demand(option)
        });
        let options: Vec<OptionId> = self.given.iter().copied().chain(chosen).collect();
        self.free_unfought(&options, &mut roles);
        (options, roles)
    }

    /// Frees the items with ceilings that these options cannot cover too often.
    fn free_unfought(&self, options: &[OptionId], roles: &mut [Role]) {
        // By item: an upper bound on the number of times that these options cover it together.
        let mut times = vec![0u32; roles.len()];
        let mut colors = vec![Color::NONE; roles.len()];
        for (used, weight) in options.iter().flat_map(|&option| self.problem.weighted_uses(option)) {
            let color = &mut colors[used.item.index()];
            if used.color == Color::NONE || used.color != *color {
                times[used.item.index()] += weight;
                *color = used.color;
            }
        }
        for item in self.problem.items() {
            let role = &mut roles[item.index()];
            if *role == Role::Ceiling && times[item.index()] <= self.problem.bounds(item).high {
                *role = Role::Free;
            }
        }
    }

    fn build(
        &self,
        demands: &[ItemId],
        options: &[OptionId],
        roles: &[Role],
        limits: &mut Limits<'_>,
    ) -> Result<Subproblem, Stopped> {
        let mut part = SubproblemBuilder {
            subject: self.problem,
            builder: Problem::builder(),
            ids: vec![None; roles.len()],
        };
        // Primary items must come first.
        let (shared, single): (Vec<ItemId>, Vec<ItemId>) =
            self.ceilings(roles).into_iter().partition(|&item| self.problem.bounds(item).high != 1);
        for &item in demands.iter().chain(&shared).chain(&single) {
            limits.setup(STEPS_OF_A_NAME)?;
            part.add_item(item, roles);
        }
        let mut given = Vec::new();
        let mut seen = HashSet::new();
        for (place, &option) in options.iter().enumerate() {
            let is_given = place < self.given.len();
            limits.setup(STEPS_OF_A_USE * self.problem.uses(option).len())?;
            let uses = self.problem.weighted_uses(option).map(|(used, weight)| (*used, weight));
            let mut uses: Vec<(Use, u32)> = uses.collect();
            uses.retain(|(used, _)| roles[used.item.index()] != Role::Free);
            uses.sort_unstable_by_key(|(used, _)| used.item);
            let is_heavy = |&(used, weight): &(Use, u32)| weight > self.problem.bounds(used.item).high;
            // Of several equal options that use an item which is covered once, one suffices.
            let is_once = |(used, _): &(Use, u32)| {
                roles[used.item.index()] == Role::Demand && self.problem.bounds(used.item).high == 1
            };
            let is_like_another = !is_given && uses.iter().any(is_once) && !seen.insert(uses.clone());
            if uses.is_empty() || is_like_another || self.problem.is_weighted() && uses.iter().any(is_heavy) {
                continue;
            }
            let added = part.add_option(&uses);
            if is_given {
                given.push(added);
            }
        }
        let problem = part.builder.build().expect("no fault was met");
        Ok(Subproblem { problem, given })
    }
}

/// Steps of a setup that a new item and a new use take.
const STEPS_OF_A_NAME: usize = 16;
const STEPS_OF_A_USE: usize = 8;

impl Subproblem {
    /// Returns a search for the covers of this part.
    pub(super) fn search(&self, limits: &mut Limits<'_>) -> Result<Search, Stopped> {
        let mut search = Search::with_rule(&self.problem, Rule::default(), limits)?;
        let restarted = search.restart(Givens::none().force(&self.given));
        restarted.expect("what goes together in the whole goes together in a part");
        Ok(search)
    }
}

/// Builds a part of a subject.
struct SubproblemBuilder<'p> {
    subject: &'p Problem,
    builder: ProblemBuilder,
    /// By item of the subject: the item of the part.
    ids: Vec<Option<ItemId>>,
}

impl SubproblemBuilder<'_> {
    fn add_item(&mut self, item: ItemId, roles: &[Role]) {
        let (name, bounds) = (self.subject.name(item), self.subject.bounds(item));
        let added = match roles[item.index()] {
            Role::Demand => self.builder.add_bounded(name, bounds.low..=bounds.high),
            _ if self.subject.kind(item) == ItemKind::Primary && bounds.high != 1 => {
                self.builder.add_bounded(name, 0..=bounds.high)
            }
            _ => self.builder.add_secondary(name),
        };
        self.ids[item.index()] = Some(added.expect("a part is no larger than the whole"));
    }

    fn add_option(&mut self, uses: &[(Use, u32)]) -> OptionId {
        let mentions = uses.iter().map(|(used, weight)| {
            let item = self.ids[used.item.index()].expect("what is not free was added");
            let color = self.subject.color_name(used.color);
            color.map_or(Mention::from(item), |color| Mention::from((item, color))).with_weight(*weight)
        });
        let mentions: Vec<Mention<'_>> = mentions.collect();
        self.builder.add_option(mentions).expect("a part is no larger than the whole")
    }
}
