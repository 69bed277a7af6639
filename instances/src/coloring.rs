//! Colorings of graphs: neighbors have different colors.

use std::collections::BTreeSet;
use std::str::FromStr;

use dlx_core::{ItemId, Problem};
use thiserror::Error;

use crate::geometry::{Geometry, Picture};
use crate::{InstanceError, Published, check_range, check_uses, count_of, primaries};

/// A graph without loops; its vertices are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    vertices: usize,
    /// The smaller vertex first.
    edges: BTreeSet<[usize; 2]>,
}

/// What is wrong with a graph in the DIMACS format, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct GraphError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: GraphFault,
}

/// What is wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphFault {
    /// No line says how many vertices there are.
    #[error("no line `p edge VERTICES EDGES` before this; expected one before the edges")]
    NoSize,
    /// Two lines say how many vertices there are.
    #[error("a second line `p`; expected one")]
    SecondSize,
    /// A line that is nothing known.
    #[error(
        "expected `c` and a comment, `p edge VERTICES EDGES`, or `e VERTEX VERTEX`, found `{}`",
        found.escape_debug()
    )]
    BadLine {
        /// The line.
        found: String,
    },
    /// A vertex beyond those there are.
    #[error("vertex {found}, expected 1 to {vertices}")]
    NoSuchVertex {
        /// The vertex as it is written, from 1.
        found: usize,
        /// How many there are.
        vertices: usize,
    },
    /// An edge from a vertex to itself.
    #[error("an edge from vertex {vertex} to itself; expected two different vertices")]
    Loop {
        /// The vertex as it is written, from 1.
        vertex: usize,
    },
    /// Too many vertices.
    #[error(transparent)]
    Size(#[from] InstanceError),
}

/// The most vertices of a graph.
const MOST_VERTICES: usize = 1 << 20;

impl Graph {
    /// Reads a graph in the format of the second DIMACS challenge (1993): comments `c ...`, one line `p edge
    /// VERTICES EDGES`, then an edge a line, `e 1 2`, vertices numbered from 1. An edge may be given several
    /// times, in both directions: many files do so, therefore the number of edges is not checked. Lines `n`,
    /// which name or color vertices, are passed over.
    ///
    /// # Errors
    /// The first line that is not so.
    pub fn of_dimacs(text: &str) -> Result<Self, GraphError> {
        let mut graph: Option<Self> = None;
        let mut last = 1;
        for (line, text) in (1..).zip(text.lines()) {
            last = line;
            graph = Self::with_line(graph, text).map_err(|fault| GraphError { line, fault })?;
        }
        graph.ok_or(GraphError { line: last, fault: GraphFault::NoSize })
    }

    fn with_line(graph: Option<Self>, text: &str) -> Result<Option<Self>, GraphFault> {
        let bad = || GraphFault::BadLine { found: text.to_owned() };
        let number = |word: &str| word.parse::<usize>().map_err(|_| bad());
        match (graph, &text.split_whitespace().collect::<Vec<_>>()[..]) {
            (graph, [] | ["c" | "n", ..]) => Ok(graph),
            (None, ["p", "edge" | "edges" | "col", vertices, edges]) => {
                number(edges)?;
                let vertices = number(vertices)?;
                check_range("the number of vertices", vertices, 1, MOST_VERTICES)?;
                Ok(Some(Self { vertices, edges: BTreeSet::new() }))
            }
            (Some(_), ["p", ..]) => Err(GraphFault::SecondSize),
            (None, ["e", ..]) => Err(GraphFault::NoSize),
            (Some(mut graph), ["e", one, other]) => {
                let ends = [number(one)?, number(other)?];
                for found in ends {
                    if !(1..=graph.vertices).contains(&found) {
                        return Err(GraphFault::NoSuchVertex { found, vertices: graph.vertices });
                    }
                }
                if ends[0] == ends[1] {
                    return Err(GraphFault::Loop { vertex: ends[0] });
                }
                graph.join(ends[0] - 1, ends[1] - 1);
                Ok(Some(graph))
            }
            _ => Err(bad()),
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        self.edges.insert([one.min(other), one.max(other)]);
    }

    /// How many vertices there are.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertices
    }

    /// How many edges there are, each counted once.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }
}

/// Graphs that need no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// So many vertices, each joined to all others.
    Complete(usize),
    /// So many vertices, at least 3, in a ring.
    Cycle(usize),
    /// So many vertices in a row.
    Path(usize),
    /// So many rows and columns of vertices, each joined to those above, below and beside it.
    Grid(usize, usize),
    /// Petersen's graph of 10 vertices and 15 edges: the pairs of five things, those without a common one
    /// joined.
    Petersen,
}

impl Known {
    /// The graph.
    ///
    /// # Errors
    /// If there is no vertex, fewer than 3 in a ring, more than 1000 in a complete graph, or more than 2^20 in
    /// any other.
    pub fn graph(self) -> Result<Graph, InstanceError> {
        let (vertices, least, most) = match self {
            Self::Complete(n) => (n, 1, 1000),
            Self::Cycle(n) => (n, 3, MOST_VERTICES),
            Self::Path(n) => (n, 1, MOST_VERTICES),
            Self::Grid(rows, columns) => (rows.saturating_mul(columns), 1, MOST_VERTICES),
            Self::Petersen => (10, 1, 10),
        };
        check_range("the number of vertices", vertices, least, most)?;
        let pairs = |n: usize| (0..n).flat_map(move |one| (one + 1..n).map(move |other| [one, other]));
        let mut graph = Graph { vertices, edges: BTreeSet::new() };
        match self {
            Self::Complete(n) => pairs(n).for_each(|[one, other]| graph.join(one, other)),
            Self::Cycle(n) => (0..n).for_each(|vertex| graph.join(vertex, (vertex + 1) % n)),
            Self::Path(n) => (1..n).for_each(|vertex| graph.join(vertex - 1, vertex)),
            Self::Grid(rows, columns) => {
                for vertex in 0..vertices {
                    let (row, column) = (vertex / columns, vertex % columns);
                    if column + 1 < columns {
                        graph.join(vertex, vertex + 1);
                    }
                    if row + 1 < rows {
                        graph.join(vertex, vertex + columns);
                    }
                }
            }
            Self::Petersen => {
                let named: Vec<[usize; 2]> = pairs(5).collect();
                let is_apart =
                    |[one, other]: &[usize; 2]| !named[*one].iter().any(|end| named[*other].contains(end));
                pairs(10).filter(is_apart).for_each(|[one, other]| graph.join(one, other));
            }
        }
        Ok(graph)
    }
}

/// The text names no known graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected `complete:5`, `cycle:6`, `path:7`, `grid:3x4` or `petersen`, found `{}`",
    found.escape_debug()
)]
pub struct KnownError {
    /// The text.
    pub found: String,
}

impl FromStr for Known {
    type Err = KnownError;

    fn from_str(text: &str) -> Result<Self, KnownError> {
        let known = || {
            let (name, size) = match text.split_once(':') {
                Some(parts) => parts,
                None => return (text == "petersen").then_some(Self::Petersen),
            };
            match name {
                "complete" => Some(Self::Complete(size.parse().ok()?)),
                "cycle" => Some(Self::Cycle(size.parse().ok()?)),
                "path" => Some(Self::Path(size.parse().ok()?)),
                "grid" => {
                    let (rows, columns) = size.split_once('x')?;
                    Some(Self::Grid(rows.parse().ok()?, columns.parse().ok()?))
                }
                _ => None,
            }
        };
        known().ok_or_else(|| KnownError { found: text.to_owned() })
    }
}

/// The ways to give each vertex one of so many colors so that neighbors differ.
///
/// Primary items are the vertices `1`..; for each edge and color there is a secondary item such as `1-2.0`,
/// which either end of the edge may use. An option gives a vertex a color: vertex by vertex, color by color.
/// The options of a vertex without edges look alike.
///
/// # Errors
/// If there are no colors or more than 1000, or there would be more than 2^24 uses.
pub fn problem(graph: &Graph, colors: usize) -> Result<Problem, InstanceError> {
    check_range("the number of colors", colors, 1, 1000)?;
    check_uses(count_of(colors) * (count_of(graph.vertices) + 2 * count_of(graph.edges.len())))?;
    let mut builder = Problem::builder();
    let vertices = primaries(&mut builder, (1..=graph.vertices).map(|vertex| vertex.to_string()))?;
    // By vertex: the first item of each of its edges, which are followed by those for the other colors.
    let mut edges_of: Vec<Vec<ItemId>> = vec![Vec::new(); graph.vertices];
    for &[one, other] in &graph.edges {
        for color in 0..colors {
            let item = builder.add_secondary(&format!("{}-{}.{color}", one + 1, other + 1))?;
            if color == 0 {
                edges_of[one].push(item);
                edges_of[other].push(item);
            }
        }
    }
    for (&vertex, edges) in vertices.iter().zip(&edges_of) {
        for color in 0..colors {
            let used = edges.iter().map(|first| ItemId::new(first.index() + color));
            builder.add_option([vertex].into_iter().chain(used))?;
        }
    }
    Ok(builder.build()?)
}

/// The vertices in a row, each with the number of its color; those without edges have any.
#[must_use]
pub fn geometry(graph: &Graph) -> Geometry {
    let patterns = "cell=<column:1> symbol=<any>-<any>.<symbol>";
    Geometry::known(Picture::Table, [1, 1, graph.vertices], patterns)
}

/// How many ways there are: the chromatic polynomial, where it is known here and fits in 128 bits. For grids
/// only if they are paths.
#[must_use]
pub fn published(graph: Known, colors: usize) -> Option<Published> {
    let k = i128::try_from(colors).ok()?;
    let power = |base: i128, exponent: usize| base.checked_pow(u32::try_from(exponent).ok()?);
    let count = match graph {
        Known::Complete(n) if n > colors => Some(0),
        Known::Complete(n) => {
            (0..n).try_fold(1, |product: i128, used| product.checked_mul(k - i128::try_from(used).ok()?))
        }
        Known::Cycle(n) => power(k - 1, n)?.checked_add(if n % 2 == 0 { k - 1 } else { 1 - k }),
        Known::Path(n) | Known::Grid(1, n) | Known::Grid(n, 1) => {
            power(k - 1, n.checked_sub(1)?)?.checked_mul(k)
        }
        Known::Grid(..) => None,
        Known::Petersen => {
            let factor = [1, -12, 67, -230, 529, -814, 775, -352];
            let factor =
                factor.into_iter().try_fold(0, |sum: i128, next| sum.checked_mul(k)?.checked_add(next))?;
            factor.checked_mul(k)?.checked_mul(k - 1)?.checked_mul(k - 2)
        }
    };
    Some(Published { count: u128::try_from(count?).ok()?, source: "chromatic polynomial" })
}
