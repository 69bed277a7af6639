//! The work of a count by the engine that is found best is never far above that of the best single engine.
//!
//! Work is counted in units that do not depend on the machine ([`dlx_core::inner::Counted::work`]), so the comparison is exact.
//! The problems are of many kinds whose covers are too many to list. Names and options are shuffled, so that no engine
//! profits from the order in which a program writes them down.

use std::fmt::Write;

use dlx_core::inner::{CountEngine, Counting};
use dlx_core::{Count, ItemKind, Limits, Problem, Use};
use dlx_instances::debruijn;

/// The greatest work of `auto`: this many times that of the best single engine, and this much more, 20 ms.
const FACTOR: u64 = 2;
const CONSTANT: u64 = 20_000_000;

/// Number of nodes after which a single search is stopped, unless `auto` takes as long.
const MOST_NODES: u64 = 1 << 20;

/// Returns the number of nodes after which a single engine is stopped, when `auto` has taken this much work: a frontier
/// takes at least 20 units for each, a memo 400, and then neither is better than `auto`. A search takes at least 2, but
/// where it does not end in a million nodes, it takes minutes.
fn most_nodes(engine: CountEngine, auto: u64) -> u64 {
    let most = auto.max(2 * CONSTANT);
    match engine {
        CountEngine::Search => MOST_NODES.max(auto / 8),
        CountEngine::Frontier => most / 20,
        _ => most / 400,
    }
}

/// Random numbers: a linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("it has 31 bits") % most
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}

/// A graph with vertices `0..vertices`.
#[derive(Clone)]
struct Graph {
    vertices: usize,
    edges: Vec<(usize, usize)>,
}

impl Graph {
    /// Returns the cells of a board, without some of them, and the pairs of adjacent ones. With `diagonals`, one
    /// diagonal of each square is an edge as well, and a quarter of all edges is left out.
    fn board(rows: usize, columns: usize, holes: usize, diagonals: bool) -> Self {
        let mut random = Random(rows as u64 * 64 + columns as u64);
        let mut is_hole = vec![false; rows * columns];
        for _ in 0..holes {
            is_hole[random.below(rows * columns)] = true;
        }
        let cells: Vec<usize> = (0..rows * columns).filter(|&cell| !is_hole[cell]).collect();
        let mut edges = Vec::new();
        for cell in 0..rows * columns {
            let (row, column) = (cell / columns, cell % columns);
            let (right, below) = (column + 1 < columns, row + 1 < rows);
            edges.extend(right.then_some((cell, cell + 1)));
            edges.extend(below.then_some((cell, cell + columns)));
            if diagonals && right && below {
                let falls = random.below(2) == 0;
                edges.push(if falls { (cell, cell + columns + 1) } else { (cell + 1, cell + columns) });
            }
        }
        edges.retain(|&(one, other)| !is_hole[one] && !is_hole[other]);
        if diagonals {
            edges.retain(|_| random.below(4) > 0);
        }
        let number = |cell: usize| cells.binary_search(&cell).expect("it is no hole");
        let edges = edges.into_iter().map(|(one, other)| (number(one), number(other))).collect();
        Self { vertices: cells.len(), edges }
    }

    /// Returns a tree in which vertex `v` hangs from `parent(v)`.
    fn tree(vertices: usize, mut parent: impl FnMut(usize) -> usize) -> Self {
        Self { vertices, edges: (1..vertices).map(|vertex| (parent(vertex), vertex)).collect() }
    }

    /// Returns a cycle with chords between vertices up to `reach` apart.
    fn cycle(vertices: usize, reach: usize) -> Self {
        let chords = |vertex| (1..=reach).map(move |far| (vertex, (vertex + far) % vertices));
        Self { vertices, edges: (0..vertices).flat_map(chords).collect() }
    }

    /// Returns a graph of this treewidth at most: each vertex is joined to most of a clique of earlier ones.
    fn partial_tree(vertices: usize, width: usize) -> Self {
        let mut random = Random(vertices as u64);
        let mut edges: Vec<(usize, usize)> =
            (0..width).flat_map(|one| (0..one).map(move |other| (other, one))).collect();
        let mut cliques: Vec<Vec<usize>> = vec![(0..width).collect()];
        for vertex in width..vertices {
            let clique = cliques[random.below(cliques.len())].clone();
            for at in 0..width {
                if random.below(5) > 0 {
                    edges.push((clique[at], vertex));
                }
                let mut next = clique.clone();
                next[at] = vertex;
                cliques.push(next);
            }
        }
        Self { vertices, edges }
    }

    /// Returns the edges at a vertex.
    fn at(&self, vertex: usize) -> impl Iterator<Item = usize> {
        (0..self.edges.len()).filter(move |&e| self.edges[e].0 == vertex || self.edges[e].1 == vertex)
    }

    fn named() -> Vec<(&'static str, Self)> {
        let mut random = Random(3);
        let bushy = Self::tree(300, |vertex| random.below(vertex));
        let mut random = Random(4);
        let deep = Self::tree(300, |vertex| vertex - 1 - random.below(vertex.min(8)));
        vec![
            ("board 8x8", Self::board(8, 8, 0, false)),
            ("board 6x20", Self::board(6, 20, 0, false)),
            ("board 6x40", Self::board(6, 40, 0, false)),
            ("board 8x20 with holes", Self::board(8, 20, 24, false)),
            ("planar graph of 100", Self::board(10, 10, 0, true)),
            ("planar graph of 144", Self::board(12, 12, 0, true)),
            ("ladder of 60", Self::board(2, 60, 0, false)),
            ("bushy tree of 300", bushy),
            ("deep tree of 300", deep),
            ("binary tree of 255", Self::tree(255, |vertex| (vertex - 1) / 2)),
            ("ternary tree of 364", Self::tree(364, |vertex| (vertex - 1) / 3)),
            ("cycle of 80", Self::cycle(80, 1)),
            ("cycle of 60 with chords", Self::cycle(60, 2)),
            ("cycle of 40 with more chords", Self::cycle(40, 3)),
            ("graph of treewidth 3", Self::partial_tree(120, 3)),
            ("graph of treewidth 4", Self::partial_tree(80, 4)),
            ("graph of treewidth 5", Self::partial_tree(200, 5)),
        ]
    }
}

/// A problem whose items and options are shuffled before it is built.
#[derive(Default)]
struct Draft {
    primary: Vec<String>,
    secondary: Vec<String>,
    /// Items, with their colors after a colon.
    options: Vec<Vec<String>>,
}

impl Draft {
    fn of(problem: &Problem) -> Self {
        let name = |item| problem.name(item).to_owned();
        let (mut primary, mut secondary) = (Vec::new(), Vec::new());
        for item in problem.items() {
            let is_primary = problem.kind(item) == ItemKind::Primary;
            if is_primary { &mut primary } else { &mut secondary }.push(name(item));
        }
        let used = |used: &Use| match problem.color_name(used.color) {
            Some(color) => format!("{}:{color}", problem.name(used.item)),
            None => name(used.item),
        };
        let options = problem.options().map(|option| problem.uses(option).iter().map(used).collect());
        Self { primary, secondary, options: options.collect() }
    }

    /// Returns the Latin squares of this order that agree with one of them in the cells that are given.
    fn latin(order: usize, is_given: impl Fn(usize, usize) -> bool) -> Self {
        let mut draft = Self::default();
        let cells = (0..order).flat_map(|row| (0..order).map(move |column| (row, column)));
        for (row, column) in cells {
            for value in 0..order {
                // The cells of the same row and column with this value, if they are given.
                let same = |line: usize| (value + order - line) % order;
                let excluding = [(row, same(row)), (same(column), column)];
                let is_value = (row + column) % order == value;
                let is_excluded = excluding.into_iter().any(|(row, column)| is_given(row, column));
                if if is_given(row, column) { !is_value } else { is_excluded } {
                    continue;
                }
                let option =
                    [format!("p{row}{column}"), format!("r{row}{value}"), format!("c{column}{value}")];
                draft.primary.extend(option.iter().cloned());
                draft.options.push(option.into());
            }
        }
        draft.primary.sort_unstable();
        draft.primary.dedup();
        draft
    }

    fn independent_sets(graph: &Graph) -> Self {
        let chosen = (0..graph.vertices).map(|v| [vec![vertex(v)], graph.at(v).map(edge).collect()].concat());
        let options = chosen.chain((0..graph.vertices).map(|v| vec![vertex(v)])).collect();
        let secondary = (0..graph.edges.len()).map(edge).collect();
        Self { primary: (0..graph.vertices).map(vertex).collect(), secondary, options }
    }

    fn colorings(graph: &Graph) -> Self {
        let own = |e: usize, color: usize| format!("e{e}c{color}");
        let options = (0..graph.vertices).flat_map(|v| {
            (0..3).map(move |color| {
                std::iter::once(vertex(v)).chain(graph.at(v).map(move |e| own(e, color))).collect()
            })
        });
        let secondary = (0..graph.edges.len()).flat_map(|e| (0..3).map(move |color| own(e, color)));
        let primary = (0..graph.vertices).map(vertex).collect();
        Self { primary, secondary: secondary.collect(), options: options.collect() }
    }

    fn problem(mut self, seed: usize) -> Problem {
        let mut random = Random(seed as u64);
        random.shuffle(&mut self.primary);
        random.shuffle(&mut self.secondary);
        random.shuffle(&mut self.options);
        let mut builder = Problem::builder();
        builder.primary(self.primary.iter().map(String::as_str));
        builder.secondary(self.secondary.iter().map(String::as_str));
        for mut option in self.options {
            random.shuffle(&mut option);
            builder.option(&option);
        }
        builder.build().expect("it is a problem")
    }
}

fn vertex(vertex: usize) -> String {
    format!("v{vertex}")
}

fn edge(edge: usize) -> String {
    format!("e{edge}")
}

/// Returns the families: what is counted, and where.
fn families() -> Vec<(String, Draft)> {
    let mut families = Vec::new();
    for (number, (place, graph)) in Graph::named().into_iter().enumerate() {
        let Graph { vertices, edges } = &graph;
        let all = || (0..*vertices).map(vertex).collect::<Vec<_>>();
        let pairs = || edges.iter().map(|&(one, other)| vec![vertex(one), vertex(other)]);
        let mut add = |what: &str, draft: Draft| families.push((format!("{what}, {place}"), draft));

        let matched = pairs().chain(all().into_iter().map(|vertex| vec![vertex])).collect();
        add("matchings", Draft { primary: all(), options: matched, ..Draft::default() });

        add("independent sets", Draft::independent_sets(&graph));

        if number % 2 == 0 {
            add(
                "perfect matchings",
                Draft { primary: all(), options: pairs().collect(), ..Draft::default() },
            );
            let near = |v: usize| {
                let others = graph.at(v).map(|e| edges[e].0 + edges[e].1 - v);
                std::iter::once(v).chain(others).map(vertex).collect()
            };
            let options = (0..*vertices).map(near).collect();
            add("perfect codes", Draft { primary: all(), options, ..Draft::default() });
        }
        if number % 2 == 1 && number != 5 && number != 15 {
            add("3-colorings", Draft::colorings(&graph));
        }
        let narrow = [
            "board 6x20",
            "ladder of 60",
            "bushy tree of 300",
            "deep tree of 300",
            "cycle of 80",
            "binary tree of 255",
            "cycle of 60 with chords",
        ];
        if narrow.contains(&place) {
            let options = (0..edges.len()).flat_map(|e| {
                let (one, other) = edges[e];
                let colors = (0..9).filter(|pair| pair / 3 != pair % 3);
                colors.map(move |pair| {
                    vec![edge(e), format!("v{one}:c{}", pair / 3), format!("v{other}:c{}", pair % 3)]
                })
            });
            let primary = (0..edges.len()).map(edge).collect();
            add("3-colorings by edges", Draft { primary, secondary: all(), options: options.collect() });
        }
    }
    for side in [12, 17, 20] {
        let graph = Graph::board(side, side, 0, true);
        families.push((format!("3-colorings, planar graph of {}", side * side), Draft::colorings(&graph)));
    }
    let wide = Draft::independent_sets(&Graph::partial_tree(150, 8));
    families.push(("independent sets, graph of treewidth 8".into(), wide));
    let mut random = Random(7);
    let mut cells: Vec<usize> = (0..49).collect();
    random.shuffle(&mut cells);
    let is_scattered = |row, column| cells[..10].contains(&(7 * row + column));
    families.push(("Latin squares, order 5".into(), Draft::latin(5, |_, _| false)));
    families.push(("Latin squares, order 6".into(), Draft::latin(6, |_, _| false)));
    families.push(("Latin squares, order 7 with 10 givens".into(), Draft::latin(7, is_scattered)));
    families.push(("Latin squares, order 7 with 2 rows".into(), Draft::latin(7, |row, _| row < 2)));
    let block = |row, column| row < 4 && column < 3;
    families.push(("Latin squares, order 7 with a block".into(), Draft::latin(7, block)));
    for (letters, length) in [(2, 5), (3, 3)] {
        let problem = debruijn::problem(letters, length).expect("it is small");
        families
            .push((format!("De Bruijn cycles, {letters} letters, words of {length}"), Draft::of(&problem)));
    }
    families
}

/// The work of one count, or `None` if it was given up.
fn work(problem: &Problem, engine: Option<CountEngine>, most: u64) -> Option<(String, u64)> {
    let counting = Counting::of(problem);
    let counting = engine.map_or(counting.clone(), |engine| counting.engine(engine));
    let counted = counting.run(&mut Limits::none().nodes(most).bytes(1 << 28)).ok()?;
    match counted.count {
        Count::Exact(count) => Some((count.to_string(), counted.work)),
        Count::AtLeast(..) => None,
    }
}

#[test]
fn counts_take_at_most_twice_the_work_of_the_best_engine() {
    let families = families();
    assert!(families.len() >= 60, "{}", families.len());
    let mut table = String::new();
    let mut too_long = Vec::new();
    for (number, (name, draft)) in families.into_iter().enumerate() {
        let problem = draft.problem(number);
        let (count, auto) = work(&problem, None, u64::MAX).unwrap_or_else(|| panic!("{name}: no count"));
        let singles = CountEngine::ALL.map(|engine| work(&problem, Some(engine), most_nodes(engine, auto)));
        for (single, _) in singles.iter().flatten() {
            assert_eq!(*single, count, "{name}");
        }
        let best = singles.iter().flatten().map(|&(_, work)| work).min().unwrap_or(u64::MAX);
        if auto > FACTOR.saturating_mul(best).saturating_add(CONSTANT) {
            too_long.push(format!("{name}: {auto}, best single engine {best}"));
        }
        let micros = |work: u64| format!("{}", work.div_ceil(1000));
        let cells = singles.map(|single| single.map_or("-".to_owned(), |(_, work)| micros(work)));
        writeln!(table, "| {name} | {} | {} | {} | {} |", micros(auto), cells[0], cells[1], cells[2])
            .expect("a text grows");
    }
    assert!(too_long.is_empty(), "{}", too_long.join("\n"));
    compare_with_the_guide(&table);
}

/// Compares the table with that of the guide; with `DLX_UPDATE=1` replaces it there.
fn compare_with_the_guide(table: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/speed.md");
    let (begin, end) = ("<!-- written by dlx-core/tests/it/work.rs -->\n", "<!-- end of work -->");
    let text = std::fs::read_to_string(path).expect("the guide is there");
    let from = text.find(begin).expect("the table has a beginning") + begin.len();
    let to = from + text[from..].find(end).expect("the table has an end");
    let head = "| problem | auto | search | frontier | memo |\n|---|---:|---:|---:|---:|\n";
    let new = format!("{head}{table}");
    if std::env::var_os("DLX_UPDATE").is_some() {
        std::fs::write(path, format!("{}{new}{}", &text[..from], &text[to..])).expect("it can be written");
    } else {
        let (old, lines) = (text[from..to].lines().collect::<Vec<_>>(), new.lines().collect::<Vec<_>>());
        assert_eq!(old.len(), lines.len(), "run again with DLX_UPDATE=1");
        for (old, new) in old.iter().zip(lines) {
            assert!(is_about(old, new), "expected about {new}, found {old}; run again with DLX_UPDATE=1");
        }
    }
}

/// Returns true if two lines of the table have the same words, and numbers that differ by a factor of 2 at most, or by
/// half a millisecond: which engine searches, and so its work, depends on the processor.
fn is_about(old: &str, new: &str) -> bool {
    let (old, new) = (old.split('|').map(str::trim), new.split('|').map(str::trim));
    old.clone().count() == new.clone().count()
        && old.zip(new).all(|(old, new)| match (old.parse::<u64>(), new.parse::<u64>()) {
            (Ok(old), Ok(new)) => old.min(new) * 2 + 500 >= old.max(new),
            _ => old == new,
        })
}
