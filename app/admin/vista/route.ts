import { z } from 'zod';
import { inboxQuery } from '#lib/domain/requests/team/list-query.ts';
import { removeView, saveView } from '#lib/domain/requests/team/writes/saved-views.ts';
import { formRoute } from '#lib/http/forms/form-route.ts';
import { line, optional } from '#lib/platform/operations/fields.ts';

export const { GET, POST } = formRoute({
  path: '/admin/vista',
  auth: 'admin',
  limit: { name: 'admin/views', points: 60, seconds: 600, per: 'account' },
  body: z.object({
    nombre: line('Ponle un nombre a la vista.', 40),
    lista: z.string().max(1000).transform(inboxQuery),
    quitar: optional(z.literal('si')),
  }),
  handler: async (ctx, { body: { quitar, ...view } }) => {
    await (quitar ? removeView(ctx, view.lista) : saveView(ctx, view));
    return `?aviso=${quitar ? 'sin-vista' : 'vista'}`;
  },
});
