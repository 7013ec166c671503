//! Checks of services. They do not reach the model; a warning says so.

use super::options::Target;
use super::symbol::join;
use super::{Resolver, Site};
use crate::proto::ast::Service;
use crate::proto::capability::{self, Feature};

impl Resolver<'_> {
    pub(super) fn check_service(&mut self, site: Site<'_>, service: &Service) {
        self.report(capability::missing(Feature::Service, service.name.span));
        self.check_options(Target::Service, &service.options);
        let scope = join(site.scope, &service.name.text);
        let site = Site { scope: &scope, ..site };
        for method in &service.methods {
            self.named_message(site, &method.input);
            self.named_message(site, &method.output);
            self.check_options(Target::Method, &method.options);
        }
    }
}
