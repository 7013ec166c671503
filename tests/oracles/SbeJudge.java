import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Scanner;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.json.JsonPrinter;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** Prints each message, given as a line of hexadecimal digits, as a line of the JSON of the reference tool's printer. */
public class SbeOracle {
  public static void main(String[] arguments) throws Exception {
    Ir ir;
    try (var schema = Files.newInputStream(Path.of(arguments[0]))) {
      ir = new IrGenerator().generate(XmlSchemaParser.parse(schema, ParserOptions.DEFAULT));
    }
    var printer = new JsonPrinter(ir);
    var lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      byte[] message = HexFormat.of().parseHex(lines.nextLine().strip());
      var out = new StringBuilder();
      try {
        printer.print(ByteBuffer.wrap(message), out);
        System.out.println(out.toString().replace("\n", " "));
      } catch (RuntimeException refused) {
        System.out.println("refused: " + refused);
      }
    }
  }
}
