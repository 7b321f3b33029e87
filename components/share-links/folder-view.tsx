import {
  fileHref,
  isCounted,
  NoteToVisitor,
  OpeningsLeft,
  type Shared,
  type SharedFile,
  SharedHeading,
} from '#components/share-links/link-heading.tsx';
import { ValidityText } from '#components/share-links/validity-text.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { LinkButton } from '#components/ui/link-button.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { aboutOf, titleOf } from '#lib/domain/documents/view.ts';
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
        <OpeningsLeft {...shared} />
        <div className="flex flex-wrap gap-3">
          <LinkButton href={fileHref(shared, {})} compact>
            Todo en un ZIP
          </LinkButton>
          <LinkButton href={fileHref(shared, { as: 'pdf' })} variant="secondary" compact>
            PDF con índice
          </LinkButton>
        </div>
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
  const { now, path } = shared;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
        <p className="font-semibold">{titleOf(file)}</p>
        <p className="text-sm text-ink-soft">{aboutOf(file)}</p>
        <p className="text-sm empty:hidden">
          <ValidityText {...{ file, now }} />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isPreviewable(file.contentType) && (
          <LookButtons
            name={file.fileName}
            page={`${path}?document=${file.fileId}`}
            // Phones open the file directly, because their browsers cannot embed PDFs.
            direct={isCounted(shared) ? null : fileHref(shared, { file, inline: true })}
          />
        )}
        <LinkButton href={fileHref(shared, { file })} variant="secondary" compact>
          Descargar<VisuallyHidden> {file.fileName}</VisuallyHidden>
        </LinkButton>
      </div>
    </li>
  );
}

type Looks = { name: string; page: string; direct: string | null };

function LookButtons({ name, page, direct }: Looks) {
  const look = buttonClass({ variant: 'secondary', compact: true });
  const text = (
    <>
      Ver<VisuallyHidden> {name}</VisuallyHidden>
    </>
  );
  return (
    <>
      <a className={`${look} ${direct ? 'pointer-coarse:hidden' : ''}`} href={page}>
        {text}
      </a>
      {direct && (
        <a className={`${look} hidden pointer-coarse:inline-flex`} href={direct}>
          {text}
        </a>
      )}
    </>
  );
}
