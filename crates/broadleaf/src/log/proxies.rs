//! Creates, moves and destroys proxies, and records it.

use alloc::vec::Vec;

use super::format::Code;
use super::record::Recorder;
use crate::broad_phase::{CannotCreate, Mobility, ProxyConfig, ProxyId, UnknownProxy};
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndexMut;
use crate::store::Id;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    Recorder<T, S, D, B, F>
{
    /// [`BroadPhase::create`](crate::BroadPhase::create), recorded.
    ///
    /// # Panics
    /// As [`BroadPhase::create`](crate::BroadPhase::create).
    pub fn create(&mut self, aabb: Aabb<S, D>, user_data: T) -> ProxyId {
        self.create_with(ProxyConfig::default(), aabb, user_data)
    }

    /// [`BroadPhase::create_static`](crate::BroadPhase::create_static), recorded.
    ///
    /// # Panics
    /// As [`BroadPhase::create`](crate::BroadPhase::create).
    pub fn create_static(&mut self, aabb: Aabb<S, D>, user_data: T) -> ProxyId {
        self.create_with(ProxyConfig::new(Mobility::Static), aabb, user_data)
    }

    /// [`BroadPhase::create_with`](crate::BroadPhase::create_with), recorded.
    ///
    /// # Panics
    /// As [`BroadPhase::create`](crate::BroadPhase::create).
    pub fn create_with(
        &mut self,
        config: ProxyConfig<S>,
        aabb: Aabb<S, D>,
        user_data: T,
    ) -> ProxyId {
        let id = self.broad_phase.create_with(config, aabb, user_data);
        self.put_created(id);
        id
    }

    /// [`BroadPhase::try_create`](crate::BroadPhase::try_create), recorded.
    ///
    /// # Errors
    /// As [`BroadPhase::try_create`](crate::BroadPhase::try_create).
    pub fn try_create(
        &mut self,
        config: ProxyConfig<S>,
        aabb: Aabb<S, D>,
        user_data: T,
    ) -> Result<ProxyId, CannotCreate> {
        let id = self.broad_phase.try_create(config, aabb, user_data)?;
        self.put_created(id);
        Ok(id)
    }

    /// [`BroadPhase::create_at`](crate::BroadPhase::create_at), recorded.
    ///
    /// # Errors
    /// As [`BroadPhase::create_at`](crate::BroadPhase::create_at).
    pub fn create_at(
        &mut self,
        id: Id,
        config: ProxyConfig<S>,
        aabb: Aabb<S, D>,
        user_data: T,
    ) -> Result<ProxyId, CannotCreate> {
        let id = self.broad_phase.create_at(id, config, aabb, user_data)?;
        self.put_created(id);
        Ok(id)
    }

    /// [`BroadPhase::create_all`](crate::BroadPhase::create_all), recorded.
    ///
    /// # Panics
    /// As [`BroadPhase::create`](crate::BroadPhase::create).
    pub fn create_all(
        &mut self,
        config: ProxyConfig<S>,
        boxes: impl IntoIterator<Item = (Aabb<S, D>, T)>,
    ) -> Vec<ProxyId> {
        let ids = self.broad_phase.create_all(config, boxes);
        for &id in &ids {
            self.put_created(id);
        }
        ids
    }

    /// [`BroadPhase::remove`](crate::BroadPhase::remove), recorded.
    pub fn remove(&mut self, id: ProxyId) -> bool {
        let existed = self.broad_phase.remove(id);
        if existed {
            self.put_operation(Code::Destroy, id);
        }
        existed
    }

    /// [`BroadPhase::clear`](crate::BroadPhase::clear), recorded as the destruction of every proxy.
    pub fn clear(&mut self) {
        let ids: Vec<_> = self.broad_phase.iter().map(|(id, _)| id).collect();
        self.broad_phase.clear();
        for id in ids {
            self.put_operation(Code::Destroy, id);
        }
    }

    /// [`BroadPhase::move_to`](crate::BroadPhase::move_to), recorded.
    ///
    /// # Errors
    /// If the proxy does not exist.
    pub fn move_to(
        &mut self,
        id: ProxyId,
        aabb: Aabb<S, D>,
        displacement: [S; D],
    ) -> Result<bool, UnknownProxy> {
        let has_left = self.broad_phase.move_to(id, aabb, displacement)?;
        self.put_moved(id, &aabb, displacement);
        Ok(has_left)
    }

    /// [`BroadPhase::move_all`](crate::BroadPhase::move_all), recorded.
    ///
    /// # Errors
    /// If a proxy does not exist; the error names the first one. All others are moved.
    pub fn move_all(
        &mut self,
        moves: impl IntoIterator<Item = (ProxyId, Aabb<S, D>, [S; D])>,
    ) -> Result<usize, UnknownProxy> {
        let moves: Vec<_> = moves.into_iter().collect();
        let outcome = self.broad_phase.move_all(moves.iter().copied());
        for (id, aabb, displacement) in moves {
            if self.broad_phase.contains(id) {
                self.put_moved(id, &aabb, displacement);
            }
        }
        outcome
    }

    /// [`BroadPhase::set_aabb`](crate::BroadPhase::set_aabb), recorded.
    ///
    /// # Errors
    /// If the proxy does not exist.
    pub fn set_aabb(&mut self, id: ProxyId, aabb: Aabb<S, D>) -> Result<bool, UnknownProxy> {
        self.move_to(id, aabb, [S::default(); D])
    }

    /// [`BroadPhase::set_aabbs`](crate::BroadPhase::set_aabbs), recorded.
    ///
    /// # Errors
    /// If a proxy does not exist; the error names the first one. All others are moved.
    pub fn set_aabbs(
        &mut self,
        boxes: impl IntoIterator<Item = (ProxyId, Aabb<S, D>)>,
    ) -> Result<usize, UnknownProxy> {
        let at_rest = [S::default(); D];
        self.move_all(boxes.into_iter().map(|(id, aabb)| (id, aabb, at_rest)))
    }

    /// [`BroadPhase::translate`](crate::BroadPhase::translate), recorded as a move of every proxy.
    pub fn translate(&mut self, displacement: [S; D]) {
        self.broad_phase.translate(displacement);
        let ids: Vec<_> = self.broad_phase.iter().map(|(id, _)| id).collect();
        for id in ids {
            if let Some(aabb) = self.broad_phase.aabb(id) {
                self.put_moved(id, &aabb, displacement);
            }
        }
    }
}
