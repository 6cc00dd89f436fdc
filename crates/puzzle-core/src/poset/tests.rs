use super::*;

fn names(n: usize) -> Vec<String> {
    (0..n).map(|x| x.to_string()).collect()
}

/// N: a < c, b < c, b < d.
fn zigzag() -> Poset {
    Poset::from_relations(names(4), &[(0, 2), (1, 2), (1, 3)]).unwrap()
}

#[test]
fn relations_are_closed_and_reduced_to_covers() {
    let order = Poset::from_relations(names(4), &[(3, 1), (1, 0), (3, 0), (0, 2)]).unwrap();
    assert_eq!(order.names(), ["3", "1", "0", "2"]);
    assert!(order.leq(0, 3) && !order.leq(3, 0));
    assert_eq!(order.upper_covers(0), [1]);
    assert_eq!(order.lower_covers(3), [2]);
}

#[test]
fn a_circle_is_found_and_told() {
    let error = Poset::from_relations(names(5), &[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)]);
    let Err(PosetError::Cycle(mut cycle)) = error else { panic!() };
    let turns = [vec![1, 2, 3], vec![2, 3, 1], vec![3, 1, 2]];
    assert!(turns.contains(&cycle), "{cycle:?}");
    cycle.sort_unstable();
    assert_eq!(cycle, [1, 2, 3]);
    assert_eq!(Poset::from_relations(names(1), &[(0, 0)]), Err(PosetError::Cycle(vec![0])));
}

#[test]
fn sizes_are_bounded_before_memory_is_taken() {
    let large = Poset::antichain(Poset::LARGEST).unwrap();
    assert_eq!(Poset::chain(Poset::LARGEST + 1), Err(PosetError::TooLarge));
    assert_eq!(Poset::boolean(63), Err(PosetError::TooLarge));
    assert_eq!(large.product(&large), Err(PosetError::TooLarge));
    assert_eq!(large.beside(&large), Err(PosetError::TooLarge));
}

#[test]
fn the_boolean_lattice_is_a_power_of_the_chain_of_two() {
    let chain = Poset::chain(2).unwrap();
    let cube = chain.product(&chain).unwrap().product(&chain).unwrap();
    assert_eq!(cube.fingerprint(), Poset::boolean(3).unwrap().fingerprint());
    for n in 0..6 {
        assert_eq!(Poset::boolean(n).unwrap().as_boolean(), Some(n as u32));
    }
    assert_eq!(Poset::chain(4).unwrap().as_boolean(), None);
    assert_eq!(zigzag().as_boolean(), None);
    assert_eq!(Poset::boolean(3).unwrap().dual().as_boolean(), Some(3));
}

#[test]
fn width_height_and_levels_of_known_orders() {
    let cube = Poset::boolean(5).unwrap();
    assert_eq!((cube.width(), cube.levels()), (10, vec![1, 5, 10, 10, 5, 1]));
    assert_eq!(Poset::chain(7).unwrap().width(), 1);
    assert_eq!(Poset::antichain(7).unwrap().width(), 7);
    assert_eq!(zigzag().width(), 2);
    assert_eq!(Poset::chain(0).unwrap().levels(), Vec::<usize>::new());
}

#[test]
fn the_width_is_that_of_the_largest_antichain_by_looking_at_all_sets() {
    let mut seed = 5_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as u32
    };
    for _ in 0..60 {
        let n = 1 + random() % 9;
        let pairs: Vec<(u32, u32)> = (0..random() % 14)
            .map(|_| (random() % n, random() % n))
            .filter(|(x, y)| x < y)
            .collect();
        let order = Poset::from_relations(names(n as usize), &pairs).unwrap();
        let free = |set: &u32| {
            let members = || (0..n).filter(|x| set >> x & 1 == 1);
            members().all(|x| members().all(|y| x == y || !order.leq(x, y)))
        };
        let widest = (0..1_u32 << n).filter(free).map(u32::count_ones).max().unwrap();
        assert_eq!(order.width(), widest as usize);
    }
}

#[test]
fn automorphisms_of_known_orders() {
    let count = |order: Poset| order.automorphisms().unwrap();
    assert_eq!(count(Poset::chain(9).unwrap()), 1_u32.into());
    assert_eq!(count(Poset::antichain(6).unwrap()), 720_u32.into());
    assert_eq!(count(Poset::boolean(4).unwrap()), 24_u32.into());
    assert_eq!(count(zigzag()), 1_u32.into());
    let crown = Poset::from_relations(names(4), &[(0, 2), (0, 3), (1, 2), (1, 3)]).unwrap();
    assert_eq!(count(crown), 4_u32.into());
}

#[test]
fn the_dual_turns_the_order_upside_down() {
    let order = zigzag();
    let dual = order.dual();
    for x in 0..4 {
        for y in 0..4 {
            assert_eq!(order.leq(x, y), dual.leq(3 - y, 3 - x));
        }
    }
    assert_eq!(dual.dual(), order);
}

#[test]
fn components_and_intervals() {
    let two = zigzag().beside(&Poset::chain(3).unwrap()).unwrap();
    assert_eq!(two.components(), [vec![0, 1, 2, 3], vec![4, 5, 6]]);
    assert_eq!((two.largest_interval(), Poset::boolean(3).unwrap().largest_interval()), (3, 8));
}
