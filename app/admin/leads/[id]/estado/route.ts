import { noteQuery, previousValueQuery } from '#app/admin/_lib/lead-forms.ts';
import { fromList } from '#components/admin/lead/lead-form.ts';
import { postState } from '#lib/domain/requests/team/operations.ts';
import { isExplained, missingReasonError, stateBody } from '#lib/domain/requests/team/schema.ts';
import type { Fields } from '#lib/http/forms/form.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

/** Returns the page for recording a guarantee if its button was pressed, else null. */
function recordPage(page: string, { emision = '', lista }: Fields): string | null {
  if (!/^\d{1,3}$/.test(emision)) return null;
  return `${page}/emision/${emision}${fromList(lista)}`;
}

export const { GET, POST } = formOf(postState, {
  /** An undo, which sends no `seen`, needs no reason. */
  body: stateBody.refine(
    ({ seen: shownState, ...move }) =>
      shownState === undefined || shownState === move.state || isExplained(move),
    { path: ['reason'], error: missingReasonError },
  ),
  to: ({ fields, page }) =>
    recordPage(page, fields) ??
    `?aviso=estado${previousValueQuery(fields.seen && `${fields.seen} ${fields.tenia ?? ''}`.trim())}${noteQuery(fields)}#acciones`,
});
