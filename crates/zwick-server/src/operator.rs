//! Who may let the server work for hours, or forget what it knows: whoever runs it.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use sha2::{Digest, Sha256};

use crate::App;
use crate::problem::Problem;
use crate::request::Bearer;

/// Who may start jobs and empty databases.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Operators {
    /// Everyone who can reach the server, which is right if only this machine can.
    #[default]
    Everyone,
    /// Whoever knows this secret.
    Holders(String),
    /// Nobody.
    Nobody,
}

impl Operators {
    /// How the interface calls it.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Everyone => "open",
            Self::Holders(_) => "token",
            Self::Nobody => "closed",
        }
    }
}

/// Proof that whoever asks is the operator.
pub(crate) struct Operator;

impl FromRequestParts<Arc<App>> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        match &app.settings.operators {
            Operators::Nobody => Err(Problem::Forbidden(
                "only the operator may do this, and this server was started without --operator".to_owned(),
            )),
            Operators::Everyone if comes_from_elsewhere(&parts.headers) => {
                Err(Problem::Forbidden("a page of someone else's may not do this".to_owned()))
            }
            Operators::Everyone => Ok(Self),
            Operators::Holders(secret) => match Bearer::from_request_parts(parts, app).await?.0 {
                // The digests differ everywhere if the secrets differ anywhere, so that the time tells nothing.
                Some(token) if Sha256::digest(&token) == Sha256::digest(secret) => Ok(Self),
                Some(_) => Err(Problem::NotOperator("another one")),
                None => Err(Problem::NotOperator("none")),
            },
        }
    }
}

/// Whether a browser says that another site's page asks. Browsers always say so; other programs need not.
fn comes_from_elsewhere(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").and_then(|value| value.to_str().ok());
    site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
}
