import { listLeads } from '#lib/domain/inbox/reads/list-leads.ts';
import { numberOf, readSearch } from '#lib/domain/inbox/rules.ts';

/** The lead that a text can only mean: the one of that number, or all that a search finds. */
export async function findOnly(text: string, me: string): Promise<number | null> {
  const { leads, before } = await listLeads({ q: text }, { me, limit: 2 });
  const [first] = leads;
  const isNumbered = first && numberOf(first) === readSearch(text).number;
  return first && (isNumbered || (leads.length === 1 && before === null)) ? first.id : null;
}
