import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { mailedToCondition } from '#lib/domain/links/reads.ts';
import { endLinksWhere, replaceMailedLinks } from '#lib/domain/links/writes.ts';
import { followEmail } from '#lib/domain/ownership/writes/follow-email.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import { sqlList } from '#lib/platform/db/json.ts';
import { bookings } from '#lib/platform/db/schema/bookings.ts';
import { issuedGuarantees } from '#lib/platform/db/schema/issued-guarantees.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { paymentRequests, payments } from '#lib/platform/db/schema/payments.ts';
import { submissions } from '#lib/platform/db/schema/submissions.ts';

/** `from` and `to` are e-mails in lower case. */
export type ContactMove = {
  id: number;
  submissionId: number | null;
  from: string;
  to: string;
  now: number;
};

/**
 * The new links: one to the request or message, and one to each guarantee that had a link, by its
 * number.
 */
export type NewLinks = { linkId: string; issued: ReadonlyMap<number, string> };

/**
 * Gives a lead and everything of its request the new e-mail and new links. Other leads with the
 * earlier e-mail keep it. Requires a transaction.
 */
export async function moveContact(tx: Tx, move: ContactMove): Promise<NewLinks> {
  const { id, submissionId, from, to } = move;
  // Another contact of the CRM belongs to the lead now. The next delivery finds or creates it.
  await tx
    .update(leads)
    .set({
      email: to,
      crmContactId: null,
      crmContact: sql`json_remove(crm_contact, '$.fields.email')`,
      ...(submissionId === null && { answers: sql`json_set(answers, '$.correo', ${to})` }),
    })
    .where(eq(leads.id, id));
  await moveAnswers(tx, move);
  await tx
    .update(bookings)
    .set({ email: to })
    .where(and(eq(bookings.leadId, id), eq(bookings.email, from)));
  const requestIds = tx
    .select({ id: paymentRequests.id })
    .from(paymentRequests)
    .where(eq(paymentRequests.leadId, id));
  await tx
    .update(payments)
    .set({ receiptEmail: to })
    .where(
      and(
        eq(payments.receiptEmail, from),
        or(eq(payments.leadId, id), inArray(payments.paymentRequestId, requestIds)),
      ),
    );
  await tx
    .update(paymentRequests)
    .set({ email: to })
    .where(and(eq(paymentRequests.leadId, id), eq(paymentRequests.email, from)));
  const guarantees =
    submissionId === null
      ? []
      : await tx
          .update(issuedGuarantees)
          .set({ email: to })
          .where(
            and(eq(issuedGuarantees.submissionId, submissionId), eq(issuedGuarantees.email, from)),
          )
          .returning({ number: issuedGuarantees.number });
  const numbers = guarantees.map(({ number }) => number);
  await followEmail(tx, { from, to }, { leads: [id], issued_guarantees: numbers });
  return replaceLinks(tx, move, numbers);
}

/** Fields of a request that may contain the applicant's e-mail too. */
const contactFields = ['email', 'emailContratista', 'emailMandante'] as const;

/**
 * Corrects the answers of the request, of the draft from which it was sent, and of drafts that
 * copied it.
 */
async function moveAnswers(tx: Tx, { submissionId, from, to }: ContactMove): Promise<void> {
  if (submissionId === null) return;
  await tx.update(submissions).set({ email: to }).where(eq(submissions.id, submissionId));
  for (const field of contactFields) {
    const [path, draftPath] = [`$.${field}`, `$.values.${field}`];
    await tx.run(sql`update submissions set answers = json_set(answers, ${path}, ${to})
      where id = ${submissionId} and lower(answers ->> ${path}) = ${from}`);
    await tx.run(sql`update drafts set answers = json_set(answers, ${draftPath}, ${to})
      where id in ${draftIdsOf(submissionId)} and lower(answers ->> ${draftPath}) = ${from}`);
  }
}

const draftIdsOf = (submissionId: number) => sql`(select id from drafts
  where submission_id = ${submissionId} or (answers ->> '$.known.request') = ${submissionId})`;

async function replaceLinks(
  tx: Tx,
  { id, submissionId, from, to, now }: ContactMove,
  numbers: number[],
): Promise<NewLinks> {
  const link = { email: to, now };
  const linked = await tx.all<{ subject: string }>(sql`select distinct subject from links
    where kind = 'issued' and subject in (select cast(value as text) from ${sqlList(numbers)})`);
  const linkIdByNumber = new Map<number, string>();
  for (const { subject } of linked) {
    linkIdByNumber.set(
      Number(subject),
      await replaceMailedLinks(tx, { ...link, kind: 'issued', subject }),
    );
  }
  if (submissionId === null) {
    const subject = String(id);
    return {
      linkId: await replaceMailedLinks(tx, { ...link, kind: 'lead-receipt', subject }),
      issued: linkIdByNumber,
    };
  }
  // A link to a draft of this request would show the answers too.
  const draftLinksCondition = sql`${mailedToCondition(from)} and subject in ${draftIdsOf(submissionId)}`;
  await endLinksWhere(tx, 'resume', draftLinksCondition, now);
  const subject = String(submissionId);
  return {
    linkId: await replaceMailedLinks(tx, { ...link, kind: 'receipt', subject }),
    issued: linkIdByNumber,
  };
}
