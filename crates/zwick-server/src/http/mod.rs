//! The edge of the server: whose request it is, what it may take, how it is read and how it is refused.

pub(crate) mod api_page;
pub(crate) mod download;
pub(crate) mod edge;
pub(crate) mod fair;
pub(crate) mod gate;
pub(crate) mod health;
pub(crate) mod known;
pub(crate) mod limits;
pub(crate) mod meters;
pub(crate) mod operator;
pub(crate) mod origin;
pub(crate) mod page;
pub(crate) mod paging;
pub(crate) mod problem;
pub(crate) mod rates;
pub(crate) mod request;
pub(crate) mod stream;
