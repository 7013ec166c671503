//! Module `IOP`: references to objects.

use super::declare::{Module, field, others, unsigned};
use super::text;
use crate::Type;
use crate::built_in::{documented, optional};
use crate::corba::case;

/// The declarations to which messages refer.
pub(super) struct Iop {
    /// A reference in a message.
    pub ior: Type,
    pub profile: Type,
    pub service_contexts: Type,
}

/// The first one is what a new value has.
const ORBS: [(&str, i64); 4] =
    [("UNKNOWN", 0), ("OMNIORB", 0x4154_5400), ("JACORB", 0x4a41_4300), ("TAO", 0x5441_4f00)];

/// The first one is what a new value has.
const CODE_SETS: [(&str, i64); 9] = [
    ("NONE", 0),
    ("ISO_8859_1", 0x0001_0001),
    ("ISO_8859_2", 0x0001_0002),
    ("ISO_8859_15", 0x0001_000f),
    ("ISO_646", 0x0001_0020),
    ("UCS_2", 0x0001_0100),
    ("UCS_4", 0x0001_0104),
    ("UTF_16", 0x0001_0109),
    ("UTF_8", 0x0501_0001),
];

pub(super) fn declare(module: &mut Module<'_>) -> Iop {
    let component = declare_component(module);
    let profile = declare_profile(module, &component);
    let type_id = documented(text("type_id"), "The repository id of the object's type; it may be empty.");
    let fields = vec![type_id, field("profiles", Type::list(profile.clone()))];
    let doc = "A reference to an object; without type id and profiles, to none.";
    let ior = module.structure("IOR", doc, fields.clone());
    module.encapsulation("Reference", "A reference to an object that is a text.", fields);
    let fields = vec![field("id", unsigned(32)), field("data", Type::Bytes)];
    let context = module.structure("ServiceContext", "What a service of the ORB adds to a message.", fields);
    Iop { ior, profile, service_contexts: Type::list(context) }
}

/// The ways to reach an object.
fn declare_profile(module: &mut Module<'_>, component: &Type) -> Type {
    let components = || Type::list(component.clone());
    let iiop = vec![
        field("major", unsigned(8)),
        field("minor", unsigned(8)),
        text("host"),
        field("port", unsigned(16)),
        field("object_key", Type::Bytes),
        documented(optional("components", components()), "From IIOP 1.1 on."),
    ];
    let iiop = module.encapsulation("InternetProfile", "An address of an object on the Internet.", iiop);
    let multiple = module.encapsulation(
        "MultipleComponents",
        "Facts for the profiles of other protocols.",
        vec![field("components", components())],
    );
    let fields = vec![field("tag", unsigned(32)), field("data", Type::Bytes)];
    let other = module.structure("OtherProfile", "A profile of another protocol.", fields);
    let cases = vec![(0, case("iiop", iiop)), (1, case("components", multiple)), (0, others(other))];
    module.union(("TaggedProfile", "A way to reach an object."), unsigned(32), cases)
}

fn declare_component(module: &mut Module<'_>) -> Type {
    let orb = module.registry(("Orb", "The number of an ORB, registered with the OMG."), &ORBS);
    let orb_type = module.encapsulation("OrbType", "The ORB of the object.", vec![field("type", orb)]);
    let code_sets = declare_code_sets(module);
    let address = vec![text("host"), field("port", unsigned(16))];
    let address = module.encapsulation("AlternateAddress", "Another address of the object.", address);
    let ssl = ["target_supports", "target_requires", "port"].map(|name| field(name, unsigned(16)));
    let ssl = module.encapsulation("Ssl", "How the object is reached by SSL.", ssl.to_vec());
    let codebase = module.encapsulation("JavaCodebase", "Where classes are found.", vec![text("url")]);
    let fields = vec![field("tag", unsigned(32)), field("data", Type::Bytes)];
    let other = module.structure("OtherComponent", "Another fact.", fields);
    let cases = vec![
        (0, case("orb_type", orb_type)),
        (1, case("code_sets", code_sets)),
        (3, case("alternate_iiop_address", address)),
        (20, case("ssl", ssl)),
        (25, case("java_codebase", codebase)),
        (0, others(other)),
    ];
    module.union(("TaggedComponent", "A fact about an object or its address."), unsigned(32), cases)
}

fn declare_code_sets(module: &mut Module<'_>) -> Type {
    let set =
        module.registry(("CodeSet", "A set of characters and its encoding, as the OSF registered it."), &CODE_SETS);
    let sets = vec![field("native", set.clone()), field("conversions", Type::list(set))];
    let sets = module.structure("CodeSets", "The sets of characters for one type of IDL.", sets);
    let both = vec![field("for_char", sets.clone()), field("for_wchar", sets)];
    module.encapsulation("CodeSetInfo", "The sets of characters that the object's server understands.", both)
}
