use super::{Maker, Service};
use crate::proto::descriptor::Method;

impl Maker<'_> {
    /// Returns the services of a file. Services whose methods have no numbers are identified by the methods' names.
    pub(super) fn services(&self, file: usize) -> Vec<Service> {
        let services = self.model.services.iter().zip(&self.service_names).enumerate();
        let services = services.filter(|(index, _)| self.files.of_service(*index) == file).map(|(_, it)| it);
        let service = |(it, name): (&polywire_model::Service, &String)| Service {
            name: name.clone(),
            methods: it.methods.iter().map(|method| self.method(method)).collect(),
            ..Service::default()
        };
        services.map(service).collect()
    }

    fn method(&self, it: &polywire_model::Method) -> Method {
        Method {
            name: it.name.clone(),
            input: self.absolute(it.input),
            output: self.absolute(it.output),
            client_streaming: it.streams_input,
            server_streaming: it.streams_output,
            ..Method::default()
        }
    }
}
