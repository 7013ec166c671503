//! Module `IOP`: references to objects.

use super::declare::{Module, case, documented, field, optional, others, unsigned};
use crate::corba::narrow;
use crate::{DeclId, Text, Type};

/// The declarations to which messages refer.
pub(super) struct Iop {
    /// A reference in a message.
    pub ior: Type,
    /// A reference that is a text.
    pub reference: DeclId,
    pub profile: Type,
    pub service_contexts: Type,
}

pub(super) fn declare(module: &mut Module<'_>) -> Iop {
    let component = declare_component(module);
    let profile = declare_profile(module, &component);
    let type_id = documented(text("type_id"), "The repository id of the object's type; it may be empty.");
    let fields = vec![type_id, field("profiles", Type::list(profile.clone()))];
    let doc = "A reference to an object; without type id and profiles, to none.";
    let ior = module.structure("IOR", doc, fields.clone());
    let reference = module.encapsulation("Reference", "A reference to an object that is a text.", fields);
    let Type::Named(reference) = reference else { unreachable!("declarations have names") };
    let fields = vec![field("id", unsigned(32)), field("data", Type::Bytes)];
    let context = module.structure("ServiceContext", "What a service of the ORB adds to a message.", fields);
    Iop { ior, reference, profile, service_contexts: Type::list(context) }
}

fn text(name: &str) -> crate::Field {
    narrow(name, Type::Text(Text::default()))
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
    let orb_type = module.encapsulation("OrbType", "The ORB of the object.", vec![field("type", unsigned(32))]);
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
    let sets = vec![field("native", unsigned(32)), field("conversions", Type::list(unsigned(32)))];
    let sets = module.structure("CodeSets", "Registered numbers of sets of characters.", sets);
    let both = vec![field("for_char", sets.clone()), field("for_wchar", sets)];
    module.encapsulation("CodeSetInfo", "The sets of characters that the object's server understands.", both)
}
