import { readText } from '#lib/domain/documents/reading/read-text.ts';
import type { DocumentReading } from '#lib/domain/documents/schema.ts';
import { documentText } from '#lib/platform/files/document-text.ts';
import { firmMakers } from '#tests/support/synthetic-documents/company-documents.ts';
import {
  type DocumentFacts,
  type DocumentMaker,
  pdfOf,
} from '#tests/support/synthetic-documents/document.ts';
import { guaranteeMakers } from '#tests/support/synthetic-documents/guarantees.ts';
import { layoutMakers } from '#tests/support/synthetic-documents/layouts.ts';
import { otherMakers, stateMakers } from '#tests/support/synthetic-documents/state-documents.ts';
import { syntheticWorld } from '#tests/support/synthetic-documents/world.ts';

export const documentMakers: Record<string, DocumentMaker> = {
  ...stateMakers,
  ...firmMakers,
  ...layoutMakers,
  ...guaranteeMakers,
  ...otherMakers,
};

/** Makes a document and its facts. */
export async function createDocument(kind: string, n = 1) {
  const document = documentMakers[kind]?.(syntheticWorld(n));
  if (!document) throw new Error(`no document ${kind}`);
  return { truth: document.truth, ...document.truth, bytes: await pdfOf(document) };
}

export type FieldVerdict = 'right' | 'silent' | 'wrong';
export type FieldMiss = { kind: string; n: number; field: string; wanted: unknown; read: unknown };
export type ReadingScore = {
  table: Map<string, Map<string, Record<FieldVerdict, number>>>;
  misses: FieldMiss[];
};

/** Reads `each` made documents of every kind and compares each field with the truth. */
export async function scoreReadings(
  each: number,
  read: (pdf: Buffer) => Promise<DocumentReading> = async (pdf) =>
    await readText(await documentText(new Uint8Array(pdf))),
): Promise<ReadingScore> {
  const score: ReadingScore = { table: new Map(), misses: [] };
  for (const [kind, maker] of Object.entries(documentMakers)) {
    for (let n = 1; n <= each; n += 1) {
      const document = maker(syntheticWorld(n * 31 + kind.length));
      compare(score, { kind, n }, document.truth, await read(await pdfOf(document)));
    }
  }
  return score;
}

function compare(
  score: ReadingScore,
  at: { kind: string; n: number },
  truth: DocumentFacts,
  read: DocumentReading,
) {
  const isMissed = truth.expiresAt !== undefined && read.expiresAt === undefined;
  const wanted = flat({ ...truth, ...(isMissed && { endUnread: true }) });
  const got = flat(read);
  for (const field of fields) {
    const [right, statement] = [wanted[field], got[field]];
    if (right === undefined && statement === undefined && field !== 'category') continue;
    const verdict = statement === right ? 'right' : statement === undefined ? 'silent' : 'wrong';
    const row = score.table.get(at.kind) ?? new Map();
    const cell = row.get(field) ?? { right: 0, silent: 0, wrong: 0 };
    cell[verdict] += 1;
    score.table.set(at.kind, row.set(field, cell));
    if (verdict !== 'right') score.misses.push({ ...at, field, wanted: right, read: statement });
  }
}

export const fields =
  'category issuedAt expiresAt endUnread rut issuerName issuerNumber amount currency validFrom validTo tenderId beneficiaryRut type instrument holderName glosa'.split(
    ' ',
  );

function flat({ guarantee, ...facts }: DocumentFacts): Record<string, unknown> {
  return { ...facts, ...guarantee };
}
