import { afterLead } from '#app/admin/leads/after-lead.ts';
import { postNote } from '#lib/domain/inbox/operations.ts';
import { formRoute, parentPath } from '#lib/http/form.ts';

export const POST = formRoute(postNote, {
  back: parentPath,
  keep: ['text'],
  done: afterLead('nota', 'historia'),
});
