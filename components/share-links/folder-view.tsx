import { repeatsTitle } from '#components/share-links/document-neighbours.tsx';
import {
  fileHref,
  LinkHeading,
  LinkLimits,
  NoteToVisitor,
  type SharedFile,
  type SharedLinkProps,
} from '#components/share-links/link-heading.tsx';
import { EstimateNote, ValidityText } from '#components/share-links/validity-text.tsx';
import { IconLink } from '#components/ui/icon-link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import {
  documentFactsText,
  documentTitle,
  isShownEstimate,
  recipientValidity,
} from '#lib/domain/documents/view.ts';
import { notPreviewableText } from '#lib/domain/share-links/copy.ts';
import { formatSize } from '#lib/platform/chile/format.ts';
import { isPreviewable } from '#lib/platform/storage/inspection/accepted.ts';

export function FolderView({ shared }: { shared: SharedLinkProps }) {
  const { link } = shared;
  const count = link.documents.length;
  const totalSize = link.documents.reduce((sum, { size }) => sum + size, 0);
  const hasEstimate = link.documents.some((file) => isShownEstimate(file));
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <LinkHeading
          {...shared}
          title={link.label ?? link.owner ?? 'Documentos compartidos'}
          count={count === 1 ? 'Un documento' : `${count} documentos`}
        />
        <NoteToVisitor note={link.note} />
        <LinkLimits {...shared} />
        {!link.viewOnly && (
          <div className="flex flex-wrap gap-3">
            <LinkButton href={fileHref(shared, { as: 'pdf' })} variant="secondary" compact>
              Todo en un PDF
            </LinkButton>
            <LinkButton href={fileHref(shared, {})} variant="secondary" compact>
              {`Todo en un ZIP (${formatSize(totalSize)})`}
            </LinkButton>
          </div>
        )}
      </div>
      {hasEstimate && <EstimateNote />}
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {link.documents.map((file) => (
          <FolderItem key={file.fileId} {...{ shared, file }} />
        ))}
      </ul>
    </div>
  );
}

/** The whole row is a link to the document. The file name is shown where titles repeat. */
function FolderItem({ shared, file }: { shared: SharedLinkProps; file: SharedFile }) {
  const { now, path, link } = shared;
  const title = documentTitle(file);
  const isUnseen = link.viewOnly && !isPreviewable(file.contentType);
  const repeats = repeatsTitle(link.documents, file);
  const hasValidity = recipientValidity(file, now) !== null;
  return (
    <li className="relative flex items-center gap-3 py-3 pr-2 pl-4 has-[a:hover]:bg-sunken sm:pr-4 sm:pl-5">
      <div className="min-w-0 flex-1 wrap-anywhere">
        {isUnseen ? (
          <p className="font-semibold">
            <UnbrokenText text={title} />
          </p>
        ) : (
          <a
            href={`${path}?document=${file.fileId}`}
            className="font-semibold no-underline after:absolute after:inset-0 hover:underline"
          >
            <UnbrokenText text={title} />
            {repeats && <VisuallyHidden>: {file.fileName}</VisuallyHidden>}
          </a>
        )}
        {repeats && <p className="text-sm">{file.fileName}</p>}
        <p className="text-sm text-ink-soft">
          <ValidityText {...{ file, now }} />
          <span className={hasValidity ? 'max-sm:hidden' : undefined}>
            {hasValidity && ' · '}
            <UnbrokenText text={documentFactsText(file)} />
          </span>
        </p>
        {isUnseen && (
          <p className="text-sm">{notPreviewableText(file.contentType, { viewOnly: true })}</p>
        )}
      </div>
      {!link.viewOnly && (
        <span className="relative">
          <IconLink href={fileHref(shared, { file })} icon="download">
            {`Descargar ${file.fileName}`}
          </IconLink>
        </span>
      )}
    </li>
  );
}
