import { bulkForm } from '#app/admin/_lib/lead-forms.ts';
import { withChosenLeads } from '#lib/domain/requests/team/list-query.ts';
import { assignBody } from '#lib/domain/requests/team/schema.ts';
import { assignLeads } from '#lib/domain/requests/team/writes/bulk-changes.ts';
import { outcomeSearchParams } from '#lib/domain/requests/team/writes/bulk-undo.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...bulkForm,
  body: withChosenLeads({ assignedTo: assignBody.shape.assignedTo }),
  handler: async (ctx, { body: { ids, assignedTo } }) =>
    outcomeSearchParams('asignadas', await assignLeads(ctx, ids, assignedTo)),
});
