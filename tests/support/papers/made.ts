import { pdfOf } from '#tests/support/papers/paper.ts';
import { paperOf } from '#tests/support/papers/score.ts';

/** A made paper and what it says. */
export async function madePaper(kind: string, n = 1) {
  const paper = paperOf(kind, n);
  if (!paper) throw new Error(`no paper ${kind}`);
  return { ...paper.truth, bytes: await pdfOf(paper) };
}
