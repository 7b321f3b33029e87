import { postBulkUndo } from '#lib/domain/requests/team/bulk-operations.ts';
import { type Fields, parentPath } from '#lib/http/forms/form.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { leadPage } from '#lib/http/forms/lead-pages.ts';

export const { GET, POST } = formRoute(postBulkUndo, {
  back: (path, { lead }) => leadPage(lead) ?? parentPath(path),
  to: ({ reply, fields }: { reply: string; fields: Fields }) =>
    fields.lead ? `${reply}&hecha=${fields.hecha ?? ''}#acciones` : reply,
});
