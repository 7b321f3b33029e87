import type { ReactNode } from 'react';
import { AttachmentsScreen } from '#app/gestiona-tu-garantia/_lib/attachments-screen.tsx';
import { BuyerScreen, FieldsScreen } from '#app/gestiona-tu-garantia/_lib/fields-screens.tsx';
import {
  AmountScreen,
  GuaranteeTypeScreen,
} from '#app/gestiona-tu-garantia/_lib/guarantee-screens.tsx';
import { GuaranteesScreen } from '#app/gestiona-tu-garantia/_lib/guarantees-screen.tsx';
import { ReviewScreen } from '#app/gestiona-tu-garantia/_lib/review-screen.tsx';
import type { ScreenProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { type Step, type StepId, steps } from '#lib/domain/drafts/steps.ts';

type Screen = (props: ScreenProps) => ReactNode | Promise<ReactNode>;

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
