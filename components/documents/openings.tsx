import { placeText } from '#components/panel/place-text.ts';
import { openingCopy } from '#lib/domain/share-links/copy.ts';
import type { Share } from '#lib/domain/share-links/schema.ts';
import { listedName } from '#lib/domain/share-links/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

export function Openings({ share }: { share: Share }) {
  const nameOf = (id: string | null) => {
    if (id === null) return 'Todos juntos';
    const shownDocument = share.documents.find((document) => document.id === id);
    if (!shownDocument) return 'Una versión anterior';
    return shownDocument.fileName
      ? listedName(share.documents, shownDocument)
      : 'Uno que ya no está';
  };
  return (
    <div>
      <p className="text-sm font-semibold">Últimas aperturas</p>
      <ol className="mt-1 border-t border-line text-sm">
        {share.lastOpenings.map(({ at, place, device, documentId, way }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: openings have no id and the list never moves
          <li key={n} className="border-b border-line py-2">
            {formatDateTime(Date.parse(at))} · {way && `${openingCopy[way]} · `}
            {device}, {placeText(place)}
            {way !== 'enter' && (share.documents.length > 1 || share.documents[0]?.renewedAt) && (
              <span className="block break-words text-ink-soft">{nameOf(documentId)}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
