import { z } from 'zod';
import { postSendShares } from '#lib/domain/share-links/operations.ts';
import { sendSharesBody } from '#lib/domain/share-links/schema.ts';
import { formOf } from '#lib/http/forms/form-route.ts';

export const { GET, POST } = formOf(postSendShares, {
  body: z
    .object({
      ids: z
        .string()
        .max(2000)
        .transform((ids) => ids.split(' ')),
    })
    .pipe(sendSharesBody),
  to: '?aviso=enviado',
});
