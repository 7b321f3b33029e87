import { DocumentBar } from '#components/share-links/document-bar.tsx';
import { DocumentIndex, DocumentNeighbours } from '#components/share-links/document-neighbours.tsx';
import {
  fileHref,
  isCounted,
  LinkContact,
  LinkHeading,
  LinkLimits,
  NoteToVisitor,
  type SharedFile,
  type SharedLinkProps,
} from '#components/share-links/link-heading.tsx';
import { PdfPages } from '#components/share-links/pdf-pages.tsx';
import { Picture } from '#components/share-links/picture.tsx';
import { EstimateNote, ValidityText } from '#components/share-links/validity-text.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { documentTitle, isShownEstimate, kindName } from '#lib/domain/documents/view.ts';
import { notPreviewableText, watermarkText } from '#lib/domain/share-links/copy.ts';
import { formatDate, formatDateTime, formatSize } from '#lib/platform/chile/format.ts';
import { isPreviewable } from '#lib/platform/storage/inspection/accepted.ts';

type Props = { shared: SharedLinkProps; file: SharedFile };

/**
 * Shows a document with its bar, and a preview if that does not count as an opening. If it would
 * count, a button takes the place of the preview. `viewer` is the path of pdf.js.
 */
export function DocumentView({ shared, file, viewer }: Props & { viewer: string }) {
  const { link, now } = shared;
  const src = fileHref(shared, { file, inline: true });
  const mayShow = isPreviewable(file.contentType);
  const showsNow = mayShow && !isCounted(shared);
  const isPaused = !showsNow;
  const title = (link.isFolder ? null : link.label) ?? documentTitle(file);
  const watermark = link.viewOnly ? watermarkText(link.email, now) : null;
  const acts = <Acts {...{ shared, file, src, showsNow }} />;
  return (
    <div className={layout}>
      <div className="grid gap-2 sm:gap-3">
        {link.isFolder && <DocumentNeighbours {...{ shared, file }} />}
        <LinkHeading {...shared} title={title} isPart={link.isFolder} isBrief />
      </div>
      <div className={previewColumn}>
        {file.contentType === 'application/pdf' ? (
          <PdfPages {...{ viewer, src, watermark, acts, isPaused }} fileName={file.fileName}>
            {showsNow && <PdfFrame file={file} src={src} />}
          </PdfPages>
        ) : mayShow ? (
          <Picture {...{ src, watermark, acts, isPaused }} alt={titleOfPreview(file)} />
        ) : (
          <>
            <Unseen text={notPreviewableText(file.contentType, link)} />
            <DocumentBar acts={acts} />
          </>
        )}
      </div>
      <div className="grid gap-4">
        {link.isFolder && <DocumentIndex {...{ shared, file }} />}
        <p className="empty:hidden">
          <ValidityText {...{ file, now }} />
        </p>
        {isShownEstimate(file) && <EstimateNote />}
        <div className="sm:hidden">
          <LinkContact contact={shared.contact} />
        </div>
        {!link.isFolder && <NoteToVisitor note={link.note} />}
        <LinkLimits {...shared} />
        {showsNow && !link.viewOnly && (
          <a href={src} target="_blank" rel="noopener" className="w-fit py-2.5">
            Abrir en otra pestaña
          </a>
        )}
        <details>
          <summary className="w-fit cursor-pointer py-2.5 text-sm font-semibold text-brand">
            Detalles del documento
          </summary>
          <SummaryList rows={factsOf(file, link.expiresAt)} dense />
        </details>
      </div>
    </div>
  );
}

/** All documents have these columns, so that nothing moves from one to the next. */
const layout =
  'grid items-start gap-x-8 gap-y-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]';

type ActsProps = Props & { src: string; showsNow: boolean };

function Acts({ shared, file, src, showsNow }: ActsProps) {
  const cost = isCounted(shared) ? ' (usa una apertura)' : '';
  const isFirst = showsNow || !isPreviewable(file.contentType);
  return (
    <>
      {!isFirst && !shared.link.viewOnly && (
        <noscript className="contents">
          <LinkButton href={src} compact>
            Ver{cost}
          </LinkButton>
        </noscript>
      )}
      {!shared.link.viewOnly && (
        <LinkButton
          href={fileHref(shared, { file })}
          variant={isFirst ? 'primary' : 'secondary'}
          compact
        >
          Descargar{cost}
        </LinkButton>
      )}
    </>
  );
}

function factsOf(file: SharedFile, end: number) {
  return [
    { label: 'Archivo', value: file.fileName },
    { label: 'Tipo', value: kindName(file.contentType) },
    { label: 'Tamaño', value: formatSize(file.size) },
    ...(file.issuedAt ? [{ label: 'Fecha del documento', value: formatDate(file.issuedAt) }] : []),
    { label: 'Disponible hasta', value: `${formatDateTime(end)}, hora de Chile` },
  ];
}

const previewColumn = 'min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1';
const frameStyle = 'rounded-lg border border-line bg-sunken';

type PreviewProps = { file: SharedFile; src: string };

function Unseen({ text }: { text: string }) {
  return (
    <div
      className={`${frameStyle} grid min-h-48 place-content-center justify-items-center gap-2 p-4`}
    >
      <Icon name="file" className="size-12 text-ink-soft" />
      <p className="max-w-sm text-center text-ink-soft">{text}</p>
    </div>
  );
}

/**
 * Mobile browsers show no PDF within a page, so on phones and touch screens the preview's place is
 * a link to their viewer.
 */
function PdfFrame({ file, src }: PreviewProps) {
  return (
    <div className="grid gap-4">
      <p className="text-sm max-sm:hidden pointer-coarse:hidden">
        ¿No lo ves aquí? <a href={src}>Ábrelo aparte</a>.
      </p>
      <iframe
        className={`${frameStyle} h-[min(80dvh,60rem)] w-full max-sm:hidden pointer-coarse:hidden`}
        src={src}
        title={titleOfPreview(file)}
        loading="lazy"
      />
      <a
        href={src}
        className={`${frameStyle} flex min-h-48 flex-col items-center justify-center gap-2 p-4 text-center sm:hidden pointer-coarse:flex`}
      >
        <Icon name="file" className="size-12" />
        <span className="font-semibold">Abrir el PDF</span>
        <span className="text-sm text-ink-soft">Para seguir con los demás, vuelve atrás.</span>
      </a>
    </div>
  );
}

const titleOfPreview = ({ fileName }: SharedFile) => `Vista previa de ${fileName}`;
