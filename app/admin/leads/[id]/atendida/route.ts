import { afterLead } from '#app/admin/leads/after-lead.ts';
import { postHandled } from '#lib/domain/inbox/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postHandled, {
  back: parentPath,
  keep: ['text'],
  done: afterLead(({ handled }) => (handled === 'no' ? 'abierta' : 'atendida'), 'aviso'),
});
