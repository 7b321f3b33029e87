import { bulkForm } from '#app/admin/_lib/lead-forms.ts';
import { withChosen } from '#lib/domain/requests/team/list-query.ts';
import { bulkMarkHandled } from '#lib/domain/requests/team/writes/bulk-changes.ts';
import { outcomeText } from '#lib/domain/requests/team/writes/bulk-undo.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { getDb } from '#lib/platform/db/client.ts';

export const { GET, POST } = formRoute({
  ...bulkForm,
  path: '/admin/atendidas',
  body: withChosen({}),
  handler: async (ctx, { body: { ids } }) =>
    outcomeText('atendidas', await getDb().write((tx) => bulkMarkHandled(tx, ctx, ids, true))),
});
