//! C: headers, and the layouts of structs.

use super::super::args::{self, Global, ReportFormat};
use super::super::failure::Failure;
use super::super::model::{Schema, format};
use super::report_lost;
use polywire::Model;
use polywire::schema::{Abi, CLayout, abi, c_layout, declaration, derived_c, print_c};
use polywire_model::{DeclId, DeclKind};

pub fn text(schema: &Schema, global: Global) -> Result<String, Failure> {
    let model = schema.model_for(&[format("memory")?], global)?;
    let printed = print_c(&model, Some(model.options.memory.abi)).map_err(|errors| schema.report(&errors, global))?;
    report_lost(&printed.lost, global);
    Ok(printed.text)
}

/// Prints the layouts of all structs, or of one, for the ABI of the option; or how they differ from those for another ABI.
pub fn layouts(args: &args::Schema, schema: &Schema, global: Global) -> Result<String, Failure> {
    let model = schema.model_for(&[format("memory")?], global)?;
    let other = args.compare_abi.as_deref().map(named_abi).transpose()?;
    let model = derived_c(&model).map_err(|errors| schema.report(&errors, global))?;
    let here = model.options.memory.abi;
    let mut text = String::new();
    for id in chosen(args, &model)? {
        let layout = layout(&model, id, here)?;
        text += &match (other, args.format) {
            (Some(other), _) => layout.differences(&self::layout(&model, id, other)?),
            (None, ReportFormat::Text) => layout.to_text() + "\n",
            (None, ReportFormat::Json) => layout.to_json(),
        };
    }
    Ok(text)
}

/// Returns the type that the user means, or all that have a name in C.
fn chosen(args: &args::Schema, model: &Model) -> Result<Vec<DeclId>, Failure> {
    if let Some(name) = &args.type_name {
        return declaration(model, name).map(|id| vec![id]).map_err(Failure::Usage);
    }
    let has_name = |id: &DeclId| match &model.decl(*id).kind {
        DeclKind::Struct(it) => it.attrs.c.as_ref().is_some_and(|it| !it.name.is_empty()),
        DeclKind::Union(it) => it.attrs.c.as_ref().is_some_and(|it| !it.name.is_empty()),
        DeclKind::Enum(_) | DeclKind::Constant(_) => false,
    };
    Ok((0..model.decls.len() as u32).map(DeclId).filter(has_name).collect())
}

fn layout(model: &Model, id: DeclId, abi: &'static Abi) -> Result<CLayout, Failure> {
    c_layout(model, id, abi).map_err(|why| Failure::Input(format!("{}: {why}", model.decl(id).path())))
}

fn named_abi(name: &str) -> Result<&'static Abi, Failure> {
    let names = || Abi::ALL.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
    abi(name).ok_or_else(|| Failure::Usage(format!("--compare-abi: there is no ABI `{name}`; there are {}", names())))
}
