import type { Lead } from '#lib/domain/requests/team/view.ts';

/** What each part of a lead's page is given. */
export type OnLead = {
  lead: Lead;
  me: string;
  /** The query of the list that it was opened from. */
  list: string;
  now: number;
  /** What was typed, and what is wrong with it, after a refusal. */
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** Of a field: its name, what was typed into it or what it begins with, and what is wrong. */
export function fieldsOf({ values, errors }: Pick<OnLead, 'values' | 'errors'>) {
  return (name: string, begins?: string) => ({
    name,
    defaultValue: values[name] ?? begins,
    error: errors[name],
  });
}

/** A lead's page is one form, so that each of its buttons keeps the note being written. */
export const LEAD_FORM = 'accion';

/** Query of a lead's page and of its forms, so that they lead back to the list. */
export function fromList(list: string): string {
  return list ? `?${new URLSearchParams({ lista: list })}` : '';
}

export function leadHref(id: number, list: string): string {
  return `/admin/leads/${id}${fromList(list)}`;
}
