import {
  fileHref,
  isCounted,
  LinkLimits,
  NoteToVisitor,
  type Shared,
  type SharedFile,
  SharedHeading,
} from '#components/share-links/link-heading.tsx';
import { PdfPages } from '#components/share-links/pdf-pages.tsx';
import { ValidityText } from '#components/share-links/validity-text.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { kindName, titleOf } from '#lib/domain/documents/view.ts';
import { unseenText } from '#lib/domain/share-links/copy.ts';
import { formatDate, formatDateTime, formatSize } from '#lib/platform/chile/format.ts';
import { isPreviewable } from '#lib/platform/storage/judging/accepted.ts';

type Props = { shared: Shared; file: SharedFile };

/**
 * Shows a document with buttons, and a preview if that does not count as an opening. `viewer` is
 * the folder of pdf.js. With scripts, a person begins what counts in the place of the preview.
 */
export function DocumentView({ shared, file, viewer }: Props & { viewer: string }) {
  const { link, now } = shared;
  const isPdf = file.contentType === 'application/pdf';
  const src = fileHref(shared, { file, inline: true });
  const canShow = isPreviewable(file.contentType);
  const showsNow = canShow && !isCounted(shared);
  const cost = isCounted(shared) ? ' (usa una apertura)' : '';
  const title = (link.isFolder ? null : link.label) ?? titleOf(file);
  return (
    <div className={showsNow || isPdf ? beside : 'grid gap-4'}>
      <div className="grid gap-3">
        {link.isFolder && <Neighbours {...{ shared, file }} />}
        <SharedHeading {...{ link, title }} />
        <div className="flex flex-wrap gap-3">
          {canShow && (
            <LinkButton href={src} compact>
              {showsNow ? 'Abrir' : `Ver${cost}`}
            </LinkButton>
          )}
          {!link.viewOnly && (
            <LinkButton
              href={fileHref(shared, { file })}
              variant={canShow ? 'secondary' : 'primary'}
              compact
            >
              Descargar{cost}
            </LinkButton>
          )}
        </div>
        {!canShow && <p className="text-ink-soft">{unseenText(file.contentType, link.viewOnly)}</p>}
      </div>
      {isPdf ? (
        <div className={place}>
          <PdfPages {...{ viewer, src }} fileName={file.fileName} asks={!showsNow}>
            {showsNow && <PdfFrame file={file} src={src} />}
          </PdfPages>
        </div>
      ) : (
        showsNow && <Picture file={file} src={src} />
      )}
      <div className="grid gap-4">
        <p className="empty:hidden">
          <ValidityText {...{ file, now }} />
        </p>
        {!link.isFolder && <NoteToVisitor note={link.note} />}
        <LinkLimits {...shared} />
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

const beside =
  'grid items-start gap-x-8 gap-y-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]';

function factsOf(file: SharedFile, end: number) {
  return [
    { label: 'Archivo', value: file.fileName },
    { label: 'Tipo', value: kindName(file.contentType) },
    { label: 'Tamaño', value: formatSize(file.size) },
    ...(file.issuedAt ? [{ label: 'Fecha del documento', value: formatDate(file.issuedAt) }] : []),
    { label: 'Disponible hasta', value: `${formatDateTime(end)}, hora de Chile` },
  ];
}

const place = 'min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1';
const look = 'rounded-lg border border-line bg-sunken';

type PreviewProps = { file: SharedFile; src: string };

function Picture({ file, src }: PreviewProps) {
  return (
    // biome-ignore lint/performance/noImgElement: the file itself is shown, at the size that it has
    <img
      className={`${place} ${look} max-h-[80dvh] w-full object-contain`}
      src={src}
      alt={titleOfPreview(file)}
    />
  );
}

/** Browsers of phones show no PDF within a page: there the place of the picture opens their viewer. */
function PdfFrame({ file, src }: PreviewProps) {
  return (
    <div className="grid gap-4">
      <iframe
        className={`${look} h-[min(80dvh,60rem)] w-full pointer-coarse:hidden`}
        src={src}
        title={titleOfPreview(file)}
        loading="lazy"
      />
      <p className="text-sm text-ink-soft pointer-coarse:hidden">
        Si tu navegador no lo muestra aquí, <a href={src}>ábrelo aparte</a>.
      </p>
      <a
        href={src}
        className={`${look} hidden min-h-48 flex-col items-center justify-center gap-2 p-4 text-center pointer-coarse:flex`}
      >
        <Icon name="file" className="size-12" />
        <span className="font-semibold">Abrir el PDF</span>
        <span className="text-sm text-ink-soft">Para seguir con los demás, vuelve atrás.</span>
      </a>
    </div>
  );
}

const titleOfPreview = ({ fileName }: SharedFile) => `Vista previa de ${fileName}`;

function Neighbours({ shared: { path, link }, file }: Props) {
  const at = link.documents.indexOf(file);
  const [before, after] = [link.documents[at - 1], link.documents[at + 1]];
  return (
    <nav className="flex flex-wrap items-center justify-between gap-2" aria-label="Documentos">
      <span className="flex items-center gap-3">
        <a href={path} className="inline-flex min-h-11 items-center">
          Todos
        </a>
        <span className="text-sm whitespace-nowrap text-ink-soft">
          {`${at + 1} de ${link.documents.length}`}
        </span>
      </span>
      <span className="flex gap-2">
        {before && (
          <Neighbour href={`${path}?document=${before.fileId}`} name="Anterior" to={before} />
        )}
        {after && (
          <Neighbour href={`${path}?document=${after.fileId}`} name="Siguiente" to={after} />
        )}
      </span>
    </nav>
  );
}

function Neighbour({ href, name, to }: { href: string; name: string; to: SharedFile }) {
  return (
    <LinkButton href={href} variant="secondary" compact>
      {name}
      <VisuallyHidden>: {titleOf(to)}</VisuallyHidden>
    </LinkButton>
  );
}
