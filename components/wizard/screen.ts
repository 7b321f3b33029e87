import type { ReactNode } from 'react';
import type { Place } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import type { FieldErrors } from '#lib/platform/errors.ts';

export type ScreenProps = {
  place: Place;
  answers: DraftAnswers;
  /** What the fields show: what was typed when it was refused, else what is stored. */
  values: Record<string, string>;
  errors: FieldErrors;
  captcha: { siteKey: string; nonce: string } | null;
  maxUploadMb: number;
};

export type Screen = (props: ScreenProps) => ReactNode;
