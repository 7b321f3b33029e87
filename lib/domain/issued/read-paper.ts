import { readStored } from '#lib/domain/documents/readings.ts';
import { findOwnDocument } from '#lib/domain/documents/reads.ts';
import { findUpload } from '#lib/domain/uploads/reads.ts';
import { groupAmount } from '#lib/platform/amounts.ts';
import { formatDate } from '#lib/platform/format.ts';
import type { MemberCtx } from '#lib/platform/operation.ts';
import { formatRut, parseRut } from '#lib/platform/rut.ts';

type Typed = Record<string, string>;

/** Fills in where the form says nothing yet. Unscanned documents are not read. */
export async function readGuarantee(ctx: MemberCtx, typed: Typed) {
  const key = await fileOf(ctx, typed);
  const reading = key ? await readStored(key) : null;
  const facts = reading?.guarantee;
  if (!facts) {
    const hint = key ? 'Escribe lo que dice.' : 'Elige su documento.';
    return { found: {}, said: `No pudimos leerla. ${hint}` };
  }
  const { amount, validFrom, validTo, currency = '', ...others } = facts;
  const read: Typed = {
    ...others,
    ...(amount && { amount: groupAmount(amount) }),
    ...(validFrom && { validFrom: formatDate(validFrom) }),
    ...(validTo && { validTo: formatDate(validTo) }),
  };
  const found = Object.fromEntries(Object.entries(read).filter(([name]) => !typed[name]?.trim()));
  // The form has a unit from the start, which means nothing before an amount.
  if (found.amount && currency) found.currency = currency;
  const { rut } = reading;
  const isOther = rut && rut !== parseRut(typed.holderRut ?? '');
  const warning = isOther ? ` El RUT del tomador que trae es ${formatRut(rut)}.` : '';
  return { found, said: `Completamos lo que leímos en el documento. Revísalo todo.${warning}` };
}

async function fileOf(ctx: MemberCtx, { documentId, subido }: Typed): Promise<string | undefined> {
  if (documentId) {
    const own = await findOwnDocument(ctx.accountId, documentId);
    return own?.state === 'kept' ? own.objectKey : undefined;
  }
  const sent = subido ? await findUpload(subido) : null;
  const isThere = sent?.kind === 'garantia' && sent.state === 'arrived';
  return isThere && sent.verdict !== 'waiting' ? sent.objectKey : undefined;
}
