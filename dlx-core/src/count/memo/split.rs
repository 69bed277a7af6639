//! Decides whether a node is tested for independent parts: always at the first branching node, and below as
//! long as the tests pay.

/// Number of tests after which it is decided whether they pay.
const LOOKS: u32 = 256;
/// If tests do not pay, one in `SELDOM` nodes is tested, and the decision is made after `FEW_LOOKS` tests.
const SELDOM: u32 = 64;
const FEW_LOOKS: u32 = 32;
/// Tests pay if more than one in this number finds parts.
const ONE_OF: u32 = 20;

#[derive(Clone, Debug)]
pub(super) struct Splitting {
    pays: bool,
    looks: u32,
    found: u32,
    passed: u32,
}

impl Splitting {
    pub(super) fn new() -> Self {
        Self { pays: true, looks: 0, found: 0, passed: 0 }
    }

    /// Returns true if this node should be tested.
    #[inline(always)]
    pub(super) fn is_due(&mut self) -> bool {
        self.passed += u32::from(!self.pays);
        self.pays || self.passed >= SELDOM
    }

    /// Records the result of a test.
    pub(super) fn note(&mut self, has_parts: bool) {
        self.passed = 0;
        self.looks += 1;
        self.found += u32::from(has_parts);
        if self.looks >= if self.pays { LOOKS } else { FEW_LOOKS } {
            self.pays = self.found * ONE_OF > self.looks;
            (self.looks, self.found) = (0, 0);
        }
    }
}
