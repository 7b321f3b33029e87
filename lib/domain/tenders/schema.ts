import type { TenderEvent } from '#lib/domain/leads/schema.ts';
import type { PageTerms } from '#lib/domain/marketplace/reads/guarantees.ts';
import type { TenderFacts } from '#lib/platform/mercado-publico/mapper.ts';

export type Change = Pick<TenderEvent, 'what' | 'from' | 'closesAt'>;

/** A change on its way to who named the tender; what each has still to be told follows `after`. */
export type PendingNews = {
  at: number;
  changes: Change[];
  suppliers: TenderFacts['suppliers'];
  terms: PageTerms[];
  of: 'leads' | 'guarantees';
  after: number;
};
