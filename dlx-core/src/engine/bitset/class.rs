//! The size classes of subproblems: the loops are compiled with the numbers of words as constants.

use dlx_simd::LONG_SCAN;

/// Number of words of a set of options (`width`) and of a set of items (`breadth`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) width: usize,
    pub(super) breadth: usize,
}

/// Calls a macro with all size classes, the narrowest first. More classes do not help: the time that a width
/// in between saves is lost by entering it.
macro_rules! with_classes {
    ($macro:ident $arguments:tt) => {
        $macro!($arguments(1, 1)(1, 2)(2, 1)(2, 2)(3, 1)(4, 1)(4, 2)(6, 1)(6, 2)(8, 1)(8, 2)(8, 4)(12, 1)(
            12, 2
        )(16, 1)(16, 2)(24, 2)(24, 10)(40, 2))
    };
}

/// Evaluates an expression with two constants, for the class given at run time.
macro_rules! of_class {
    (($class:expr, $width:ident, $breadth:ident => $body:expr) $(($w:literal, $b:literal))*) => {
        match ($class.width, $class.breadth) {
            $(($w, $b) => {
                const $width: usize = $w;
                const $breadth: usize = $b;
                $body
            })*
            class => unreachable!("{class:?} is no class of parts"),
        }
    };
}

pub(super) use {of_class, with_classes};

macro_rules! list {
    (() $(($w:literal, $b:literal))*) => { &[$(Class { width: $w, breadth: $b }),*] };
}

/// Returns true if sets of options have so many words that it takes much longer to compute a node than to look for
/// what makes it dead, and much longer to build a subproblem with the conflicts of all options than without.
#[inline(always)]
pub(super) const fn is_wide(width: usize) -> bool {
    width >= 12
}

pub(super) const CLASSES: &[Class] = with_classes!(list());

/// Returns the greatest width below `width`, or 0 if there is none.
pub(super) const fn narrower(width: usize) -> usize {
    let (mut narrower, mut class) = (0, 0);
    while class < CLASSES.len() {
        if CLASSES[class].width < width {
            narrower = CLASSES[class].width;
        }
        class += 1;
    }
    narrower
}

impl Class {
    /// Returns the narrowest class for these numbers of options and items, if one is large enough.
    pub(super) fn of(options: usize, items: usize) -> Option<Self> {
        let fits = |class: &&Self| options <= class.width * 64 && items <= class.breadth * 64;
        CLASSES.iter().find(fits).copied()
    }
}

/// The cost model of the tables, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    /// Mean number of uses of an option.
    pub(super) uses: f64,
    /// True if counting eight sets is one instruction ([`Lanes::COUNTS_EIGHT`](dlx_simd::Lanes)).
    pub(super) counts_eight: bool,
}

impl Costs {
    /// Returns the class of the subproblem that could be built for a node of a subproblem of class `from`,
    /// or `None` if it would not be smaller.
    #[inline(always)]
    pub(super) fn smaller(self, from: Class, blocks: usize, options: usize, items: usize) -> Option<Class> {
        if options <= 6 {
            return None;
        }
        let class = Class::of(options, items)?;
        let is_smaller =
            class.width < from.width || class.breadth < from.breadth || 2 * items.div_ceil(8) <= blocks;
        is_smaller.then_some(class)
    }

    /// Returns the time to bring the numbers of a node up to date, or to compute them anew.
    #[inline(always)]
    pub(super) fn scan(self, class: Class, items: usize, is_scanned: bool) -> f64 {
        let scan = float(class.breadth) + 0.6 * float(items.div_ceil(8) * (class.width + 2));
        let count = 15.0 + 20.0 * float(class.width + class.breadth);
        if !is_scanned {
            count
        } else if self.counts_eight || class.width >= LONG_SCAN {
            scan
        } else {
            count.min(scan)
        }
    }

    /// Returns the time to build a subproblem.
    #[inline(always)]
    pub(super) fn making(self, class: Class, options: usize, items: usize) -> f64 {
        float(options) * self.uses * (2.0 + 0.5 * float(class.width)) + 3.0 * float(items) + 60.0
    }
}

/// Converts to floating point, where the number need not be exact.
#[inline(always)]
#[allow(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn float(count: usize) -> f64 {
    count as f64
}
