import { eq } from 'drizzle-orm';
import { enqueueDelivery } from '#lib/domain/deliveries/writes/queue.ts';
import { findDraftKey, findDraftPersonId } from '#lib/domain/drafts/browser.ts';
import {
  composeDraftKey,
  DRAFT_SECONDS,
  type Draft,
  type DraftKey,
  findDraft,
  findDraftInAnyBrowser,
} from '#lib/domain/drafts/reads.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { attemptOf } from '#lib/domain/drafts/writes/save-page.ts';
import { emailHashes, findLink } from '#lib/domain/links/reads.ts';
import { isEnded, type Link } from '#lib/domain/links/rules.ts';
import { addMailedLink, endLinks, markOpened } from '#lib/domain/links/writes.ts';
import { findNamedTender } from '#lib/domain/marketplace/reads/tenders.ts';
import { parseTenderId } from '#lib/domain/marketplace/rules.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { drafts } from '#lib/platform/db/schema/drafts.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { RequestCtx } from '#lib/platform/operations/operation.ts';

/**
 * Queues a mail with a new link to the draft. Returns false if the draft was sent or has expired.
 */
export async function mailResumeLink(key: DraftKey, email: string, now: number): Promise<boolean> {
  return getDb().write(async (tx) => {
    const draft = await findDraft(tx, key, now);
    if (!draft || draft.submissionId) return false;
    const linkId = await addMailedLink(tx, { kind: 'resume', subject: draft.id, email, now });
    await enqueueDelivery(tx, {
      partition: `draft:${draft.id}/mail`,
      kind: 'draft.resume-mail',
      payload: {
        linkId,
        email,
        validUntil: now + DRAFT_SECONDS * 1000,
        ...(await readTenderFacts(draft, tx)),
      },
      now,
    });
    return true;
  });
}

/** Returns the tender of a draft for its mail: the id, if it is valid, and the official facts. */
async function readTenderFacts({ answers }: Draft, tx: Tx) {
  const { idLicitacion = '', sistemaLicitacion } = answers.values;
  const parsed = parseTenderId(sistemaLicitacion === 'chilecompra' ? idLicitacion : '');
  if (!parsed.ok) return {};
  const tender = await findNamedTender(parsed.code.id, tx);
  return {
    tenderId: parsed.code.id,
    ...(tender && { tenderName: tender.name, closesAt: tender.closesAt ?? undefined }),
  };
}

/**
 * Moves the draft to the browser `browserId` and to the person who is logged in there, or to
 * nobody. Ends all links to the draft, because several may have been mailed. Changes nothing if
 * this browser already has the draft. Throws `invalid_token` for a wrong or ended link.
 */
export async function resumeDraft(
  ctx: RequestCtx,
  token: string,
  browserId: string,
): Promise<Draft> {
  const { now } = ctx;
  const named = await findLink('resume', token);
  const openedKey = named && (await findDraftKey(ctx, named.subject));
  const accountId = await findDraftPersonId(ctx);
  return getDb().write(async (tx) => {
    const link = await findLink('resume', token, tx);
    const draft = link && (await findDraftInAnyBrowser(tx, link.subject, now));
    if (!draft) throw new AppError('invalid_token');
    const key = composeDraftKey(draft.id, browserId);
    if ([key, openedKey].includes(draft.key)) return draft;
    if (isEnded(link, now)) throw new AppError('invalid_token');
    const { answers: kept, attempt } = withoutOtherContact(draft, link);
    const answers = { ...kept, isResumed: true };
    await tx
      .update(drafts)
      .set({ browserId, accountId, answers, attempt })
      .where(eq(drafts.id, draft.id));
    await endLinks(tx, 'resume', draft.id, now);
    await markOpened(tx, link, now);
    return { ...draft, accountId, answers, attempt, key };
  });
}

/** Anyone can mail a link to any e-mail, so only a contact with that e-mail is kept. */
function withoutOtherContact(
  { answers, attempt }: Draft,
  { mailedTo }: Link,
): Pick<Draft, 'answers' | 'attempt'> {
  const emails = [answers.values.email, attempt?.step === 'contacto' && attempt.values.email];
  if (!emails.some((email) => email && !emailHashes(email).includes(mailedTo ?? ''))) {
    return { answers, attempt: attempt && { ...attempt, errors: {} } };
  }
  const values = { ...answers.values };
  for (const { name } of steps.contacto.fields) delete values[name];
  return {
    answers: {
      ...answers,
      values,
      answered: answers.answered.filter((step) => step !== 'contacto'),
    },
    attempt: attemptOf({ page: { step: 'contacto' }, values: {} }, { email: otherContactText }),
  };
}

const otherContactText =
  'Escribe el correo donde quieres las respuestas. Borramos el que había, porque este enlace llegó a otro.';
