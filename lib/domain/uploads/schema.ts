import { z } from 'zod';
import { docs, type FieldDocs, line } from '#lib/platform/operations/fields.ts';
import { kinds } from '#lib/platform/storage/inspection/accepted.ts';

export const uploadKinds = ['contrato', 'adicional'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** A request is incomplete without a file of these kinds. Other files are optional. */
export const neededKinds = ['contrato'] as const satisfies UploadKind[];

/** A file of a request: its kind, or the id of one that was added later. */
export const requestFile = z.string().regex(/^(contrato|adicional|[\w-]{22})$/);

const kind = z.enum(uploadKinds, 'Elige contrato o adicional.');

export const acceptedText = `Usa uno de estos formatos: ${kinds
  .map(({ extensions }) => extensions[0])
  .join(', ')
  .toUpperCase()}.`;

const sizeText =
  'Bytes of the file. The address then takes exactly so many; more than the largest file is 413.';

export const uploadUrlQuery = z.object({
  type: kind,
  fileName: line('Ingresa el nombre del archivo.', 255),
  contentType: line('Ingresa el tipo del archivo.', 255).default('application/octet-stream'),
  size: z
    .preprocess(
      (size) =>
        /^(0|[1-9]\d*)$/.test(String(size))
          ? Math.min(Number(size), Number.MAX_SAFE_INTEGER)
          : size,
      z.int('Ingresa el tamaño en bytes, solo con dígitos.').min(1, 'El archivo está vacío.'),
    )
    .optional()
    .meta({ description: sizeText, maximum: 10 * 1024 * 1024 }),
  csrfToken: z.string().optional(),
});

export const uploadProxyFields = z.object({ type: kind });

export const uploadDocs: FieldDocs = {
  type: docs('What the file is: the contract, or anything else that helps.', 'contrato'),
  fileName: docs('Name of the file, with its extension; kept for display.', 'contrato.pdf'),
  contentType: docs('A hint: the kind is known by the content.', 'application/pdf'),
  presignedUrl: docs('Where to `PUT` the bytes of the file, for 15 minutes.'),
  downloadUrl: docs('Where the file will be; goes into `contratoUrl` or `adicionalUrl`.'),
};
