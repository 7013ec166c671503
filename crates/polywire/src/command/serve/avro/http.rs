//! Over HTTP: each request has a handshake.

use super::super::request::Post;
use super::super::stream::Mail;
use super::{Agreement, Served};
use polywire::calls::avro_ipc::{CONTENT_TYPE, framed, unframed};
use polywire_net::{Answer, Asked, Mailbox, Part};

/// Posts that a request has not read yet.
const QUEUE: usize = 16;

impl Served {
    pub(super) fn answer(&self, asked: Asked) {
        let (postbox, mut mailbox) = self.ground.network.mailbox(QUEUE);
        let is_post = asked.head.starts_with(b":method: POST\r\n");
        let mut answer = asked.answer(&postbox, Post::Network);
        if !is_post {
            return refuse(answer, b":status: 405\r\nallow: POST\r\n");
        }
        let Some(_listed) = self.calls.list(&postbox) else { return };
        let request = match self.body(&answer, &mut mailbox) {
            Ok(Some(body)) => unframed(&body),
            Ok(None) => return,
            Err(()) => return refuse(answer, b":status: 413\r\n"),
        };
        let Some(response) = request.and_then(|request| self.response(&request, (postbox.clone(), mailbox))) else {
            return refuse(answer, b":status: 400\r\n");
        };
        let response = framed(&response);
        let head = format!(":status: 200\r\ncontent-type: {CONTENT_TYPE}\r\ncontent-length: {}\r\n", response.len());
        answer.start(head.into_bytes());
        answer.send(response);
    }

    /// Reads the body of a request; `None` if nobody waits for its answer any more, and an error if it is too large.
    fn body(&self, answer: &Answer, mailbox: &mut Mailbox<Post>) -> Result<Option<Vec<u8>>, ()> {
        let mut body = Vec::new();
        answer.ask();
        loop {
            match mailbox.receive(None) {
                Some(Post::Network(Part::Data(bytes))) => {
                    body.extend_from_slice(&bytes);
                    if body.len() as u64 > self.ground.max_size {
                        return Err(());
                    }
                    answer.ask();
                }
                Some(Post::Network(Part::Done)) => return Ok(Some(body)),
                Some(Post::Network(Part::Gone) | Post::Stop) | None => return Ok(None),
                Some(Post::Network(Part::Sent) | Post::Handler(_) | Post::Server(_) | Post::Answered(_)) => {}
            }
        }
    }

    /// Returns what answers a request; `None` if it has no handshake.
    fn response(&self, request: &[u8], mail: Mail) -> Option<Vec<u8>> {
        let Agreement { reply, client, rest } = self.agree(request)?;
        let Some(client) = client else { return Some(reply) };
        let answered = client.map_or_else(|end| Some(self.failure(&end)), |client| self.call(&client, rest, mail));
        Some([reply, answered.unwrap_or_default()].concat())
    }
}

/// Answers without a body.
fn refuse(answer: Answer, head: &[u8]) {
    // If nobody waits for it, there is nothing to do.
    answer.refuse(head.to_vec());
}
