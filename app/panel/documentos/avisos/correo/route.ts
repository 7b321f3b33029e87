import { z } from 'zod';
import { putAlertMails } from '#lib/domain/alerts/operations.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(putAlertMails, {
  body: z
    .object({ activar: z.enum(['si', 'no'], 'Elige si quieres recibir los avisos.') })
    .transform(({ activar }) => ({ enabled: activar === 'si' })),
  to: ({ body }) => `?aviso=correo-${body.enabled ? 'si' : 'no'}`,
});
