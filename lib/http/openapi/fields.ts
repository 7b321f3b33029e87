import type { FieldDoc } from '#lib/http/openapi/field-doc.ts';
import { accountsFields } from '#lib/http/openapi/fields/accounts.ts';
import { documentsFields } from '#lib/http/openapi/fields/documents.ts';
import { leadsFields } from '#lib/http/openapi/fields/leads.ts';
import { marketplaceFields } from '#lib/http/openapi/fields/marketplace.ts';
import { paymentsFields } from '#lib/http/openapi/fields/payments.ts';
import { repliesFields } from '#lib/http/openapi/fields/replies.ts';
import { requestsFields } from '#lib/http/openapi/fields/requests.ts';

/**
 * What each field of the API means, by name: properties of bodies and parameters alike. A name
 * stands for one thing in the whole contract; tests find fields without an entry, entries without a
 * field, and names that two areas explain.
 */
export const areas = [
  repliesFields,
  accountsFields,
  requestsFields,
  documentsFields,
  leadsFields,
  marketplaceFields,
  paymentsFields,
];

export const fieldDocs: Record<string, FieldDoc> = Object.assign({}, ...areas);
