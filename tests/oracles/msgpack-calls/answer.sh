# Answers the calls of arith.proto, whose parameters are one map, as JSON.

pair=$(cat)
number() { printf '%s' "$pair" | sed -n "s/.*\"$1\":\"\{0,1\}\(-\{0,1\}[0-9]*\).*/\1/p"; }
a=$(number a) b=$(number b)
case $POLYWIRE_METHOD in
Add) echo "{\"sum\": $((${a:-0} + ${b:-0}))}" ;;
Divide)
    if [ "${b:-0}" = 0 ]; then
        echo 'division by zero' >&2
        exit 3
    fi
    echo "{\"whole\": $((a / b)), \"rest\": $((a % b))}"
    ;;
Fail)
    echo 'it never works' >&2
    exit 1
    ;;
esac
