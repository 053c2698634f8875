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
    /// The request is for another host, or does not say for which one.
    #[error("expected a host name of this server, found {}", .0.as_deref().unwrap_or("none, or several"))]
    Misdirected(Option<String>),
    #[error("{0}")]
    NotFound(String),
    #[error("method not allowed here; see /api")]
    WrongMethod,
    /// The rules or the state of the game do not allow it.
    #[error("{0}")]
    Conflict(String),
    /// The body is longer than any that is accepted.
    #[error("expected a body of at most {most} bytes")]
    TooLarge { most: usize },
    /// Too many requests from this address.
    #[error("too many requests from this address: wait a moment")]
    TooMany,
    /// The address has stored its share of this hour, or all together have.
    #[error("too much has been stored from here in the last hour: wait some minutes")]
    StoredEnough,
    /// The body of a request did not come in time.
    #[error("the body of the request came too slowly")]
    SlowBody,
    /// Too many requests, streams or downloads are open, from this address or altogether.
    #[error("too many requests are open: close some, or try again soon")]
    Crowded,
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
    /// The disk of the database is full. What was saved before is safe, and nothing else was.
    #[error("the server has no room left to save anything: try again later")]
    NoRoom,
    /// Our own fault; the log has the details.
    #[error("the server failed; its log has the reason")]
    Internal(String),
}

/// The client has gone away, the server is stopping, or a table is damaged.
impl From<zwick::Unanswered> for Problem {
    fn from(reason: zwick::Unanswered) -> Self {
        match reason {
            zwick::Unanswered::Damaged(text) => Self::Internal(text),
            _ => Self::Closing,
        }
    }
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
            Self::Misdirected(_) => StatusCode::MISDIRECTED_REQUEST,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany | Self::StoredEnough => StatusCode::TOO_MANY_REQUESTS,
            Self::SlowBody => StatusCode::REQUEST_TIMEOUT,
            Self::Crowded | Self::Busy | Self::Closing | Self::TooSlow | Self::NoDatabase(_) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::NoRoom => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn log(&self) {
        match self {
            Self::Internal(cause) => tracing::error!(%cause, "request failed"),
            Self::NoDatabase(cause) => tracing::warn!(%cause, "{self}"),
            Self::TooSlow | Self::NoRoom => tracing::warn!("{self}"),
            // Overload is many of these at once: the counters show how many.
            Self::Busy | Self::Crowded | Self::TooMany | Self::StoredEnough => tracing::info!("{self}"),
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
            Self::StoredEnough => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
            }
            Self::Busy | Self::Crowded | Self::TooMany | Self::Closing | Self::TooSlow | Self::NoDatabase(_) => {
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
        Self::from(&error)
    }
}

impl From<&zwick_db::Error> for Problem {
    fn from(error: &zwick_db::Error) -> Self {
        match error {
            error if error.is_passing() => Self::NoDatabase(error.to_string()),
            zwick_db::Error::Full => Self::NoRoom,
            zwick_db::Error::Nul | zwick_db::Error::Text { .. } | zwick_db::Error::Unfit { .. } => {
                Self::Malformed(error.to_string())
            }
            zwick_db::Error::NoGame(_) | zwick_db::Error::NoJob(_) => Self::NotFound(error.to_string()),
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
                    StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge { most: crate::http::limits::LONGEST_BODY },
                    _ => Self::Malformed(rejection.body_text()),
                }
            }
        })*
    };
}

from_rejection!(BytesRejection, JsonRejection, PathRejection, QueryRejection);
