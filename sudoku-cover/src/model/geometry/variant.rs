//! Rules added to a board: they become houses, peers, cages and digits that a cell cannot hold.
//!
//! A board without rules has no [`Demands`], so that it is not slower. Houses, peers, [`Geometry::allows`],
//! [`Geometry::is_non_consecutive`] and [`Geometry::cages`] express all rules.

use dlx_core::{Limits, Stopped};

use super::relation::Automata;
use super::rules::{
    BOXES_FOR_DISJOINT, CellsKind, GIVEN_OR_FOUND, LineKind, MOST_STEPS, Reading, Regions, Required, Rule,
    RuleError, Variant, refuse,
};
use super::shape::{Shape, blocked_cell};
use super::{Cage, Candidate, Cell, Geometry, Global, House, HouseKind, Relation, Values};
use crate::model::unexpected::shown;
use crate::work::{IsOver, Work};

/// The greatest number of sets of digits of all cages together: each is an option of the exact cover problem,
/// with up to 25 items. On boards of side 9 a cage has at most 12.
const MOST_COMBINATIONS: usize = 50_000;

/// The reason why a board with rules was not built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The board cannot have a rule.
    #[error("{error}")]
    Rule {
        /// The number of the rule among those that were to be added, from 0.
        number: usize,
        /// The error.
        #[source]
        error: RuleError,
    },
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The requirements of the rules of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Demands {
    rules: Vec<Rule>,
    /// By cell the number of its region, if there are regions in place of boxes.
    regions: Option<Vec<usize>>,
    /// By cell the remainder of its digit after division by 2, if a rule requires one.
    parities: Vec<Option<u8>>,
    cages: Vec<Cage>,
    /// The relations of all rules that are not expressed otherwise.
    relations: Vec<Relation>,
    /// The relations that read variables or the regions of cells.
    with_variables: Vec<Relation>,
    /// What the rules require of the whole board, each with the number of its rule.
    globals: Vec<(usize, Global)>,
    /// The variables that rules name, in ascending order.
    pub(super) variables: Vec<Cell>,
    /// True if the regions of the board are to be found.
    pub(super) finds_regions: bool,
    /// Groups of cells that hold different digits, besides houses and cages, and by group the number of its rule.
    apart: Vec<Vec<Cell>>,
    apart_rules: Vec<usize>,
    /// By cell the number of its cage.
    cage_numbers: Vec<Option<usize>>,
    /// By cage the number of its rule.
    cage_rules: Vec<usize>,
    /// What makes the board another than a whole square, if anything does.
    pub(super) shape: Option<Box<Shape>>,
}

impl Geometry {
    /// Returns the board with these rules added.
    ///
    /// ```
    /// use sudoku_cover::{Geometry, Rule, Variant};
    ///
    /// let board = Geometry::classic().with_rules(&[Rule::Variant(Variant::Windoku)])?;
    /// assert_eq!(board.houses().len(), 27 + 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first rule that the board cannot have: one without meaning on a board of this size, or one that
    /// contradicts another.
    ///
    /// # Complexity
    /// O(N³ log N) time and O(N³) memory, the sets of digits of all cages, and the combinations of digits that
    /// rules allow, which are limited in number for each rule and for all together.
    pub fn with_rules(self, rules: &[Rule]) -> Result<Geometry, RuleError> {
        self.with_rules_within(rules, &mut Limits::none()).map_err(|error| match error {
            BoardError::Rule { error, .. } => error,
            BoardError::Stopped(_) => unreachable!("there are no limits"),
        })
    }

    /// Like [`with_rules`](Self::with_rules), within limits: building asks their question.
    ///
    /// # Errors
    /// Those of [`with_rules`](Self::with_rules), with the number of the rule, and the limit that was reached.
    pub fn with_rules_within(
        mut self,
        rules: &[Rule],
        limits: &mut Limits<'_>,
    ) -> Result<Geometry, BoardError> {
        if rules.is_empty() {
            return Ok(self);
        }
        let work = Work::new(limits);
        let added = self.add_all(rules, &|steps| work.is_over_after(steps));
        // What was added after the work was over is meaningless, errors included.
        work.end()?;
        added.map(|()| self)
    }

    fn add_all(&mut self, rules: &[Rule], is_over: IsOver<'_>) -> Result<(), BoardError> {
        let before = self.rules().len();
        let mut numbers = Vec::with_capacity(rules.len());
        // Other rules read the digits of the board.
        let named = rules.iter().enumerate().find_map(|(number, rule)| match rule {
            Rule::Values(values) => Some((number, *values)),
            _ => None,
        });
        if let Some((number, values)) = named {
            self.set_values(values).map_err(|error| BoardError::Rule { number, error })?;
        }
        if rules.contains(&Rule::Variant(Variant::Chaos)) {
            self.demands.get_or_insert_default().finds_regions = true;
        }
        // What is the board comes before what its cells hold.
        let is_of_shape =
            |rule: &Rule| matches!(rule, Rule::Grids(_) | Rule::Cells { kind: CellsKind::Blocked, .. });
        let (first, then): (Vec<_>, Vec<_>) =
            rules.iter().enumerate().partition(|(_, rule)| is_of_shape(rule));
        for (number, rule) in first.into_iter().chain(then) {
            if is_over(1) {
                return Ok(());
            }
            self.add(rule).map_err(|error| BoardError::Rule { number, error })?;
            if before + numbers.len() < self.rules().len() {
                numbers.push(number);
            }
        }
        // In the order of their kinds, whatever the order of the rules; the number distinguishes those of a
        // kind.
        self.houses.sort_by_key(|house| (house.kind, house.number));
        self.settle_houses();
        self.check_houses(named.map(|(number, _)| number))?;
        let of_rule =
            |rule: usize| rule.checked_sub(before).and_then(|place| numbers.get(place).copied()).unwrap_or(0);
        if let Some((rule, error)) = self.blocked_cell_of_rule() {
            return Err(BoardError::Rule { number: of_rule(rule), error });
        }
        // Relations of sums read which cells differ, and some rules with relations make more cells differ.
        self.build_peers(is_over);
        self.build_relations(is_over)
            .map_err(|(rule, error)| BoardError::Rule { number: of_rule(rule), error })?;
        if !self.groups_apart().is_empty() {
            self.build_peers(is_over);
        }
        Ok(())
    }

    /// Sets the digits of the board, before other rules read them.
    fn set_values(&mut self, values: Values) -> Result<(), RuleError> {
        if values == self.values {
            return Ok(());
        }
        if !self.is_plain() {
            return refuse("the digits of the board before its other rules", format!("{values} after them"));
        }
        self.values = values;
        Ok(())
    }

    fn add(&mut self, rule: &Rule) -> Result<(), RuleError> {
        if matches!(rule, Rule::Variant(_) | Rule::Values(_) | Rule::Grids(_)) && self.rules().contains(rule)
        {
            return Ok(());
        }
        let is_of_boxes = matches!(
            rule,
            Rule::Variant(Variant::SameDigits | Variant::Doppelganger)
                | Rule::Line { kind: LineKind::RegionSum, .. }
                | Rule::Cells { kind: CellsKind::BoxIndexer, .. }
        );
        if is_of_boxes && self.has_regions_to_find() {
            let expected = format!("given boxes or regions for {}", rule.kind());
            return refuse(expected, "regions to be found");
        }
        match rule {
            Rule::Variant(variant) => (variant.row().build)(self)?,
            Rule::Regions(regions) => self.add_regions(regions)?,
            Rule::Values(values) if *values == self.values => {}
            Rule::Values(values) => {
                return refuse("the digits of the board once", format!("{} and {values}", self.values));
            }
            Rule::Killer { sum, cells } => self.add_cage(*sum, cells)?,
            Rule::Line { cells, .. } if cells.is_empty() => return refuse("cells such as r1c1", "none"),
            Rule::Grids(grids) => self.add_grids(grids)?,
            Rule::Cells { kind, cells } => {
                let cells = if cells.is_empty() && kind.may_be_empty() {
                    Vec::new()
                } else {
                    self.cells_of_rule(cells)?
                };
                if *kind == CellsKind::Blocked {
                    self.add_blocked(&cells);
                }
                if let Some(parity) = kind.row().parity {
                    self.add_parity(cells, parity)?;
                }
            }
            rule => self.check_cells(rule, Reading::Alone)?,
        }
        self.demands.get_or_insert_default().rules.push(rule.clone());
        Ok(())
    }

    /// Returns an error if a rule has cells outside of the board. Variables are read by rules of a setter's own, and by
    /// those within them, as drawings, explanations and most formats do not know them.
    pub(super) fn check_cells(&self, rule: &Rule, reading: Reading) -> Result<(), RuleError> {
        let cells = match rule {
            Rule::Quadruple { corner, .. } => {
                vec![*corner, Cell::new(corner.row.saturating_add(1), corner.column.saturating_add(1))]
            }
            rule => rule.cells(),
        };
        let may_have_variables = match rule {
            Rule::Open(_) => true,
            // Their relations depend on nothing but the digits of their cells.
            Rule::Line { kind, .. } => reading == Reading::Within && *kind != LineKind::RegionSum,
            Rule::Cells { kind: CellsKind::Different | CellsKind::CountingCircles, .. }
            | Rule::Sum { .. }
            | Rule::Killer { .. }
            | Rule::Arrow { .. }
            | Rule::Pair { .. } => reading == Reading::Within,
            _ => false,
        };
        let has = |cell| if may_have_variables { self.has_place(cell) } else { self.contains(cell) };
        match cells.into_iter().find(|&cell| !has(cell)) {
            Some(cell) => refuse(format!("cells of a board of side {}", self.side()), cell),
            None => Ok(()),
        }
    }

    /// Writes what the rules require of several cells as relations. Returns the number of the rule that it
    /// refuses.
    fn build_relations(&mut self, is_over: IsOver<'_>) -> Result<(), (usize, RuleError)> {
        let rules = self.rules().to_vec();
        let (mut relations, mut apart, mut apart_rules) = (Vec::<Relation>::new(), Vec::new(), Vec::new());
        let (mut with_variables, mut globals) = (Vec::new(), Vec::new());
        let (mut automata, mut steps) = (Automata::default(), 0);
        let named = rules.iter().flat_map(Rule::cells);
        let mut variables: Vec<Cell> =
            named.filter(|cell| cell.is_variable() && cell.cell_of_region().is_none()).collect();
        variables.sort_unstable();
        variables.dedup();
        for (number, rule) in rules.iter().enumerate() {
            let required =
                self.required_by(number, rule, &rules, is_over).map_err(|error| (number, error))?;
            let Required { relations: mut of_rule, apart: of_rule_apart, globals: of_rule_globals } =
                required;
            globals.extend(of_rule_globals.into_iter().map(|global| (number, global)));
            let cells = of_rule.iter().flat_map(Relation::cells).chain(of_rule_apart.iter().flatten());
            let mut cells = cells.filter(|cell| !cell.is_variable());
            if let Some(&found) = cells.find(|&&cell| self.is_blocked(cell)) {
                return Err((number, blocked_cell(found)));
            }
            for relation in &mut of_rule {
                is_over(relation.transitions());
                relation.share(&mut automata);
                steps += relation.steps(self.values.count());
            }
            // Four uses of items count as an option.
            steps +=
                of_rule_apart.iter().map(Vec::len).sum::<usize>().saturating_mul(self.values.count()) / 4;
            if steps > MOST_STEPS {
                let found = format!("more with {}", shown(&rule.to_string()));
                let expected = format!("rules with at most {MOST_STEPS} combinations of digits altogether");
                return Err((number, RuleError::too_large(expected, found)));
            }
            for relation in of_rule {
                let has_variables = relation.cells().iter().any(|cell| cell.is_variable());
                if has_variables { &mut with_variables } else { &mut relations }.push(relation);
            }
            apart.extend(of_rule_apart);
            apart_rules.resize(apart.len(), number);
        }
        let demands = self.demands.get_or_insert_default();
        (demands.relations, demands.apart, demands.apart_rules) = (relations, apart, apart_rules);
        (demands.with_variables, demands.globals, demands.variables) = (with_variables, globals, variables);
        Ok(())
    }

    pub(super) fn add_houses(&mut self, kind: HouseKind, houses: impl IntoIterator<Item = Vec<Cell>>) {
        let numbered = (0..).zip(houses).map(|(number, cells)| House { kind, number, cells });
        self.houses.extend(numbered);
    }

    fn add_regions(&mut self, regions: &Regions) -> Result<(), RuleError> {
        if self.has_regions() {
            return refuse("regions once", "twice");
        }
        if self.has_regions_to_find() {
            return refuse(GIVEN_OR_FOUND, "both");
        }
        if self.grids().is_some() {
            return refuse("regions on a board of one grid", "several grids");
        }
        if self.has(Variant::Disjoint) {
            return refuse(BOXES_FOR_DISJOINT, "none");
        }
        let (side, expected, found) = (self.side(), self.cell_count(), regions.characters.len());
        if found != expected {
            return refuse(format!("regions of {expected} cells"), found);
        }
        // Numbered by their first cells.
        let mut houses: Vec<(char, Vec<Cell>)> = Vec::new();
        let mut numbers = Vec::with_capacity(expected);
        for (cell, &name) in self.cells().zip(&regions.characters) {
            if self.is_blocked(cell) {
                numbers.push(usize::MAX);
                continue;
            }
            let number = houses.iter().position(|&(known, _)| known == name).unwrap_or(houses.len());
            if number == houses.len() {
                houses.push((name, Vec::with_capacity(side)));
            }
            houses[number].1.push(cell);
            numbers.push(number);
        }
        // With blocked cells, regions may be as large as there are digits.
        if self.is_square()
            && let Some((name, cells)) = houses.iter().find(|(_, cells)| cells.len() != side)
        {
            let found = format!("{}, the first {}", cells.len(), cells[0]);
            return refuse(format!("{side} cells in region {name}"), found);
        }
        self.houses.retain(|house| house.kind != HouseKind::Box);
        self.add_houses(HouseKind::Region, houses.into_iter().map(|(_, cells)| cells));
        self.demands.get_or_insert_default().regions = Some(numbers);
        Ok(())
    }

    /// Returns the cells of a rule in ascending order, if the board has them, each once.
    fn cells_of_rule(&self, cells: &[Cell]) -> Result<Vec<Cell>, RuleError> {
        if let Some(&cell) = cells.iter().find(|&&cell| !self.contains(cell)) {
            return refuse(format!("cells of a board of side {}", self.side()), cell);
        }
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => refuse("each cell of a rule once", format!("{} twice", pair[0])),
            None if sorted.is_empty() => refuse("cells such as r1c1", "none"),
            None => Ok(sorted),
        }
    }

    fn add_parity(&mut self, cells: Vec<Cell>, parity: u8) -> Result<(), RuleError> {
        let places: Vec<usize> = cells.iter().map(|&cell| self.index(cell)).collect();
        let count = self.cell_count();
        let demands = self.demands.get_or_insert_default();
        demands.parities.resize(count, None);
        for (cell, place) in cells.into_iter().zip(places) {
            match demands.parities[place] {
                Some(other) if other != parity => {
                    return refuse("even or odd cells", format!("{cell} as both"));
                }
                _ => demands.parities[place] = Some(parity),
            }
        }
        Ok(())
    }

    /// Adds a cage, unless it overlaps an earlier one.
    fn add_cage(&mut self, sum: u32, cells: &[Cell]) -> Result<(), RuleError> {
        let cells = self.cells_of_rule(cells)?;
        let (values, count) = (self.values, cells.len());
        if count > values.count() {
            return refuse(format!("a cage of at most {} cells", values.count()), count);
        }
        let number = self.cages().len();
        let (least, most) = values.sums(count);
        if !(least..=most).contains(&sum) {
            let up_to = values.greatest();
            let expected = format!("a sum of {least} to {most} for {count} different digits up to {up_to}");
            return refuse(expected, sum);
        }
        if cells.iter().any(|&cell| self.cage_number(cell).is_some()) {
            return Ok(());
        }
        let places: Vec<usize> = cells.iter().map(|&cell| self.index(cell)).collect();
        let others: usize = self.cages().iter().map(|cage| cage.combinations().len()).sum();
        let Some(cage) = Cage::new(sum, cells, values, MOST_COMBINATIONS.saturating_sub(others)) else {
            let expected = format!("cages with at most {MOST_COMBINATIONS} sets of digits altogether");
            return Err(RuleError::too_large(expected, format!("more with {count} digits of sum {sum}")));
        };
        let cell_count = self.cell_count();
        let demands = self.demands.get_or_insert_default();
        demands.cages.push(cage);
        demands.cage_rules.push(demands.rules.len());
        demands.cage_numbers.resize(cell_count, None);
        for place in places {
            demands.cage_numbers[place] = Some(number);
        }
        Ok(())
    }

    /// Adds the cells that rules forbid to hold the same digit as this one; some may be added twice.
    pub(super) fn add_peers_of_rules(&self, cell: Cell, peers: &mut Vec<Cell>) {
        if self.is_plain() || self.is_blocked(cell) {
            return;
        }
        if let Some(cage) = self.cage_number(cell) {
            peers.extend(self.cages()[cage].cells());
        }
        peers.extend(self.groups_apart().iter().filter(|group| group.contains(&cell)).flatten());
        let steps = self.rules().iter().filter_map(|rule| match rule {
            Rule::Variant(variant) => variant.row().apart,
            _ => None,
        });
        for step in steps {
            let moved = |&other: &Cell| {
                let (rows, columns) =
                    (cell.row().abs_diff(other.row()), cell.column().abs_diff(other.column()));
                (rows.max(columns), rows.min(columns)) == step
            };
            peers.extend(self.open_cells().filter(moved));
        }
    }

    /// Returns the rules of the board, in the order in which they were added.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        self.demands.as_ref().map_or(&[], |demands| &demands.rules)
    }

    /// Returns true if there are no rules besides rows, columns and boxes.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.demands.is_none()
    }

    /// Returns true if this is one of the rules.
    #[must_use]
    pub fn has(&self, variant: Variant) -> bool {
        self.rules().contains(&Rule::Variant(variant))
    }

    /// Returns true if there are regions in place of boxes.
    #[must_use]
    pub fn has_regions(&self) -> bool {
        self.demands.as_ref().is_some_and(|demands| demands.regions.is_some())
    }

    /// Returns the number of the region of a cell, if there are regions.
    pub(super) fn region_number(&self, cell: usize) -> Option<usize> {
        Some(self.demands.as_ref()?.regions.as_ref()?[cell])
    }

    /// Returns true if consecutive digits, such as 4 and 5, cannot be in adjacent cells.
    #[must_use]
    pub fn is_non_consecutive(&self) -> bool {
        self.has(Variant::NonConsecutive)
    }

    /// Returns the cells to the left and the right of the cell, above and below it, in ascending order. Blocked cells are
    /// beside none.
    pub fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let side = self.side_byte();
        let (row, column) = (cell.row, cell.column);
        let above = row.checked_sub(1).map(|row| Cell::new(row, column));
        let left = column.checked_sub(1).map(|column| Cell::new(row, column));
        let right = (column + 1 < side).then(|| Cell::new(row, column + 1));
        let below = (row + 1 < side).then(|| Cell::new(row + 1, column));
        let around = [above, left, right, below].into_iter().flatten();
        around.filter(move |&other| !self.is_blocked(other) && !self.is_blocked(cell))
    }

    /// Returns all pairs of adjacent cells, in ascending order and each in ascending order.
    pub(crate) fn adjacent_pairs(&self) -> impl Iterator<Item = [Cell; 2]> + '_ {
        self.cells().flat_map(|first| {
            let after = self.neighbors(first).filter(move |&second| second > first);
            after.map(move |second| [first, second])
        })
    }

    /// Returns true if the cell may hold the digit regardless of other cells: if the cell is not blocked, and the digit even or
    /// odd where a rule requires it.
    ///
    /// # Panics
    /// If the cell is not on this board.
    #[must_use]
    pub fn allows(&self, candidate: Candidate) -> bool {
        !self.is_blocked(candidate.cell)
            && self.parity(candidate.cell).is_none_or(|parity| candidate.digit.value() % 2 == parity)
    }

    /// Returns the remainder of the cell's digit after division by 2, if a rule requires one.
    pub(crate) fn parity(&self, cell: Cell) -> Option<u8> {
        let parities = &self.demands.as_ref()?.parities;
        parities.get(self.index(cell)).copied().flatten()
    }

    /// Returns true if some cell must hold an even or an odd digit.
    pub(crate) fn has_parities(&self) -> bool {
        self.demands.as_ref().is_some_and(|demands| !demands.parities.is_empty())
    }

    /// Returns the relations of the rules, in the order in which the rules were added to the board. What rules
    /// require by houses, peers, single cells and cages is not among them.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        self.demands.as_ref().map_or(&[], |demands| &demands.relations)
    }

    /// Returns the relations that read variables or the regions of cells.
    pub(crate) fn relations_with_variables(&self) -> &[Relation] {
        self.demands.as_ref().map_or(&[], |demands| &demands.with_variables)
    }

    /// Returns what the rules require of the whole board, each with the number of its rule.
    pub(crate) fn globals(&self) -> &[(usize, Global)] {
        self.demands.as_ref().map_or(&[], |demands| &demands.globals)
    }

    /// Returns true if some rule is no part of the exact cover problem of the board: one with variables, with regions to be
    /// found, or one of the whole board such as ranks. Solutions are then searched for on the board alone.
    #[must_use]
    pub fn exceeds_exact_cover(&self) -> bool {
        self.demands.as_ref().is_some_and(|demands| {
            demands.finds_regions || !demands.with_variables.is_empty() || !demands.globals.is_empty()
        })
    }

    /// Returns the relations of all rules that are not [cages](Self::cages).
    pub(crate) fn relations_beside_cages(&self) -> impl Iterator<Item = &Relation> {
        self.relations().iter().filter(|relation| !self.is_cage(relation.rule()))
    }

    /// Returns the relations of the [cages](Self::cages).
    pub(crate) fn relations_of_cages(&self) -> impl Iterator<Item = &Relation> {
        self.relations().iter().filter(|relation| self.is_cage(relation.rule()))
    }

    /// Returns true if the rule of this number is one of the [cages](Self::cages).
    pub(super) fn is_cage(&self, rule: usize) -> bool {
        self.demands.as_ref().is_some_and(|demands| demands.cage_rules.contains(&rule))
    }

    /// Returns the groups of cells that rules require to hold different digits, besides houses and cages.
    pub(crate) fn groups_apart(&self) -> &[Vec<Cell>] {
        self.demands.as_ref().map_or(&[], |demands| &demands.apart)
    }

    /// Returns the first rule that has a group of cells with different digits, both of these among them.
    pub(crate) fn rule_apart(&self, one: Cell, other: Cell) -> Option<&Rule> {
        let demands = self.demands.as_ref()?;
        let place = demands.apart.iter().position(|group| group.contains(&one) && group.contains(&other))?;
        demands.rules.get(demands.apart_rules[place])
    }

    /// Returns the cages, in the order in which they were added to the board. A cage with a cell of an earlier
    /// one is not among them: it is a [relation](Self::relations).
    #[must_use]
    pub fn cages(&self) -> &[Cage] {
        self.demands.as_ref().map_or(&[], |demands| &demands.cages)
    }

    /// Returns the number of the cage of the cell, if it is in one.
    ///
    /// # Panics
    /// If the cell is not on this board.
    #[must_use]
    pub fn cage_number(&self, cell: Cell) -> Option<usize> {
        let numbers = &self.demands.as_ref()?.cage_numbers;
        numbers.get(self.index(cell)).copied().flatten()
    }
}
