//! The speed of move generation: nodes per second of perft, with the last ply counted.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use zwick::{ConnectFour, Morris, Position, perft};

fn bench<P: Position>(criterion: &mut Criterion, name: &str, position: &P, depth: u32) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10).throughput(Throughput::Elements(perft(position, depth)));
    group.bench_function(name, |bencher| bencher.iter(|| perft(position, depth)));
}

fn all(criterion: &mut Criterion) {
    bench(criterion, "connect-four from the empty board, depth 8", &ConnectFour::<7, 6>::new(), 8);
    bench(criterion, "morris from the empty board, depth 5", &Morris::<zwick::morris::Standard>::new(), 5);
    let flying: Morris = "W1W1W3/2B1B1B1/1B6 W 0 0".parse().expect("a position");
    bench(criterion, "morris with three flying men, depth 4", &flying, 4);
}

criterion_group!(benches, all);
criterion_main!(benches);
