import { networkText } from '#components/panel/network-text.ts';
import { openingCopy } from '#lib/domain/share-links/copy.ts';
import type { Share } from '#lib/domain/share-links/schema.ts';
import {
  groupVisits,
  type ListedOpening,
  linkDocumentName,
  type Visit,
} from '#lib/domain/share-links/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type LinkDocuments = Pick<Share, 'documents' | 'codeEmail'>;

/** Shows the latest visits of a link. A page of its own has all of them. */
export function Openings({ share }: { share: Share }) {
  return (
    <div>
      <p className="text-sm font-semibold">Últimas visitas</p>
      <VisitList share={share} openings={share.lastOpenings} />
    </div>
  );
}

export function VisitList({
  share,
  openings,
}: {
  share: LinkDocuments;
  openings: readonly ListedOpening[];
}) {
  return (
    <ol className="mt-1 border-t border-line text-sm">
      {groupVisits(openings).map((visit) => (
        <li
          key={`${visit.at} ${visit.place} ${visit.device}`}
          className="border-b border-line py-2 wrap-anywhere"
        >
          {formatDateTime(Date.parse(visit.at))} · {visitorOf(share)}
          {visit.device}, {networkText(visit.place)}
          <span className="text-ink-soft">{openedText(share, visit)}</span>
        </li>
      ))}
    </ol>
  );
}

/**
 * Shows what was seen and downloaded in a visit, each document once. That the folder was entered is
 * said only if nothing in it was opened.
 */
function openedText(share: LinkDocuments, visit: Visit): string {
  const openedByWay = Map.groupBy(visit.openedDocuments, ({ way }) => way);
  if (openedByWay.size > 1) openedByWay.delete('enter');
  const texts = [...openedByWay].map(([way, opened]) => {
    const verb = way ? openingCopy[way] : 'Abierto';
    if (way === 'enter') return ` · ${verb}, sin abrir documentos`;
    const names = opened.map(({ documentId, times }) => {
      return [nameIn(share, documentId), times > 1 && `${times} veces`].filter(Boolean).join(', ');
    });
    return ` · ${verb}: ${names.join('; ')}`;
  });
  return texts.join('');
}

/** Names who visits: only the reader of this e-mail gets the code that the link requires. */
const visitorOf = ({ codeEmail }: LinkDocuments) => (codeEmail ? `${codeEmail}, ` : '');

function nameIn({ documents }: LinkDocuments, id: string | null): string {
  if (id === null) return 'todos juntos';
  const document = documents.find((candidate) => candidate.id === id);
  if (!document) return 'una versión anterior';
  return document.fileName ? linkDocumentName(documents, document) : 'uno que ya no está';
}
