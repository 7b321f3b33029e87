import { eq } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { datesOf, problemsOfDates } from '#lib/domain/documents/expiry.ts';
import { removeObjects } from '#lib/domain/documents/objects.ts';
import { listUnplaced, type UnplacedDocument } from '#lib/domain/documents/reads.ts';
import { endDocuments, listReplaced, replaceDocuments } from '#lib/domain/documents/replacement.ts';
import {
  type CategoryKey,
  categories,
  DISCARD,
  fitsRole,
  SETTLED,
} from '#lib/domain/documents/rules.ts';
import type { Placings } from '#lib/domain/documents/schema.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { AppError, type FieldErrors } from '#lib/platform/errors.ts';
import type { AdminCtx, MemberCtx } from '#lib/platform/operation.ts';

type Ctx = MemberCtx | AdminCtx;
type Typed = Omit<Placings[string], 'category'>;

/** All or none; passes over what is gone or was placed before. Throws `validation_failed`. */
export async function placeDocuments(ctx: Ctx, placings: Placings): Promise<number> {
  const fields = problemsOf(placings, ctx);
  if (Object.keys(fields).length > 0) throw new AppError('validation_failed', { fields });
  const ended: { id: string; objectKey: string }[] = [];
  const placed = await getDb().write(async (tx) => {
    ended.length = 0;
    let count = 0;
    for (const document of await listUnplaced(ctx.accountId, tx)) {
      const { category, ...typed } = placings[document.id] ?? {};
      if (!category) continue;
      const isKept = category !== DISCARD && document.state !== 'infected';
      if (!isKept) await endDocuments(tx, [document], ctx.now);
      const { gone, done } = isKept
        ? await place(tx, ctx, document, category, typed)
        : { gone: [document], done: 'document.deleted' as const };
      await audit(tx, ctx, { accountId: ctx.accountId, action: done, subject: document.id });
      ended.push(...gone);
      count += isKept ? 1 : 0;
    }
    return count;
  });
  await removeObjects(ended);
  return placed;
}

async function place(
  tx: Tx,
  ctx: Ctx,
  from: UnplacedDocument,
  category: CategoryKey,
  typed: Typed,
) {
  const { id, fileName, uploadedAt, state } = from;
  const { issuedAt = null, expiresAt: entered } = typed;
  const dates = await datesOf(category, { uploadedAt, issuedAt, entered });
  const replaced = await listReplaced(tx, { ...from, category });
  // Until the newcomer is judged, a kept one stays what it is.
  const ended = replaced.filter((old) => state === 'kept' || old.state !== 'kept');
  const customTitle = category === 'otros' ? fileName.replace(/\.\w+$/, '') : null;
  const values = { category, customTitle, ...dates, reading: SETTLED };
  await tx.update(documents).set(values).where(eq(documents.id, id));
  const gone = await replaceDocuments(tx, from, ended, ctx);
  const done = ended.length > 0 ? ('document.replaced' as const) : ('document.placed' as const);
  return { gone, done };
}

function problemsOf(placings: Placings, { role, now }: Ctx): FieldErrors {
  const fields: FieldErrors = {};
  const taken = new Set<string>();
  for (const [id, { category, ...dates }] of Object.entries(placings)) {
    if (category === DISCARD) continue;
    for (const [field, message] of Object.entries(problemsOfDates(dates, now))) {
      fields[`doc.${id}.${field}`] = message;
    }
    const { holds, label } = categories[category];
    const isTaken = holds === 'one' && taken.has(category);
    if (isTaken)
      fields[`doc.${id}.category`] = `De ${label} guardamos uno, y elegiste otro también.`;
    if (!fitsRole(category, role)) {
      fields[`doc.${id}.category`] = 'Este documento no corresponde a tu tipo de cuenta.';
    }
    taken.add(category);
  }
  return fields;
}
