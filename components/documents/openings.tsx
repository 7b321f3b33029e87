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

type LinkDocuments = Pick<Share, 'documents'>;

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
          className="border-b border-line py-2"
        >
          {formatDateTime(Date.parse(visit.at))} · {visit.device}, {networkText(visit.place)}
          <VisitedDocuments {...{ share, visit }} />
        </li>
      ))}
    </ol>
  );
}

/** Shows what was seen and downloaded in a visit, each document once. */
function VisitedDocuments({ share, visit }: { share: LinkDocuments; visit: Visit }) {
  const openedByWay = Map.groupBy(visit.openedDocuments, ({ way }) => way);
  return [...openedByWay].map(([way, opened]) => {
    const verb = way ? openingCopy[way] : 'Abierto';
    const names = opened.map(({ documentId, times }) => {
      const name = way === 'enter' ? '' : nameIn(share, documentId);
      return [name, times > 1 && `${times} veces`].filter(Boolean).join(', ');
    });
    return (
      <span key={verb} className="block break-words text-ink-soft">
        {[verb, names.filter(Boolean).join('; ')].filter(Boolean).join(': ')}
      </span>
    );
  });
}

function nameIn({ documents }: LinkDocuments, id: string | null): string {
  if (id === null) return 'todos juntos';
  const document = documents.find((candidate) => candidate.id === id);
  if (!document) return 'una versión anterior';
  return document.fileName ? linkDocumentName(documents, document) : 'uno que ya no está';
}
