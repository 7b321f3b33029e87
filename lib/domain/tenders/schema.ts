import type { PageTerms } from '#lib/domain/marketplace/reads/guarantees.ts';
import type { TenderEvent } from '#lib/domain/requests/leads/tender-schema.ts';
import type { MappedTender } from '#lib/platform/mercado-publico/mapper.ts';

export type Change = Pick<TenderEvent, 'what' | 'from' | 'closesAt'>;

/**
 * Changes of a tender. Rows of the table `of` with an id above `after` were not notified of them
 * yet.
 */
export type PendingNews = {
  at: number;
  changes: Change[];
  suppliers: MappedTender['suppliers'];
  terms: PageTerms[];
  of: 'leads' | 'guarantees';
  after: number;
};
