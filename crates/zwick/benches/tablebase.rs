//! One table of medium size, six men against five, from its captures to its file.

use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use zwick::morris::{Standard, Wanted, build};

fn six_against_five(criterion: &mut Criterion) {
    let folder = std::env::temp_dir().join(format!("zwick-bench-{}", std::process::id()));
    let never = AtomicBool::new(false);
    let make = || build::<Standard>(&folder, Wanted::up_to(11), &never, |_| ()).expect("the tables can be made");
    make();
    let mut group = criterion.benchmark_group("tablebase");
    group.sample_size(10);
    // All others exist, so only this one is rebuilt.
    group.bench_function("6-5", |bencher| {
        bencher.iter(|| {
            std::fs::remove_file(folder.join("standard-6-5.distances")).expect("made before");
            make();
        });
    });
    group.finish();
    std::fs::remove_dir_all(&folder).expect("our own folder");
}

criterion_group!(benches, six_against_five);
criterion_main!(benches);
