import java.util.HexFormat;
import java.util.Scanner;
import org.msgpack.core.MessagePack;

/** Reads each message, given as a line of hexadecimal digits, and writes its value again. */
public class MsgpackOracle {
  public static void main(String[] arguments) {
    var lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      try {
        byte[] again = rewritten(HexFormat.of().parseHex(lines.nextLine().strip()));
        System.out.println(HexFormat.of().formatHex(again));
      } catch (Exception refused) {
        System.out.println("refused: " + refused.getClass().getSimpleName());
      }
    }
  }

  private static byte[] rewritten(byte[] message) throws Exception {
    try (var unpacker = MessagePack.newDefaultUnpacker(message); var packer = MessagePack.newDefaultBufferPacker()) {
      packer.packValue(unpacker.unpackValue());
      if (unpacker.hasNext()) {
        throw new IllegalArgumentException("bytes follow");
      }
      return packer.toByteArray();
    }
  }
}
