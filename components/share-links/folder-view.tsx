import {
  fileHref,
  LinkLimits,
  NoteToVisitor,
  type Shared,
  type SharedFile,
  SharedHeading,
} from '#components/share-links/link-heading.tsx';
import { ValidityText } from '#components/share-links/validity-text.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { aboutOf, titleOf } from '#lib/domain/documents/view.ts';
import { unseenText } from '#lib/domain/share-links/copy.ts';
import { isPreviewable } from '#lib/platform/storage/judging/accepted.ts';

export function FolderView({ shared }: { shared: Shared }) {
  const { link } = shared;
  const count = link.documents.length;
  return (
    <div className="grid gap-6">
      <div className="grid gap-4">
        <SharedHeading
          link={link}
          title={link.label ?? 'Documentos compartidos'}
          count={count === 1 ? 'Un documento' : `${count} documentos`}
        />
        <NoteToVisitor note={link.note} />
        <LinkLimits {...shared} />
        {!link.viewOnly && (
          <div className="flex flex-wrap gap-3">
            <LinkButton href={fileHref(shared, {})} compact>
              Todo en un ZIP
            </LinkButton>
            <LinkButton href={fileHref(shared, { as: 'pdf' })} variant="secondary" compact>
              PDF con índice
            </LinkButton>
          </div>
        )}
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {link.documents.map((file) => (
          <FolderItem key={file.fileId} {...{ shared, file }} />
        ))}
      </ul>
    </div>
  );
}

function FolderItem({ shared, file }: { shared: Shared; file: SharedFile }) {
  const { now, path, link } = shared;
  const canShow = isPreviewable(file.contentType);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
        <p className="font-semibold">{titleOf(file)}</p>
        <p className="text-sm text-ink-soft">{aboutOf(file)}</p>
        <p className="text-sm empty:hidden">
          <ValidityText {...{ file, now }} />
        </p>
        {link.viewOnly && !canShow && (
          <p className="text-sm">{unseenText(file.contentType, true)}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {canShow && (
          <LinkButton href={`${path}?document=${file.fileId}`} variant="secondary" compact>
            Ver<VisuallyHidden> {file.fileName}</VisuallyHidden>
          </LinkButton>
        )}
        {!link.viewOnly && (
          <LinkButton href={fileHref(shared, { file })} variant="secondary" compact>
            Descargar<VisuallyHidden> {file.fileName}</VisuallyHidden>
          </LinkButton>
        )}
      </div>
    </li>
  );
}
