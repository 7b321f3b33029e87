import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { findHolderId } from '#lib/domain/accounts/reads/holders.ts';
import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import type { PendingInput } from '#lib/domain/requests/leads/pending.ts';
import { type FormKind, formKinds } from '#lib/domain/requests/leads/schema.ts';
import type { FormLead } from '#lib/domain/requests/leads/view.ts';
import { getDb, type ReadDb, type Tx } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { publicName } from '#lib/platform/mail/public-names.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/** SQL for when (ms) the sender of a form last chose how to be answered. */
const choiceTimeColumn = sql`coalesce((select max(at) from lead_events
  where lead_id = leads.id and kind = 'message' and detail ->> '$.isCall'), leads.created_at)`;

/**
 * SQL for how the sender of a form wants to be answered (`PendingInput.preferred`). A meeting that
 * was booked before that choice stands beside it; a later one replaces it.
 */
export const preferredAnswerColumn = sql<PendingInput['preferred']>`iif(leads.phone is null
  or exists (select 1 from bookings b
    where b.lead_id = leads.id and b.state in ('requested', 'accepted')
      and b.event_at >= ${choiceTimeColumn})
  or max(coalesce(leads.handled_at, 0), coalesce((select max(at) from lead_events
      where lead_id = leads.id and kind = 'reply' and detail ->> '$.call' is not null), 0))
    >= ${choiceTimeColumn},
  null, leads.answers ->> '$.respuesta_preferida')`;

/** SQL for the name of the advisor who answered last or, without an answer, who has the lead. */
const advisorNameColumn = sql<string | null>`(select name from accounts where id = coalesce((
  select actor from lead_events where lead_id = leads.id and kind = 'reply'
  order by id desc limit 1), leads.assigned_to))`;

/** Returns the account that sees the lead: its company, or the person who proved its e-mail. */
export async function findLeadHolder(
  leadId: number,
  db: ReadDb | Tx = getDb().read,
): Promise<string | null> {
  const condition = eq(leads.id, leadId);
  const [lead] = await db
    .select({ companyId: leads.companyId, email: leads.email })
    .from(leads)
    .where(condition);
  return lead ? findHolderId(lead, db) : null;
}

/** Finds a lead from a form of the site. Returns null for guarantee requests and erased leads. */
export async function findFormLead(id: number): Promise<FormLead | null> {
  const [lead] = await readFormLeads(eq(leads.id, id), 1);
  return lead ?? null;
}

export async function getFormLead(id: number): Promise<FormLead> {
  const lead = await findFormLead(id);
  if (!lead) throw new AppError('not_found');
  return lead;
}

/** Returns the kind of a message if it was sent with this e-mail, or null. */
export async function findFormKind(id: number, email: string, tx: Tx): Promise<FormKind | null> {
  const condition = and(eq(leads.id, id), eq(leads.email, email.toLowerCase()));
  const [row] = await tx
    .select({ kind: leads.kind })
    .from(leads)
    .where(and(condition, isNull(leads.erasedAt)));
  return formKinds.find((kind) => kind === row?.kind) ?? null;
}

/** Lists messages that this owner (`ctx.owner`) sent by forms, newest first. */
export async function listFormLeads(owner: string, limit: number): Promise<FormLead[]> {
  return readFormLeads(eq(leads.owner, owner), limit);
}

async function readFormLeads(condition: SQL, limit: number): Promise<FormLead[]> {
  const rows = await getDb()
    .read.select({
      id: leads.id,
      kind: leads.kind,
      answers: leads.answers,
      consentVersion: leads.consentVersion,
      createdAt: leads.createdAt,
      handledAt: leads.handledAt,
      preferred: preferredAnswerColumn,
      advisor: advisorNameColumn,
    })
    .from(leads)
    .where(and(condition, inArray(leads.kind, formKinds), isNull(leads.erasedAt)))
    .orderBy(desc(leads.id))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    advisor: publicName(row.advisor),
    // The casts are safe: the query selects only kinds of forms, and only `receiveForm` writes
    // their answers.
    kind: row.kind as FormKind,
    answers: row.answers as ContactFormBody,
  }));
}

export async function isOwnRequest(
  { owner }: { owner: string },
  submissionId: number,
): Promise<boolean> {
  const condition = and(eq(leads.submissionId, submissionId), eq(leads.owner, owner));
  return (await getDb().read.$count(leads, condition)) > 0;
}

/** Returns the name and phone of this person's last request for the owner, or null. */
export async function readLastContact({
  email,
  owner,
}: {
  email: string;
  owner: string;
}): Promise<Record<string, string>> {
  const ownCondition = and(eq(leads.owner, owner), eq(leads.email, email), isNull(leads.erasedAt));
  const [last] = await getDb()
    .read.select({ name: leads.name, phone: leads.phone })
    .from(leads)
    .where(and(ownCondition, isNotNull(leads.submissionId), isNotNull(leads.phone)))
    .orderBy(desc(leads.id))
    .limit(1);
  return last ? { nombreSolicitante: last.name, telefonoSolicitante: last.phone ?? '' } : {};
}
