import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { type OpeningCost, openingsText } from '#lib/domain/share-links/copy.ts';
import { openingsLeft } from '#lib/domain/share-links/rules.ts';
import { formatDateTime, stopAfter } from '#lib/platform/chile/format.ts';

export type SharedFile = {
  fileId: string;
  fileName: string;
  contentType: string;
  size: number;
  category: string;
  customTitle: string | null;
  issuedAt: string | null;
  expiresAt: number | null;
  countedFrom: string | null;
};

type SharedLink = {
  label: string | null;
  note: string | null;
  owner: string | null;
  /** RUT of the owner if it is a company, else null. */
  rut: string | null;
  /** E-mail to which the code goes, or null if the link requires none. */
  email: string | null;
  isFolder: boolean;
  expiresAt: number;
  maxOpenings: number | null;
  viewOnly: boolean;
  openings: number;
  documents: readonly SharedFile[];
};

/**
 * A share link as visitors see it. `path` is its page, `costs` tells whether a file counts as an
 * opening, and `contact` is the e-mail of the person who shared it.
 */
export type SharedLinkProps = {
  path: string;
  link: SharedLink;
  costs: OpeningCost;
  now: number;
  contact: string | null;
};

export function isCounted({ link, costs }: SharedLinkProps): boolean {
  return link.maxOpenings !== null && costs === 'visit';
}

/** Returns the URL of one document or, without `file`, of all documents. */
export function fileHref(
  { path, link }: SharedLinkProps,
  { file, inline, as: format }: { file?: SharedFile; inline?: boolean; as?: 'pdf' },
): string {
  const query = new URLSearchParams({
    ...(file && link.isFolder && { document: file.fileId }),
    ...(inline && { inline: '1' }),
    ...(format && { as: format }),
  });
  return `${path}/archivo${query.size > 0 ? `?${query}` : ''}`;
}

/**
 * Shows owner and expiry on one line, so that the documents below it are visible. With `isPart`, a
 * document of a folder, only the owner is shown.
 */
export function LinkHeading({
  link,
  contact,
  title,
  count,
  isPart,
  isBrief,
}: HeadedLink & HeadingProps) {
  const rutText = link.rut && `RUT ${link.rut}`;
  const owner = link.owner && [link.owner, rutText].filter(Boolean).join(', ');
  // A title that is the owner's name is not repeated below it.
  const origin =
    title === link.owner
      ? [rutText, count].filter(Boolean).join(', ')
      : [count, owner && `${count ? 'de' : 'De'} ${owner}`].filter(Boolean).join(' ');
  return (
    <div>
      <h1 className={`${isBrief ? 'text-lg' : 'text-xl'} wrap-anywhere sm:text-2xl`}>
        <UnbrokenText text={title} />
      </h1>
      <p
        className={`mt-1 text-sm wrap-anywhere text-ink-soft empty:hidden ${isBrief && isPart ? 'max-sm:hidden' : ''}`}
      >
        <UnbrokenText text={isPart || !origin ? origin : `${origin}${stopAfter(origin)} `} />
        {!isPart && (
          <>
            El enlace sirve hasta el{' '}
            <span className="whitespace-nowrap">{formatDateTime(link.expiresAt)}</span>.
          </>
        )}
      </p>
      <div className={isBrief ? 'max-sm:hidden' : undefined}>
        <LinkContact contact={contact} />
      </div>
    </div>
  );
}

export function LinkContact({ contact }: Pick<SharedLinkProps, 'contact'>) {
  if (!contact) return null;
  return (
    <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
      ¿Falta algo? Escribe a <a href={`mailto:${contact}`}>{contact}</a>.
    </p>
  );
}

type HeadedLink = Pick<SharedLinkProps, 'link' | 'contact'>;
type HeadingProps = {
  title: string;
  count?: string;
  isPart?: boolean;
  /** True above a document, which on phones gets the room of the lines that can stand below it. */
  isBrief?: boolean;
};

export function NoteToVisitor({ note }: { note: string | null }) {
  if (note === null) return null;
  return (
    <blockquote className="max-w-text rounded-sm border-l-4 border-copper-bright bg-copper-tint px-4 py-3 whitespace-pre-line wrap-anywhere">
      <strong>Nota para ti:</strong> <UnbrokenText text={note} />
    </blockquote>
  );
}

export function LinkLimits({ link, costs }: Pick<SharedLinkProps, 'link' | 'costs'>) {
  const text = openingsText(openingsLeft(link), costs, link);
  return (
    <>
      {text !== null && <Notice>{text}</Notice>}
      {link.viewOnly && (
        <p className="text-sm text-ink-soft">
          Este enlace es solo para ver: no ofrece descargar, y lo que ves lleva escrita la hora
          {link.email && ' y tu correo'}. Lo que se ve siempre se puede copiar.
        </p>
      )}
    </>
  );
}
