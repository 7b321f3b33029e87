import { sql } from 'drizzle-orm';
import { type StepId, stepIds, steps } from '#lib/domain/drafts/steps.ts';
import type { Submission } from '#lib/domain/requests/submissions/schema.ts';
import { isoDay } from '#lib/platform/chile/format.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { now } from '#lib/platform/process/clock.ts';
import { createCounter } from '#lib/platform/process/counter.ts';

type CountedPage = StepId | 'enviada';
export type Variant = Submission['sistemaLicitacion'];
export const pageVariants: readonly Variant[] = ['chilecompra', 'privados'];

/** Lists the counted pages of a variant, in the order of the wizard. */
export function listCountedPages(variant: Variant): CountedPage[] {
  const shownSteps = stepIds.filter(
    (id) => id !== 'tipo' && (steps[id].variant ?? variant) === variant,
  );
  return [...shownSteps, 'enviada'];
}

/**
 * Returns the key under which `page_counts` counts a page. The page `tipo` has no variant, because
 * the variant is chosen there.
 */
export function pageCountKey(page: CountedPage, variant: unknown): string {
  return page === 'tipo' ? page : `${variant === 'privados' ? 'privados' : 'chilecompra'}/${page}`;
}

const counter = createCounter('pages-counted', (counts) => {
  const rows = counts.map(([key, added]) => [...JSON.parse(key), added]);
  return getDb().write((tx) =>
    tx.run(sql`insert into page_counts (day, page, total)
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(rows)}) where true
      on conflict (day, page) do update set total = total + excluded.total`),
  );
});

/**
 * Counts a visit to a page of the wizard. Only a number per day is stored, without personal data,
 * and it is written within a minute.
 */
export function countPage(page: CountedPage, variant?: unknown): void {
  counter.add(JSON.stringify([isoDay(now()), pageCountKey(page, variant)]));
}

export const writePageCounts = counter.write;
