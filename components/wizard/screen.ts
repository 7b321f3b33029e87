import type { ReactNode } from 'react';
import type { CaptchaProps } from '#components/forms/captcha.tsx';
import type { SelectOption } from '#components/ui/select-field.tsx';
import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import type { DraftAnswers } from '#lib/domain/drafts/schema.ts';
import type { DraftTender, Question } from '#lib/domain/drafts/view.ts';
import type { ExamplePrices } from '#lib/domain/requests/submissions/copy.ts';
import type { FieldErrors } from '#lib/platform/operations/errors.ts';

export type ScreenProps = {
  place: WizardPage;
  answers: DraftAnswers;
  values: Record<string, string>;
  errors: FieldErrors;
  captcha: CaptchaProps | null;
  /** Warnings to confirm before the request is sent. */
  questions: Question[];
  maxUploadMb: number;
  /** The holder of the future request, on the last page. Null for guests. */
  sender: { holderId: string; text: string | null } | null;
  /** Own documents that a member may attach. */
  vaultDocuments: SelectOption[];
  /** `YYYY-MM-DD` in Chile. */
  today: string;
  tender: DraftTender | null;
  /** Answers of Mercado Público, by field as it is shown. */
  tenderValues: Record<string, string>;
  canLookUp: boolean;
  prices: ExamplePrices;
};

export type Screen = (props: ScreenProps) => ReactNode;
