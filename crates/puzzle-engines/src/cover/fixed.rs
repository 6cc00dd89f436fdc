//! Solutions that a symmetry leaves as they are, as a puzzle of their own.
//!
//! The number of solutions up to symmetry is the mean, over all symmetries, of how many solutions
//! each leaves as they are (Cauchy and Frobenius; "Burnside's lemma"). If g leaves a solution as it
//! is, the solution consists of whole orbits of embeddings under the powers of g, and aspects of one
//! orbit are covered equally often. So the fixed solutions are the solutions of a puzzle with one
//! aspect for each orbit of aspects and one embedding for each orbit of embeddings that can be used
//! together: a smaller puzzle, which any engine can count. Conjugate symmetries leave equally many
//! solutions as they are.

use puzzle_core::{
    AbstractPuzzle, AspectId, Cover, Demand, EmbeddingId, Order, Permutation, PuzzleBuilder,
    Symmetries, Symmetry,
};
use rustc_hash::FxHashMap;

/// The most images that are looked at to find conjugate symmetries.
const LOOKS: usize = 100_000_000;

/// What is known of the solutions that a symmetry leaves as they are.
#[derive(Clone, Debug)]
pub enum Fixed {
    /// They are the solutions of this puzzle.
    Puzzle(Box<Cover>),
    /// No orbit can be used. One solution, the empty one, if nothing is demanded; else none.
    Only(bool),
    /// Orbits would count several times for a bag, which a puzzle cannot say; or it has colours.
    Unsaid,
}

/// The puzzle whose solutions are those that `symmetry` leaves as they are.
pub fn fixed(cover: &Cover, symmetry: &Symmetry) -> Fixed {
    let puzzle = &cover.puzzle;
    let aspects = Orbits::of(&symmetry.aspects);
    let embeddings = Orbits::of(&symmetry.embeddings);
    if puzzle.aspects().iter().any(|aspect| aspect.demand == Demand::Coloured) {
        return Fixed::Unsaid;
    }
    let mut builder = PuzzleBuilder::new();
    for orbit in &aspects.members {
        let aspect = puzzle.aspect(AspectId(orbit[0]));
        builder.aspect(&aspect.name, aspect.demand);
    }
    let mut usable = 0;
    for orbit in &embeddings.members {
        match touched(puzzle, orbit, &aspects) {
            Touched::Once(list) => {
                builder.embedding(list);
                usable += 1;
            }
            Touched::Clash => {}
            Touched::Repeatedly => return Fixed::Unsaid,
        }
    }
    if usable == 0 {
        return Fixed::Only(puzzle.aspects().iter().all(|aspect| aspect.demand.min() == 0));
    }
    let Ok(small) = builder.build() else { return Fixed::Unsaid };
    let orders = cover.orders.iter().map(|order| induced(order, &small, &aspects)).collect();
    let symmetries = Symmetries::trivial(&small);
    Fixed::Puzzle(Box::new(Cover { puzzle: small, symmetries, orders }))
}

/// The cycles of a permutation.
struct Orbits {
    members: Vec<Vec<u32>>,
    /// Which orbit each belongs to.
    number: Vec<u32>,
}

impl Orbits {
    fn of(permutation: &Permutation) -> Self {
        let mut members: Vec<Vec<u32>> = Vec::new();
        let mut number = vec![u32::MAX; permutation.len()];
        for start in 0..permutation.len() as u32 {
            let mut orbit = Vec::new();
            let mut at = start;
            while number[at as usize] == u32::MAX {
                number[at as usize] = members.len() as u32;
                orbit.push(at);
                at = permutation.apply(at);
            }
            if !orbit.is_empty() {
                members.push(orbit);
            }
        }
        Orbits { members, number }
    }
}

enum Touched {
    /// These orbits of aspects, each aspect once.
    Once(Vec<AspectId>),
    /// Some aspect more often than it allows.
    Clash,
    /// Some bag several times.
    Repeatedly,
}

/// What an orbit of embeddings touches if all of it is used.
fn touched(puzzle: &AbstractPuzzle, orbit: &[u32], aspects: &Orbits) -> Touched {
    let mut times: FxHashMap<u32, u32> = FxHashMap::default();
    for &e in orbit {
        for a in puzzle.embedding(EmbeddingId(e)) {
            *times.entry(aspects.number[a.index()]).or_default() += 1;
        }
    }
    let mut list = Vec::new();
    let mut several = false;
    for (number, touches) in times {
        let members = &aspects.members[number as usize];
        // All aspects of an orbit are touched equally often.
        let each = touches / members.len() as u32;
        if each > puzzle.aspect(AspectId(members[0])).demand.max() {
            return Touched::Clash;
        }
        several |= each > 1;
        list.push(AspectId(number));
    }
    if several { Touched::Repeatedly } else { Touched::Once(list) }
}

/// The order in which orbits of aspects are first met.
fn induced(order: &Order, small: &AbstractPuzzle, aspects: &Orbits) -> Order {
    let orbits = order.sequence().iter().map(|a| AspectId(aspects.number[a.index()]));
    Order::from_prefix(order.name(), small, &orbits.collect::<Vec<_>>())
}

/// One symmetry of each class of conjugate ones, by its place in the group, with the size of the
/// class. The identity comes first.
pub fn conjugacy_classes(symmetries: &Symmetries) -> Vec<(usize, usize)> {
    let elements = symmetries.elements();
    let alone = || (0..elements.len()).map(|i| (i, 1)).collect();
    let length = elements[0].embeddings.len();
    if elements.len().saturating_pow(2).saturating_mul(length) > LOOKS {
        return alone();
    }
    let place: FxHashMap<&Permutation, usize> =
        elements.iter().zip(0..).map(|(s, i)| (&s.embeddings, i)).collect();
    // Where embeddings were removed, several symmetries may move the others alike. Each counts.
    if place.len() < elements.len() {
        return alone();
    }
    let mut seen = vec![false; elements.len()];
    let mut classes = Vec::new();
    for (i, element) in elements.iter().enumerate() {
        if seen[i] {
            continue;
        }
        let mut size = 0;
        for by in elements {
            // The conjugate takes the image of x under `by` to the image of where x goes.
            let mut images = vec![0; length];
            for x in 0..length as u32 {
                let to = by.embeddings.apply(element.embeddings.apply(x));
                images[by.embeddings.apply(x) as usize] = to;
            }
            let conjugate = Permutation::new(images).and_then(|p| place.get(&p).copied());
            let Some(conjugate) = conjugate else { return alone() };
            size += usize::from(!std::mem::replace(&mut seen[conjugate], true));
        }
        classes.push((i, size));
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_core::{BigUint, Control, CoverEngine, CoverTask, Discard, Random, Want};
    use puzzle_testkit::{Feature, all_solutions, random_puzzle};

    use crate::cover::Reference;

    fn count(cover: &Cover) -> BigUint {
        let task = CoverTask::new(cover, Want::Count);
        Reference.run(&task, &mut Discard, &Control::default()).unwrap().solutions
    }

    /// A random puzzle beside copies of itself, which a symmetry carries around in a circle.
    fn circle(seed: u64, feature: Feature, copies: u32) -> (Cover, Symmetry) {
        let part = random_puzzle(seed, feature);
        let (aspects, embeddings) = (part.aspects().len() as u32, part.embedding_count() as u32);
        let mut random = Random::new(seed);
        let mut builder = PuzzleBuilder::new();
        for copy in 0..copies {
            for aspect in part.aspects() {
                builder.aspect(format!("{}-{copy}", aspect.name), aspect.demand);
            }
        }
        // Some embeddings also touch the next copy, so that the copies depend on each other.
        let also: Vec<Option<u32>> = (0..embeddings)
            .map(|_| (random.index(2) == 0).then(|| random.index(aspects as usize) as u32))
            .collect();
        for copy in 0..copies {
            for e in part.embedding_ids() {
                let own = part.embedding(e).iter().map(|a| AspectId(a.0 + copy * aspects));
                let next = (copy + 1) % copies * aspects;
                let other = also[e.index()].map(|a| AspectId(a + next));
                builder.embedding(own.chain(other));
            }
        }
        let turn = |n: u32| {
            let images = (0..copies * n).map(|i| (i + n) % (copies * n)).collect();
            Permutation::new(images).unwrap()
        };
        let symmetry =
            Symmetry { aspects: turn(aspects), embeddings: turn(embeddings), proper: true };
        (Cover::plain(builder.build().unwrap()), symmetry)
    }

    #[test]
    fn the_small_puzzle_has_as_many_solutions_as_the_symmetry_fixes() {
        let mut with_solutions = 0;
        for feature in [Feature::Plain, Feature::Secondary, Feature::Bags] {
            for seed in 0..150 {
                let (cover, symmetry) = circle(seed, feature, 2);
                let fixes = |solution: &Vec<EmbeddingId>| {
                    let mut solution = solution.clone();
                    solution.sort_unstable();
                    symmetry.fixes(&solution)
                };
                if cover.puzzle.embedding_count() > 16 {
                    continue;
                }
                let expected = all_solutions(&cover.puzzle).iter().filter(|s| fixes(s)).count();
                with_solutions += usize::from(expected > 0);
                match fixed(&cover, &symmetry) {
                    Fixed::Puzzle(small) => assert_eq!(count(&small), expected.into(), "{seed}"),
                    Fixed::Only(empty) => assert_eq!(usize::from(empty), expected, "{seed}"),
                    Fixed::Unsaid => assert_eq!(feature, Feature::Bags),
                }
            }
        }
        assert!(with_solutions > 20, "{with_solutions}");
    }

    #[test]
    fn turns_and_reflections_of_a_square_fall_into_five_classes() {
        let mut builder = PuzzleBuilder::new();
        let corners: Vec<AspectId> =
            (0..4).map(|i| builder.aspect(i.to_string(), Demand::One)).collect();
        for &a in &corners {
            builder.embedding([a]);
        }
        let puzzle = builder.build().unwrap();
        let elements = (0..8_u32).map(|i| {
            let image = |x: u32| if i < 4 { (x + i) % 4 } else { (i + 4 - x) % 4 };
            let permutation = Permutation::new((0..4).map(image).collect()).unwrap();
            Symmetry { aspects: permutation.clone(), embeddings: permutation, proper: i < 4 }
        });
        let group = Symmetries::from_elements(&puzzle, elements.collect());
        let classes = conjugacy_classes(&group);
        let mut sizes: Vec<usize> = classes.iter().map(|(_, size)| *size).collect();
        sizes.sort_unstable();
        assert_eq!((classes[0], sizes), ((0, 1), vec![1, 1, 2, 2, 2]));
    }
}
