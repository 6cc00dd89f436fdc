//! Every refused file of `testdata/xmpuzzle/refused`, and files made to hurt.

use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/xmpuzzle")
}

fn read(name: &str, bytes: Vec<u8>) -> Result<Reading, String> {
    let source = Source::bytes(name, bytes).unpacked();
    let source = source.map_err(|wrong| wrong.0.render(name, &wrong.1.text))?;
    assert!(FAMILY.recognises(&source, None));
    FAMILY.read(&source).map_err(|error| error.render(name, &source.text))
}

#[test]
fn every_refused_file_gets_its_own_complaint_with_place_and_hint() {
    let mut files: Vec<_> = std::fs::read_dir(folder().join("refused"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let mut complaints = String::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        match read(&name, std::fs::read(&path).unwrap()) {
            Ok(_) => panic!("accepted: {name}"),
            Err(complaint) => complaints.push_str(&complaint),
        }
        complaints.push('\n');
    }
    insta::assert_snapshot!(complaints);
}

#[test]
fn a_selected_problem_that_is_not_there_is_refused_with_the_ones_that_are() {
    let bytes = || std::fs::read(folder().join("problems.xmpuzzle")).unwrap();
    for wanted in ["0", "4", "rnig", "", "-1", "2#3"] {
        let error = read(&format!("problems.xmpuzzle#{wanted}"), bytes()).err().unwrap();
        assert!(error.contains("from 1 to 3"), "{error}");
    }
    assert!(read("problems.xmpuzzle#2", bytes()).is_ok());
    assert!(read("problems.xmpuzzle#ring", bytes()).is_ok());
}

#[test]
fn a_bomb_is_refused_before_it_goes_off() {
    // The same byte over and over packs to a two-hundredth and less.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let block = vec![b'#'; 1 << 20];
    for _ in 0..64 {
        encoder.write_all(&block).unwrap();
    }
    let error = read("bomb.xmpuzzle", encoder.finish().unwrap()).err().unwrap();
    assert!(error.contains("unpacks to over 16 megabytes"), "{error}");
}

#[test]
fn deep_wide_and_endless_xml_is_refused() {
    let deep = "<a>".repeat(200_000);
    let closed = format!("{deep}{}", "</a>".repeat(200_000));
    let wide = format!("<puzzle version=\"2\">{}</puzzle>", "<a/>".repeat(900_000));
    let text = format!("<puzzle version=\"2\"><voxel {}", "x=\"1\" ".repeat(10_000));
    for xml in [deep, closed, wide, text] {
        let error = read("x.xmpuzzle", xml.into_bytes()).err().unwrap();
        assert!(error.starts_with("error: "), "{error}");
    }
}

#[test]
fn every_file_cut_short_anywhere_is_refused_or_read_but_never_worse() {
    for name in ["colours", "soma", "extras"] {
        let bytes = std::fs::read(folder().join(name).with_extension("xmpuzzle")).unwrap();
        for length in (0..bytes.len()).step_by(7) {
            let _ = read("x.xmpuzzle", bytes[..length].to_vec());
        }
    }
}

#[test]
fn several_problems_are_mentioned() {
    let warnings = |name: &str| {
        let path = folder().join(name).with_extension("xmpuzzle");
        let source = Source::bytes(name, std::fs::read(path).unwrap());
        let reading = FAMILY.read(&source).ok().unwrap();
        let render = |warning: &Diagnostic| warning.render(name, &source.text);
        reading.warnings.iter().map(render).collect::<String>()
    };
    assert!(warnings("problems").contains("#1 small, #2 long, #3 ring"));
    assert_eq!(warnings("bricks"), "");
}
