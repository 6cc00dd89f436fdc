//! Queens: the known numbers, and every engine against the paper's recursion.

use std::ops::ControlFlow;
use std::time::Duration;

use puzzle_core::{BigUint, Control, Queens, Turn};
use puzzle_engines::parts::{self, Account, Plan};
use puzzle_engines::queens::{Counting, Kernel, has_vector, reference, turned};

/// Document 003 §2 and the facts known since.
const COUNTS: [u64; 16] =
    [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365_596, 2_279_184, 14_772_512];

fn count(board: &Queens, kernel: Kernel, threads: usize) -> Account {
    let counting = Counting::new(board, kernel);
    let start = Account { rest: counting.parts(), ..Account::default() };
    let plan = Plan { threads, interval: Duration::from_secs(60) };
    let (account, stopped) = parts::run(&counting, start, plan, &Control::default(), &mut |_| {});
    assert_eq!(stopped, None);
    account
}

fn by_recursion(board: &Queens) -> u64 {
    let found = reference::search(board, &Control::default(), &mut |squares| {
        assert_eq!(board.check(squares), Ok(()));
        ControlFlow::Continue(())
    });
    found.solutions
}

#[test]
fn the_paper_s_recursion_counts_as_the_paper_prints() {
    for (n, count) in (1..=12).zip(COUNTS) {
        assert_eq!(by_recursion(&Queens::plain(n).unwrap()), count);
    }
}

#[test]
fn the_kernels_count_to_14_queens_alike_and_visit_the_same_nodes() {
    for (n, known) in (1..=14).zip(COUNTS) {
        let board = Queens::plain(n).unwrap();
        let slow = count(&board, Kernel::Portable, 2);
        assert_eq!(slow.sum, known.into());
        if has_vector() {
            assert_eq!(count(&board, Kernel::Vector, 1), slow);
        }
    }
}

/// Seventeen and eighteen are counted by the benchmark.
#[test]
fn sixteen_queens() {
    if has_vector() {
        let board = Queens::plain(16).unwrap();
        assert_eq!(count(&board, Kernel::Vector, 2).sum, COUNTS[15].into());
    }
}

/// A simple generator, the same on every machine.
fn random(seed: &mut u64) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as u32
}

#[test]
fn random_partial_boards_are_counted_as_by_the_recursion() {
    let mut seed = 7;
    for _ in 0..300 {
        let n = 1 + random(&mut seed) % 9;
        let forbidden = (0..random(&mut seed) % (n * n)).map(|_| random(&mut seed) % (n * n));
        let forbidden: Vec<u32> = forbidden.collect();
        let given = (0..random(&mut seed) % 3).map(|_| random(&mut seed) % (n * n)).collect();
        let Ok(board) = Queens::new(n, given, forbidden) else { continue };
        let slow = BigUint::from(by_recursion(&board));
        assert_eq!(count(&board, Kernel::Portable, 1).sum, slow, "{board:?}");
        if has_vector() {
            assert_eq!(count(&board, Kernel::Vector, 1).sum, slow, "{board:?}");
        }
    }
}

#[test]
fn solutions_that_a_turn_keeps_are_counted_as_by_looking_at_all() {
    let mut boards: Vec<Queens> = (1..=10).map(|n| Queens::plain(n).unwrap()).collect();
    boards.push(Queens::new(9, vec![], vec![40]).unwrap());
    boards.push(Queens::new(9, vec![40], vec![]).unwrap());
    boards.push(Queens::new(8, vec![], vec![0, 7, 56, 63, 9, 54]).unwrap());
    for board in boards {
        for turn in board.symmetries().collect::<Vec<Turn>>() {
            let mut kept = 0_u32;
            reference::search(&board, &Control::default(), &mut |squares| {
                let image = |&square: &u32| turn.image(board.size(), square);
                kept += u32::from(squares.iter().all(|s| squares.contains(&image(s))));
                ControlFlow::Continue(())
            });
            assert_eq!(turned::kept(&board, turn, &Control::default()), Ok(kept.into()));
        }
    }
}
