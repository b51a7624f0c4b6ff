//! The dynamic tree of Box2D 3, which is for 2D.
#![allow(unsafe_code)] // It is a C library.

use std::ffi::c_void;

use boxdd_sys::ffi;
use broadleaf::Aabb;

/// The tree, and the proxy of each id. Ids are consecutive, in the order of inserts.
pub(crate) struct Tree {
    tree: ffi::b2DynamicTree,
    proxies: Vec<i32>,
}

impl Tree {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self {
            // SAFETY: A capacity is not less than 0.
            tree: unsafe { ffi::b2DynamicTree_Create(capacity.max(16) as i32) },
            proxies: Vec::with_capacity(capacity),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.proxies.is_empty()
    }

    pub(crate) fn insert(&mut self, aabb: &Aabb<f32, 2>) {
        let id = self.proxies.len() as u64;
        // SAFETY: The tree is valid.
        let proxy =
            unsafe { ffi::b2DynamicTree_CreateProxy(&mut self.tree, convert(aabb), u64::MAX, id) };
        self.proxies.push(proxy);
    }

    pub(crate) fn remove(&mut self, id: u32) {
        // SAFETY: The tree is valid and has this proxy.
        unsafe { ffi::b2DynamicTree_DestroyProxy(&mut self.tree, self.proxies[id as usize]) };
    }

    /// Removes the box and inserts it elsewhere.
    pub(crate) fn move_to(&mut self, id: u32, aabb: &Aabb<f32, 2>) {
        let proxy = self.proxies[id as usize];
        // SAFETY: The tree is valid and has this proxy.
        unsafe { ffi::b2DynamicTree_MoveProxy(&mut self.tree, proxy, convert(aabb)) };
    }

    /// Enlarges the box in place in the tree, which [`rebuild`](Self::rebuild) repairs.
    pub(crate) fn enlarge(&mut self, id: u32, aabb: &Aabb<f32, 2>) {
        let proxy = self.proxies[id as usize];
        // SAFETY: The tree is valid and has this proxy.
        unsafe { ffi::b2DynamicTree_EnlargeProxy(&mut self.tree, proxy, convert(aabb)) };
    }

    /// Rebuilds the tree, or only the parts with enlarged boxes.
    pub(crate) fn rebuild(&mut self, all: bool) {
        // SAFETY: The tree is valid.
        unsafe { ffi::b2DynamicTree_Rebuild(&mut self.tree, all) };
    }

    /// Visits the boxes that touch a window.
    pub(crate) fn for_each_overlap(&self, window: ffi::b2AABB, mut visit: impl FnMut(u32)) {
        call_with(&mut visit, |callback, context| {
            // SAFETY: The tree is valid, and the callback expects this context.
            unsafe { ffi::b2DynamicTree_QueryAll(&self.tree, window, Some(callback), context) };
        });
    }

    /// Visits boxes that a ray hits, in any order. `clip` gets the current largest fraction, the id
    /// and the box, and returns the next largest fraction.
    pub(crate) fn cast(
        &self,
        input: &ffi::b2RayCastInput,
        mut clip: impl FnMut(f32, u32, Aabb<f32, 2>) -> f32,
    ) {
        let mut clip = |limit, proxy, id| {
            // SAFETY: The library passes a proxy of the tree.
            let bounds = unsafe { ffi::b2DynamicTree_GetAABB(&self.tree, proxy) };
            clip(limit, id, convert_back(bounds))
        };
        clip_with(&mut clip, |callback, context| {
            // SAFETY: The tree is valid, and the callback expects this context.
            unsafe {
                ffi::b2DynamicTree_RayCast(&self.tree, input, u64::MAX, Some(callback), context);
            }
        });
    }

    /// The box around all boxes.
    pub(crate) fn bounds(&self) -> Aabb<f32, 2> {
        // SAFETY: The tree is valid.
        convert_back(unsafe { ffi::b2DynamicTree_GetRootBounds(&self.tree) })
    }

    /// The bytes that the tree holds outside of Rust's allocator.
    pub(crate) fn bytes(&self) -> usize {
        // SAFETY: The tree is valid.
        let bytes = unsafe { ffi::b2DynamicTree_GetByteCount(&self.tree) };
        bytes.max(0) as usize
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: The tree is valid, and is not used afterwards.
        unsafe { ffi::b2DynamicTree_Destroy(&mut self.tree) }
    }
}

pub(crate) fn vector([x, y]: [f32; 2]) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x, y }
}

pub(crate) fn convert(aabb: &Aabb<f32, 2>) -> ffi::b2AABB {
    ffi::b2AABB {
        lowerBound: vector(aabb.min()),
        upperBound: vector(aabb.max()),
    }
}

fn convert_back(bounds: ffi::b2AABB) -> Aabb<f32, 2> {
    let (low, high) = (bounds.lowerBound, bounds.upperBound);
    Aabb::new([low.x, low.y], [high.x, high.y])
}

type Visit = unsafe extern "C" fn(i32, u64, *mut c_void) -> bool;
type Clip = unsafe extern "C" fn(*const ffi::b2RayCastInput, i32, u64, *mut c_void) -> f32;

/// Passes a C function that calls `visit`, and its context.
fn call_with<F: FnMut(u32)>(visit: &mut F, pass: impl FnOnce(Visit, *mut c_void)) {
    unsafe extern "C" fn call<F: FnMut(u32)>(_: i32, id: u64, visit: *mut c_void) -> bool {
        // SAFETY: The context is this function, and nothing else uses it during the call.
        (unsafe { &mut *visit.cast::<F>() })(id as u32);
        true
    }
    pass(call::<F>, std::ptr::from_mut(visit).cast());
}

/// Passes a C function that calls `clip` with the limit, the proxy and the id, and its context.
fn clip_with<F>(clip: &mut F, pass: impl FnOnce(Clip, *mut c_void))
where
    F: FnMut(f32, i32, u32) -> f32,
{
    unsafe extern "C" fn call<F: FnMut(f32, i32, u32) -> f32>(
        input: *const ffi::b2RayCastInput,
        proxy: i32,
        id: u64,
        clip: *mut c_void,
    ) -> f32 {
        // SAFETY: The context is this function, nothing else uses it during the call, and the
        // library passes its input.
        let (clip, limit) = unsafe { (&mut *clip.cast::<F>(), (*input).maxFraction) };
        clip(limit, proxy, id as u32)
    }
    pass(call::<F>, std::ptr::from_mut(clip).cast());
}
