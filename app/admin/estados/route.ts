import { bulkForm } from '#app/admin/_lib/lead-forms.ts';
import { withChosenLeads } from '#lib/domain/requests/team/list-query.ts';
import { isExplained, missingReasonError, stateBody } from '#lib/domain/requests/team/schema.ts';
import { changeStates } from '#lib/domain/requests/team/writes/bulk-changes.ts';
import { bulkStateField, outcomeSearchParams } from '#lib/domain/requests/team/writes/bulk-undo.ts';
import { form } from '#lib/http/forms/form-route.ts';

/**
 * Moves the chosen requests to a state. After a minute each applicant whose request moved gets a
 * mail, unless the state has none.
 */
export const { GET, POST } = form({
  ...bulkForm,
  body: withChosenLeads({ state: bulkStateField, reason: stateBody.shape.reason }).refine(
    isExplained,
    {
      path: ['reason'],
      error: missingReasonError,
    },
  ),
  handler: async (ctx, { body: { ids, state: to, reason, ...boxes } }) => {
    const shownStateOf = (id: number) => bulkStateField.safeParse(boxes[`lead-${id}`]).data;
    const outcome = await changeStates(ctx, ids, { to, reason, shownStateOf });
    return `${outcomeSearchParams('estados', outcome)}&a=${to}`;
  },
});
