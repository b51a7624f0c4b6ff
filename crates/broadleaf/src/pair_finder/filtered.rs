//! Questions about some of the pairs: those of one group, of several groups, of layers that meet.

use super::layers::Layers;
use super::match_filter::{Filter, Groups};
use super::operands::Operands;
use super::per_box::{PerBox, WrongLength};
use super::query::PairQuery;
use super::query_mut::PairQueryMut;
use crate::geometry::{BoxSource, Scalar};

impl<'a, A, B, S: Scalar, const D: usize> PairQuery<'a, A, B, S, D>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    /// Leaves out the pairs of one group: of the shapes of one body, the pieces of one cloth, the
    /// parts of one vehicle. `groups` has a number for each box: `&groups`, or `[&first, &second]`
    /// for two lists. A box with a number of its own loses no pair.
    ///
    /// Replaces an earlier choice of groups.
    ///
    /// **Cost**: as much as a test of each pair by the caller where none is left out, and less the
    /// more are.
    ///
    /// # Errors
    /// If there are not as many groups as boxes.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PairFinder};
    /// let shapes = [Aabb::new([0, 0], [2, 2]), Aabb::new([1, 0], [3, 2]), Aabb::new([2, 1], [4, 3])];
    /// let bodies = [7, 7, 8];
    /// let pairs = PairFinder::new().within(&shapes)?.between_groups(&bodies)?.pairs();
    /// assert_eq!(pairs, [[Id(0), Id(2)], [Id(1), Id(2)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between_groups(
        mut self,
        groups: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        self.filter
            .set_groups(groups.into(), false, lens(&self.operands))?;
        Ok(self)
    }

    /// Leaves out the pairs of different groups: each group is a scene of its own, and all of them
    /// are searched in one call. `groups` has a number for each box: `&groups`, or
    /// `[&first, &second]` for two lists.
    ///
    /// Replaces an earlier choice of groups.
    ///
    /// **Cost**: that of a question for each group. It is least if the boxes of a group follow each
    /// other.
    ///
    /// # Errors
    /// If there are not as many groups as boxes.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PairFinder};
    /// // The same scene in two broad_phases.
    /// let boxes = [Aabb::new([0], [2]), Aabb::new([1], [3]), Aabb::new([0], [2]), Aabb::new([1], [3])];
    /// let broad_phases = [0, 0, 1, 1];
    /// let mut finder = PairFinder::new();
    /// assert_eq!(finder.within(&boxes)?.count_pairs(), 6);
    /// let pairs = finder.within(&boxes)?.within_groups(&broad_phases)?.pairs();
    /// assert_eq!(pairs, [[Id(0), Id(1)], [Id(2), Id(3)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within_groups(
        mut self,
        groups: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        self.filter
            .set_groups(groups.into(), true, lens(&self.operands))?;
        Ok(self)
    }

    /// Leaves out the pairs of layers that ignore each other. `layers` has the category and the
    /// mask of each box: `&layers`, or `[&first, &second]` for two lists.
    ///
    /// Replaces earlier layers. Pairs must pass the layers and the groups.
    ///
    /// # Errors
    /// If there are not as many layers as boxes.
    ///
    /// ```
    /// use broadleaf::pair_finder::Layers;
    /// use broadleaf::{Aabb, Id, PairFinder};
    /// // Walls do not meet walls.
    /// let wall = Layers { category: 1, mask: !1 };
    /// let body = Layers { category: 2, mask: !0 };
    /// let boxes = [Aabb::new([0, 0], [9, 1]), Aabb::new([0, 0], [1, 9]), Aabb::new([1, 1], [2, 2])];
    /// let pairs = PairFinder::new().within(&boxes)?.layers(&[wall, wall, body])?.pairs();
    /// assert_eq!(pairs, [[Id(0), Id(2)], [Id(1), Id(2)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layers(mut self, layers: impl Into<PerBox<'a, Layers>>) -> Result<Self, WrongLength> {
        self.filter
            .set_layers(layers.into(), lens(&self.operands))?;
        Ok(self)
    }
}

impl<'a, B: ?Sized, S: Scalar, const D: usize> PairQuery<'a, B, B, S, D> {
    /// Leaves out the pairs of one group, and those of layers that ignore each other. The caller
    /// knows that there is a group or there are layers for each box of one list.
    pub(crate) fn with_labels(
        mut self,
        groups: Option<&'a [u32]>,
        layers: Option<&'a [Layers]>,
    ) -> Self {
        self.filter.groups = groups.map(|groups| Groups {
            of: groups.into(),
            within: false,
        });
        let layers = layers.map(PerBox::from);
        self.filter.layers = layers.filter(|&layers| !drop_nothing(layers));
        self
    }
}

/// The numbers of boxes of both lists.
fn lens<A, B, S: Scalar, const D: usize>(operands: &Operands<'_, A, B>) -> [usize; 2]
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    let second = operands.second().map_or(0, |second| second.len());
    [operands.first().len(), second]
}

impl<'a, T, S: Scalar, const D: usize> PairQueryMut<'a, T, S, D> {
    /// Leaves out the pairs of one group: see [`PairQuery::between_groups`].
    ///
    /// # Errors
    /// If there are not as many groups as things.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// let mut parts = [(0, 0), (1, 0), (2, 0)];
    /// let mut finder = PairFinder::new();
    /// let query = finder.within_mut(&mut parts, |&(x, _)| Aabb::new([x], [x + 1]))?;
    /// query.between_groups(&[5, 5, 6])?.for_each_pair(|(_, a), (_, b)| {
    ///     *a += 1;
    ///     *b += 1;
    /// });
    /// assert_eq!(parts, [(0, 0), (1, 1), (2, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn between_groups(
        mut self,
        groups: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        self.filter
            .set_groups(groups.into(), false, [self.things.len(), 0])?;
        Ok(self)
    }

    /// Leaves out the pairs of different groups: see [`PairQuery::within_groups`]. In parallel the
    /// groups are compared with each other, too: worth it for few groups only.
    ///
    /// # Errors
    /// If there are not as many groups as things.
    pub fn within_groups(
        mut self,
        groups: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        self.filter
            .set_groups(groups.into(), true, [self.things.len(), 0])?;
        Ok(self)
    }

    /// Leaves out the pairs of layers that ignore each other: see [`PairQuery::layers`].
    ///
    /// # Errors
    /// If there are not as many layers as things.
    pub fn layers(mut self, layers: impl Into<PerBox<'a, Layers>>) -> Result<Self, WrongLength> {
        self.filter
            .set_layers(layers.into(), [self.things.len(), 0])?;
        Ok(self)
    }
}

impl<'a> Filter<'a> {
    fn set_groups(
        &mut self,
        of: PerBox<'a, u32>,
        within: bool,
        boxes: [usize; 2],
    ) -> Result<(), WrongLength> {
        of.check(boxes)?;
        self.groups = Some(Groups { of, within });
        Ok(())
    }

    fn set_layers(
        &mut self,
        layers: PerBox<'a, Layers>,
        boxes: [usize; 2],
    ) -> Result<(), WrongLength> {
        layers.check(boxes)?;
        self.layers = (!drop_nothing(layers)).then_some(layers);
        Ok(())
    }
}

/// Whether no pair can be left out, because all masks share a bit with every category.
fn drop_nothing(layers: PerBox<'_, Layers>) -> bool {
    let common = layers.iter().fold(u32::MAX, |common, of| common & of.mask);
    layers.iter().all(|of| of.category & common != 0)
}
