import type { ErasureCounts } from '#lib/domain/erasure/reads.ts';
import { formatCount } from '#lib/platform/chile/format.ts';

const nouns: Record<keyof ErasureCounts, readonly [one: string, many: string]> = {
  requests: ['solicitud', 'solicitudes'],
  messages: ['mensaje', 'mensajes'],
  meetings: ['reunión', 'reuniones'],
  drafts: ['borrador', 'borradores'],
};

/**
 * Returns text such as `2 solicitudes y 1 mensaje`, or an empty text if nothing would be erased.
 */
export function erasableText(counts: ErasureCounts): string {
  const parts = Object.entries(nouns).flatMap(([kind, [singular, plural]]) => {
    const count = counts[kind as keyof ErasureCounts]; // Object.entries widens the keys to string
    return count === 0 ? [] : [formatCount(count, singular, plural)];
  });
  return new Intl.ListFormat('es-CL').format(parts);
}
