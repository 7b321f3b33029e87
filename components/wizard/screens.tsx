import { AttachmentsScreen } from '#components/wizard/attachments-screen.tsx';
import { BuyerScreen, FieldsScreen } from '#components/wizard/fields-screens.tsx';
import { AmountScreen, GuaranteeTypeScreen } from '#components/wizard/guarantee-screens.tsx';
import { GuaranteesScreen } from '#components/wizard/guarantees-screen.tsx';
import { ReviewScreen } from '#components/wizard/review-screen.tsx';
import type { Screen } from '#components/wizard/screen.ts';
import { type Step, type StepId, steps } from '#lib/domain/drafts/steps.ts';

export function screenOf(step: StepId): Screen {
  const { screen } = steps[step];
  return screen ? screens[screen] : FieldsScreen;
}

const screens: Record<NonNullable<Step['screen']>, Screen> = {
  buyer: BuyerScreen,
  'guarantee-type': GuaranteeTypeScreen,
  amount: AmountScreen,
  guarantees: GuaranteesScreen,
  files: AttachmentsScreen,
  review: ReviewScreen,
};
