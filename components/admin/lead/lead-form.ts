import type { Lead } from '#lib/domain/requests/team/view.ts';

/** Props of all sections of a lead's page. */
export type LeadPartProps = {
  lead: Lead;
  me: string;
  /** Query of the list that the lead was opened from. */
  list: string;
  now: number;
  /** Typed values and their errors, after a refusal. */
  values: Record<string, string>;
  errors: Record<string, string>;
};

/**
 * Id of the form of the note. Buttons elsewhere on the page join it by `form`, so that they also send
 * a note that is being written. Reply, conditions and requested documents have forms of their own.
 */
export const LEAD_FORM = 'accion';

/** Returns a query with the list's query in `lista`, so that pages can link back to it. */
export function fromList(list: string): string {
  return list ? `?${new URLSearchParams({ lista: list })}` : '';
}

export function leadHref(id: number, list: string): string {
  return `/admin/leads/${id}${fromList(list)}`;
}
