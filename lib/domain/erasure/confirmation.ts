import { eq } from 'drizzle-orm';
import { confirmationError, isConfirmed } from '#lib/domain/erasure/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import { AppError } from '#lib/platform/operations/errors.ts';

/**
 * Throws `validation_failed` unless the text is the e-mail or the RUT of a lead's person, and
 * `not_found` if there is no such lead. An erased lead needs no confirmation.
 */
export async function requireConfirmation(leadId: number, typedText: string): Promise<void> {
  const { email, rut, erasedAt } = leads;
  const [lead] = await getDb()
    .read.select({ email, rut, erasedAt })
    .from(leads)
    .where(eq(leads.id, leadId));
  if (!lead) throw new AppError('not_found');
  if (lead.erasedAt !== null || isConfirmed(typedText, lead)) return;
  throw new AppError('validation_failed', { fields: { confirmation: confirmationError } });
}
