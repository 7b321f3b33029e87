import { and, desc, eq } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { moveContact } from '#lib/domain/ownership/writes/move-contact.ts';
import { findLeadHolder } from '#lib/domain/requests/leads/reads/leads.ts';
import { storedEvent } from '#lib/domain/requests/leads/schema.ts';
import { addLeadEvent, noteInCrm } from '#lib/domain/requests/leads/writes/add-lead-event.ts';
import { assignIfFree } from '#lib/domain/requests/leads/writes/assign-lead.ts';
import { updatePending } from '#lib/domain/requests/leads/writes/update-pending.ts';
import type { EmailCorrection } from '#lib/domain/requests/team/email-schema.ts';
import {
  findCorrectionRefusal,
  isTeamEmail,
} from '#lib/domain/requests/team/reads/email-correction.ts';
import { findNewestMail, redirectMails } from '#lib/domain/requests/team/writes/redirect-mails.ts';
import { formatAgo } from '#lib/platform/chile/format.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import { AppError, conflict } from '#lib/platform/operations/errors.ts';
import type { AdminCtx } from '#lib/platform/operations/operation.ts';
import { consumeMailPoint } from '#lib/platform/security/mail-limits.ts';

/**
 * Corrects the e-mail of a lead and of its request. Links that were mailed to the earlier e-mail
 * end, and the new e-mail gets a new link. A repetition changes nothing. Throws `conflict` if the
 * e-mail was changed after the page was rendered, or if the team may not change it.
 */
export async function correctEmail(
  ctx: AdminCtx,
  id: number,
  { correo: to, motivo: reason, era: seenEmail }: EmailCorrection,
): Promise<void> {
  const { accountId: actor, now } = ctx;
  const newestMail = await findNewestMail(id, now);
  await getDb().write(async (tx) => {
    const lead = await getLead(tx, id);
    const { email: from, submissionId } = lead;
    if (from !== seenEmail) {
      if (from === to && (await isOwnRepetition(tx, ctx, id))) return;
      throw conflict(await changedText(tx, ctx, { id, email: from }));
    }
    const refusal = await findCorrectionRefusal(lead, tx);
    if (refusal) throw conflict(refusal);
    if (from === to) throw refusedEmail('Ese ya es su correo. Escribe el que te confirmó.');
    if (await isTeamEmail(to, tx)) {
      throw refusedEmail('Ese correo es del equipo. Escribe el de quien lo envió.');
    }
    await consumeMailPoint(tx, { from: actor, to, now });
    const move = { id, submissionId, from, to, now };
    const links = await moveContact(tx, move);
    await redirectMails(tx, move, { ...links, sent: newestMail });
    const event = { kind: 'email', from, to, reason } as const;
    const eventId = await addLeadEvent(tx, { leadId: id, event, actor, at: now });
    await noteInCrm(tx, { leadId: id, eventId, now });
    await assignIfFree(tx, ctx, id);
    await updatePending(tx, eq(leads.id, id), now);
    const accountId = await findLeadHolder(id, tx);
    const subject = `lead:${id}`;
    await audit(tx, ctx, { accountId, actor, action: 'lead.email-corrected', subject });
  });
}

const refusedEmail = (correo: string) => new AppError('validation_failed', { fields: { correo } });

/** Returns a lead. Throws `not_found`, and `conflict` if its contact was erased. */
async function getLead(tx: Tx, id: number) {
  const { email, companyId, submissionId, erasedAt } = leads;
  const [row] = await tx
    .select({ email, companyId, submissionId, erasedAt })
    .from(leads)
    .where(eq(leads.id, id))
    .limit(1);
  if (!row) throw new AppError('not_found');
  if (row.erasedAt !== null) throw conflict(erasedText);
  return row;
}

const erasedText =
  'Los datos de esta persona se borraron. Si quiere seguir, pídele que escriba otra vez.';

async function findLastCorrection(tx: Tx, id: number) {
  const [row] = await tx
    .select({
      ...{ actor: leadEvents.actor, detail: leadEvents.detail, at: leadEvents.at },
      ...{ name: accounts.name, email: accounts.email },
    })
    .from(leadEvents)
    .leftJoin(accounts, eq(accounts.id, leadEvents.actor))
    .where(and(eq(leadEvents.leadId, id), eq(leadEvents.kind, 'email')))
    .orderBy(desc(leadEvents.id))
    .limit(1);
  return row ?? null;
}

/** Returns whether this advisor made the last correction. A second press then changes nothing. */
async function isOwnRepetition(tx: Tx, { accountId }: AdminCtx, id: number): Promise<boolean> {
  return (await findLastCorrection(tx, id))?.actor === accountId;
}

/** Says who changed the e-mail after the page was rendered, and what it is now. */
async function changedText(
  tx: Tx,
  { now, accountId }: AdminCtx,
  { id, email }: { id: number; email: string },
): Promise<string> {
  const last = await findLastCorrection(tx, id);
  const event = last && storedEvent.safeParse({ kind: 'email', detail: last.detail }).data;
  const isKnown = event?.kind === 'email' && event.to === email;
  if (!last || !isKnown)
    return `Mientras tanto el correo cambió a ${email}. Revisa si es el correcto.`;
  const author =
    last.actor === accountId
      ? 'Desde otra ventana, tu cuenta'
      : last.name || last.email || 'Alguien';
  const ago = formatAgo(last.at, now).replace('ahora', 'hace un momento');
  return `${author} ya lo corrigió ${ago}: ahora es ${email}. Revisa si es el correcto.`;
}
