import type { PageTerms } from '#lib/domain/marketplace/reads/guarantees.ts';
import type { TenderEvent } from '#lib/domain/requests/leads/schema.ts';
import type { TenderFacts } from '#lib/platform/mercado-publico/mapper.ts';

export type Change = Pick<TenderEvent, 'what' | 'from' | 'closesAt'>;

/** Changes of a tender. Requests or guarantees with ids above `after` are still to be notified. */
export type PendingNews = {
  at: number;
  changes: Change[];
  suppliers: TenderFacts['suppliers'];
  terms: PageTerms[];
  of: 'leads' | 'guarantees';
  after: number;
};
