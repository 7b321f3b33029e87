import type { ReactNode } from 'react';
import type { CaptchaProps } from '#components/forms/captcha.tsx';
import type { Place } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import type { DraftTender } from '#lib/domain/drafts/view.ts';
import type { FieldErrors } from '#lib/platform/errors.ts';

export type ScreenProps = {
  place: Place;
  answers: DraftAnswers;
  /** What the fields show: what was typed when it was refused, else what is stored. */
  values: Record<string, string>;
  errors: FieldErrors;
  captcha: CaptchaProps | null;
  maxUploadMb: number;
  /** What is known of the tender whose id the person gave. */
  tender: DraftTender | null;
  /** What Mercado Público answers, by field as it is shown. */
  brought: Record<string, string>;
  /** The tender that the wizard was opened for. */
  openedFor?: string;
  /** Whether Mercado Público can be asked while a page is filled in. */
  lookUps: boolean;
};

export type Screen = (props: ScreenProps) => ReactNode;
