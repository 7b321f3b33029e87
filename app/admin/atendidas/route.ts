import { bulkForm } from '#app/admin/_lib/lead-forms.ts';
import { withChosenLeads } from '#lib/domain/requests/team/list-query.ts';
import { markLeadsHandled } from '#lib/domain/requests/team/writes/bulk-changes.ts';
import { outcomeSearchParams } from '#lib/domain/requests/team/writes/bulk-undo.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  ...bulkForm,
  body: withChosenLeads({}),
  handler: async (ctx, { body: { ids } }) =>
    outcomeSearchParams('atendidas', await markLeadsHandled(ctx, ids)),
});
