//! Many queries in the order of a curve, so that consecutive ones visit the same nodes.

use crate::curve::{Keyed, sort_along_curves};
#[cfg(feature = "rayon")]
use crate::executor::{Executor, Parallel};
use crate::geometry::{Aabb, Located, Scalar};
use crate::index::answers::Answers;
use crate::index::tuning::{MIN_JOINED, TOGETHER};
use crate::store::to_u32;
use alloc::vec::Vec;

/// The answers to consecutive queries on the curve.
pub(in crate::index) struct AnswerPiece<T> {
    pub(in crate::index) items: Vec<T>,
    /// The number of items of each answer.
    pub(in crate::index) lengths: Vec<u32>,
}

/// Answers all queries. `ask` answers the queries with these indices.
pub(in crate::index) fn answer<S: Scalar, T: Copy, Q: Located<S, D>, const D: usize>(
    questions: &[Q],
    ask: impl FnMut(&[usize]) -> AnswerPiece<T>,
) -> Answers<T> {
    let order = order(&locations(questions));
    let pieces: Vec<_> = order.chunks(TOGETHER).map(ask).collect();
    in_order_of_questions(&order, &pieces)
}

/// [`answer`] on several threads.
#[cfg(feature = "rayon")]
pub(in crate::index) fn par_answer<S: Scalar, T: Copy + Send, Q: Located<S, D>, const D: usize>(
    questions: &[Q],
    ask: impl Fn(&[usize]) -> AnswerPiece<T> + Sync,
) -> Answers<T> {
    let order = order(&locations(questions));
    let pieces: Vec<_> = order.chunks(TOGETHER).collect();
    let pieces = Parallel.map(pieces.len(), |piece| ask(pieces[piece]));
    in_order_of_questions(&order, &pieces)
}

fn locations<S: Scalar, Q: Located<S, D>, const D: usize>(questions: &[Q]) -> Vec<Aabb<S, D>> {
    questions.iter().map(Located::location).collect()
}

/// The indices of queries at these locations: in the order of a curve, unless they are few. Not
/// generic over the kind of query, so that it is compiled once.
#[inline(never)]
fn order<S: Scalar, const D: usize>(locations: &[Aabb<S, D>]) -> Vec<usize> {
    /// Longer lists are sorted in parts: the number of a query beside its key is a `u32`.
    const SORTED_TOGETHER: usize = 1 << 30;
    if locations.len() < MIN_JOINED {
        return (0..locations.len()).collect();
    }
    let mut order = Vec::with_capacity(locations.len());
    let (mut keys, mut scratch) = (Vec::new(), Vec::new());
    for (part, first) in locations
        .chunks(SORTED_TOGETHER)
        .zip((0..).step_by(SORTED_TOGETHER))
    {
        keys.clear();
        keys.extend((0..to_u32(part.len())).map(Keyed::new));
        sort_along_curves(&mut keys, &mut scratch, |index| part[index as usize]);
        order.extend(keys.iter().map(|keyed| first + keyed.index as usize));
    }
    order
}

/// Puts the answers into the order of the queries.
fn in_order_of_questions<T: Copy>(order: &[usize], pieces: &[AnswerPiece<T>]) -> Answers<T> {
    let mut lengths = alloc::vec![0; order.len()];
    let along_curve = pieces.iter().flat_map(|piece| &piece.lengths);
    for (&question, &length) in order.iter().zip(along_curve) {
        lengths[question] = length as usize;
    }
    let filler = pieces.iter().find_map(|piece| piece.items.first());
    let mut answers = Answers::filled(lengths.into_iter(), filler.copied());
    let mut questions = order.iter();
    for AnswerPiece { items, lengths } in pieces {
        let mut rest = &items[..];
        for (&length, &question) in lengths.iter().zip(&mut questions) {
            let (answer, others) = rest.split_at(length as usize);
            answers.get_mut(question).copy_from_slice(answer);
            rest = others;
        }
    }
    answers
}
