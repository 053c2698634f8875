//! The operator: the only one who may start hours of work or clear a database.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::App;
use crate::http::origin::Visitor;
use crate::http::problem::Problem;
use crate::http::request::Bearer;

/// Who may start jobs and clear databases.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Operators {
    /// Everyone who can reach the server, which is right if only this machine can.
    #[default]
    Everyone,
    /// Everyone who knows this secret.
    Holders(String),
    /// Nobody.
    Nobody,
}

/// The same without the secret.
#[derive(Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OperatorAccess {
    /// Everyone is the operator.
    Open,
    /// Those who have the secret are.
    Token,
    /// Nobody is.
    Closed,
}

impl From<&Operators> for OperatorAccess {
    fn from(operators: &Operators) -> Self {
        match operators {
            Operators::Everyone => Self::Open,
            Operators::Holders(_) => Self::Token,
            Operators::Nobody => Self::Closed,
        }
    }
}

/// Proof that a request is the operator's.
pub(crate) struct Operator;

impl FromRequestParts<Arc<App>> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        if matches!(parts.extensions.get(), Some(Visitor::Guest(_))) {
            return Err(Problem::Forbidden("another site's page is never the operator's".to_owned()));
        }
        match &app.settings.operators {
            Operators::Nobody => Err(Problem::Forbidden(
                "only the operator may do this, and this server was started without --operator".to_owned(),
            )),
            Operators::Everyone => Ok(Self),
            Operators::Holders(secret) => match Bearer::from_request_parts(parts, app).await?.0 {
                // Digests are compared, so that the time taken reveals nothing about the secret.
                Some(token) if Sha256::digest(&token) == Sha256::digest(secret) => Ok(Self),
                Some(_) => Err(Problem::NotOperator("another one")),
                None => Err(Problem::NotOperator("none")),
            },
        }
    }
}
