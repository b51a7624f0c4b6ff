//! The dynamic tree of Box2D 3, which is for 2D and has no nearest box.
#![allow(unsafe_code)] // It is a C library.

use std::ffi::c_void;

use boxdd_sys::ffi;
use broadleaf::geometry::Probe;
use broadleaf::{Aabb, Ray};

use super::asked::{Asked, ask};
use super::contender::{Boxes, Changes, Contender, Line};

pub(super) fn make() -> Box<dyn Contender<2>> {
    Box::new(Tree {
        tree: new_tree(0),
        proxies: Vec::new(),
    })
}

/// The tree, and the proxy of each id.
struct Tree {
    tree: ffi::b2DynamicTree,
    proxies: Vec<i32>,
}

fn new_tree(capacity: usize) -> ffi::b2DynamicTree {
    // SAFETY: A capacity is not less than 0.
    unsafe { ffi::b2DynamicTree_Create(capacity.max(16) as i32) }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: The tree was created, and is not used again.
        unsafe { ffi::b2DynamicTree_Destroy(&mut self.tree) }
    }
}

fn vector([x, y]: [f32; 2]) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x, y }
}

fn convert(aabb: &Aabb<f32, 2>) -> ffi::b2AABB {
    ffi::b2AABB {
        lowerBound: vector(aabb.min()),
        upperBound: vector(aabb.max()),
    }
}

unsafe extern "C" fn push(_: i32, id: u64, ids: *mut c_void) -> bool {
    // SAFETY: `range` passes this vector, and nothing else uses it meanwhile.
    unsafe { &mut *ids.cast::<Vec<u32>>() }.push(id as u32);
    true
}

/// What a cast looks for, and has found.
struct Cast<'a> {
    tree: &'a ffi::b2DynamicTree,
    ray: &'a Ray<f32, 2>,
    length: f32,
    found: Option<u32>,
}

unsafe extern "C" fn clip(
    input: *const ffi::b2RayCastInput,
    proxy: i32,
    id: u64,
    cast: *mut c_void,
) -> f32 {
    // SAFETY: `closest_hit` passes a cast, the library its input and a proxy of the tree.
    let (cast, limit, bounds) = unsafe {
        let cast = &mut *cast.cast::<Cast<'_>>();
        let bounds = ffi::b2DynamicTree_GetAABB(cast.tree, proxy);
        (cast, (*input).maxFraction, bounds)
    };
    let aabb = Aabb::new(
        [bounds.lowerBound.x, bounds.lowerBound.y],
        [bounds.upperBound.x, bounds.upperBound.y],
    );
    let Some(reach) = cast.ray.reach(&aabb) else {
        return limit;
    };
    let fraction = reach / cast.length;
    if fraction >= limit && cast.found.is_some() {
        return limit;
    }
    cast.found = Some(id as u32);
    fraction
}

impl Contender<2> for Tree {
    fn name(&self) -> &'static str {
        "Box2D"
    }

    fn build(&mut self, boxes: &Boxes<2>) {
        // SAFETY: The old tree is not used again.
        unsafe { ffi::b2DynamicTree_Destroy(&mut self.tree) };
        self.tree = new_tree(boxes.single.len());
        self.proxies = Vec::with_capacity(boxes.single.len());
        for (id, aabb) in (0..).zip(&boxes.single) {
            self.insert(id, aabb);
        }
        // SAFETY: The tree is valid.
        unsafe { ffi::b2DynamicTree_Rebuild(&mut self.tree, true) };
    }

    fn foreign_bytes(&self) -> usize {
        // SAFETY: The tree is valid.
        let bytes = unsafe { ffi::b2DynamicTree_GetByteCount(&self.tree) };
        bytes.max(0) as usize
    }

    fn range(&mut self, windows: &[Aabb<f32, 2>]) -> Option<Asked> {
        let windows: Vec<_> = windows.iter().map(convert).collect();
        Some(ask(&windows, |&window, ids: &mut Vec<u32>| {
            ids.clear();
            let ids = std::ptr::from_mut(ids).cast();
            // SAFETY: The tree is valid, and `push` expects a vector of ids.
            unsafe { ffi::b2DynamicTree_QueryAll(&self.tree, window, Some(push), ids) };
        }))
    }

    fn closest_hit(&mut self, lines: &[Line<2>]) -> Option<Asked> {
        // SAFETY: The tree is valid.
        let bounds = unsafe { ffi::b2DynamicTree_GetRootBounds(&self.tree) };
        let (low, high) = (bounds.lowerBound, bounds.upperBound);
        let length = 2.0 * (high.x - low.x).hypot(high.y - low.y);
        let ray = |line: &Line<2>| {
            let input = ffi::b2RayCastInput {
                origin: vector(line.origin),
                translation: vector(line.direction.map(|x| x * length)),
                maxFraction: 1.0,
            };
            let ray = Ray::new(line.origin, line.direction).expect("the numbers are finite");
            (input, ray)
        };
        let rays: Vec<_> = lines.iter().map(ray).collect();
        Some(ask(&rays, |(input, ray), found| {
            let mut cast = Cast {
                tree: &self.tree,
                ray,
                length,
                found: None,
            };
            let context = std::ptr::from_mut(&mut cast).cast();
            // SAFETY: The tree is valid, and `clip` expects a cast.
            unsafe {
                ffi::b2DynamicTree_RayCast(&self.tree, input, u64::MAX, Some(clip), context);
            }
            *found = cast.found;
        }))
    }

    fn changes(&mut self) -> Option<&mut dyn Changes<2>> {
        Some(self)
    }
}

impl Changes<2> for Tree {
    fn insert(&mut self, _: u32, aabb: &Aabb<f32, 2>) {
        let id = self.proxies.len() as u64;
        // SAFETY: The tree is valid.
        let proxy =
            unsafe { ffi::b2DynamicTree_CreateProxy(&mut self.tree, convert(aabb), u64::MAX, id) };
        self.proxies.push(proxy);
    }

    fn remove(&mut self, id: u32) {
        // SAFETY: The tree is valid and has this proxy.
        unsafe { ffi::b2DynamicTree_DestroyProxy(&mut self.tree, self.proxies[id as usize]) };
    }

    fn move_to(&mut self, id: u32, aabb: &Aabb<f32, 2>) {
        let proxy = self.proxies[id as usize];
        // SAFETY: The tree is valid and has this proxy.
        unsafe { ffi::b2DynamicTree_MoveProxy(&mut self.tree, proxy, convert(aabb)) };
    }
}
