//! One step in eight that a worker takes on a file fails once: it says so in one clear line, and whoever goes
//! on finds nothing lost and nothing counted twice.

use std::io::{Error, ErrorKind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use puzzle::files::seam::{self, Operation};
use puzzle::{Ask, Failure, Puzzle, Question, Run};
use puzzle_cluster::{Division, Survey, Working, divide, open, work};

fn working() -> Working {
    Working {
        control: Arc::default(),
        threads: Some(1),
        interval: Duration::from_secs(60),
        expire: Duration::from_secs(60),
        share_after: Duration::from_secs(60),
        wait: false,
        metrics: Arc::default(),
    }
}

/// Works on a job of which this step fails; whether there was such a step. Then without faults, to the end.
fn fails_at(step: u64, kind: ErrorKind, question: Question) -> bool {
    let (name, total) = match question {
        Question::All => ("langford-7", 52),
        _ => ("soma", 11_520),
    };
    let puzzle = Puzzle::named(name).unwrap();
    let folder = format!("puzzle-faults-{}-{step}-{kind:?}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    let _ = std::fs::remove_dir_all(&folder);
    let place = folder.to_str().unwrap();
    let carrier = open(place).unwrap();
    let ask = Ask::new(question);
    let divided = divide(&puzzle, None, &ask, &Run::default(), 3, carrier.as_ref()).unwrap();
    assert!(matches!(divided, Division::Made(_)));
    let taken = Arc::new(AtomicU64::new(0));
    let count = taken.clone();
    let faults = seam::inject(&folder, move |operation: Operation, _: &Path| {
        // What is not removed is only untidy.
        let counts = operation != Operation::Remove;
        match counts && count.fetch_add(1, Ordering::Relaxed) == step {
            true => Err(Error::new(kind, "no room")),
            false => Ok(usize::MAX),
        }
    });
    match work(carrier.as_ref(), place, &working()) {
        Ok(_) => {}
        Err(Failure::Usage(message)) => assert!(message.lines().count() <= 2, "{message}"),
        Err(other) => panic!("{other:?}"),
    }
    drop(faults);
    work(carrier.as_ref(), place, &working()).unwrap();
    let survey = Survey::of(carrier.as_ref(), place).unwrap();
    assert!(survey.missing.is_empty(), "step {step}: {:?}", survey.missing);
    let mut listed = 0_u32;
    let mut sink = |_: &[u32]| {
        listed += 1;
        std::ops::ControlFlow::Continue(())
    };
    let answer = survey.answer(&Run::default(), &mut sink).unwrap();
    assert_eq!((answer.solutions, answer.stopped), (total.into(), None), "step {step}");
    assert_eq!(listed, if question == Question::All { total } else { 0 });
    std::fs::remove_dir_all(&folder).unwrap();
    taken.load(Ordering::Relaxed) > step
}

#[test]
fn a_full_disk_loses_and_doubles_nothing() {
    for question in [Question::Count, Question::All] {
        let steps =
            (0..).step_by(8).take_while(|step| fails_at(*step, ErrorKind::StorageFull, question));
        let steps = steps.count();
        assert!(steps > 5, "{steps}");
    }
}

#[test]
fn a_file_system_that_fails_loses_and_doubles_nothing() {
    let steps =
        (1..).step_by(8).take_while(|step| fails_at(*step, ErrorKind::Other, Question::All));
    assert!(steps.count() > 5);
}
