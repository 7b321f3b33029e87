import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, gt, or } from 'drizzle-orm';
import { audit } from '#lib/domain/audit/writes.ts';
import { removeObjects } from '#lib/domain/documents/objects.ts';
import { passing } from '#lib/domain/documents/passing.ts';
import { findOwnDocument, type StoredDocument } from '#lib/domain/documents/reads.ts';
import { endDocuments, listReplaced } from '#lib/domain/documents/replacing.ts';
import { isCategory } from '#lib/domain/documents/rules.ts';
import { now } from '#lib/platform/clock.ts';
import { getDb, type Tx } from '#lib/platform/db/client.ts';
import { later } from '#lib/platform/db/later.ts';
import { documents } from '#lib/platform/db/schema/documents.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';
import { getScanner } from '#lib/platform/scanner/open.ts';
import type { Verdict } from '#lib/platform/scanner/scanner.ts';
import { exactly } from '#lib/platform/storage/exactly.ts';
import { getStorage } from '#lib/platform/storage/open.ts';

/** How long an upload waits for its verdict: most take milliseconds. */
const SOON_MS = 1_500;
const BATCH = 50;

/**
 * Right after its upload: judged within a moment, or it goes on waiting and is judged behind.
 * Throws `invalid_file` when the scanner refuses it meanwhile; nothing of it stays then.
 */
export async function judgeSoon(document: StoredDocument): Promise<StoredDocument> {
  const judging = judge(document).catch((error: unknown) => {
    log().warn({ err: error, document: document.id }, 'a document waits for the scanner');
  });
  const late = new AbortController();
  await Promise.race([judging, sleep(SOON_MS, undefined, { signal: late.signal })]);
  late.abort();
  const judged = await findOwnDocument(document.accountId, document.id);
  if (judged?.state !== 'infected') return judged ?? document;
  await getDb().write((tx) => tx.delete(documents).where(eq(documents.id, document.id)));
  const message = 'El antivirus encontró un programa dañino en el archivo. No lo guardamos.';
  throw new AppError('invalid_file', { message, fields: { file: message } });
}

/** Judges what waits, the oldest first. A scanner or store out of reach ends the round. */
export async function judgeWaiting(): Promise<number> {
  let judged = 0;
  for (let last: Waiting | undefined; ; ) {
    const batch = await listWaiting(last);
    for (const document of batch) {
      try {
        await judge(document);
        judged += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        log().warn({ err: error.detail.cause, document: document.id }, 'a document still waits');
        if (error.code === 'unavailable' && !(await canGoOn())) return judged;
      }
    }
    if (batch.length < BATCH) return judged;
    last = batch.at(-1);
  }
}

/** One file that breaks the scanner's connection must not keep the others waiting. */
async function canGoOn(): Promise<boolean> {
  return Promise.all([getScanner()?.ping(), getStorage().ping()]).then(
    () => true,
    () => false,
  );
}

type Waiting = Pick<StoredDocument, 'id' | 'accountId' | 'objectKey' | 'size' | 'changedAt'>;

async function listWaiting(last: Waiting | undefined): Promise<Waiting[]> {
  return getDb()
    .read.select()
    .from(documents)
    .where(
      and(
        passing,
        eq(documents.state, 'waiting'),
        last &&
          or(
            gt(documents.changedAt, last.changedAt),
            and(eq(documents.changedAt, last.changedAt), gt(documents.id, last.id)),
          ),
      ),
    )
    .orderBy(asc(documents.changedAt), asc(documents.id))
    .limit(BATCH);
}

/** Without a scanner (any more) what waits is kept, as if it came today. */
async function judge(document: Waiting): Promise<void> {
  const scanner = getScanner();
  const verdict: Verdict = scanner
    ? await scanner.scan(async () => {
        const bytes = await getStorage().read(document.objectKey);
        if (!bytes) throw new AppError('document_not_found');
        return exactly(bytes, document.size);
      })
    : { clean: true };
  const at = now();
  const scannedAt = scanner ? at : null;
  const ended = await getDb().write((tx) =>
    verdict.clean
      ? keep(tx, document.id, at, scannedAt)
      : refuse(tx, document, { at, finding: verdict.finding }),
  );
  await removeObjects(ended);
}

type Ended = { id: string; objectKey: string }[];

/** The newcomer stands, and what it replaces ends. */
async function keep(tx: Tx, id: string, at: number, scannedAt: number | null): Promise<Ended> {
  const [kept] = await tx
    .update(documents)
    .set({ state: 'kept', changedAt: at, scannedAt })
    .where(and(eq(documents.id, id), eq(documents.state, 'waiting')))
    .returning();
  if (!kept || !isCategory(kept.category)) return [];
  const ended = await listReplaced(tx, { ...kept, category: kept.category });
  await endDocuments(tx, ended, at);
  return ended;
}

/** Its owner sees why; the object is left to a row of its own, which ends with it. */
async function refuse(
  tx: Tx,
  { id, accountId, objectKey }: Waiting,
  { at, finding }: { at: number; finding: string },
): Promise<Ended> {
  const values = { state: 'infected', objectKey: '', scannedAt: at, changedAt: at } as const;
  const [row] = await tx
    .update(documents)
    .set({ ...values, finding, replaces: null })
    .where(and(eq(documents.id, id), eq(documents.state, 'waiting')))
    .returning();
  if (!row) return [];
  const remains = { ...row, id: randomId(), fileId: randomId(), objectKey };
  await later(tx, tx.insert(documents).values({ ...remains, state: 'removing' }));
  await audit(
    tx,
    { requestId: 'scanner', address: '', now: at },
    { accountId, action: 'document.infected', actor: 'scanner' },
  );
  return [remains];
}
