//! Avro's object container files: reading ends within the limits, and what can be read is written again.

use polywire_stream::avro_file::{Block, Header, Limits, Options, Reader, Writer};

const LIMITS: Limits = Limits { header: 1 << 16, block: 1 << 20, empty_records: 1 << 10 };

/// The most bytes of all blocks that are compared.
const MOST: usize = 16 << 20;

/// Takes a file. Damaged blocks are skipped; the others are the same after they were written and read again.
pub fn avro_file(data: &[u8]) {
    let Some((header, blocks)) = read(data) else { return };
    let Ok(mut writer) = Writer::new(header.clone(), Options::default()) else { return };
    let mut written = Vec::new();
    for (count, data) in &blocks {
        writer.write_records(&mut written, *count, data).expect("memory");
    }
    writer.finish(&mut written).expect("memory");
    let (again, same) = read(&written).expect("a file that was written can be read");
    assert_eq!((again.metadata, again.marker), (header.metadata, header.marker));
    assert_eq!(same, blocks);
}

/// The number of records and the data of a block.
type Records = (u64, Vec<u8>);

fn read(mut data: &[u8]) -> Option<(Header, Vec<Records>)> {
    let mut reader = Reader::open(&mut data, LIMITS).ok()?;
    let (mut block, mut blocks, mut all) = (Block::default(), Vec::new(), 0);
    loop {
        match reader.read(&mut data, &mut block) {
            Ok(true) => {
                assert!(block.data.len() as u64 <= LIMITS.block, "a block of {} bytes", block.data.len());
                all += block.data.len();
                if all > MOST {
                    return None;
                }
                blocks.push((block.count, block.data.clone()));
            }
            Ok(false) => return Some((reader.header().clone(), blocks)),
            Err(error) if error.can_skip() => drop(reader.skip(&mut data).ok()?),
            Err(_) => return None,
        }
    }
}
