import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { listAllMembers, listCompaniesOf } from '#lib/domain/accounts/companies/reads.ts';
import { getAccount, listSessions } from '#lib/domain/accounts/reads/accounts.ts';
import { listPreviousEmails } from '#lib/domain/accounts/reads/email-changes.ts';
import { getAlertSettings } from '#lib/domain/alerts/reads.ts';
import { listAuditEvents } from '#lib/domain/audit/reads.ts';
import { listBookingsOf } from '#lib/domain/bookings/reads.ts';
import { listUncategorizedDocuments, listVault } from '#lib/domain/documents/reads/documents.ts';
import { listPreviousVersions } from '#lib/domain/documents/reads/previous-versions.ts';
import { listDraftsOf } from '#lib/domain/drafts/reads.ts';
import { readFactors } from '#lib/domain/factors/reads.ts';
import { listIssuedForExport } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { toIssuedGuarantee } from '#lib/domain/issued-guarantees/view.ts';
import { listRequestPageLinks } from '#lib/domain/links/reads.ts';
import { listPaymentsForExport } from '#lib/domain/payments/reads/payments.ts';
import { listShownEvents } from '#lib/domain/requests/applicant/reads.ts';
import { listFormLeads } from '#lib/domain/requests/leads/reads/leads.ts';
import { listFileIds } from '#lib/domain/requests/submissions/stored-files.ts';
import { listShares } from '#lib/domain/share-links/reads/list-links.ts';
import { requestFilesColumn } from '#lib/domain/uploads/reads.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';
import { uploads } from '#lib/platform/db/schema/uploads.ts';
import type { SignedInCtx } from '#lib/platform/operations/operation.ts';

/** Far more than one person has. If a list reaches this limit, the export says so. */
const MAX_REQUESTS = 1000;
const MAX_DRAFTS_EXPORTED = 100;
const MAX_SHARES = 1000;
const MAX_EVENTS = 5000;

/** Returns all data of the person or company (access and portability by Ley 21.719). */
export async function readPersonalData(ctx: SignedInCtx) {
  const { passwordHash, ...accountFields } = await getAccount(ctx.holderId);
  const requests = await listOwnRequests(ctx.owner);
  const { mails, calendarId } = await getAlertSettings(ctx);
  const guarantees = await listIssuedForExport(ctx.owner, MAX_REQUESTS);
  const messages = await listFormLeads(ctx.owner, MAX_REQUESTS);
  const events = await listAuditEvents(ctx.holderId, { limit: MAX_EVENTS });
  const meetings = ctx.companyId ? [] : await listBookingsOf(ctx.email, MAX_REQUESTS);
  const { shares } = await listShares(ctx.holderId, {
    now: ctx.now,
    limit: MAX_SHARES,
    openings: 1000,
  });
  const cutLists = [
    requests.length === MAX_REQUESTS && 'solicitudes',
    messages.length === MAX_REQUESTS && 'mensajes',
    guarantees.length === MAX_REQUESTS && 'garantías',
    meetings.length === MAX_REQUESTS && 'reuniones',
    shares.length === MAX_SHARES && 'enlaces',
    events.length === MAX_EVENTS && 'actividad',
  ].filter(Boolean);
  return {
    ...(cutLists.length > 0 && {
      note: `Solo lo más reciente de: ${cutLists.join(', ')}. Pide lo anterior por correo.`,
    }),
    account: { ...accountFields, hasPassword: passwordHash !== null },
    ...(ctx.companyId
      ? { members: await listAllMembers(ctx.companyId) }
      : {
          companies: await listCompaniesOf(ctx.accountId),
          drafts: (await listDraftsOf(ctx.accountId, ctx.now, MAX_DRAFTS_EXPORTED)).map(
            ({ id, answers, updatedAt }) => ({ id, answers, updatedAt }),
          ),
          factors: await readFactors(ctx.accountId),
          formerEmails: await listPreviousEmails(ctx.accountId, ctx.now),
          sessions: await listSessions(ctx.accountId, ctx.now),
        }),
    events,
    requests,
    messages: await addHistory(messages.map((message) => ({ ...message, leadId: message.id }))),
    meetings,
    payments: await listPaymentsForExport(ctx),
    // The URLs of the links are left out, so that a person who finds the file cannot open them.
    shares: shares.map((share) => ({ ...share, shortUrl: null })),
    links: await listRequestPageLinks(requests.map(({ id }) => id)),
    guarantees: guarantees.map(({ events, ...record }) =>
      toIssuedGuarantee(record, events, { side: 'company', now: ctx.now }),
    ),
    files: [
      ...(await listFiles(inArray(uploads.id, requests.flatMap(listFileIds)))),
      ...(await listFiles(messageFilesCondition(messages.map(({ id }) => id)))),
      ...guarantees.flatMap(({ uploadId, document }) =>
        uploadId && document ? [{ id: uploadId, ...document }] : [],
      ),
    ],
    vault: await listVault(ctx.holderId),
    unplaced: await listUncategorizedDocuments(ctx.holderId),
    former: await listPreviousVersions(ctx.holderId),
    alerts: { mails, calendar: calendarId !== null },
  };
}

async function listOwnRequests(owner: string) {
  const requests = await getDb()
    .read.select({
      id: submissions.id,
      createdAt: submissions.createdAt,
      consentVersion: submissions.consentVersion,
      answers: submissions.answers,
      files: requestFilesColumn,
      leadId: leads.id,
      state: leads.state,
    })
    .from(submissions)
    .innerJoin(leads, eq(leads.submissionId, submissions.id))
    .where(eq(leads.owner, owner))
    .orderBy(desc(submissions.id))
    .limit(MAX_REQUESTS);
  return addHistory(requests);
}

/** Adds the part of the history that the person may see, with the team's replies. */
async function addHistory<T extends { leadId: number | null }>(rows: readonly T[]) {
  const history = await listShownEvents(
    rows.flatMap(({ leadId }) => leadId ?? []),
    10_000,
  );
  return rows.map(({ leadId, ...row }) => ({
    ...row,
    history: history
      .filter((event) => event.leadId === leadId)
      .map(({ at, event }) => ({ at, ...event })),
  }));
}

const messageFilesCondition = (
  ids: number[],
) => sql`state = 'kept' and requested_document_id in (select id from requested_documents
  where lead_id in ${sqlList(ids)}) and submission_id is null`;

async function listFiles(condition: SQL) {
  return getDb()
    .read.select({
      id: uploads.id,
      fileName: uploads.fileName,
      objectKey: uploads.objectKey,
      size: uploads.size,
      verdict: uploads.verdict,
    })
    .from(uploads)
    .where(condition);
}
