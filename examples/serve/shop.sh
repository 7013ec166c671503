# Answers the calls of a shop:
# polywire serve --exec 'sh examples/serve/shop.sh' examples/proto/shop.proto

case $POLYWIRE_METHOD in
Place)
    case $(cat) in
    *'"lines":{"'*) echo '{"city": "Kyoto"}' ;;
    *)
        echo 'an order needs lines' >&2
        exit 3
        ;;
    esac
    ;;
Watch)
    for id in 1 2 3; do
        echo "{\"id\": \"$id\"}"
    done
    ;;
esac
