import * as accountsDesk from '#lib/domain/accounts/desk-operations.ts';
import * as accounts from '#lib/domain/accounts/operations.ts';
import * as accountsSession from '#lib/domain/accounts/session-operations.ts';
import * as alerts from '#lib/domain/alerts/operations.ts';
import * as audit from '#lib/domain/audit/operations.ts';
import * as conditions from '#lib/domain/conditions/operations.ts';
import * as documents from '#lib/domain/documents/operations.ts';
import * as erasure from '#lib/domain/erasure/operations.ts';
import * as factors from '#lib/domain/factors/operations.ts';
import * as guarantees from '#lib/domain/guarantees/operations.ts';
import * as health from '#lib/domain/health/operations.ts';
import * as inboxDelivery from '#lib/domain/inbox/delivery-operations.ts';
import * as inboxExportLeads from '#lib/domain/inbox/export-leads.ts';
import * as inbox from '#lib/domain/inbox/operations.ts';
import * as issuedDesk from '#lib/domain/issued/desk.ts';
import * as issued from '#lib/domain/issued/operations.ts';
import * as leads from '#lib/domain/leads/operations.ts';
import * as marketplaceList from '#lib/domain/marketplace/list-operations.ts';
import * as marketplace from '#lib/domain/marketplace/operations.ts';
import * as marketplaceSearch from '#lib/domain/marketplace/search-operations.ts';
import * as metrics from '#lib/domain/metrics/operations.ts';
import * as ownRequests from '#lib/domain/own-requests/operations.ts';
import * as paymentsDesk from '#lib/domain/payments/desk.ts';
import * as payments from '#lib/domain/payments/operations.ts';
import * as paymentsReturn from '#lib/domain/payments/return-operations.ts';
import * as personalData from '#lib/domain/personal-data/operations.ts';
import * as shareLinks from '#lib/domain/share-links/operations.ts';
import * as uploads from '#lib/domain/uploads/operations.ts';
import { serveApiDocument } from '#lib/http/api-document.ts';
import * as cspReports from '#lib/http/csp-reports.ts';
import * as csrfToken from '#lib/http/csrf-token.ts';
import * as documentUploads from '#lib/http/documents.ts';
import * as downloads from '#lib/http/downloads.ts';
import * as googleLogin from '#lib/http/google-login.ts';
import * as issuedFiles from '#lib/http/issued-files.ts';
import * as leadFiles from '#lib/http/lead-files.ts';
import * as share from '#lib/http/share.ts';
import * as uploadedFiles from '#lib/http/uploads.ts';
import * as webhooks from '#lib/http/webhooks.ts';
import type { AnyOperation } from '#lib/platform/operation.ts';

export const getApiDocument = serveApiDocument(() => apiOperations);

/** All of these files that has an address below `/api/`, which `app/api` answers. */
export const apiOperations: AnyOperation[] = [
  { getApiDocument },
  accountsDesk,
  accounts,
  accountsSession,
  alerts,
  audit,
  conditions,
  documents,
  erasure,
  factors,
  guarantees,
  health,
  inboxDelivery,
  inboxExportLeads,
  inbox,
  issuedDesk,
  issued,
  leads,
  marketplaceList,
  marketplace,
  marketplaceSearch,
  metrics,
  ownRequests,
  paymentsDesk,
  payments,
  paymentsReturn,
  personalData,
  shareLinks,
  uploads,
  cspReports,
  csrfToken,
  documentUploads,
  downloads,
  googleLogin,
  issuedFiles,
  leadFiles,
  share,
  uploadedFiles,
  webhooks,
].flatMap((exported) => Object.values(exported).filter(isOfApi));

function isOfApi(value: unknown): value is AnyOperation {
  const { path, handler } = Object(value);
  return typeof handler === 'function' && typeof path === 'string' && path.startsWith('/api/');
}
