import { createContext, use } from 'react';
import { HOLDER_FIELD } from '#lib/platform/operations/holder-field.ts';

/** The account holder for whom a page was rendered, and whether the person may only read. */
export const PageHolder = createContext<{ id: string | null; isReader: boolean }>({
  id: null,
  isReader: false,
});

/** Returns the URL of a form with the account holder of the page. */
export function useAction<A extends string | undefined>(action: A): A | string {
  const { id } = use(PageHolder);
  if (!action || !id) return action;
  return `${action}${action.includes('?') ? '&' : '?'}${HOLDER_FIELD}=${id}`;
}
