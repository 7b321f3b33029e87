import {
  documentsInStates,
  MAX_DAYS_TO_SEND,
  MAX_OWED_DOCUMENTS,
  type RequestedDocument,
} from '#lib/domain/requests/requested-documents/rules.ts';
import { formatCount, formatDate } from '#lib/platform/chile/format.ts';

export const requestRefusals = {
  decided: 'La solicitud está rechazada o emitida. Cambia su estado antes de pedir documentos.',
  none: 'Elige qué documentos pedir.',
  tooMany: `Pide hasta ${MAX_OWED_DOCUMENTS} documentos a la vez.`,
  when: `Elige una fecha desde hoy, hasta ${MAX_DAYS_TO_SEND} días más.`,
  over: 'Tu asesor ya no espera ese documento. Si lo tienes, responde el correo que te enviamos.',
} as const;

/** Returns `2 de 3 recibidos` for the team, or null when no document is requested. */
export function receivedCountTag(requested: readonly RequestedDocument[], now: number) {
  const total = documentsInStates(['received', 'missing', 'late'], requested, now).length;
  const received = documentsInStates(['received'], requested, now).length;
  if (total === 0) return null;
  const tone = received === total ? ('success' as const) : ('info' as const);
  return { tone, label: `${received} de ${total} recibidos` };
}

/** Names the missing documents and the last day to send them, or returns an empty text. */
export function awaitedText(requested: readonly RequestedDocument[], now: number): string {
  const missing = documentsInStates(['missing'], requested, now);
  if (!missing[0]) return '';
  const titles = new Intl.ListFormat('es-CL').format(missing.map(({ title }) => title));
  return `Falta enviar, hasta el ${formatDate(missing[0].until)}: ${titles}.`;
}

export function requestedTexts(requested: readonly RequestedDocument[], now: number): string[] {
  const receivedCount = documentsInStates(['received'], requested, now).length;
  const [next, ...laterOnes] = documentsInStates(['missing'], requested, now);
  const overTitles = documentsInStates(['late', 'revoked'], requested, now).map(
    ({ title }) => title,
  );
  const documentsText =
    laterOnes.length === 0 ? 'un documento' : `${laterOnes.length + 1} documentos`;
  return [
    ...(next ? [`Tu asesor espera ${documentsText} hasta el ${formatDate(next.until)}.`] : []),
    ...(receivedCount > 0
      ? [`Recibimos ${formatCount(receivedCount, 'documento', 'documentos')} de lo que te pedimos.`]
      : []),
    ...(overTitles.length > 0
      ? [
          `Tu asesor ya no espera: ${overTitles.join(', ')}. Si lo tienes, responde el correo que te enviamos.`,
        ]
      : []),
  ];
}
