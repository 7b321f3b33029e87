import { z } from 'zod';
import { csrfToken, singleLineText } from '#lib/platform/operations/fields.ts';

export const uploadKinds = ['contrato', 'adicional'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** A request is incomplete without a file of these kinds. Other files are optional. */
export const neededKinds = ['contrato'] as const satisfies UploadKind[];

/** Names a file of a request by its kind, or by its id if it was added later. */
export const requestFile = z.string().regex(/^(contrato|adicional|[\w-]{22})$/);

const type = z
  .enum(uploadKinds, 'Elige contrato o adicional.')
  .describe('What the file is: the contract, or anything else that helps.');

export const uploadUrlQuery = z.object({
  type,
  fileName: singleLineText('Ingresa el nombre del archivo.', 255).describe(
    'Name, with its extension.',
  ),
  contentType: singleLineText('Ingresa el tipo del archivo.', 255)
    .default('application/octet-stream')
    .describe('A hint: the kind is known by the content.'),
  size: z
    .preprocess(
      (size) =>
        /^(0|[1-9]\d*)$/.test(String(size))
          ? Math.min(Number(size), Number.MAX_SAFE_INTEGER)
          : size,
      z.int('Ingresa el tamaño en bytes, solo con dígitos.').min(1, 'El archivo está vacío.'),
    )
    .optional()
    .meta({
      description: 'Bytes of the file; the address takes exactly so many. Too many are 413.',
      maximum: 10 * 1024 * 1024,
    }),
  csrfToken: csrfToken.optional(),
});

export const uploadProxyFields = z.object({ type });

export const downloadUrl = z
  .url()
  .describe('Where the file will be; goes into `contratoUrl` or `adicionalUrl`.');
