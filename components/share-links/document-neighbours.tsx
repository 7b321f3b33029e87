import { DocumentKeys } from '#components/share-links/document-keys.ts';
import type { SharedFile, SharedLinkProps } from '#components/share-links/link-heading.tsx';
import { IconLink } from '#components/ui/icon-link.tsx';
import { documentTitle } from '#lib/domain/documents/view.ts';

type Props = { shared: SharedLinkProps; file: SharedFile };

/** Links to the neighbouring documents. Each has a fixed width, so that none of them moves. */
export function DocumentNeighbours({ shared: { path, link }, file }: Props) {
  const index = link.documents.indexOf(file);
  return (
    <nav className="flex flex-wrap items-center gap-2" aria-label="Documentos">
      <DocumentKeys />
      <a href={path} className="mr-1 inline-flex min-h-11 items-center">
        Todos
      </a>
      <Neighbour {...{ path }} name="Anterior" rel="prev" to={link.documents[index - 1]} />
      <span className="min-w-18 text-center text-sm whitespace-nowrap text-ink-soft">
        {`${index + 1} de ${link.documents.length}`}
      </span>
      <Neighbour {...{ path }} name="Siguiente" rel="next" to={link.documents[index + 1]} />
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
