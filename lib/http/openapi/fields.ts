import { accountDocs } from '#lib/domain/accounts/schema.ts';
import { alertDocs } from '#lib/domain/alerts/schema.ts';
import { documentDocs } from '#lib/domain/documents/schema.ts';
import { factorDocs } from '#lib/domain/factors/schema.ts';
import { healthDocs } from '#lib/domain/health/schema.ts';
import { issuedDocs } from '#lib/domain/issued-guarantees/schema.ts';
import { verifyDocs } from '#lib/domain/issued-guarantees/verify-schema.ts';
import { marketplaceDocs } from '#lib/domain/marketplace/schema.ts';
import { paymentDocs } from '#lib/domain/payments/schema.ts';
import { ownRequestDocs } from '#lib/domain/requests/applicant/schema.ts';
import { conditionsDocs } from '#lib/domain/requests/conditions/schema.ts';
import { leadDocs } from '#lib/domain/requests/leads/schema.ts';
import { guaranteeDocs } from '#lib/domain/requests/submissions/schema.ts';
import { inboxDocs } from '#lib/domain/requests/team/schema.ts';
import { shareDocs } from '#lib/domain/share-links/schema.ts';
import { uploadDocs } from '#lib/domain/uploads/schema.ts';
import { docs, type FieldDocs } from '#lib/platform/operations/fields.ts';

const commonDocs: FieldDocs = {
  success: docs('Whether it was done.'),
  data: docs('The result.'),
  message: docs('A sentence for the person, in Spanish.'),
  error: docs('The code of the refusal, for programs.'),
  fields: docs('Field path with dots → what to correct, in Spanish.'),
  requestId: docs('The id of this request in our log.', 'qlCk6DAfYz4mZzqjvY0wRg'),
  token_ws: docs('Token of a payment that was finished, by approval or refusal.'),
  TBK_TOKEN: docs('Token of a payment that was aborted, or whose form failed.'),
  TBK_ORDEN_COMPRA: docs('Our order, when it was aborted or timed out.'),
  TBK_ID_SESION: docs('Our session of it.'),
  TBK_ID_SESSION: docs('The same, in another spelling of the provider.'),
  token: docs('An opaque, unguessable token.'),
  csrfToken: docs('The token of `GET /api/csrf-token`, equal to the cookie `csrf-token`.'),
  'x-csrf-token': docs(
    'The token of `GET /api/csrf-token`; it must equal the cookie `csrf-token`. May also come as `csrfToken`.',
  ),
  'csrf-token': docs('Set by `GET /api/csrf-token`; lives 2 hours.'),
  source: docs('Where the person came from.', 'feria-construccion'),
  code: docs('The 6 characters of the mail, in any case; on the way back, what Google gave.'),
  state: docs('What Google gives back of the way there.'),
  next: docs('Path of this site to go on to after the login.', '/panel/perfil'),
  createdAt: docs('When it was opened, UTC.', '2026-11-20T15:00:00.000Z'),
  'idempotency-key': docs(
    'Repeat a request safely: the same key with the same body answers as the first time, with another body 409.',
  ),
  file: docs('PDF, JPEG, PNG, WEBP, DOCX, XLSX, DOC or XLS; 10 MiB unless configured otherwise.'),
  id: docs('Id of the announced attachment, or of the session.'),
  expires: docs('Until when the address works, in seconds since the epoch.'),
  signature: docs('Proof that the address was made here.'),
  url: docs('An absolute address: of this app, or where the browser goes on to.'),
  as: docs('`pdf`: one file with an index, without what is neither PDF, JPEG nor PNG.', 'zip'),
  key: docs('The `fileId` of a document.'),
  inline: docs('`1`: the true kind, to be shown instead of saved where browsers can.'),
  share: docs('Token of a share link that covers the document, instead of a session.'),
  download: docs('`1`: the file itself, also to a browser.'),
  document: docs('The `fileId` of one of the documents of a folder.'),
  at: docs('When it was, UTC.', '2026-11-20T15:00:00.000Z'),
  kind: docs('What the lead is (`garantia`: a guarantee request); of an event, what happened.'),
  triggerEvent: docs('What happened, in the words of Cal.com.', 'BOOKING_CREATED'),
  payload: docs('The booking; `metadata.leadRef` names the lead it came from.'),
  eventId: docs('The same id is the same event.', '3816279340'),
  externalId: docs(
    'Id of the deal (with `stage`) or of the contact in the CRM; without one, the newest request of `email` is meant.',
    '512',
  ),
  stage: docs('Stage of the deal; as configured, or a state of ours.', 'en_revision'),
  occurredAt: docs('When it happened: milliseconds or ISO 8601.', '2026-11-20T15:00:00Z'),
  received: docs('Events in the body.', 1),
  processed: docs('Those that changed something.', 1),
  duplicates: docs('Those that were here already.', 0),
};

/** Descriptions by field name. Schemas can override them with `describe` or `meta`. */
export const areas = [
  commonDocs,
  accountDocs,
  alertDocs,
  conditionsDocs,
  issuedDocs,
  verifyDocs,
  documentDocs,
  factorDocs,
  guaranteeDocs,
  healthDocs,
  inboxDocs,
  leadDocs,
  marketplaceDocs,
  ownRequestDocs,
  paymentDocs,
  shareDocs,
  uploadDocs,
];

export const fieldDocs: FieldDocs = Object.assign({}, ...areas);
