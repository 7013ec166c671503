import com.sun.net.httpserver.HttpServer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.AvroRemoteException;
import org.apache.avro.Protocol;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.ipc.HttpTransceiver;
import org.apache.avro.ipc.Requestor;
import org.apache.avro.ipc.Responder;
import org.apache.avro.ipc.Transceiver;
import org.apache.avro.ipc.generic.GenericRequestor;
import org.apache.avro.ipc.generic.GenericResponder;
import org.apache.avro.ipc.netty.NettyServer;
import org.apache.avro.ipc.netty.NettyTransceiver;

/** Avro for Java: `serve PROTOCOL` prints its ports of HTTP and of Netty; `http PROTOCOL PORT` and `netty PROTOCOL PORT` call. */
public class Calls {
    static class Shop extends GenericResponder {
        Shop(Protocol protocol) {
            super(protocol);
        }

        @Override
        public Object respond(Protocol.Message message, Object request) throws Exception {
            GenericRecord it = (GenericRecord) request;
            switch (message.getName()) {
                case "add":
                    return (Integer) it.get("a") + (Integer) it.get("b");
                case "names":
                    return List.of("tea", "rice");
                case "log":
                    System.out.println(it.get("text"));
                    return null;
                case "find":
                    if ((Integer) it.get("count") > 1) {
                        throw outOfStock(it.get("name"));
                    }
                    if (it.get("name").toString().isEmpty()) {
                        throw new IllegalArgumentException("a name is empty");
                    }
                    GenericRecord item = new GenericData.Record(message.getResponse());
                    item.put("name", it.get("name"));
                    item.put("price", 5);
                    item.put("note", "né");
                    return item;
                default:
                    return null;
            }
        }

        private AvroRemoteException outOfStock(Object name) {
            GenericRecord error = new GenericData.Record(getLocal().getType("shop.OutOfStock"));
            error.put("name", name);
            error.put("left", 1);
            return new AvroRemoteException(error);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Protocol protocol = Protocol.parse(new File(arguments[1]));
        if (arguments[0].equals("serve")) {
            serve(new Shop(protocol));
            return;
        }
        int port = Integer.parseInt(arguments[2]);
        try (Transceiver transceiver = arguments[0].equals("netty")
                ? new NettyTransceiver(new InetSocketAddress("127.0.0.1", port))
                : new HttpTransceiver(new URL("http://127.0.0.1:" + port + "/"))) {
            call(protocol, new GenericRequestor(protocol, transceiver));
        }
    }

    private static void serve(Responder responder) throws Exception {
        NettyServer netty = new NettyServer(responder, new InetSocketAddress("127.0.0.1", 0));
        HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        http.createContext("/", exchange -> {
            List<ByteBuffer> answer = responder.respond(read(new DataInputStream(exchange.getRequestBody())));
            exchange.getResponseHeaders().set("Content-Type", "avro/binary");
            exchange.sendResponseHeaders(200, 0);
            write(answer, new DataOutputStream(exchange.getResponseBody()));
            exchange.close();
        });
        http.start();
        System.out.println(http.getAddress().getPort() + " " + netty.getPort());
        System.in.readAllBytes();
        System.exit(0);
    }

    private static List<ByteBuffer> read(DataInputStream input) throws IOException {
        List<ByteBuffer> buffers = new ArrayList<>();
        for (int size = input.readInt(); size > 0; size = input.readInt()) {
            buffers.add(ByteBuffer.wrap(input.readNBytes(size)));
        }
        return buffers;
    }

    private static void write(List<ByteBuffer> buffers, DataOutputStream output) throws IOException {
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            output.writeInt(bytes.length);
            output.write(bytes);
        }
        output.writeInt(0);
    }

    private static void call(Protocol protocol, Requestor requestor) throws Exception {
        System.out.println(requestor.request("add", record(protocol, "add", "a", 20, "b", 22)));
        System.out.println(requestor.request("find", record(protocol, "find", "name", "tea", "count", 1)));
        try {
            System.out.println(requestor.request("find", record(protocol, "find", "name", "gold", "count", 1)));
        } catch (Exception error) {
            System.out.println(error.getMessage());
        }
        if (protocol.getMessages().containsKey("log")) {
            requestor.request("log", record(protocol, "log", "text", "hello"));
        }
        for (int count = 0; count < 200; count++) {
            requestor.request("add", record(protocol, "add", "a", count, "b", 1));
        }
    }

    private static GenericRecord record(Protocol protocol, String message, Object... members) {
        Schema schema = protocol.getMessages().get(message).getRequest();
        GenericRecord record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            if (field.hasDefaultValue()) {
                record.put(field.pos(), GenericData.get().getDefaultValue(field));
            }
        }
        for (int at = 0; at < members.length; at += 2) {
            record.put((String) members[at], members[at + 1]);
        }
        return record;
    }
}
