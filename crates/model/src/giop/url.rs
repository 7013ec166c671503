//! Module `ObjectUrl`: objects by their addresses, or by their names in a naming service.

use super::declare::{Module, field, unsigned};
use super::text;
use crate::built_in::{documented, optional};
use crate::corba::case;
use crate::{Case, Model, Type};

const MODULE: &str = "ObjectUrl";
/// The full name of the type of URLs.
pub const URL: &str = "ObjectUrl.Url";

/// Returns a model with the types.
pub fn url_model() -> Model {
    let mut model = Model::default();
    declare(&mut model);
    model
}

/// Returns a schema with the types, for code that is generated from both.
pub fn url_beside(schema: &Model) -> Result<Model, String> {
    let mut model = schema.clone();
    if model.find(URL).is_none() {
        super::check_names(schema, &[MODULE])?;
        declare(&mut model);
    }
    Ok(model)
}

fn declare(model: &mut Model) {
    let module = &mut Module { model, name: MODULE };
    let internet =
        vec![field("major", unsigned(8)), field("minor", unsigned(8)), text("host"), field("port", unsigned(16))];
    let internet = module.structure("InternetAddress", "A host, and the version of IIOP.", internet);
    let cases = [case("internet", internet), Case::nothing("rir"), case("other", super::plain_text())];
    let doc = "An address; `rir` stands for the initial references of the program, `other` for an address of another protocol.";
    let address = module.union(("Address", doc), unsigned(32), (0..).zip(cases).collect());
    let component = module.structure("NameComponent", "A part of a name.", vec![text("id"), text("kind")]);
    let name =
        module.structure("Name", "A name in the naming service.", vec![field("components", Type::list(component))]);
    let fields = vec![
        documented(field("addresses", Type::list(address)), "The addresses, which are tried in this order."),
        field("object_key", Type::Bytes),
        documented(optional("name", name), "The name in the naming service that the key means; of `corbaname` only."),
    ];
    module.structure("Url", "An object as a URL: `corbaloc` or `corbaname`.", fields);
    model.cut_cycles();
}
