import { afterLead } from '#app/admin/leads/after-lead.ts';
import { postState } from '#lib/domain/inbox/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postState, {
  back: parentPath,
  keep: ['text'],
  done: afterLead('estado', 'acciones'),
});
