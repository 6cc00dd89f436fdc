//! Classes of symmetries that are too many to list: an empty sudoku has 1218998108160.
//!
//! All solutions are kept, and those that a generator carries to each other are alike. So this takes
//! memory for every solution, at most for [`KEPT`], and cannot be saved.

use std::ops::ControlFlow;

use puzzle_core::{
    AbstractPuzzle, Answer, Answered, Ask, Automorphisms, Cover, EmbeddingId, Failure, Origin, Run,
    Sameness, Sink, Standing, StopReason, Symmetry, UpTo, Want,
};
use rustc_hash::FxHashMap;

use super::list;
use super::symmetric::told;

/// The most solutions that are kept.
const KEPT: usize = 1_000_000;

/// Counts the classes.
pub(super) fn count(cover: &Cover, found: &Automorphisms, ask: &Ask, run: &Run) -> Answered {
    let (mut answer, classes) = compared(cover, found, ask, run)?;
    answer.classes = answer.stopped.is_none().then(|| classes.len().into());
    Ok(answer)
}

/// Hands over the least solution of each class.
pub(super) fn list(
    cover: &Cover,
    found: &Automorphisms,
    ask: &Ask,
    run: &Run,
    sink: &mut dyn Sink,
) -> Answered {
    let (mut answer, classes) = compared(cover, found, ask, run)?;
    if let Some(reason) = answer.stopped {
        // An image that was not found yet could be less.
        return Err(Failure::Stopped(reason));
    }
    let mut handed = 0_u64;
    for (least, size) in classes {
        sink.standing(&Standing { class: size, kept_by: Vec::new() });
        handed += 1;
        if sink.solution(&least).is_break() {
            answer.stopped = Some(StopReason::Satisfied);
            break;
        }
    }
    answer.solutions = handed.into();
    Ok(answer)
}

/// The least solution of each class, in ascending order, and how many the class has. A search that was
/// stopped has not found all images, so its classes are none.
type Classes = Vec<(Vec<u32>, u64)>;

/// Finds all solutions, and which are alike.
fn compared(
    cover: &Cover,
    found: &Automorphisms,
    ask: &Ask,
    run: &Run,
) -> Result<(Answer, Classes), Failure> {
    let order = found.order();
    if run.is_saved() {
        let message = format!(
            "this run cannot be saved: classes of {order} symmetries need all solutions in memory"
        );
        return Err(Failure::Declined(message));
    }
    let mut kept: Vec<Vec<u32>> = Vec::new();
    let mut keep = |solution: &[u32]| {
        kept.push(solution.to_vec());
        if kept.len() > KEPT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut answer = list::answer(cover, ask, run, Want::All, &mut keep)?;
    if answer.stopped == Some(StopReason::Satisfied) {
        let message = format!(
            "there are {order} symmetries, too many to list, and over {KEPT} solutions to compare"
        );
        return Err(Failure::Declined(message));
    }
    kept.sort_unstable();
    let classes = match answer.stopped {
        None => join(&cover.puzzle, &kept, &found.generators()),
        Some(_) => Vec::new(),
    };
    answer.reasons.insert(0, told(found));
    answer.reasons.push("all solutions were kept, and generators applied to each".into());
    let (up_to, origin) = (UpTo::Symmetry, Origin::Found);
    answer.sameness = Some(Sameness { up_to, origin, order, other: None });
    Ok((answer, classes))
}

/// Joins each of the solutions, which ascend, to its images.
fn join(puzzle: &AbstractPuzzle, solutions: &[Vec<u32>], generators: &[Symmetry]) -> Classes {
    let place: FxHashMap<&[u32], usize> =
        solutions.iter().enumerate().map(|(i, solution)| (&solution[..], i)).collect();
    let mut parent: Vec<usize> = (0..solutions.len()).collect();
    for generator in generators {
        for (i, solution) in solutions.iter().enumerate() {
            let image = |n: &u32| {
                let e = puzzle.find_number(*n).unwrap_or(EmbeddingId(*n));
                puzzle.number(generator.embedding(e))
            };
            let mut image: Vec<u32> = solution.iter().map(image).collect();
            image.sort_unstable();
            let image = place[&image[..]];
            let (a, b) = (root(&mut parent, i), root(&mut parent, image));
            parent[a.max(b)] = a.min(b);
        }
    }
    let mut sizes = vec![0; solutions.len()];
    (0..solutions.len()).for_each(|i| sizes[root(&mut parent, i)] += 1);
    // The root is the first of its class, so the least.
    let classes = solutions.iter().zip(sizes).filter(|(_, size)| *size > 0);
    classes.map(|(solution, size)| (solution.clone(), size)).collect()
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}
