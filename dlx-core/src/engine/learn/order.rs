//! The variables in the order of their rank and then of their activity: the most active one of the lowest rank that is
//! not assigned is branched on next.

use crate::problem::ids::{narrow, wide};

/// Activities above this are scaled down, together with all others.
const MOST_ACTIVITY: f64 = 1e100;
/// The factor by which older conflicts lose weight.
const DECAY: f64 = 0.98;

/// The place of a variable that is not in the heap.
const NOWHERE: u32 = u32::MAX;

/// A heap of variables with the most active one of the lowest rank first, the lowest number in a tie.
#[derive(Clone, Debug)]
pub(super) struct Order {
    heap: Vec<u32>,
    /// By variable: its place in the heap, or [`NOWHERE`].
    places: Vec<u32>,
    ranks: Vec<u8>,
    activities: Vec<f64>,
    increment: f64,
}

impl Order {
    /// Returns the order of variables with these ranks, all of them in the heap with the same activity.
    pub(super) fn new(ranks: Vec<u8>) -> Order {
        let count = ranks.len();
        let mut order = Order {
            heap: Vec::with_capacity(count),
            places: vec![NOWHERE; count],
            ranks,
            activities: vec![0.0; count],
            increment: 1.0,
        };
        order.reset();
        order
    }

    /// Returns all variables to the heap, with the same activity.
    pub(super) fn reset(&mut self) {
        self.activities.fill(0.0);
        self.increment = 1.0;
        self.heap.clear();
        self.heap.extend(0..narrow(self.ranks.len()));
        self.heap.sort_by_key(|&variable| self.ranks[wide(variable)]);
        for (place, &variable) in (0..).zip(&self.heap) {
            self.places[wide(variable)] = place;
        }
    }

    /// Increases the activity of a variable, if it is one of the order.
    pub(super) fn bump(&mut self, variable: u32) {
        let Some(activity) = self.activities.get_mut(wide(variable)) else { return };
        *activity += self.increment;
        if *activity > MOST_ACTIVITY {
            self.activities.iter_mut().for_each(|activity| *activity /= MOST_ACTIVITY);
            self.increment /= MOST_ACTIVITY;
        }
        if self.places[wide(variable)] != NOWHERE {
            self.rise(wide(self.places[wide(variable)]));
        }
    }

    /// Gives later increases more weight.
    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    /// Returns a variable to the heap, if it is one of the order and not in it.
    pub(super) fn put_back(&mut self, variable: u32) {
        if self.places.get(wide(variable)) == Some(&NOWHERE) {
            self.places[wide(variable)] = narrow(self.heap.len());
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable out of the heap.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first_mut() else {
            self.places[wide(last)] = NOWHERE;
            return Some(last);
        };
        let first = std::mem::replace(first, last);
        self.places[wide(first)] = NOWHERE;
        self.places[wide(last)] = 0;
        self.sink();
        Some(first)
    }

    fn is_before(&self, one: u32, other: u32) -> bool {
        let [rank, limit] = [one, other].map(|variable| self.ranks[wide(variable)]);
        if rank != limit {
            return rank < limit;
        }
        let [activity, limit] = [one, other].map(|variable| self.activities[wide(variable)]);
        activity > limit || activity == limit && one < other
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            let other = self.heap[above];
            if !self.is_before(variable, other) {
                break;
            }
            self.heap[place] = other;
            self.places[wide(other)] = narrow(place);
            place = above;
        }
        self.heap[place] = variable;
        self.places[wide(variable)] = narrow(place);
    }

    fn sink(&mut self) {
        let (variable, mut place) = (self.heap[0], 0);
        loop {
            let (left, right) = (2 * place + 1, 2 * place + 2);
            let Some(&first) = self.heap.get(left) else { break };
            let (below, other) = match self.heap.get(right) {
                Some(&second) if self.is_before(second, first) => (right, second),
                _ => (left, first),
            };
            if !self.is_before(other, variable) {
                break;
            }
            self.heap[place] = other;
            self.places[wide(other)] = narrow(place);
            place = below;
        }
        self.heap[place] = variable;
        self.places[wide(variable)] = narrow(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_in_the_order_of_their_rank_and_activity() {
        let mut order = Order::new(vec![1, 0, 1, 1, 0]);
        assert_eq!(std::iter::from_fn(|| order.pop()).collect::<Vec<_>>(), [1, 4, 0, 2, 3]);
        let mut order = Order::new(vec![0; 5]);
        for (variable, times) in [(3, 4), (1, 2), (4, 2), (9, 1)] {
            (0..times).for_each(|_| order.bump(variable));
        }
        let popped: Vec<u32> = std::iter::from_fn(|| order.pop()).collect();
        assert_eq!(popped, [3, 1, 4, 0, 2]);
        order.put_back(0);
        order.put_back(4);
        order.put_back(4);
        order.decay();
        (0..3).for_each(|_| order.bump(0));
        assert_eq!((order.pop(), order.pop(), order.pop()), (Some(0), Some(4), None));
    }
}
