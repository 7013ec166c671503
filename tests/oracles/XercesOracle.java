import java.io.File;
import java.util.Scanner;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import org.apache.xerces.jaxp.validation.XMLSchemaFactory;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Judges files: "schema PATH" is an XML Schema, and "document PATH" is validated with the last one. Each is answered with a line. */
public class XercesOracle {
  private static Schema schema;

  public static void main(String[] arguments) {
    var lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      String[] parts = lines.nextLine().split(" ", 2);
      System.out.println(verdict(parts[0], new File(parts[1])));
    }
  }

  private static String verdict(String kind, File file) {
    try {
      if (kind.equals("schema")) {
        schema = null;
        var factory = new XMLSchemaFactory();
        factory.setErrorHandler(new Strict());
        schema = factory.newSchema(file);
      } else {
        var validator = schema.newValidator();
        validator.setErrorHandler(new Strict());
        validator.validate(new StreamSource(file));
      }
      return "ok";
    } catch (Exception refused) {
      return "refused: " + refused.toString().replace('\n', ' ');
    }
  }

  /** Also refuses what is only a warning. */
  private static final class Strict implements ErrorHandler {
    public void warning(SAXParseException problem) throws SAXException {
      throw problem;
    }

    public void error(SAXParseException problem) throws SAXException {
      throw problem;
    }

    public void fatalError(SAXParseException problem) throws SAXException {
      throw problem;
    }
  }
}
