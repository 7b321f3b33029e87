import { afterLead } from '#app/admin/leads/after-lead.ts';
import { postAssign } from '#lib/domain/inbox/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postAssign, {
  back: parentPath,
  keep: ['text'],
  done: afterLead('asignada', 'acciones'),
});
