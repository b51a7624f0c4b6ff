//! parry's `Bvh` as rapier uses it, for pairs that began and ended.

/// parry has one crate per dimension, with the same names in both.
macro_rules! as_rapier {
    ($dimension:ident, $parry:ident, $d:literal) => {
        pub(in crate::frames) mod $dimension {
            use $parry::partitioning::{Bvh, BvhLeafUpdateStatus, BvhWorkspace};
            use $parry::utils::hashmap::HashMap;

            use crate::frames::contender::{Contender, Frame, Kind, Make, Pairs, pair};
            use crate::frames::lengths::{MARGIN, mean_edge};
            use crate::frames::moved::Moved;
            use crate::frames::parry::$dimension::convert;

            /// The steps of the broad phase of rapier 0.36: fat leaves updated in place, a map of
            /// pairs, lists of partners, and maintenance deferred to the next frame.
            pub(in crate::frames) const EVENTS: Make<$d> = |frames| {
                Box::new(Events {
                    margin: MARGIN * mean_edge(&frames[0]),
                    moved: Moved::in_frames(frames),
                    ..Events::default()
                })
            };

            #[derive(Default)]
            struct Events {
                bvh: Bvh,
                workspace: BvhWorkspace,
                margin: f32,
                moved: Moved,
                frame: u32,
                pairs: HashMap<(u32, u32), u32>,
                partners: Vec<Vec<u32>>,
                updated: Vec<u32>,
                updated_before: Vec<u32>,
                is_updated: Vec<bool>,
                candidates: Vec<(u32, u32)>,
                stale: Vec<(u32, u32)>,
                changes_since_upkeep: usize,
                upkeep_is_due: bool,
            }

            impl Contender<$d> for Events {
                fn name(&self) -> &'static str {
                    concat!(stringify!($parry), " Bvh, as rapier uses it")
                }

                fn kind(&self) -> Kind {
                    Kind::Events
                }

                fn frame(&mut self, boxes: &Frame<$d>, begun: &mut Pairs, ended: &mut Pairs) {
                    if std::mem::take(&mut self.upkeep_is_due) {
                        self.bvh.optimize_incremental(&mut self.workspace);
                        self.bvh.refit_without_resolve(&mut self.workspace);
                    }
                    self.frame += 1;
                    self.partners.resize_with(boxes.len(), Vec::new);
                    self.update_leaves(boxes);
                    self.refit();
                    self.begin_pairs(begun);
                    self.end_pairs(ended);
                }
            }

            impl Events {
                fn update_leaves(&mut self, boxes: &Frame<$d>) {
                    self.updated.clear();
                    for &i in self.moved.next_frame(boxes) {
                        let aabb = convert(&boxes[i as usize]);
                        match self.bvh.insert_or_update_partially(aabb, i, self.margin) {
                            BvhLeafUpdateStatus::Unchanged => {}
                            BvhLeafUpdateStatus::UpdatedInPlace => {
                                self.changes_since_upkeep += 1;
                                self.updated.push(i);
                            }
                            BvhLeafUpdateStatus::Inserted => self.updated.push(i),
                        }
                    }
                }

                /// Refits the tree wholly or partly and schedules maintenance, by the rules of
                /// rapier.
                fn refit(&mut self) {
                    let leaves = self.bvh.leaf_count() as usize;
                    let many = self.updated.len() * 16 >= leaves;
                    let now_and_then =
                        self.frame.is_multiple_of(8) && self.changes_since_upkeep * 64 >= leaves;
                    self.upkeep_is_due = self.changes_since_upkeep > 0 && (many || now_and_then);
                    if self.upkeep_is_due {
                        self.changes_since_upkeep = 0;
                    }
                    if self.frame == 1
                        || (self.updated.len() + self.updated_before.len()) * 16 >= leaves
                    {
                        self.bvh.refit(&mut self.workspace);
                    } else {
                        self.bvh.refit_partial(&self.updated_before, &self.updated);
                    }
                }

                fn begin_pairs(&mut self, begun: &mut Pairs) {
                    self.candidates.clear();
                    self.bvh
                        .traverse_bvtt_single_tree::<true>(&mut self.workspace, &mut |a, b| {
                            self.candidates.push((a.min(b), a.max(b)));
                        });
                    for &(a, b) in &self.candidates {
                        if self.pairs.contains_key(&(a, b)) {
                            continue;
                        }
                        self.pairs.insert((a, b), self.frame);
                        self.partners[a as usize].push(b);
                        self.partners[b as usize].push(a);
                        begun.push(pair(a, b));
                    }
                }

                fn end_pairs(&mut self, ended: &mut Pairs) {
                    self.is_updated.clear();
                    self.is_updated.resize(self.partners.len(), false);
                    self.updated
                        .iter()
                        .for_each(|&leaf| self.is_updated[leaf as usize] = true);
                    self.stale.clear();
                    for &leaf in &self.updated {
                        let Some(node) = self.bvh.leaf_node(leaf) else {
                            continue;
                        };
                        for &other in &self.partners[leaf as usize] {
                            // If both boxes moved, the pair is tested from the smaller index.
                            if leaf > other && self.is_updated[other as usize] {
                                continue;
                            }
                            if self
                                .bvh
                                .leaf_node(other)
                                .is_some_and(|other| !node.intersects(other))
                            {
                                self.stale.push((leaf.min(other), leaf.max(other)));
                            }
                        }
                    }
                    self.stale.sort_unstable();
                    for &(a, b) in &self.stale {
                        self.pairs.remove(&(a, b));
                        for (from, gone) in [(a, b), (b, a)] {
                            let partners = &mut self.partners[from as usize];
                            if let Some(index) =
                                partners.iter().position(|&partner| partner == gone)
                            {
                                partners.swap_remove(index);
                            }
                        }
                        ended.push(pair(a, b));
                    }
                    std::mem::swap(&mut self.updated, &mut self.updated_before);
                }
            }
        }
    };
}
as_rapier!(flat, parry2d, 2);
as_rapier!(solid, parry3d, 3);
