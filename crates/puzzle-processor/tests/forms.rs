//! Text, assembly and words: everything that is written is read back the same.

mod common;

use common::{compiled, puzzles, restricted, run, shuffled, simple};
use proptest::prelude::*;
use puzzle_core::{Demand, Order, PuzzleBuilder, Random};
use puzzle_processor::forms::{self, asm, code, structured, words};
use puzzle_processor::{Instruction, Options, Overlap, Program, compile};

fn listing() -> Program {
    compiled(&restricted(), "0,3,1,4,2,5", Overlap::Greedy, false).program
}

#[test]
fn a_code_text_carries_embedding_numbers_and_procedures() {
    let program = listing();
    let text = code::write(&program, &code::Style::default());
    let head: Vec<&str> = text.lines().take(6).collect();
    assert_eq!(
        head,
        [
            "; aspects 0 1 2 3 4 5 A B C",
            "; procedure Solve_0: nothing covered yet; 3 embeddings to try",
            " 1: I 0 13",
            " 2:   I 6 2",
            " 3:     C 11 ; embedding 0",
            " 4:     M 6",
        ]
    );
    let read = code::read(&text).unwrap();
    assert_eq!(read, program);
    assert_eq!(run(&read).0, ["0 18 10", "6 3 20", "7 1 20"]);
    let plain = code::read(&code::write(&program, &code::Style::PLAIN)).unwrap();
    assert_eq!(plain, program.bare());
    assert_eq!(run(&plain).0, ["@3 @25 @67", "@7 @17 @55", "@10 @33 @55"]);
}

#[test]
fn a_listing_in_columns_is_put_in_order_by_its_numbers() {
    let text = "1: I 0 1   3: R\n2: M 0     4: S ; not reached\n";
    let letters: Vec<String> =
        code::read(text).unwrap().instructions().iter().map(ToString::to_string).collect();
    assert_eq!(letters, ["I 0 1", "M 0", "R", "S"]);
    let error = code::read("2: R 9: R 3: R").unwrap_err();
    assert_eq!(error.span, Some(5..7));
}

#[test]
fn a_bad_code_text_is_refused_where_it_is_bad() {
    for (text, message, span) in [
        ("I 0 13\nX 1\n", "illegal instruction `X`", 7..8),
        ("I 0\n", "I needs a distance below 2147483648 as a number", 1..1),
        ("M 9999999\n", "M needs an aspect below 1048576 as a number", 2..9),
        ("C -1", "C needs a distance below 2147483648 as a number", 2..4),
        ("a: R", "not a line number", 0..2),
    ] {
        let error = code::read(text).unwrap_err();
        assert_eq!((error.message.as_str(), error.span), (message, Some(span)), "{text}");
    }
}

#[test]
fn the_labelled_assembly_of_solve_1_names_its_targets() {
    let program = compiled(&restricted(), "0,3,1,4,2,5", Overlap::Greedy, true).program;
    let text = asm::write(&program);
    let from = text.find("\nSolve_1:").unwrap() + 1;
    let lines: Vec<String> = text[from..]
        .lines()
        .take(14)
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        lines,
        [
            "Solve_1: IF 1, Solve_4",
            "IF A, L_34",
            "CALL Solve_4 ; embedding 1",
            "MF A",
            "L_34: IF B, L_42",
            "IF 2, L_38",
            "CALL Solve_4 ; embedding 8",
            "MF 2",
            "L_38: IF 4, L_41",
            "CALL Solve_2 ; embedding 9",
            "MF 4",
            "L_41: MF B",
            "L_42: MF 1",
            "RETURN",
        ]
    );
    assert_eq!(asm::read(&text).unwrap(), program);
}

#[test]
fn the_structured_assembly_nests_as_in_appendix_b() {
    let text = structured::write(&listing()).unwrap();
    let expected = "\
Solve_0: /* nothing covered yet; 3 embeddings to try */
    IF ( 0 ) /* else Solve_3 */
        IF ( A )
            CALL Solve_3 /* embedding 0 */
            MF ( A )
        IF ( B )
            IF ( 1 )
                CALL Solve_3 /* embedding 6 */
                MF ( 1 )
            IF ( 3 )
                CALL Solve_3 /* embedding 7 */
                MF ( 3 )
            MF ( B )
        MF ( 0 )
    RETURN

Solve_3: /* 1 aspect covered; 3 embeddings to try */
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.ends_with("Solve_ZZ: /* every aspect is covered */\n    SOLUTION\n    RETURN\n"));
}

#[test]
fn bad_assembly_is_refused_where_it_is_bad() {
    for (text, message, span) in [
        ("  JUMP x", "unknown instruction `JUMP`", 2..6),
        ("IF 3", "IF takes 2 operands", 0..4),
        ("IF 1, x", "there is no label `x`", 6..7),
        ("x: R\nCALL x", "unknown instruction `R`", 3..4),
        ("x: RETURN\nCALL x", "label `x` stands above its use", 15..16),
        ("x: RETURN\nx: RETURN", "label `x` stands twice", 10..11),
        ("; aspects A B\nMF C", "there is no aspect `C`", 17..18),
    ] {
        let error = asm::read(text).unwrap_err();
        assert_eq!((error.message.as_str(), error.span), (message, Some(span)), "{text}");
    }
}

#[test]
fn words_are_laid_out_as_in_table_5() {
    let word = words::encode(Instruction::If { aspect: 6, address: 2 }).unwrap();
    assert_eq!(word, 0b111 << 21 | 6 << 14 | 2);
    assert_eq!(words::encode(Instruction::Return).unwrap(), 0b001 << 21);
    let program = Program::new(vec![Instruction::Call { address: 11 }, Instruction::Solution]);
    assert_eq!(words::write_narrow(&program).unwrap(), [0xA0, 0, 11, 0, 0, 0]);
    assert_eq!(words::write_hex(&program).unwrap(), "a0000b\n000000\n");
    assert_eq!(
        words::write_rom(&program).unwrap(),
        "101_0000000_00000000001011\n000_0000000_00000000000000\n"
    );
}

#[test]
fn narrow_words_refuse_what_does_not_fit_and_wide_ones_take_it() {
    for (instruction, why) in [
        (
            Instruction::MakeFree { aspect: 128 },
            "aspect 128 does not fit 7 bits; use the wide encoding (pc 0: M 128)",
        ),
        (
            Instruction::Call { address: 1 << 14 },
            "the distance 16384 does not fit 14 bits; use the wide encoding (pc 0: C 16384)",
        ),
    ] {
        let program = Program::new(vec![instruction, Instruction::Return]);
        assert_eq!(words::write_narrow(&program).unwrap_err().to_string(), why);
        assert_eq!(words::read_wide(&words::write_wide(&program)).unwrap(), program);
        assert_eq!(forms::read(&words::write_wide(&program)).unwrap(), program);
    }
}

#[test]
fn illegal_words_are_refused_with_their_place() {
    let error = words::read_narrow(&[0x20, 0, 0, 0x40, 0, 0]).unwrap_err();
    assert_eq!(
        (error.message.as_str(), error.span),
        ("illegal instruction word 400000", Some(3..6))
    );
    assert_eq!(words::read_narrow(&[0x20, 0]).unwrap_err().span, Some(0..2));
    assert_eq!(words::read_hex("200000 ; R\n  20000g").unwrap_err().span, Some(13..19));
    // RETURN takes no operand, so its fields must be zero.
    assert!(words::read_hex("200001").is_err());
}

fn program_of(instructions: &[(u8, u32, u32)]) -> Program {
    let make = |&(kind, aspect, address): &(u8, u32, u32)| match kind {
        0 => Instruction::If { aspect, address },
        1 => Instruction::Call { address },
        2 => Instruction::MakeFree { aspect },
        3 => Instruction::Return,
        _ => Instruction::Solution,
    };
    Program::new(instructions.iter().map(make).collect())
}

proptest! {
    #[test]
    fn every_program_round_trips_in_every_form(
        instructions in proptest::collection::vec((0_u8..5, 0_u32..128, 0_u32..1 << 14), 1..40),
        bags in proptest::collection::vec((0_usize..128, 0_u32..5), 0..4),
    ) {
        let program = program_of(&instructions);
        let mut capacities = program.capacities().to_vec();
        for (aspect, capacity) in bags {
            if let Some(place) = capacities.get_mut(aspect) {
                *place = capacity;
            }
        }
        let program = program.with_capacities(&capacities);
        let style = code::Style::default();
        prop_assert_eq!(&code::read(&code::write(&program, &style)).unwrap(), &program);
        prop_assert_eq!(&asm::read(&asm::write(&program)).unwrap(), &program);
        let narrow = words::write_narrow(&program.bare()).unwrap();
        prop_assert_eq!(&words::read_narrow(&narrow).unwrap(), &program.bare());
        let bag = program.capacities().iter().any(|&capacity| capacity != 1);
        prop_assert_eq!(words::write_narrow(&program).is_err(), bag);
        let hex = words::write_hex(&program).unwrap();
        prop_assert_eq!(&forms::read(hex.as_bytes()).unwrap(), &program);
        let rom = words::write_rom(&program).unwrap();
        prop_assert_eq!(&forms::read(rom.as_bytes()).unwrap(), &program);
        prop_assert_eq!(&forms::read(&words::write_wide(&program)).unwrap(), &program);
        prop_assert_eq!(&forms::read(code::write(&program, &style).as_bytes()).unwrap(), &program);
        prop_assert_eq!(&forms::read(asm::write(&program).as_bytes()).unwrap(), &program);
    }

    #[test]
    fn compiled_programs_keep_everything_in_both_texts(puzzle in puzzles(true), seed: u64) {
        let program = compile(&puzzle, &shuffled(&puzzle, seed), &Options::default()).unwrap().program;
        let text = code::write(&program, &code::Style::default());
        prop_assert_eq!(&code::read(&text).unwrap(), &program);
        prop_assert_eq!(&asm::read(&asm::write(&program)).unwrap(), &program);
    }

    #[test]
    fn compiled_programs_find_as_many_solutions_in_every_form(puzzle in puzzles(true), seed: u64) {
        let program = compile(&puzzle, &shuffled(&puzzle, seed), &Options::default()).unwrap().program;
        let expected = run(&program).0.len();
        for bytes in [
            words::write_hex(&program).unwrap().into_bytes(),
            words::write_rom(&program).unwrap().into_bytes(),
            words::write_wide(&program),
        ] {
            let read = forms::read(&bytes).unwrap();
            let length = read.aspect_count();
            prop_assert_eq!(read.capacities(), &program.capacities()[..length]);
            prop_assert!(program.capacities()[length..].iter().all(|&capacity| capacity == 1));
            prop_assert_eq!(run(&read).0.len(), expected);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
    }

    #[test]
    fn mutated_texts_are_read_or_refused(seed: u64) {
        let program = listing().with_capacities(&[1, 2, 1, 3]);
        let mut random = Random::new(seed);
        let texts = [
            code::write(&program, &code::Style::default()).into_bytes(),
            asm::write(&program).into_bytes(),
            words::write_hex(&program).unwrap().into_bytes(),
            words::write_rom(&program).unwrap().into_bytes(),
            words::write_wide(&program),
        ];
        for mut bytes in texts {
            for _ in 0..1 + random.index(8) {
                let at = random.index(bytes.len());
                match random.index(3) {
                    0 => bytes[at] = random.index(256) as u8,
                    1 => { bytes.remove(at); }
                    _ => bytes.insert(at, b" ;:,+%9I\n"[random.index(9)]),
                }
            }
            read_all(&bytes);
        }
    }
}

fn read_all(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let check = |result: Result<Program, puzzle_core::Diagnostic>| {
        if let Err(diagnostic) = result {
            diagnostic.render("x", &text);
        }
    };
    check(forms::read(bytes));
    check(code::read(&text));
    check(asm::read(&text));
    check(words::read_hex(&text));
    check(words::read_rom(&text));
    check(words::read_narrow(bytes));
    check(words::read_wide(bytes));
}

#[test]
fn odd_names_survive_the_texts() {
    let mut builder = PuzzleBuilder::new();
    let names = ["", " a;b", "c,d: %", "é\n", "ZZ", "0", "5"];
    let ids = names.map(|name| builder.aspect(name, Demand::One));
    for id in ids {
        builder.embedding([id]);
    }
    let puzzle = builder.build().unwrap();
    let order = Order::parse("5 0", &puzzle).unwrap();
    let program = compile(&puzzle, &order, &Options::default()).unwrap().program;
    let text = code::write(&program, &code::Style::default());
    assert_eq!(code::read(&text).unwrap(), program, "{text}");
    let text = asm::write(&program);
    assert_eq!(asm::read(&text).unwrap(), program, "{text}");
    assert_eq!(run(&asm::read(&text).unwrap()).0.len(), 1);
    assert_eq!(run(&compiled(&simple(), "C,1", Overlap::Best, true).program).0.len(), 12);
}

#[test]
fn words_tell_bags_or_refuse_them() {
    let program = Program::new(vec![
        Instruction::If { aspect: 1, address: 1 },
        Instruction::MakeFree { aspect: 1 },
        Instruction::Return,
    ]);
    let program = program.with_capacities(&[1, 3]);
    let hex = words::write_hex(&program).unwrap();
    assert_eq!(hex, "; capacity 1 3\ne04001\nc04000\n200000\n");
    let rom = words::write_rom(&program).unwrap();
    assert_eq!(rom.lines().next(), Some("// capacity 1 3"));
    assert_eq!(words::read_rom(&rom.replace("//", ";")).unwrap(), program);
    let why = words::write_narrow(&program).unwrap_err().to_string();
    assert_eq!(
        why,
        "aspect 1 may be covered 3 times, which narrow words cannot tell; use the wide encoding"
    );
    let wide = words::write_wide(&program);
    assert_eq!(wide[..24], *b"PUZZLE65\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0\x03");
    assert_eq!(words::write_wide(&program.bare())[..8], *b"PUZZLE64");
    for (length, message) in [
        (12, "the list of bags is cut off"),
        (20, "the list of bags is cut off"),
        (30, "the last word is not eight bytes long"),
    ] {
        assert_eq!(words::read_wide(&wide[..length]).unwrap_err().message, message);
    }
    for (at, message) in [
        (8, "more than 2^20 bags"),
        (13, "more than 2^20 bags"),
        (16, "aspect 4278190081 is out of range or out of order"),
    ] {
        let mut bytes = wide.clone();
        bytes[at] = 0xFF;
        assert_eq!(words::read_wide(&bytes).unwrap_err().message, message);
    }
}
