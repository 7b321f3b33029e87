import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { findPageDraft } from '#app/_lib/page-draft.ts';
import { readPageQuery } from '#app/_lib/page-query.ts';
import { TenderFilters } from '#components/marketplace/tender-filters.tsx';
import { TenderIdForm } from '#components/marketplace/tender-id-form.tsx';
import { TenderResults } from '#components/marketplace/tender-results.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Container } from '#components/ui/container.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { mayOpen } from '#lib/domain/drafts/rules.ts';
import { WIZARD, wizardPath } from '#lib/domain/drafts/view.ts';
import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import { listOpenTenders } from '#lib/domain/marketplace/reads/open-tenders.ts';
import { parseTypedTenderId, tidyTenderId } from '#lib/domain/marketplace/rules.ts';
import { tenderFilterQuery } from '#lib/domain/marketplace/schema.ts';
import { findTenderStatus } from '#lib/domain/tenders/reads.ts';
import { formatTime } from '#lib/platform/chile/format.ts';
import { parseValid } from '#lib/platform/operations/fields.ts';
import { now as clock } from '#lib/platform/process/clock.ts';
import { pathWithQuery } from '#lib/platform/web/path-with-query.ts';

export const metadata: Metadata = {
  title: 'Licitaciones abiertas',
  description: 'Licitaciones de Mercado Público que cierran pronto, para pedir su garantía.',
};

export default async function TendersPage(props: PageProps<'/licitaciones'>) {
  const { query } = await readPageQuery(props);
  const typedId = query.id?.trim();
  const draft = await findChoosingDraft(query.borrador);
  // A form without a draft may be empty, because the search is on the same page.
  const parsedId = typedId || (draft && typedId !== undefined) ? parseTypedTenderId(typedId) : null;
  if (parsedId?.ok) {
    redirect(
      draft
        ? wizardPath({ step: 'licitacion', draft })
        : pathWithQuery(WIZARD, { licitacion: parsedId.code.id }),
    );
  }
  const filter = parseValid(tenderFilterQuery, query);
  const now = clock();
  const tenders = await listOpenTenders(filter, now);
  const tenderStatus = await findTenderStatus(filter.q && tidyTenderId(filter.q), now);
  return (
    <Container>
      <div className="pt-10 pb-16">
        {draft && (
          <BackLink
            href={wizardPath({ step: 'licitacion', draft })}
            label="Volver a tu solicitud"
          />
        )}
        <PageHeading
          intro={`Las de Mercado Público que aún reciben ofertas, primero las que cierran antes. ${draft ? 'Elige la tuya y sigues con tu solicitud.' : 'Elige la tuya y pide su garantía con los datos ya puestos.'}`}
        >
          {draft ? 'Elige tu licitación' : 'Licitaciones abiertas'}
        </PageHeading>
        <TenderIdForm
          initialText={typedId ?? filter.q}
          error={parsedId && !parsedId.ok ? codeProblems[parsedId.problem] : undefined}
          {...{ draft }}
        />
        {tenders.isConfigured ? (
          <>
            <TenderFilters {...{ filter, draft }} />
            {tenders.stale && (
              <div className="mt-6">
                <Notice tone="warning">
                  <p>
                    {tenders.stale.listedAt
                      ? `Datos de las ${formatTime(tenders.stale.listedAt)}: Mercado Público no responde desde entonces. Confirma el cierre en su ficha.`
                      : 'Mercado Público todavía no nos entrega la lista de hoy. Mostramos lo que ya conocíamos.'}
                  </p>
                </Notice>
              </div>
            )}
            <TenderResults {...{ filter, draft, now }} page={tenders} tenderStatus={tenderStatus} />
          </>
        ) : (
          <Notice title="Hoy no podemos mostrarte las licitaciones">
            <p>
              Búscala en <a href="https://www.mercadopublico.cl">Mercado Público</a>, copia su ID y
              sigue aquí.
            </p>
          </Notice>
        )}
      </div>
    </Container>
  );
}

/**
 * Returns the id of the draft for which the person looks for a tender, if this browser has the
 * draft and the draft can take a tender.
 */
async function findChoosingDraft(id: unknown): Promise<string | undefined> {
  const { found } = await findPageDraft(id);
  return found && mayOpen(found.answers, { step: 'licitacion' }) ? found.id : undefined;
}
