import { DocumentKeys } from '#components/share-links/document-keys.ts';
import type { SharedFile, SharedLinkProps } from '#components/share-links/link-heading.tsx';
import { IconLink } from '#components/ui/icon-link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { documentTitle } from '#lib/domain/documents/view.ts';

type Props = { shared: SharedLinkProps; file: SharedFile };

/** Links to the neighbouring documents. Each has a fixed width, so that none of them moves. */
export function DocumentNeighbours({ shared: { path, link }, file }: Props) {
  const index = link.documents.indexOf(file);
  return (
    <nav className="flex flex-wrap items-center gap-2" aria-label="Documentos">
      <DocumentKeys />
      <LinkButton href={path} variant="secondary" compact>
        Ver todos
      </LinkButton>
      <Neighbour {...{ path }} name="Anterior" rel="prev" to={link.documents[index - 1]} />
      <span className="min-w-18 text-center text-sm whitespace-nowrap text-ink-soft">
        {`${index + 1} de ${link.documents.length}`}
      </span>
      <Neighbour {...{ path }} name="Siguiente" rel="next" to={link.documents[index + 1]} />
    </nav>
  );
}

/** Returns whether another document of the link has the same title, so that file names must help. */
export function repeatsTitle(documents: readonly SharedFile[], file: SharedFile): boolean {
  const title = documentTitle(file);
  return documents.some((other) => other !== file && documentTitle(other) === title);
}

/** Lists all documents of the link where a column has room for them. */
export function DocumentIndex({ shared: { path, link }, file: current }: Props) {
  if (link.documents.length < 2) return null;
  return (
    <nav aria-label="Todos los documentos" className="max-lg:hidden">
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface text-sm">
        {link.documents.map((file) => {
          const isCurrent = file === current;
          return (
            <li key={file.fileId}>
              <a
                href={`${path}?document=${file.fileId}`}
                aria-current={isCurrent ? 'page' : undefined}
                className={`block px-3 py-2 wrap-anywhere hover:bg-sunken ${isCurrent ? 'bg-sunken font-semibold text-ink no-underline' : ''}`}
              >
                <UnbrokenText text={documentTitle(file)} />
                {repeatsTitle(link.documents, file) && (
                  <span className="block font-normal text-ink-soft">{file.fileName}</span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type NeighbourProps = {
  path: string;
  name: string;
  rel: 'prev' | 'next';
  to: SharedFile | undefined;
};

function Neighbour({ path, name, rel, to }: NeighbourProps) {
  if (!to) return <span className="size-11" />;
  return (
    <IconLink
      href={`${path}?document=${to.fileId}`}
      icon={rel === 'prev' ? 'arrow-left' : 'arrow-right'}
      rel={rel}
    >
      {`${name}: ${documentTitle(to)}`}
    </IconLink>
  );
}
