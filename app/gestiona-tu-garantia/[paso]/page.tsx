import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { after } from 'next/server';
import type { ReactNode } from 'react';
import { AttachmentsScreen } from '#app/gestiona-tu-garantia/_components/attachments-screen.tsx';
import {
  BuyerScreen,
  FieldsScreen,
} from '#app/gestiona-tu-garantia/_components/fields-screens.tsx';
import {
  AmountScreen,
  GuaranteeTypeScreen,
} from '#app/gestiona-tu-garantia/_components/guarantee-screens.tsx';
import { GuaranteesScreen } from '#app/gestiona-tu-garantia/_components/guarantees-screen.tsx';
import { ReviewScreen } from '#app/gestiona-tu-garantia/_components/review-screen.tsx';
import { StepHeader } from '#app/gestiona-tu-garantia/_components/step-header.tsx';
import {
  findStepState,
  readScreen,
  type ScreenProps,
  type StepState,
} from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { AskAdvisor, unsureCopy } from '#components/wizard/ask-advisor.tsx';
import { ContinueLater } from '#components/wizard/continue-later.tsx';
import { PrefilledAnswers } from '#components/wizard/prefilled-answers.tsx';
import { isRefused, mayOpen, nextPlace } from '#lib/domain/drafts/rules.ts';
import { type Step, steps } from '#lib/domain/drafts/steps.ts';
import { itemCaption, placePath } from '#lib/domain/drafts/view.ts';
import { countPage } from '#lib/domain/drafts/writes/count-page.ts';
import { getShownPath } from '#lib/domain/links/reads.ts';

type Props = PageProps<'/gestiona-tu-garantia/[paso]'>;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { draft, place, query } = await findStepState(props);
  const isFailed = query.aviso && isRefused(draft?.attempt, place);
  const caption = draft && itemCaption(draft.answers, place);
  const title = [steps[place.step].question, caption].filter(Boolean).join(' ');
  return { title: `${isFailed ? 'Error: ' : ''}${title}` };
}

export default async function StepPage(props: Props) {
  const state = await findStepState(props);
  const { draft, lost, place, answers, query } = state;
  if (draft?.submissionId) redirect(await getShownPath('receipt', draft.submissionId));
  if (!mayOpen(answers, place)) {
    // The next page says why a draft is lost.
    const lostDraftQuery = lost && query.borrador ? { draft: `${query.borrador}` } : {};
    redirect(
      placePath({
        ...place,
        g: undefined,
        isChange: false,
        ...nextPlace(answers),
        ...lostDraftQuery,
      }),
    );
  }
  await countVisit(state);
  const screen = await readScreen(state);
  const { screen: screenName } = steps[place.step];
  const Screen = screenName ? screens[screenName] : FieldsScreen;
  return (
    <>
      <StepHeader state={state} screen={screen} />
      <Screen {...screen} />
      <PrefilledAnswers {...{ answers, place }} tender={screen.tender} />
      <div
        className={`flex flex-wrap gap-x-6 text-sm ${place.step === 'revisar' ? 'mt-2' : 'mt-10 border-t border-line pt-4'}`}
      >
        {!unsureCopy[place.step] && <AskAdvisor place={place} />}
        {place.step !== 'tipo' && <ContinueLater {...place} />}
      </div>
    </>
  );
}

type Screen = (props: ScreenProps) => ReactNode | Promise<ReactNode>;
const screens: Record<NonNullable<Step['screen']>, Screen> = {
  buyer: BuyerScreen,
  'guarantee-type': GuaranteeTypeScreen,
  amount: AmountScreen,
  guarantees: GuaranteesScreen,
  files: AttachmentsScreen,
  review: ReviewScreen,
};

/** Counts a person's visits to a page until they answer it. Programs do not send this header. */
async function countVisit({ place, answers, query }: StepState) {
  const isNavigation = (await headers()).get('sec-fetch-mode') === 'navigate';
  if (isNavigation && !query.aviso && !answers.answered.includes(place.step)) {
    after(() => countPage(place.step, answers.values.sistemaLicitacion));
  }
}
