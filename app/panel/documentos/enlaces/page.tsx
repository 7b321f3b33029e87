import { findNotice, pageMetadata, readPageQuery } from '#app/_lib/page-query.ts';
import { requirePageUser } from '#app/_lib/page-user.ts';
import { FreshLinks } from '#components/documents/share-acts.tsx';
import { EndedLinks, ShareCard } from '#components/documents/share-card.tsx';
import { VaultTabs } from '#components/documents/vault-tabs.tsx';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { listShares } from '#lib/domain/share-links/reads/list-links.ts';

const PAGE_SIZE = 20;

export const generateMetadata = pageMetadata('Tus enlaces');

export default async function LinksPage(props: PageProps<'/panel/documentos/enlaces'>) {
  const user = await requirePageUser();
  const { query, problem } = await readPageQuery(props);
  const offset = /^\d{1,5}$/.test(query.desde ?? '') ? Number(query.desde) : 0;
  const { holderId, now } = user;
  const [{ shares, total }, endedShares] = await Promise.all([
    listShares(holderId, { now, limit: PAGE_SIZE, offset, state: 'open' }),
    listShares(holderId, { now, limit: PAGE_SIZE, state: 'ended' }),
  ]);
  const createdShare = shares.find(({ id }) => id === query.enlace);
  // A form with several recipients created one link for each.
  const freshShares = shares.filter(({ createdAt }) => createdAt === createdShare?.createdAt);
  return (
    <>
      <PageHeading intro="Cada uno deja de servir en su fecha, o antes si lo cierras. Si reemplazas un documento, muestra el nuevo.">
        Tus enlaces
      </PageHeading>
      <VaultTabs current="/panel/documentos/enlaces" />
      <div>
        <ProblemNotice problem={problem} />
        <div className="mb-6">
          <EditorsOnly>
            <LinkButton href="/panel/documentos/compartir" variant="secondary">
              Compartir documentos
            </LinkButton>
          </EditorsOnly>
        </div>
        <FreshLinks shares={freshShares} now={now} isMailed={query.aviso === 'creado'} />
        <DoneNotice>{problem ? undefined : findNotice(notices, query)}</DoneNotice>
        {shares.length === 0 && (
          <EmptyState art="link">
            No tienes enlaces abiertos. Con uno, otra persona ve los documentos que eliges, sin
            cuenta y hasta la fecha que digas.
          </EmptyState>
        )}
        {shares.length > 0 && (
          <ul className="overflow-hidden rounded-lg border border-line bg-surface">
            {shares.map((share) => (
              <ShareCard
                key={share.id}
                {...{ share, now }}
                isNew={freshShares.length === 1 && freshShares.includes(share)}
              />
            ))}
          </ul>
        )}
        {offset + shares.length < total && (
          <p className="mt-4">
            <a
              href={`/panel/documentos/enlaces?desde=${offset + PAGE_SIZE}`}
              className="inline-block py-2"
            >
              Ver más antiguos
            </a>
          </p>
        )}
        <EndedLinks {...endedShares} />
      </div>
    </>
  );
}

const notices = {
  cambiado: 'Guardamos los cambios del enlace.',
  cerrado: 'Cerraste el enlace: ya no abre nada.',
  enviado: 'Enviamos los enlaces por correo. Si responden, te llega a ti.',
};
