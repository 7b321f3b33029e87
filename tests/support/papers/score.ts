import { readText } from '#lib/domain/documents/reading/read-text.ts';
import type { DocumentReading } from '#lib/domain/documents/schema.ts';
import { documentText } from '#lib/platform/files/document-text.ts';
import { firmMakers } from '#tests/support/papers/firms.ts';
import { guaranteeMakers } from '#tests/support/papers/guarantees.ts';
import { layoutMakers } from '#tests/support/papers/layouts.ts';
import { type Facts, type Maker, pdfOf } from '#tests/support/papers/paper.ts';
import { otherMakers, stateMakers } from '#tests/support/papers/state.ts';
import { worldOf } from '#tests/support/papers/world.ts';

export const makers: Record<string, Maker> = {
  ...stateMakers,
  ...firmMakers,
  ...layoutMakers,
  ...guaranteeMakers,
  ...otherMakers,
};

/** Makes a document and its facts. */
export async function madePaper(kind: string, n = 1) {
  const paper = makers[kind]?.(worldOf(n));
  if (!paper) throw new Error(`no paper ${kind}`);
  return { truth: paper.truth, ...paper.truth, bytes: await pdfOf(paper) };
}

export type Verdict = 'right' | 'silent' | 'wrong';
export type Miss = { kind: string; n: number; field: string; wanted: unknown; read: unknown };
export type Score = { table: Map<string, Map<string, Record<Verdict, number>>>; misses: Miss[] };

/** Reads `each` made documents of every kind and compares each field with the truth. */
export async function scorePapers(
  each: number,
  read: (pdf: Buffer) => Promise<DocumentReading> = async (pdf) =>
    await readText(await documentText(new Uint8Array(pdf))),
): Promise<Score> {
  const score: Score = { table: new Map(), misses: [] };
  for (const [kind, maker] of Object.entries(makers)) {
    for (let n = 1; n <= each; n += 1) {
      const paper = maker(worldOf(n * 31 + kind.length));
      compare(score, { kind, n }, paper.truth, await read(await pdfOf(paper)));
    }
  }
  return score;
}

function compare(
  score: Score,
  at: { kind: string; n: number },
  truth: Facts,
  read: DocumentReading,
) {
  const isMissed = truth.expiresAt !== undefined && read.expiresAt === undefined;
  const wanted = flat({ ...truth, ...(isMissed && { endUnread: true }) });
  const got = flat(read);
  for (const field of fields) {
    const [right, said] = [wanted[field], got[field]];
    if (right === undefined && said === undefined && field !== 'category') continue;
    const verdict = said === right ? 'right' : said === undefined ? 'silent' : 'wrong';
    const row = score.table.get(at.kind) ?? new Map();
    const cell = row.get(field) ?? { right: 0, silent: 0, wrong: 0 };
    cell[verdict] += 1;
    score.table.set(at.kind, row.set(field, cell));
    if (verdict !== 'right') score.misses.push({ ...at, field, wanted: right, read: said });
  }
}

export const fields =
  'category issuedAt expiresAt endUnread rut issuerName issuerNumber amount currency validFrom validTo tenderId beneficiaryRut type instrument holderName glosa'.split(
    ' ',
  );

function flat({ guarantee, ...facts }: Facts): Record<string, unknown> {
  return { ...facts, ...guarantee };
}
