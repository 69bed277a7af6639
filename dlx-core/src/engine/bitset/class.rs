//! The sizes of parts: their loops are compiled with the numbers of words as constants.

use super::part::Layout;

/// Words of a set of options, and of a set of items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) width: usize,
    pub(super) breadth: usize,
}

/// Calls a macro with all sizes, the narrowest first. Finer steps gain nothing: what a width between two of these
/// saves is lost again at entering it.
macro_rules! with_classes {
    ($macro:ident $arguments:tt) => {
        $macro!($arguments(1, 1)(1, 2)(2, 1)(2, 2)(3, 1)(4, 1)(6, 2)(8, 2)(8, 4)(12, 2)(16, 2)(24, 2)(24, 10))
    };
}

/// Evaluates an expression with two constants, for the class that is found at run time.
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

const CLASSES: &[Class] = with_classes!(list());

/// The greatest width below another; 0 below the least.
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
    /// The narrowest class for so many options and items.
    pub(super) fn of(options: usize, items: usize) -> Option<Self> {
        let fits = |class: &&Self| options <= class.width * 64 && items <= class.breadth * 64;
        CLASSES.iter().find(fits).copied()
    }
}

/// What tables cost, in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    /// The mean number of uses of an option.
    pub(super) uses: f64,
    pub(super) layout: Layout,
}

impl Costs {
    /// The class of a part that could be made for a node of a part of another class with so many blocks of items;
    /// none if it would not be smaller.
    #[inline(always)]
    pub(super) fn smaller(self, from: Class, blocks: usize, options: usize, items: usize) -> Option<Class> {
        if options <= 6 {
            return None;
        }
        let class = Class::of(options, items)?;
        let is_smaller = class.width < from.width
            || class.breadth < from.breadth
            || self.layout == Layout::Blocks && 2 * items.div_ceil(8) <= blocks;
        is_smaller.then_some(class)
    }

    /// What a part saves at each scan against another with so many blocks of items.
    #[inline(always)]
    pub(super) fn saving(self, from: Class, blocks: usize, class: Class, items: usize) -> f64 {
        let before = match self.layout {
            Layout::Blocks => 0.6 * float(blocks * (from.width + 2)) + float(from.breadth),
            Layout::Items => self.scan(from, items),
        };
        before - self.scan(class, items)
    }

    /// What a scan of a part without closed items takes.
    #[inline(always)]
    pub(super) fn scan(self, class: Class, items: usize) -> f64 {
        float(class.breadth)
            + match self.layout {
                Layout::Blocks => 0.6 * float(items.div_ceil(8) * (class.width + 2)),
                Layout::Items => 0.5 * float(items * (class.width + 2)),
            }
    }

    /// What making a part takes.
    #[inline(always)]
    pub(super) fn making(self, class: Class, options: usize, items: usize) -> f64 {
        float(options) * self.uses * (2.0 + 0.5 * float(class.width)) + 3.0 * float(items) + 60.0
    }
}

/// The number in floating point, where it need not be exact.
#[inline(always)]
#[allow(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn float(count: usize) -> f64 {
    count as f64
}
