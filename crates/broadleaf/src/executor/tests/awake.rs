//! Tests of `awake.rs`.

use std::sync::mpsc;

use super::*;

#[test]
fn calls_that_nobody_answers_do_not_stay() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("a pool of two threads");
    let (is_busy, wait_until_busy) = mpsc::channel();
    let (_end, wait_for_end) = mpsc::channel::<()>();
    pool.spawn(move || {
        is_busy.send(()).expect("the test waits");
        _ = wait_for_end.recv();
    });
    wait_until_busy.recv().expect("a thread is busy");
    pool.install(|| {
        let crew = Crew::muster();
        let orders = Arc::clone(&crew.0);
        drop(crew);
        assert_eq!(Arc::strong_count(&orders), 1);
    });
}
