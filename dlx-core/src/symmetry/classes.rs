//! The classes of the elements of a small group that map equally many covers to themselves.
//!
//! Conjugate elements do, and so do elements that generate the same subgroup: the covers of one are the images of those
//! of the other, or the same. An element is known by the images of the bases of the chain of stabilizers, so that it
//! is conjugated without computing the images of all vertices.

use super::elements::Elements;
use crate::problem::ids::{narrow, wide};

/// What is computed once for all elements.
struct ClassTables<'e> {
    elements: &'e Elements,
    /// By level: the inverse of each coset representative.
    inverses: Vec<Vec<Vec<u32>>>,
    /// By level: the number of the coset representative that maps the base to this vertex.
    cosets_at: Vec<Vec<u32>>,
    /// The inverses of the generators.
    inverse_generators: Vec<Vec<u32>>,
}

impl Elements {
    /// Returns the number of an element of each class and the number of elements of the class, that of the identity
    /// first. Calls `ask` for each element.
    ///
    /// # Errors
    /// That of `ask`.
    ///
    /// # Complexity
    /// For each element and each generator, the square of the number of levels.
    pub(crate) fn classes<E>(&self, mut ask: impl FnMut() -> Result<(), E>) -> Result<Vec<(usize, u64)>, E> {
        let mut classes = Vec::new();
        let tables = ClassTables::of(self);
        let mut is_met = vec![false; self.order()];
        let mut members = Vec::new();
        for first in 0..is_met.len() {
            if is_met[first] {
                continue;
            }
            members.clear();
            let mut meet = |element: usize, members: &mut Vec<usize>| {
                if !std::mem::replace(&mut is_met[element], true) {
                    members.push(element);
                }
            };
            let image = self.image(first);
            let order = order(&image);
            let mut power = self.bases.clone();
            for exponent in 1..=order {
                power.iter_mut().for_each(|point| *point = image[wide(*point)]);
                if gcd(exponent, order) == 1 {
                    meet(tables.element(power.clone()), &mut members);
                }
            }
            let mut at = 0;
            while let Some(&member) = members.get(at) {
                ask()?;
                for (generator, inverse) in self.generators.iter().zip(&tables.inverse_generators) {
                    let through =
                        |&base: &u32| wide(generator[wide(self.image_of(member, inverse[wide(base)]))]);
                    let points = self.bases.iter().map(|base| narrow(through(base))).collect();
                    meet(tables.element(points), &mut members);
                }
                at += 1;
            }
            classes.push((first, members.len() as u64));
        }
        Ok(classes)
    }
}

impl<'e> ClassTables<'e> {
    fn of(elements: &'e Elements) -> Self {
        let inverses = elements.cosets.iter().map(|level| level.iter().map(|image| inverse(image)).collect());
        let cosets_at = elements.cosets.iter().zip(&elements.bases).map(|(level, &base)| {
            let mut at = vec![u32::MAX; elements.vertices];
            for (number, image) in (0..).zip(level) {
                at[wide(image[wide(base)])] = number;
            }
            at
        });
        Self {
            elements,
            inverses: inverses.collect(),
            cosets_at: cosets_at.collect(),
            inverse_generators: elements.generators.iter().map(|image| inverse(image)).collect(),
        }
    }

    /// Returns the number of the element that maps the bases to these points.
    fn element(&self, mut points: Vec<u32>) -> usize {
        let mut number = 0;
        for level in (0..points.len()).rev() {
            let coset = self.cosets_at[level][wide(points[level])];
            debug_assert_ne!(coset, u32::MAX, "the bases are mapped by an element");
            let inverse = &self.inverses[level][wide(coset)];
            points[..level].iter_mut().for_each(|point| *point = inverse[wide(*point)]);
            number = number * self.elements.cosets[level].len() + wide(coset);
        }
        number
    }
}

/// Returns the inverse of a permutation.
fn inverse(image: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; image.len()];
    for (vertex, &target) in (0..).zip(image) {
        inverse[wide(target)] = vertex;
    }
    inverse
}

/// Returns the order of a permutation.
fn order(image: &[u32]) -> u64 {
    let mut order = 1;
    let mut is_seen = vec![false; image.len()];
    for vertex in 0..image.len() {
        let (mut at, mut length) = (vertex, 0);
        while !std::mem::replace(&mut is_seen[at], true) {
            (at, length) = (wide(image[at]), length + 1);
        }
        if length > 1 {
            order *= length / gcd(order, length);
        }
    }
    order
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}
