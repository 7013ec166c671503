//! An operation, with the codecs of its requests and replies.

use super::super::base64::encoded;
use super::reply::{Reader, Reply};
use super::{Address, GIOP, Sets};
use crate::Options;
use crate::calls::Called;
use crate::codec::{Codec, Codecs, Transcoder};
use polywire_model::attr::CorbaMethod;
use polywire_model::giop::{ARGUMENTS, EXCEPTION_MEMBERS, MESSAGE, typed};
use polywire_model::{self as model, Case, DeclId, Model, ServiceId, Type};
use serde_json::{Value, json};

/// An operation of an interface.
pub struct Operation {
    name: String,
    /// That of its parameters among those of all operations.
    case: String,
    has_reply: bool,
    writes: Transcoder,
    reader: Reader,
}

/// The service context that tells the sets of characters (CORBA 3.3 part 2, clause 9.8.1), and UTF-8, ISO 8859-1 and UTF-16 there.
const CODE_SETS: u32 = 1;
const UTF_8: u32 = 0x0501_0001;
const ISO_8859_1: u32 = 0x0001_0001;
const UTF_16: u32 = 0x0001_0109;

impl Operation {
    /// Compiles the codecs; returns what the user can do if that is not possible.
    pub fn new(schema: &Model, called: Called<'_>, sets: Option<Sets>) -> Result<Self, String> {
        if matches!(called.method.attrs.corba, CorbaMethod::WithContext(_)) {
            return Err(format!("`{}` takes properties of a context, which cannot be given here", called.name()));
        }
        let position = schema.services.iter().position(|it| std::ptr::eq(it, called.service));
        let service = ServiceId(u32::try_from(position.unwrap_or_default()).unwrap_or_default());
        let mut model = typed(schema, &model::Called::Method(service, called.method.name.clone()))?;
        model.options.cdr.has_utf8_strings = sets.is_some_and(|sets| sets.is_utf8);
        let codec = |format: &str, ty: &str| -> Result<Codec, String> {
            let format = crate::format(format).ok_or("a format is missing")?;
            let options = Options { root: model.find(ty), ..Options::default() };
            let codecs = Codecs::with(&model, format, &options).map_err(|parts| {
                let all: Vec<String> = parts.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
                format!("`{}` cannot be called: {}", called.name(), all.join("; "))
            })?;
            codecs.codec(&model, ty).ok_or_else(|| format!("`{ty}` has no codec"))
        };
        let (wire, text) = (codec(GIOP, MESSAGE)?, codec("json", MESSAGE)?);
        let path = |id: DeclId| schema.decl(id).path();
        let results = called.method.output.map(|id| codec("json", &path(id))).transpose()?;
        let raised = cases(&model, EXCEPTION_MEMBERS).iter().filter_map(|it| named(it.ty.as_ref()));
        let exceptions = raised.map(|id| codec("json", &model.decl(id).path())).collect::<Result<_, _>>()?;
        let is_own = |it: &&Case| it.attrs.giop_selector.as_ref() == Some(&called.method.name);
        let case = cases(&model, ARGUMENTS).iter().find(is_own).map(|it| it.name.clone());
        Ok(Self {
            name: called.method.name.clone(),
            case: case.ok_or("the schema lacks the operation")?,
            has_reply: called.method.output.is_some(),
            writes: Transcoder::new(text.clone(), wire.clone()),
            reader: Reader { wire: wire.clone(), text: Transcoder::new(wire, text), results, exceptions },
        })
    }

    /// Returns true if the caller gets a reply.
    pub fn has_reply(&self) -> bool {
        self.has_reply
    }

    /// Returns a request with these parameters, a document of JSON.
    pub fn request(&mut self, id: u32, to: &Address, params: &[u8]) -> Result<Vec<u8>, String> {
        let flags = match (self.has_reply, to.minor) {
            (false, _) => 0,
            (true, 0 | 1) => 1,
            (true, _) => 3,
        };
        let mut request = json!({
            "requestId": id,
            "responseFlags": flags,
            "target": {"objectKey": encoded(&to.key)},
            "operation": self.name,
            "serviceContexts": contexts(to),
        });
        if to.minor < 2 {
            request["principal"] = "".into();
        }
        let mut message = json!({"version": format!("V1_{}", to.minor), "littleEndian": true}).to_string();
        // The parameters are not read here, so that each number stays as it was written.
        message.pop();
        let mut head = request.to_string();
        head.pop();
        let params = str::from_utf8(params).map_err(|error| error.to_string())?;
        let name = Value::from(self.case.as_str());
        let document = format!("{message},\"body\":{{\"request\":{head},\"body\":{{{name}:{params}}}}}}}}}");
        let mut bytes = Vec::new();
        let written = self.writes.transcode(document.as_bytes(), &mut bytes);
        written.map(|_| bytes).map_err(|(_, refusal)| refusal.to_string())
    }

    /// Returns what a message brings for the request with this number; `None` if it is about something else.
    pub fn reply(&mut self, id: u32, message: &[u8]) -> Result<Option<Reply>, String> {
        self.reader.read(id, message)
    }
}

fn cases<'m>(model: &'m Model, name: &str) -> &'m [Case] {
    let union = model.find(name).and_then(|id| model.as_union(id));
    union.map_or(&[], |union| union.cases.as_slice())
}

fn named(ty: Option<&Type>) -> Option<DeclId> {
    if let Some(Type::Named(id)) = ty { Some(*id) } else { None }
}

/// What a request tells the server beside the call: the sets of characters, if the reference has some.
fn contexts(to: &Address) -> Vec<Value> {
    let context = |sets: Sets| {
        let text = if sets.is_utf8 { UTF_8 } else { ISO_8859_1 };
        let data = [&[1, 0, 0, 0][..], &text.to_le_bytes(), &UTF_16.to_le_bytes()].concat();
        json!({"id": CODE_SETS, "data": encoded(&data)})
    };
    to.sets.filter(|_| to.minor > 0).map(context).into_iter().collect()
}
