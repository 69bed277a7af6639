//! The cheapest covers up to symmetry: one cover of each orbit.
//!
//! Symmetries preserve costs, so an orbit has one cost. The cheapest covers are listed, and each that is in no orbit so far
//! begins a new one, which is completed by the images of its covers under the generators. If these are fewer orbits than
//! wanted, twice as many covers are listed.

use hashbrown::HashSet;

use super::{Cheapest, Priced};
use crate::cheapest::found::Best;
use crate::control::answers::Cover;
use crate::control::limits::{Limits, Stopped};
use crate::problem::ids::{OptionId, wide};
use crate::symmetry::Symmetries;

/// The cheapest covers up to symmetry. Returned by [`Cheapest::find_up_to`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BestOrbits {
    /// One cover of each orbit: the first one in the order of options.
    pub best: Best,
    /// By cover the number of covers of its orbit.
    pub sizes: Vec<u64>,
}

impl Cheapest {
    /// Returns a cover of each of the `number` cheapest orbits under these symmetries of the problem, or of each orbit of the
    /// least cost if it is `None`. Without givens; the limits are those of [`find`](Self::find), and that of bytes
    /// applies to the orbits too. Calls `on_cheaper` with each cover that is cheaper than all found before.
    ///
    /// ```
    /// use dlx_core::inner::Cheapest;
    /// use dlx_core::{Limits, Problem, Symmetries};
    ///
    /// // Two dominoes on a square, which a rotation maps to each other.
    /// let problem = Problem::builder()
    ///     .primary(["00", "01", "10", "11"])
    ///     .option(["00", "01"]).option(["10", "11"]).option(["00", "10"]).option(["01", "11"])
    ///     .build()?;
    /// let symmetries = Symmetries::of(&problem, &mut Limits::none())?;
    /// let found = Cheapest::new(&problem).find_up_to(Some(5), &symmetries, &mut Limits::none(), |_| {});
    /// assert_eq!((found.best.covers.len(), found.sizes), (1, vec![2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Complexity
    /// That of listing as many covers as the orbits have, and one image under each generator for each of these.
    pub fn find_up_to(
        &mut self,
        number: Option<usize>,
        symmetries: &Symmetries,
        limits: &mut Limits<'_>,
        mut on_cheaper: impl FnMut(&Priced),
    ) -> BestOrbits {
        let images = Images::new(symmetries);
        let number = number.map(|number| number.max(1));
        let (mut listed, mut least) = (number, None);
        loop {
            let best = self.find_wanted(listed, limits, |priced| {
                if least.is_none_or(|least| priced.cost < least) {
                    least = Some(priced.cost);
                    on_cheaper(priced);
                }
            });
            let is_all = best.stopped.is_some() || listed.is_none_or(|most| best.covers.len() < most);
            let orbits = images.orbits(best, number, limits);
            let is_enough = number.is_some_and(|number| orbits.best.covers.len() >= number);
            if is_all || is_enough || orbits.best.stopped.is_some() {
                return orbits;
            }
            listed = listed.map(|most| most.saturating_mul(2));
        }
    }
}

/// The images of options under the generators of symmetries.
struct Images(Vec<Vec<OptionId>>);

impl Images {
    fn new(symmetries: &Symmetries) -> Self {
        let images = symmetries.generators().map(|generator| {
            let mut images: Vec<OptionId> = symmetries.problem().options().collect();
            generator.options().for_each(|(option, image)| images[wide(option.0)] = image);
            images
        });
        Self(images.collect())
    }

    /// Returns the first orbits of covers, up to `number`.
    fn orbits(&self, best: Best, number: Option<usize>, limits: &mut Limits<'_>) -> BestOrbits {
        let bytes: usize = best.covers.iter().map(|priced| bytes_of(&priced.cover)).sum();
        let (mut seen, mut seen_bytes) = (HashSet::new(), bytes);
        let (mut found, mut proved, mut stopped) = (Vec::new(), 0, best.stopped);
        for (place, Priced { cost, cover }) in best.covers.into_iter().enumerate() {
            if number.is_some_and(|number| found.len() >= number) {
                break;
            }
            if seen.contains(&cover) {
                continue;
            }
            match self.orbit(cover, &mut seen, &mut seen_bytes, limits) {
                Ok((cover, size)) => found.push((Priced { cost, cover }, size)),
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            }
            proved += usize::from(place < best.proved);
        }
        found.sort_unstable();
        let (covers, sizes) = found.into_iter().unzip();
        BestOrbits { best: Best { covers, proved, stopped, ..best }, sizes }
    }

    /// Adds the orbit of a cover to those seen. Returns its first cover, and their number.
    fn orbit(
        &self,
        cover: Cover,
        seen: &mut HashSet<Cover>,
        bytes: &mut usize,
        limits: &mut Limits<'_>,
    ) -> Result<(Cover, u64), Stopped> {
        let (mut first, mut size, mut open) = (cover.clone(), 0, vec![cover.clone()]);
        seen.insert(cover);
        while let Some(cover) = open.pop() {
            size += 1;
            for images in &self.0 {
                limits.setup(cover.len())?;
                let mut image: Cover = cover.iter().map(|option| images[wide(option.0)]).collect();
                image.sort_unstable();
                if seen.contains(&image) {
                    continue;
                }
                *bytes += 2 * bytes_of(&image);
                if *bytes > limits.most_bytes() {
                    return Err(Stopped::Memory);
                }
                if image < first {
                    first.clone_from(&image);
                }
                seen.insert(image.clone());
                open.push(image);
            }
        }
        Ok((first, size))
    }
}

/// Returns the bytes of a cover in a set, of which half may be empty.
fn bytes_of(cover: &Cover) -> usize {
    2 * size_of::<Cover>() + cover.capacity() * size_of::<OptionId>()
}
