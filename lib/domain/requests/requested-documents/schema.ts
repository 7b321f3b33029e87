import { z } from 'zod';
import { type CategoryKey, categories, categoryKeys } from '#lib/domain/documents/rules.ts';
import { lastEventField } from '#lib/domain/requests/leads/schema.ts';
import {
  calendarDate,
  maxLength,
  multilineText,
  optional,
  singleLineText,
} from '#lib/platform/operations/fields.ts';

export const MAX_DOCUMENT_NOTE_LENGTH = 500;

/** Categories that an advisor can tick. Other documents are typed by name. */
export const requestableCategories = categoryKeys.filter((key) => key !== 'otros');

const title = singleLineText('Escribe qué documento.');
const titles = multilineText('Escribe qué documentos.')
  .transform((text) => [...new Set(text.split('\n').flatMap((line) => line.trim() || []))])
  .refine(
    (titles) => titles.every((line) => title.safeParse(line).success),
    `Escribe un documento por línea, de hasta ${maxLength.name} letras.`,
  );

/** A form with `doc-<category>` for each ticked box. `dejar` is the button that revokes all. */
export const requestDocumentsForm = z
  .looseObject({
    otros: optional(titles),
    hasta: calendarDate('Ingresa hasta cuándo.'),
    mensaje: optional(multilineText('Escribe el mensaje.', MAX_DOCUMENT_NOTE_LENGTH)),
    dejar: z.literal('si').optional(),
    lastEvent: lastEventField,
  })
  .transform(({ otros = [], hasta: until, mensaje: note, dejar, lastEvent, ...fields }) => ({
    requestedDocuments: [
      ...requestableCategories.flatMap((category) =>
        `doc-${category}` in fields ? [documentOf(category)] : [],
      ),
      ...otros.map((title) => ({ category: null, title })),
    ],
    until,
    note,
    revoke: dejar === 'si',
    lastEvent,
  }));
export type NewDocumentRequest = z.output<typeof requestDocumentsForm>;

function documentOf(category: CategoryKey) {
  return { category, title: categories[category].label };
}

export function requestedFieldName(id: number): `pedido-${number}` {
  return `pedido-${id}`;
}
