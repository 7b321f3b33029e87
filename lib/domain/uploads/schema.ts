import { z } from 'zod';
import { line } from '#lib/platform/fields.ts';
import { acceptedExtensions } from '#lib/platform/storage/accepted.ts';

export const uploadKinds = ['contrato', 'adicional'] as const;
export type UploadKind = (typeof uploadKinds)[number];

const kind = z.enum(uploadKinds, 'Elige contrato o adicional.');

export const acceptedText = `Usa uno de estos formatos: ${acceptedExtensions.join(', ').toUpperCase()}.`;

/** Query of `GET /api/guarantees/upload-url` (contract 4.3). */
export const uploadUrlQuery = z.object({
  type: kind,
  fileName: line('Ingresa el nombre del archivo.', 255),
  contentType: line('Ingresa el tipo del archivo.', 255).default('application/octet-stream'),
  csrfToken: z.string().optional(),
});

export const uploadProxyFields = z.object({ type: kind });
