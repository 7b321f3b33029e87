import { z } from 'zod';
import { bulkAccess, leadPage } from '#app/admin/_lib/lead-forms.ts';
import { withChosenLeads } from '#lib/domain/requests/team/list-query.ts';
import { bulkUndo, outcomeSearchParams } from '#lib/domain/requests/team/writes/bulk-undo.ts';
import { type Fields, parentPath } from '#lib/http/forms/form.ts';
import { form } from '#lib/http/forms/form-route.ts';
import { requestStates } from '#lib/platform/db/schema/request-states.ts';
import { optional } from '#lib/platform/operations/fields.ts';

/**
 * Undoes a bulk act. Each field `lead-<id>` has the value before the act, `a` the state that the
 * act set.
 */
export const { GET, POST } = form({
  ...bulkAccess,
  body: withChosenLeads({
    hecha: z.enum(['asignadas', 'atendidas', 'estados']),
    a: optional(z.enum(requestStates)),
    lead: z.string().optional(),
  }),
  back: (path: string, { lead }: Fields) => leadPage(lead) ?? parentPath(path),
  handler: async (ctx, { body: { lead, ...act } }) => {
    const next = outcomeSearchParams('deshechas', await bulkUndo(ctx, act));
    return lead ? `${next}&hecha=${act.hecha}#acciones` : next;
  },
});
