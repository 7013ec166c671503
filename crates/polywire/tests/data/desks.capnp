@0xd0a53c7e1b6f4298;

interface Desk {
  ask @0 (question :Text) -> (answer :Text);
}

interface Head extends(Desk) {
  decide @0 (question :Text) -> ();
}

interface Shelf(T) {
  take @0 () -> (thing :T);
}
