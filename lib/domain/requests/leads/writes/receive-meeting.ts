import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import { leadIdOfRef } from '#lib/domain/requests/leads/view.ts';
import { addFormMails } from '#lib/domain/requests/leads/writes/add-form-mails.ts';
import { createLead } from '#lib/domain/requests/leads/writes/create-lead.ts';
import type { Tx } from '#lib/platform/db/client.ts';
import type { bookings } from '#lib/platform/db/schema/bookings.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

type BookingFacts = Record<'email' | 'name' | 'leadRef', string | null> &
  Pick<typeof bookings.$inferSelect, 'state' | 'startsAt'>;

/**
 * Stores a lead for a meeting to come that somebody booked without writing to us, so that it is in
 * the inbox and both sides get a mail. Returns the lead's id, or null for any other meeting.
 */
export async function receiveMeeting(
  tx: Tx,
  ctx: GuestCtx,
  { email, name, leadRef, state, startsAt }: BookingFacts,
): Promise<number | null> {
  // This reference names a lead that was erased, which nothing may store again.
  if (leadIdOfRef(leadRef ?? undefined) !== null) return null;
  const isActive = state === 'accepted' || state === 'requested';
  if (!isActive || !email || !startsAt || startsAt <= ctx.now) return null;
  const answers: ContactFormBody = { primer_nombre: name || email, correo: email };
  // The request comes from the calendar, so its IP address is not that of the person.
  const leadId = await createLead(
    tx,
    { ...ctx, ip: '' },
    { kind: 'asesor', name: answers.primer_nombre, email, answers },
  );
  await addFormMails(tx, { leadId, email, meetingAt: startsAt, now: ctx.now });
  return leadId;
}
