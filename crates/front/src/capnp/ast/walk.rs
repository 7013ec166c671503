use super::{Annotation, Decl, DeclKind, Expression, File, Param, Params, Results};

impl File {
    /// Calls `visit` for every expression of the file, and every part of one.
    pub fn visit(&self, visit: &mut impl FnMut(&Expression)) {
        annotations(&self.annotations, visit);
        self.decls.iter().for_each(|it| it.visit(visit));
    }
}

impl Decl {
    fn visit(&self, visit: &mut impl FnMut(&Expression)) {
        annotations(&self.annotations, visit);
        match &self.kind {
            DeclKind::Using(target) => target.visit(visit),
            DeclKind::Const { ty, value } => [ty, value].into_iter().for_each(|it| it.visit(visit)),
            DeclKind::Field { ty, default } => [ty].into_iter().chain(default).for_each(|it| it.visit(visit)),
            DeclKind::Interface { extends } => extends.iter().for_each(|it| it.visit(visit)),
            DeclKind::Method { implicit: _, params, results } => {
                params.visit(visit);
                if let Results::Params(results) = results {
                    results.visit(visit);
                }
            }
            DeclKind::Annotation { targets: _, ty } => ty.visit(visit),
            DeclKind::Enum | DeclKind::Enumerant | DeclKind::Struct | DeclKind::Union | DeclKind::Group => {}
        }
        self.nested.iter().for_each(|it| it.visit(visit));
    }
}

impl Params {
    fn visit(&self, visit: &mut impl FnMut(&Expression)) {
        match self {
            Self::Struct(name) => name.visit(visit),
            Self::Fields(params) => params.iter().for_each(|it| it.visit(visit)),
        }
    }
}

impl Param {
    fn visit(&self, visit: &mut impl FnMut(&Expression)) {
        annotations(&self.annotations, visit);
        [&self.ty].into_iter().chain(&self.default).for_each(|it| it.visit(visit));
    }
}

fn annotations(list: &[Annotation], visit: &mut impl FnMut(&Expression)) {
    let parts = list.iter().flat_map(|it| [&it.name].into_iter().chain(&it.value));
    parts.for_each(|it| it.visit(visit));
}
