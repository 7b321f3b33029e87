import { z } from 'zod';
import { deleteSession } from '#lib/domain/accounts/session-operations.ts';
import { safeNext } from '#lib/http/api/safe-next.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(deleteSession, {
  body: z.object({ next: z.string().optional() }),
  to: ({ fields }) => safeNext(fields.next, '/login?aviso=salida'),
});
