import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { listPageDrafts } from '#app/_lib/page-draft.ts';
import { readPageQuery } from '#app/_lib/page-query.ts';
import { ProblemNotice } from '#components/forms/problem-notice.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { DraftList } from '#components/wizard/draft-list.tsx';
import { parseCalculatorSearchParams } from '#lib/domain/drafts/calculation.ts';
import type { Draft } from '#lib/domain/drafts/reads.ts';
import { MAX_DRAFTS, nextPage } from '#lib/domain/drafts/rules.ts';
import { guaranteeTypeFromInput, tenderIdFromInput } from '#lib/domain/drafts/schema.ts';
import { findDraftTender } from '#lib/domain/drafts/tender.ts';
import { describeDraft, startPath, wizardPath } from '#lib/domain/drafts/view.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

export const metadata: Metadata = { title: 'Pide tu garantía' };

/**
 * Lists the unsent requests of this browser and of the person, or redirects to the first question
 * if there are none.
 */
export default async function StartPage(props: PageProps<'/gestiona-tu-garantia'>) {
  const { query, problem } = await readPageQuery(props);
  const licitacion = tenderIdFromInput(query.licitacion);
  const garantia = guaranteeTypeFromInput(query.garantia);
  const linkParams = { licitacion, garantia, calculo: parseCalculatorSearchParams(query.calculo) };
  const drafts = await listPageDrafts();
  if (drafts.length === 0) redirect(startPath(linkParams));
  const isFull = drafts.length >= MAX_DRAFTS;
  return (
    <>
      <BackLink href="/" />
      <PageHeading
        intro={`${drafts.length === 1 ? 'No lo has enviado. Se guarda' : 'No los has enviado. Cada uno se guarda'} 30 días desde su último cambio.`}
      >
        {drafts.length === 1 ? 'Tienes un borrador' : `Tienes ${drafts.length} borradores`}
      </PageHeading>
      <ProblemNotice problem={problem} />
      <DoneNotice>{!problem && query.aviso === 'borrado' && 'Borraste el borrador.'}</DoneNotice>
      <DraftList drafts={await Promise.all(drafts.map(shownDraft))} />
      <div className="mt-6">
        {isFull ? (
          <p>Son los {MAX_DRAFTS} que caben. Borra uno para empezar otro.</p>
        ) : (
          <LinkButton href={startPath(linkParams)} variant="secondary" wide>
            {['Empezar otra', licitacion ?? (garantia && guaranteeTypeCopy[garantia].label)]
              .filter(Boolean)
              .join(' para ')}
          </LinkButton>
        )}
      </div>
    </>
  );
}

async function shownDraft({ id, accountId, answers, updatedAt }: Draft) {
  const name = describeDraft(answers, await findDraftTender(answers));
  const href = wizardPath({ ...nextPage(answers), draft: id });
  const storedIn = accountId ? 'en tu cuenta' : 'solo en este navegador';
  return { id, ...name, href, day: formatDateTime(updatedAt), storedIn };
}
