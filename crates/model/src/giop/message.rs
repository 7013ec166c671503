//! Module `GIOP`: messages.

use super::bodies::Bodies;
use super::declare::{Module, field, unsigned};
use super::reference::Iop;
use crate::built_in::{documented, optional};
use crate::corba::{case, narrow};
use crate::{Case, Text, Type};

pub(super) fn declare(module: &mut Module<'_>, iop: &Iop, bodies: &Bodies) {
    let version = module.enumeration(("Version", "A version of GIOP."), 8, &["V1_0", "V1_1", "V1_2"]);
    let body = declare_body(module, iop, bodies);
    let fields = vec![
        field("version", version),
        documented(field("little_endian", Type::Bool), "The byte order of the message."),
        documented(field("more_fragments", Type::Bool), "The message goes on in fragments; from GIOP 1.1 on."),
        field("body", body),
    ];
    module.structure("Message", "A message between ORBs.", fields);
}

fn declare_body(module: &mut Module<'_>, iop: &Iop, bodies: &Bodies) -> Type {
    let target = declare_target(module, iop);
    let results = declare_results(module, iop, bodies);
    let request_id = || field("request_id", unsigned(32));
    let request = declare_request(module, (&target, iop), bodies);
    let reply = declare_reply(module, (&results, iop));
    let cancel = module.structure("CancelRequest", "The reply is no longer expected.", vec![request_id()]);
    let locate = vec![request_id(), field("target", target)];
    let locate = module.structure("LocateRequest", "Asks where an object is.", locate);
    let located = declare_locate_reply(module, results);
    let id = documented(optional("request_id", unsigned(32)), "From GIOP 1.2 on.");
    let fragment = vec![id, field("data", Type::Bytes)];
    let fragment = module.structure("Fragment", "The next octets of an earlier message.", fragment);
    let cases = [
        case("request", request),
        case("reply", reply),
        case("cancel_request", cancel),
        case("locate_request", locate),
        case("locate_reply", located),
        Case::nothing("close_connection"),
        Case::nothing("message_error"),
        case("fragment", fragment),
    ];
    let doc = "What is behind the header of a message; labels are the types of messages.";
    module.union(("Body", doc), unsigned(32), (0..).zip(cases).collect())
}

/// The object to which a message goes.
fn declare_target(module: &mut Module<'_>, iop: &Iop) -> Type {
    let fields = vec![field("selected_profile", unsigned(32)), field("ior", iop.ior.clone())];
    let reference = module.structure("IORAddressingInfo", "A reference, and which of its profiles is meant.", fields);
    let cases = [case("object_key", Type::Bytes), case("profile", iop.profile.clone()), case("reference", reference)];
    let doc = "The object to which a message goes; before GIOP 1.2, its key.";
    module.union(("TargetAddress", doc), Type::int(16, true), (0..).zip(cases).collect())
}

fn declare_request(module: &mut Module<'_>, (target, iop): (&Type, &Iop), bodies: &Bodies) -> Type {
    let flags = "Before GIOP 1.2, 1 if a reply is expected, else 0; then, 0 without reply, 1 with one of the server, 3 with one of the object.";
    let fields = vec![
        field("request_id", unsigned(32)),
        documented(field("response_flags", unsigned(8)), flags),
        field("target", target.clone()),
        narrow("operation", Type::Text(Text::default())),
        field("service_contexts", iop.service_contexts.clone()),
        documented(optional("principal", Type::Bytes), "Who asks; before GIOP 1.2."),
        documented(field("body", bodies.arguments.clone()), "The parameters, and the context of the operation."),
    ];
    module.structure("Request", "A call of an operation.", fields)
}

fn declare_reply(module: &mut Module<'_>, (results, iop): (&Type, &Iop)) -> Type {
    let statuses = [
        "NO_EXCEPTION",
        "USER_EXCEPTION",
        "SYSTEM_EXCEPTION",
        "LOCATION_FORWARD",
        "LOCATION_FORWARD_PERM",
        "NEEDS_ADDRESSING_MODE",
    ];
    let status = module.enumeration(("ReplyStatusType", "The kind of a reply."), 32, &statuses);
    let fields = vec![
        field("request_id", unsigned(32)),
        field("status", status),
        field("service_contexts", iop.service_contexts.clone()),
        field("body", results.clone()),
    ];
    module.structure("Reply", "The end of a call.", fields)
}

fn declare_locate_reply(module: &mut Module<'_>, results: Type) -> Type {
    let statuses = [
        "UNKNOWN_OBJECT",
        "OBJECT_HERE",
        "OBJECT_FORWARD",
        "OBJECT_FORWARD_PERM",
        "LOC_SYSTEM_EXCEPTION",
        "LOC_NEEDS_ADDRESSING_MODE",
    ];
    let status = module.enumeration(("LocateStatusType", "Whether an object is there."), 32, &statuses);
    let fields = vec![field("request_id", unsigned(32)), field("status", status), field("body", results)];
    module.structure("LocateReply", "Tells where an object is.", fields)
}

/// What replies bring back.
fn declare_results(module: &mut Module<'_>, iop: &Iop, bodies: &Bodies) -> Type {
    let id = || narrow("id", Type::Text(Text::default()));
    let members = field("members", bodies.members.clone());
    let user = vec![id(), documented(members, "The members, aligned as in the message.")];
    let user = module.structure("UserException", "An exception of the schema.", user);
    let completion = ("CompletionStatus", "Whether the object has done what was asked.");
    let completed = module.enumeration(completion, 32, &["COMPLETED_YES", "COMPLETED_NO", "COMPLETED_MAYBE"]);
    let system = vec![id(), field("minor", unsigned(32)), field("completed", completed)];
    let system = module.structure("SystemException", "An exception of the ORB.", system);
    let modes = ["KEY_ADDRESS", "PROFILE_ADDRESS", "REFERENCE_ADDRESS"];
    let mode = module.enumeration(("AddressingDisposition", "How a request names its object."), 16, &modes);
    let mut cases = vec![
        case("data", Type::Bytes),
        case("user_exception", user),
        case("system_exception", system),
        case("forward", iop.ior.clone()),
        case("addressing_mode", mode),
    ];
    cases.extend(bodies.results.clone().map(|results| case("results", results)));
    let doc = "What a reply brings back, as its status tells; if fragments follow, the first octets of it.";
    module.union(("Results", doc), unsigned(32), (0..).zip(cases).collect())
}
