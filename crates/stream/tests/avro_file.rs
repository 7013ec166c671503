//! Avro files that are written here: blocks of all codecs, damage, bombs.

use polywire_stream::avro_file::{
    Block, Codec, Error, Header, Limits, Marker, Options, Problem, Reader, Skipped, Split, Writer, compress, decompress,
};
use std::io::{Cursor, Read};

const MARKER: Marker = Marker(*b"0123456789abcdef");

/// A generator of numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// Bytes that can be compressed more or less.
    fn bytes(&mut self, len: u64) -> Vec<u8> {
        let letters = 1 + self.below(256);
        (0..len).map(|_| self.below(letters) as u8).collect()
    }
}

fn header(codec: Codec) -> Header {
    Header::new(br#""bytes""#, codec, vec![("app".to_owned(), vec![0, 255])], MARKER)
}

fn write(codec: Codec, options: Options, records: &[Vec<u8>]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = Writer::new(header(codec), options).unwrap();
    records.iter().for_each(|record| writer.write(&mut file, record).unwrap());
    writer.finish(&mut file).unwrap();
    file
}

fn read(file: &[u8]) -> Result<Vec<Block>, Error> {
    read_within(file, Limits::default())
}

fn read_within(mut file: &[u8], limits: Limits) -> Result<Vec<Block>, Error> {
    let mut reader = Reader::open(&mut file, limits)?;
    let (mut blocks, mut block) = (Vec::new(), Block::default());
    while reader.read(&mut file, &mut block)? {
        blocks.push(block.clone());
    }
    Ok(blocks)
}

fn data(blocks: &[Block]) -> Vec<u8> {
    blocks.iter().flat_map(|block| block.data.clone()).collect()
}

#[test]
fn random_records_round_trip() {
    let mut random = Random(7);
    for round in 0..60 {
        let codec = Codec::ALL[round % Codec::ALL.len()];
        let records: Vec<Vec<u8>> = (0..random.below(60))
            .map(|_| {
                let len = random.below(3000);
                random.bytes(len)
            })
            .collect();
        let level = codec.levels().map(|levels| {
            let least = u64::from(*levels.start());
            (least + random.below(u64::from(*levels.end()).min(12) - least + 1)) as u32
        });
        let options =
            Options { level, block_bytes: random.below(20_000) as usize, block_records: 1 + random.below(20) };
        let file = write(codec, options, &records);
        let blocks = read(&file).unwrap();
        assert_eq!(data(&blocks), records.concat());
        assert_eq!(blocks.iter().map(|block| block.count).sum::<u64>(), records.len() as u64);
        assert!(blocks.iter().all(|block| block.count <= options.block_records));
        assert_eq!(file, write(codec, options, &records), "the same records give the same file");
    }
}

#[test]
fn the_header_is_written_as_specified() {
    let file = write(Codec::Deflate, Options::default(), &[]);
    let expected = b"Obj\x01\x06\x16avro.schema\x0e\"bytes\"\x14avro.codec\x0edeflate\x06app\x04\0\xff\0";
    assert_eq!(file, [expected.as_slice(), &MARKER.0].concat());
    let reader = Reader::open(&mut file.as_slice(), Limits::default()).unwrap();
    assert_eq!(reader.header(), &header(Codec::Deflate));
    assert_eq!(reader.header().own_metadata().count(), 1);
}

#[test]
fn metadata_may_tell_its_length() {
    let mut file = b"Obj\x01\x01\x2a\x16avro.schema\x08null\x03\x0c\x02a\x02b\x02a\x02c\0".to_vec();
    file.extend_from_slice(&MARKER.0);
    let reader = Reader::open(&mut file.as_slice(), Limits::default()).unwrap();
    assert_eq!(reader.header().schema().unwrap(), b"null");
    assert_eq!(reader.header().get("a"), Some(b"c".as_slice()), "the last one counts");
    assert_eq!(reader.header().codec().unwrap(), Codec::Null);
}

#[test]
fn files_are_continued() {
    let mut file = write(Codec::Snappy, Options::default(), &[vec![1; 10]]);
    let header = Reader::open(&mut file.as_slice(), Limits::default()).unwrap().header().clone();
    let mut writer = Writer::append(header, Options::default()).unwrap();
    writer.write(&mut file, &[2; 10]).unwrap();
    writer.finish(&mut file).unwrap();
    assert_eq!(data(&read(&file).unwrap()), [[1; 10], [2; 10]].concat());
}

#[test]
fn markers_differ() {
    assert_ne!(Marker::random(), Marker::random());
}

/// Three blocks of a record each, and the offsets of the blocks and of the end.
fn three() -> (Vec<u8>, Vec<u64>) {
    let options = Options { block_records: 1, ..Options::default() };
    let file = write(Codec::Deflate, options, &[vec![1; 100], vec![2; 100], vec![3; 100]]);
    let offsets = read(&file).unwrap().iter().map(|block| block.offset).chain([file.len() as u64]).collect();
    (file, offsets)
}

fn read_what_is_left(mut file: &[u8]) -> (Vec<u8>, Vec<(Error, Skipped)>) {
    let mut reader = Reader::open(&mut file, Limits::default()).unwrap();
    let (mut found, mut skipped, mut block) = (Vec::new(), Vec::new(), Block::default());
    loop {
        match reader.read(&mut file, &mut block) {
            Ok(true) => found.push(block.data[0]),
            Ok(false) => return (found, skipped),
            Err(error) => {
                assert!(error.can_skip());
                skipped.push((error, reader.skip(&mut file).unwrap()));
            }
        }
    }
}

#[test]
fn damaged_blocks_are_skipped() {
    let (file, offsets) = three();
    let size_of = |block: usize| offsets[block + 1] - offsets[block];
    let damage = |place: u64, value: u8| {
        let mut file = file.clone();
        file[place as usize] = value;
        read_what_is_left(&file)
    };
    // The compressed data: only this block is lost.
    let (found, skipped) = damage(offsets[1] + 4, 0xff);
    assert_eq!(found, [1, 3]);
    assert!(matches!(
        skipped[0].0,
        Error { block: 2, problem: Problem::Compression { codec: Codec::Deflate, .. }, .. }
    ));
    assert_eq!(skipped[0].1, Skipped { offset: offsets[1], bytes: size_of(1) });
    // The length: the end is found by the marker.
    let (found, skipped) = damage(offsets[1] + 1, 0x80);
    assert_eq!(found, [1, 3]);
    assert_eq!(skipped[0].1, Skipped { offset: offsets[1], bytes: size_of(1) });
    // The marker: the next one is that of the block after.
    let (found, skipped) = damage(offsets[2] - 1, 0);
    assert_eq!(found, [1]);
    assert!(matches!(skipped[0].0.problem, Problem::Marker));
    assert_eq!(skipped[0].1, Skipped { offset: offsets[1], bytes: size_of(1) + size_of(2) });
    // The last marker: nothing is found.
    let (found, skipped) = damage(offsets[3] - 1, 0);
    assert_eq!((found.as_slice(), skipped.len()), ([1, 2].as_slice(), 1));
    assert_eq!(skipped[0].1, Skipped { offset: offsets[2], bytes: size_of(2) });
}

#[test]
fn truncated_ends_are_named() {
    let (file, offsets) = three();
    let (found, skipped) = read_what_is_left(&file[..file.len() - 5]);
    assert_eq!(found, [1, 2]);
    assert!(matches!(skipped[0].0, Error { block: 3, problem: Problem::Truncated { missing: 5 }, .. }));
    assert_eq!(skipped[0].1.offset, offsets[2]);
}

/// Returns the blocks of a split, of a reader that has all bytes, or only those of the header and the split.
fn split(file: &[u8], split: Split, is_sought: bool) -> Vec<u8> {
    let header = Reader::open(&mut Cursor::new(file), Limits::default()).unwrap().offset();
    let left_out = if is_sought { split.start.saturating_sub(header) } else { 0 };
    let behind = file.get((header + left_out) as usize..).unwrap_or_default();
    let mut input = Cursor::new(&file[..header as usize]).chain(Cursor::new(behind));
    let mut reader = Reader::open(&mut input, Limits::default()).unwrap();
    reader.begin_split(&mut input, split, left_out).unwrap();
    let (mut block, mut found) = (Block::default(), Vec::new());
    while reader.read(&mut input, &mut block).unwrap() {
        found.push(block.data[0]);
    }
    found
}

#[test]
fn splits_begin_at_the_next_marker() {
    let (file, offsets) = three();
    for is_sought in [false, true] {
        let from = |start| split(&file, Split { start, end: u64::MAX }, is_sought);
        assert_eq!(from(0), [1, 2, 3]);
        assert_eq!(from(offsets[0] - 16), [1, 2, 3]);
        assert_eq!(from(offsets[0] - 15), [2, 3]);
        assert_eq!(from(offsets[1]), [3]);
        assert!(from(offsets[2]).is_empty());
        assert!(from(1 << 40).is_empty());
    }
}

#[test]
fn splits_that_follow_each_other_have_each_block_once() {
    let (file, _) = three();
    let len = file.len() as u64;
    for first in 0..=len {
        for second in [first, first + 1, first + 20, len].into_iter().filter(|it| *it <= len) {
            let bounds = [(0, first), (first, second), (second, len)];
            let found = bounds.map(|(start, end)| split(&file, Split { start, end }, true));
            assert_eq!(found.concat(), [1, 2, 3], "{first}, {second}");
        }
    }
}

/// A file with one block.
fn one_block(codec: Codec, count: &[u8], packed: &[u8]) -> Vec<u8> {
    let mut file = write(codec, Options::default(), &[]);
    file.extend_from_slice(count);
    let mut size = packed.len() << 1;
    while size >= 0x80 {
        file.push(size as u8 | 0x80);
        size >>= 7;
    }
    file.push(size as u8);
    file.extend_from_slice(packed);
    file.extend_from_slice(&MARKER.0);
    file
}

#[test]
fn bombs_are_refused() {
    let limits = Limits { block: 100_000, ..Limits::default() };
    for codec in Codec::ALL {
        let (mut packed, mut data) = (Vec::new(), Vec::new());
        compress(codec, codec.default_level(), &[0; 100_001], &mut packed).unwrap();
        let refused = decompress(codec, &packed, 100_000, &mut data);
        assert!(matches!(refused, Err(Problem::TooMuchData { limit: 100_000 })), "{codec:?}: {refused:?}");
        assert!(data.len() <= 100_001);
        assert!(read_within(&one_block(codec, &[2], &packed), limits).is_err());
        compress(codec, codec.default_level(), &[0; 100_000], &mut packed).unwrap();
        decompress(codec, &packed, 100_000, &mut data).unwrap();
        assert_eq!(data.len(), 100_000);
    }
    // An announced length that is never reached.
    let snappy = [0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0];
    let refused = decompress(Codec::Snappy, &snappy, 1 << 33, &mut Vec::new());
    assert!(matches!(refused, Err(Problem::Compression { .. })), "{refused:?}");
}

#[test]
fn records_without_bytes_are_bounded() {
    let many = [0xfe, 0xff, 0xff, 0xff, 0x0f];
    let error = read(&one_block(Codec::Null, &many, &[])).unwrap_err();
    assert!(matches!(error.problem, Problem::TooManyRecords { count: 0x7fff_ffff, .. }), "{error}");
    assert_eq!(read(&one_block(Codec::Null, &[0x80, 1], &[])).unwrap()[0].count, 64);
}

#[test]
fn lengths_are_checked() {
    let with = |block: &[u8]| {
        let mut file = write(Codec::Null, Options::default(), &[]);
        file.extend_from_slice(block);
        read(&file).unwrap_err().problem
    };
    assert!(matches!(with(&[1, 0]), Problem::Negative { what: "records", value: -1 }));
    assert!(matches!(with(&[0, 1]), Problem::Negative { what: "bytes", value: -1 }));
    assert!(matches!(with(&[0xff; 12]), Problem::Long));
    assert!(matches!(with(&[2, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x7f]), Problem::LongBlock { .. }));
    let header = |bytes: &[u8]| read(&[b"Obj\x01", bytes].concat()).unwrap_err().problem;
    assert!(matches!(header(&[2, 1]), Problem::Negative { what: "bytes of metadata", value: -1 }));
    assert!(matches!(header(&[2, 0xfe, 0xff, 0xff, 0xff, 0x0f]), Problem::LongHeader { .. }));
    assert!(matches!(header(&[0xfe, 0xff, 0xff, 0xff, 0x0f, 0]), Problem::Truncated { .. }));
    assert!(matches!(header(&[2, 2, 0xff, 0]), Problem::Key));
    assert!(matches!(read(b"Ob").unwrap_err().problem, Problem::Magic));
}

#[test]
fn checksums_of_snappy_are_compared() {
    let mut packed = Vec::new();
    compress(Codec::Snappy, 0, b"some data", &mut packed).unwrap();
    *packed.last_mut().unwrap() ^= 1;
    let refused = decompress(Codec::Snappy, &packed, 100, &mut Vec::new());
    assert!(matches!(refused, Err(Problem::Compression { codec: Codec::Snappy, .. })), "{refused:?}");
}
