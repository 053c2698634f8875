//! Lists, some entries at a time: the same two parameters and the same shape of answer for all of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::ArrayItems;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{IntoParams, ToSchema};

use crate::http::problem::Problem;

/// The most entries in an answer.
const MOST: u32 = 500;
/// Entries in an answer if the request does not say.
const USUAL: u32 = 100;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Paging {
    /// Only entries behind this one: the `next` of the answer before; from the first one if left out.
    after: Option<String>,
    /// How many entries at most; 100 if left out.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

impl Paging {
    /// How many entries to return.
    pub(crate) fn limit(&self) -> Result<usize, Problem> {
        match self.limit.unwrap_or(USUAL) {
            limit @ 1..=MOST => Ok(limit as usize),
            limit => Err(Problem::Malformed(format!("limit: expected a number from 1 to {MOST}, found {limit}"))),
        }
    }

    /// The entry to continue after, as the list writes it.
    pub(crate) fn after<C>(&self, read: impl FnOnce(&str) -> Option<C>) -> Result<Option<C>, Problem> {
        let Some(text) = self.after.as_deref() else { return Ok(None) };
        let expected = || Problem::Malformed(format!("after: expected the next of an answer before, found {text:?}"));
        read(text).map(Some).ok_or_else(expected)
    }
}

/// Some entries of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Page<T> {
    items: Vec<T>,
    /// What to send as `after` for the entries that follow; none if these are the last.
    next: Option<String>,
}

impl<T> Page<T> {
    /// The first `limit` entries. At least one more shows that others follow; `cursor` writes an entry as [`Paging::after`] reads it.
    pub(crate) fn new(entries: impl IntoIterator<Item = T>, limit: usize, cursor: impl Fn(&T) -> String) -> Self {
        let mut items: Vec<T> = entries.into_iter().take(limit + 1).collect();
        let has_more = items.len() > limit;
        items.truncate(limit);
        Self { next: items.last().filter(|_| has_more).map(cursor), items }
    }
}

/// Makes every list refer to the description of its entries, which that of a generic type repeats.
pub(crate) fn refer_to_entries(schemas: &mut BTreeMap<String, RefOr<Schema>>) {
    let pages: Vec<String> = schemas.keys().filter(|name| name.starts_with("Page_")).cloned().collect();
    for page in pages {
        let Some(RefOr::T(Schema::Object(list))) = schemas.get_mut(&page) else { continue };
        let Some(RefOr::T(Schema::Array(items))) = list.properties.get_mut("items") else { continue };
        let name = page.trim_start_matches("Page_");
        let reference = ArrayItems::RefOrSchema(Box::new(Ref::from_schema_name(name).into()));
        if let ArrayItems::RefOrSchema(entry) = std::mem::replace(&mut items.items, reference) {
            schemas.entry(name.to_owned()).or_insert(*entry);
        }
    }
}
