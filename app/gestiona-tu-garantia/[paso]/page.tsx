import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { after } from 'next/server';
import type { ReactNode } from 'react';
import { AttachmentsPage } from '#app/gestiona-tu-garantia/_components/attachments-page.tsx';
import { BuyerPage, FieldsPage } from '#app/gestiona-tu-garantia/_components/fields-pages.tsx';
import {
  AmountPage,
  GuaranteeTypePage,
} from '#app/gestiona-tu-garantia/_components/guarantee-pages.tsx';
import { GuaranteesPage } from '#app/gestiona-tu-garantia/_components/guarantees-page.tsx';
import { ReviewPage } from '#app/gestiona-tu-garantia/_components/review-page.tsx';
import { StepHeader } from '#app/gestiona-tu-garantia/_components/step-header.tsx';
import {
  findStepState,
  readPageProps,
  type StepState,
  type WizardPageProps,
} from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { AskAdvisor, unsureCopy } from '#components/wizard/ask-advisor.tsx';
import { ContinueLater } from '#components/wizard/continue-later.tsx';
import { PrefilledAnswers } from '#components/wizard/prefilled-answers.tsx';
import { isRefused, mayOpen, nextPage } from '#lib/domain/drafts/rules.ts';
import { type Step, steps } from '#lib/domain/drafts/steps.ts';
import { itemCaption, wizardPath } from '#lib/domain/drafts/view.ts';
import { countPage } from '#lib/domain/drafts/writes/count-page.ts';
import { getShownPath } from '#lib/domain/links/reads.ts';

type Props = PageProps<'/gestiona-tu-garantia/[paso]'>;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { draft, page, query } = await findStepState(props);
  const isFailed = query.aviso && isRefused(draft?.attempt, page);
  const caption = draft && itemCaption(draft.answers, page);
  const title = [steps[page.step].question, caption].filter(Boolean).join(' ');
  return { title: `${isFailed ? 'Error: ' : ''}${title}` };
}

export default async function StepPage(props: Props) {
  const state = await findStepState(props);
  const { draft, lost, page, answers, query } = state;
  if (draft?.submissionId) redirect(await getShownPath('receipt', draft.submissionId));
  if (!mayOpen(answers, page)) {
    // The next page says why a draft is lost.
    const lostDraftQuery = lost && query.borrador ? { draft: `${query.borrador}` } : {};
    redirect(
      wizardPath({
        ...page,
        g: undefined,
        isChange: false,
        ...nextPage(answers),
        ...lostDraftQuery,
      }),
    );
  }
  await countVisit(state);
  const pageProps = await readPageProps(state);
  const { component } = steps[page.step];
  const Page = component ? pageComponents[component] : FieldsPage;
  return (
    <>
      <StepHeader state={state} pageProps={pageProps} />
      <Page {...pageProps} />
      <PrefilledAnswers {...{ answers, page }} tender={pageProps.tender} />
      <div
        className={`flex flex-wrap gap-x-6 text-sm ${page.step === 'revisar' ? 'mt-2' : 'mt-10 border-t border-line pt-4'}`}
      >
        {!unsureCopy[page.step] && <AskAdvisor page={page} />}
        {page.step !== 'tipo' && <ContinueLater {...page} />}
      </div>
    </>
  );
}

type PageComponent = (props: WizardPageProps) => ReactNode | Promise<ReactNode>;
const pageComponents: Record<NonNullable<Step['component']>, PageComponent> = {
  buyer: BuyerPage,
  'guarantee-type': GuaranteeTypePage,
  amount: AmountPage,
  guarantees: GuaranteesPage,
  files: AttachmentsPage,
  review: ReviewPage,
};

/** Counts a person's visits to a page until they answer it. Programs do not send this header. */
async function countVisit({ page, answers, query }: StepState) {
  const isNavigation = (await headers()).get('sec-fetch-mode') === 'navigate';
  if (isNavigation && !query.aviso && !answers.answered.includes(page.step)) {
    after(() => countPage(page.step, answers.values.sistemaLicitacion));
  }
}
