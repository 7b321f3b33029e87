import type { Lead } from '#lib/domain/requests/team/view.ts';

export type LeadPartProps = {
  lead: Lead;
  me: string;
  /** The query of the list from which the lead was opened. */
  list: string;
  now: number;
  /** Typed values and their errors after a refusal. */
  values: Record<string, string>;
  errors: Record<string, string>;
};

/**
 * Id of the note's form. Buttons elsewhere on the page belong to it through `form`, so they also
 * send a note that is being written. Reply, conditions and requested documents have forms of their
 * own.
 */
export const LEAD_FORM = 'accion';

/**
 * Returns a query that has the list's query in `lista`. Pages link back to the list with it.
 * `joint` is `&` if other parameters come before it.
 */
export function fromList(list: string | undefined, joint: '?' | '&' = '?'): string {
  return list ? `${joint}${new URLSearchParams({ lista: list })}` : '';
}

export function leadHref(id: number, list: string): string {
  return `/admin/leads/${id}${fromList(list)}`;
}
