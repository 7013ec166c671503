import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Scanner;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;

/**
 * Reads and writes object container files whose records are `bytes`. A line `read FILE` is answered with the codec and the records, a line
 * `write CODEC RECORD…` with a file that has two records in a block; all in hexadecimal digits, an empty record is `-`.
 */
public class AvroFileOracle {
  private static final Schema SCHEMA = Schema.create(Schema.Type.BYTES);

  public static void main(String[] arguments) {
    var lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      String[] words = lines.nextLine().strip().split(" ");
      try {
        System.out.println(words[0].equals("read") ? read(bytes(words[1])) : write(words));
      } catch (Exception refused) {
        System.out.println("refused: " + refused);
      }
    }
  }

  private static String read(byte[] file) throws Exception {
    var reader = new DataFileStream<ByteBuffer>(new ByteArrayInputStream(file), new GenericDatumReader<>(SCHEMA));
    List<String> words = new ArrayList<>(List.of(reader.getMetaString("avro.codec")));
    for (ByteBuffer record : reader) {
      byte[] bytes = new byte[record.remaining()];
      record.get(bytes);
      words.add(bytes.length == 0 ? "-" : HexFormat.of().formatHex(bytes));
    }
    return String.join(" ", words);
  }

  private static String write(String[] words) throws Exception {
    var out = new ByteArrayOutputStream();
    var writer = new DataFileWriter<ByteBuffer>(new GenericDatumWriter<>(SCHEMA));
    writer.setCodec(CodecFactory.fromString(words[1]));
    writer.create(SCHEMA, out);
    for (int at = 2; at < words.length; at++) {
      writer.append(ByteBuffer.wrap(bytes(words[at])));
      if (at % 2 == 1) {
        writer.sync();
      }
    }
    writer.close();
    return HexFormat.of().formatHex(out.toByteArray());
  }

  private static byte[] bytes(String word) {
    return word.equals("-") ? new byte[0] : HexFormat.of().parseHex(word);
  }
}
