//! What can go wrong with a request: one type that knows its status, how loudly to log it, and its JSON body.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    /// Something in the request cannot be read.
    #[error("{0}")]
    Malformed(String),
    /// No token, or one that no side of this game has.
    #[error("expected the header \"Authorization: Bearer TOKEN\" with the token of a side of this game, found {0}")]
    Unauthorized(&'static str),
    /// No secret, or another one than the operator's.
    #[error("expected the header \"Authorization: Bearer SECRET\" with the operator's secret, found {0}")]
    NotOperator(&'static str),
    /// The token of a side that may not do this.
    #[error("{0}")]
    Forbidden(String),
    #[error("{0}")]
    NotFound(String),
    #[error("expected another method at this address; /api tells which")]
    WrongMethod,
    /// The rules or the state of the game do not allow it.
    #[error("{0}")]
    Conflict(String),
    /// The body is longer than any that is accepted.
    #[error("expected a body of at most {most} bytes")]
    TooLarge { most: usize },
    /// The address of whoever asks has asked too often.
    #[error("too many requests from this address: wait a moment")]
    TooMany,
    /// All who think are busy, and enough wait for them.
    #[error("too many positions are being thought about: try again soon")]
    Busy,
    #[error("the server is about to stop")]
    Closing,
    #[error("the answer took too long")]
    TooSlow,
    /// The database is away for a moment. Whether something was saved is not known: read it again.
    #[error("the database does not answer: try again soon")]
    NoDatabase(String),
    /// Our own fault; the log tells more than the answer.
    #[error("the server failed; its log tells why")]
    Internal(String),
}

/// The JSON body of every answer that is an error, as in RFC 9457.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemBody {
    /// The kind of problem; always `about:blank`, for the status says it.
    r#type: &'static str,
    /// The status in words.
    title: &'static str,
    status: u16,
    /// What was expected and what was found.
    detail: String,
}

impl Problem {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized(_) | Self::NotOperator(_) => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy | Self::Closing | Self::TooSlow | Self::NoDatabase(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn log(&self) {
        match self {
            Self::Internal(cause) => tracing::error!(%cause, "request failed"),
            Self::NoDatabase(cause) => tracing::warn!(%cause, "{self}"),
            Self::TooSlow => tracing::warn!("{self}"),
            // Overload is many of these at once: the counters tell how many.
            Self::Busy | Self::TooMany => tracing::info!("{self}"),
            _ => tracing::debug!("{self}"),
        }
    }

    pub(crate) fn body(&self) -> ProblemBody {
        let status = self.status();
        ProblemBody {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or("error"),
            status: status.as_u16(),
            detail: self.to_string(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.log();
        let mut response = (self.status(), Json(self.body())).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        match self {
            Self::Busy | Self::TooMany | Self::Closing | Self::TooSlow | Self::NoDatabase(_) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            Self::Unauthorized(_) | Self::NotOperator(_) => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            _ => {}
        }
        response
    }
}

impl From<zwick_db::Error> for Problem {
    fn from(error: zwick_db::Error) -> Self {
        match error {
            error if error.is_passing() => Self::NoDatabase(error.to_string()),
            zwick_db::Error::NoGame(_) | zwick_db::Error::NoOrder(_) => Self::NotFound(error.to_string()),
            zwick_db::Error::Changed { .. } | zwick_db::Error::NotAllowed(_) => Self::Conflict(error.to_string()),
            error => Self::Internal(error.to_string()),
        }
    }
}

/// A rejection of the framework, in its words; what the body of the request did to it decides the status.
macro_rules! from_rejection {
    ($($rejection:ty),*) => {
        $(impl From<$rejection> for Problem {
            fn from(rejection: $rejection) -> Self {
                match rejection.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge { most: crate::LONGEST_BODY },
                    _ => Self::Malformed(rejection.body_text()),
                }
            }
        })*
    };
}

from_rejection!(BytesRejection, JsonRejection, PathRejection, QueryRejection);
