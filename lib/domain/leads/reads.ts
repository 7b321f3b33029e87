import { and, eq, inArray } from 'drizzle-orm';
import { type ContactForm, type FormKind, formKinds } from '#lib/domain/leads/schema.ts';
import type { FormLead } from '#lib/domain/leads/view.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { AppError } from '#lib/platform/errors.ts';

/** A lead that came from a form of the site. Throws `not_found`, also for guarantee requests. */
export async function getFormLead(id: number): Promise<FormLead> {
  const [row] = await getDb()
    .read.select({
      id: leads.id,
      kind: leads.kind,
      answers: leads.answers,
      consentVersion: leads.consentVersion,
      createdAt: leads.createdAt,
    })
    .from(leads)
    .where(and(eq(leads.id, id), inArray(leads.kind, formKinds)))
    .limit(1);
  if (!row) throw new AppError('not_found');
  // The kind is in the condition; `answers` is only ever written by receiveForm, from a ContactForm.
  return { ...row, kind: row.kind as FormKind, answers: JSON.parse(row.answers) as ContactForm };
}
