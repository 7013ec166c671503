//! Avro files that Avro for Java, fastavro and Avro's other implementations wrote (tests/corpus/avro).

use polywire_stream::avro_file::{Block, Error, Header, Limits, Options, Problem, Reader, Writer};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/avro/containers")
}

/// A file and the number of its records.
struct File {
    header: Header,
    blocks: Vec<Block>,
}

impl File {
    fn records(&self) -> u64 {
        self.blocks.iter().map(|block| block.count).sum()
    }
}

fn read(mut bytes: &[u8]) -> Result<File, Error> {
    let mut reader = Reader::open(&mut bytes, Limits::default())?;
    let mut blocks = Vec::new();
    let mut block = Block::default();
    while reader.read(&mut bytes, &mut block)? {
        blocks.push(block.clone());
    }
    Ok(File { header: reader.header().clone(), blocks })
}

/// Reads all blocks, and decompresses none.
fn read_raw(mut bytes: &[u8]) -> Result<(), Error> {
    let mut reader = Reader::open(&mut bytes, Limits::default())?;
    while reader.next_raw(&mut bytes)?.is_some() {}
    Ok(())
}

/// Names, bytes, and the records that Java reads, unless it refuses the file.
fn corpus() -> Vec<(String, Vec<u8>, Option<u64>)> {
    let paths = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let is_file = |path: &PathBuf| path.extension().is_some_and(|it| it == "avro" || it == "avro12");
    let mut paths: Vec<PathBuf> = paths.filter(is_file).collect();
    paths.sort();
    let case = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let beside = |stem: &str| fs::read_to_string(folder().join(format!("{stem}.expected.jsonl")));
        let expected = beside(&name).or_else(|_| beside(name.trim_end_matches(".avro"))).ok();
        (name, fs::read(path).unwrap(), expected.map(|lines| lines.lines().count() as u64))
    };
    paths.iter().map(case).collect()
}

#[test]
fn all_files_are_read() {
    /// Java's answers have so many records at most.
    const MOST: u64 = 400;
    let corpus = corpus();
    assert_eq!(corpus.len(), 69);
    for (name, bytes, expected) in corpus {
        match (read(&bytes), expected) {
            (Ok(file), Some(expected)) => {
                assert_eq!(file.records().min(MOST), expected, "{name}");
                assert!(file.header.schema().is_ok(), "{name}");
            }
            (Err(Error { problem: Problem::Codec(codec), .. }), None) => assert_eq!(codec, "lz4", "{name}"),
            (Err(Error { problem: Problem::OldMagic, .. }), None) => assert!(name.ends_with("avro12"), "{name}"),
            // Java takes the truncated end for the end.
            (Err(Error { problem: Problem::Truncated { .. }, .. }), Some(0)) => {
                assert!(name.ends_with("truncated.avro"), "{name}");
            }
            // Java refuses the record; a byte follows the block.
            (Err(Error { block: 2, problem: Problem::Truncated { .. }, .. }), None) => {
                assert!(name.ends_with("bad-union-discriminant.avro"), "{name}");
            }
            (Ok(_), None) => panic!("{name}: Java refuses it"),
            (Err(error), _) => panic!("{name}: {error}"),
        }
    }
}

#[test]
fn headers_and_blocks_are_copied() {
    for (name, bytes, _) in corpus() {
        let Ok(file) = read(&bytes) else { continue };
        let mut copy = Vec::new();
        let mut source = bytes.as_slice();
        let mut reader = Reader::open(&mut source, Limits::default()).unwrap();
        let mut writer = Writer::new(reader.header().clone(), Options::default()).unwrap();
        while let Some(raw) = reader.next_raw(&mut source).unwrap() {
            writer.copy(&mut copy, &raw).unwrap();
        }
        writer.finish(&mut copy).unwrap();
        let again = read(&copy).unwrap();
        assert_eq!(again.header, file.header, "{name}");
        assert_eq!(again.records(), file.records(), "{name}");
        // Some have a negative number of metadata entries, with the length.
        if copy.len() == bytes.len() {
            assert_eq!(copy, bytes, "{name}");
        }
    }
}

#[test]
fn truncated_files_are_errors() {
    for (name, bytes, _) in corpus() {
        let Ok(file) = read(&bytes) else { continue };
        let ends: Vec<usize> = file.blocks.iter().map(|block| block.offset as usize).chain([bytes.len()]).collect();
        let step = (bytes.len() / 50).max(1);
        for len in (0..bytes.len()).step_by(step).chain(ends.iter().flat_map(|end| end - 17..=*end)) {
            let error = match read_raw(&bytes[..len]) {
                Ok(_) if ends.contains(&len) => continue,
                Ok(_) => panic!("{name}: {len} bytes are read"),
                Err(error) => error,
            };
            let is_expected = matches!(error.problem, Problem::Truncated { .. } | Problem::Magic);
            assert!(is_expected, "{name}: {len} bytes: {error}");
        }
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    for (name, bytes, _) in corpus() {
        let step = (bytes.len() / 50).max(1);
        for place in (0..bytes.len()).step_by(step) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1 << (place % 8);
            if let Err(error) = read(&damaged) {
                assert!(error.offset <= bytes.len() as u64, "{name}: byte {place}: {error}");
            }
        }
    }
}
