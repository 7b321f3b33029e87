import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { pathPart, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { VisitList } from '#components/documents/openings.tsx';
import { NextPage } from '#components/list/listing.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { findShare, listOpeningPage } from '#lib/domain/share-links/reads/list-links.ts';
import { MAX_LISTED_OPENINGS } from '#lib/domain/share-links/rules.ts';
import { toListedOpening } from '#lib/domain/share-links/view.ts';
import { parseRowId } from '#lib/platform/operations/row-id.ts';

const PAGE_SIZE = 100;

export const metadata: Metadata = { title: 'Visitas de un enlace' };

type Props = PageProps<'/panel/documentos/enlaces/[id]/aperturas'>;

/** Lists who opened a link of the account holder, newest first, in pages. */
export default async function OpeningsPage(props: Props) {
  const id = pathPart((await props.params).id);
  const { query } = await readPageQuery(props);
  const user = await requirePageUser();
  const share = await findShare(user.holderId, id, user.now);
  if (!share) return notFound();
  const before = parseRowId(query.antes);
  const { rows, next } = await listOpeningPage(share.id, { before, limit: PAGE_SIZE });
  const openingCount = share.views + share.downloads;
  return (
    <>
      <BackLink href={`/panel/documentos/enlaces#${share.id}`} label="Tus enlaces" />
      <PageHeading
        caption={[share.label, share.recipient].filter(Boolean).join(', para ') || undefined}
        intro="Lo que alguien abre en media hora, desde el mismo equipo, es una visita."
      >
        Visitas de este enlace
      </PageHeading>
      {openingCount > MAX_LISTED_OPENINGS && (
        <p className="mb-4">
          Están las primeras {MAX_LISTED_OPENINGS.toLocaleString('es-CL')} aperturas de archivos.
          Las demás solo se cuentan.
        </p>
      )}
      {rows.length > 0 ? (
        <VisitList share={share} openings={rows.map(toListedOpening)} />
      ) : (
        <p>{before ? 'No hay más visitas.' : 'Nadie lo ha abierto.'}</p>
      )}
      <NextPage
        path={`/panel/documentos/enlaces/${share.id}/aperturas`}
        values={{}}
        page={{ next }}
        cursorParam="antes"
      />
    </>
  );
}
