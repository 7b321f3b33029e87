import { eq } from 'drizzle-orm';
import { findSignedInCtx } from '#lib/domain/accounts/signed-in.ts';
import type { ContactFormBody } from '#lib/domain/requests/leads/contact-schema.ts';
import { closingEnd, parseCallChoice } from '#lib/domain/requests/leads/rules.ts';
import type { FormKind } from '#lib/domain/requests/leads/schema.ts';
import { fullName } from '#lib/domain/requests/leads/view.ts';
import { addFormMails } from '#lib/domain/requests/leads/writes/add-form-mails.ts';
import { createLead } from '#lib/domain/requests/leads/writes/create-lead.ts';
import { updatePending } from '#lib/domain/requests/leads/writes/update-pending.ts';
import { getDb } from '#lib/platform/db/client.ts';
import {
  findRepeatedWrite,
  isRepetition,
  type Repetition,
  repetitionOf,
} from '#lib/platform/db/idempotency.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import type { GuestCtx } from '#lib/platform/operations/operation.ts';

/** A sent form. `key` is the caller's Idempotency-Key, or identifies the page view. */
export type SentForm = { kind: FormKind; answers: ContactFormBody; key: string | undefined };

/**
 * Stores a form as a lead, with its links and mails, and returns the lead's id. A repeated key
 * returns the first lead's id, or throws `conflict` if the answers differ.
 */
export async function receiveForm(ctx: GuestCtx, form: SentForm): Promise<number> {
  const { kind, answers } = form;
  const repetition = formRepetition(form);
  const signedInAs = (await findSignedInCtx(ctx))?.email;
  return getDb().write(async (tx) => {
    const earlierId = repetition && (await findRepeatedWrite(leads, repetition, tx));
    if (earlierId) return earlierId;
    const leadId = await createLead(tx, ctx, {
      kind,
      name: fullName(answers),
      email: answers.correo,
      phone: answers.telefono,
      rut: answers.rut,
      dueAt: closingEnd(answers.cuando_cierra, ctx.now),
      answers,
      ...repetition,
    });
    const { now } = ctx;
    const { correo: email, respuesta_preferida: preferred } = answers;
    // A new message waits for a day only if it promises a call.
    if (parseCallChoice(preferred, now)?.day) await updatePending(tx, eq(leads.id, leadId), now);
    await addFormMails(tx, { leadId, email, signedInAs, now });
    return leadId;
  });
}

export async function isRepeatedForm(form: SentForm): Promise<boolean> {
  return isRepetition(leads, formRepetition(form));
}

function formRepetition({ kind, answers, key }: SentForm): Repetition | undefined {
  return repetitionOf(key && `${kind} ${key}`, answers);
}
