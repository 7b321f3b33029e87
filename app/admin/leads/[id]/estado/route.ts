import { noteParam, previousValueParam } from '#app/admin/_lib/lead-forms.ts';
import { postState } from '#lib/domain/requests/team/operations.ts';
import { isExplained, missingReasonError, stateBody } from '#lib/domain/requests/team/schema.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postState, {
  /** An undo, which sends no `seen`, needs no reason. */
  body: stateBody.refine(
    ({ seen: shownState, ...move }) =>
      shownState === undefined || shownState === move.state || isExplained(move),
    { path: ['reason'], error: missingReasonError },
  ),
  to: ({ fields }) =>
    `?aviso=estado${previousValueParam(fields.seen && `${fields.seen} ${fields.tenia ?? ''}`.trim())}${noteParam(fields)}#acciones`,
});
