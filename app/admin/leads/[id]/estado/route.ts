import { postState } from '#lib/domain/requests/team/operations.ts';
import { isExplained, stateBody, unexplained } from '#lib/domain/requests/team/schema.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { noteQuery, previousValueQuery } from '#lib/http/forms/lead-pages.ts';

export const { GET, POST } = formRoute(postState, {
  /** An undo sends no `seen`, and needs no reason. */
  body: stateBody.refine(
    ({ seen, ...move }) => seen === undefined || seen === move.state || isExplained(move),
    { path: ['reason'], error: unexplained },
  ),
  keep: ['text', 'state', 'reason'],
  to: ({ fields }) =>
    `?aviso=estado${previousValueQuery(fields.seen && `${fields.seen} ${fields.tenia ?? ''}`.trim())}${noteQuery(fields)}#acciones`,
});
