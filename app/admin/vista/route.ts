import { inboxSearchParams } from '#lib/domain/requests/team/list-query.ts';
import { viewForm } from '#lib/domain/requests/team/schema.ts';
import { removeView, saveView } from '#lib/domain/requests/team/writes/saved-views.ts';
import { form } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = form({
  auth: 'admin',
  limit: { name: 'admin/views', points: 60, seconds: 600, per: 'account' },
  body: viewForm,
  handler: async (ctx, { body: { quitar, nombre, lista: typed } }) => {
    const lista = inboxSearchParams(typed);
    await (quitar ? removeView(ctx, lista) : saveView(ctx, { nombre, lista }));
    return `?aviso=${quitar ? 'sin-vista' : 'vista'}`;
  },
});
