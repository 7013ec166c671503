import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Scanner;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Reads each datum, given as a line of hexadecimal digits, and writes it again: arrays whole, or in blocks that tell their
 * size.
 */
public class AvroOracle {
  public static void main(String[] arguments) throws Exception {
    Schema schema = new Schema.Parser().parse(Path.of(arguments[0]).toFile());
    boolean inBlocks = arguments[1].equals("blocks");
    var lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      try {
        byte[] again = rewritten(schema, HexFormat.of().parseHex(lines.nextLine().strip()), inBlocks);
        System.out.println(HexFormat.of().formatHex(again));
      } catch (Exception refused) {
        System.out.println("refused: " + refused);
      }
    }
  }

  private static byte[] rewritten(Schema schema, byte[] datum, boolean inBlocks) throws Exception {
    BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(datum, null);
    Object value = new GenericDatumReader<Object>(schema).read(null, decoder);
    if (!decoder.isEnd()) {
      throw new IllegalArgumentException("bytes follow");
    }
    var out = new ByteArrayOutputStream();
    EncoderFactory factory = new EncoderFactory().configureBlockSize(64);
    Encoder encoder = inBlocks ? factory.blockingBinaryEncoder(out, null) : factory.binaryEncoder(out, null);
    new GenericDatumWriter<Object>(schema).write(value, encoder);
    encoder.flush();
    return out.toByteArray();
  }
}
