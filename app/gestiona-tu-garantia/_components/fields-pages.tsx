import { after } from 'next/server';
import type { ReactNode } from 'react';
import { getPageContext } from '#app/_lib/page-context.ts';
import { CalculatorNote } from '#app/gestiona-tu-garantia/_components/calculator-note.tsx';
import { StepFields } from '#app/gestiona-tu-garantia/_components/step-fields.tsx';
import type { WizardPageProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeading } from '#components/ui/page-heading.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { TenderNotice, TenderOver } from '#components/wizard/tender-notice.tsx';
import { originOf } from '#lib/domain/drafts/rules.ts';
import { steps } from '#lib/domain/drafts/steps.ts';
import { askForTender, lastLookUpOf } from '#lib/domain/drafts/tender.ts';
import {
  type DraftTender,
  itemCaption,
  missingEndText,
  tenderSearchPath,
} from '#lib/domain/drafts/view.ts';
import { guaranteeTexts } from '#lib/domain/requests/submissions/view.ts';
import { formatRequestNumber } from '#lib/platform/chile/format.ts';
import { suggestEmail } from '#lib/platform/mail/email-typos.ts';
import { isMarketplaceConfigured } from '#lib/platform/mercado-publico/call.ts';

/**
 * Shows the fields of a page of the wizard. If the page is a single choice, its legend is the
 * heading.
 */
export function FieldsPage({ children, ...props }: WizardPageProps & { children?: ReactNode }) {
  const { question, intro, fields } = steps[props.page.step];
  const isOnlyError = Object.keys(props.errors).length === 1;
  const suggestion = props.errors.email && isOnlyError ? suggestEmail(props.values.email) : null;
  const asksItself = fields.some((field) => field.kind === 'choice' && !field.label);
  const { renews } = props.page.g ? originOf(props.answers) : {};
  const extensionTitle = renews
    ? `Prórroga de tu garantía ${formatRequestNumber(renews)}`
    : undefined;
  const item = props.answers.garantias.find(({ id }) => id === props.page.g);
  const { amount } = guaranteeTexts(item ?? {});
  const title = itemCaption(props.answers, props.page) ?? extensionTitle ?? (amount && 'Garantía');
  const caption = [title, amount].filter(Boolean).join(' por ');
  return (
    <>
      {!asksItself && (
        <PageHeading caption={caption} intro={intro}>
          {question}
        </PageHeading>
      )}
      {children}
      {props.page.step === 'garantia-vigencia' && <CalculatorNote {...props} />}
      {fields.some(({ name }) => name === 'vigenciaHasta') &&
        item?.page?.end !== undefined &&
        !item.vigenciaHasta && (
          <div className="mb-6">
            <Notice>
              <p>
                <UnbrokenText text={missingEndText(item.page.end)} />
              </p>
            </Notice>
          </div>
        )}
      {props.page.step === 'licitacion' && isMarketplaceConfigured() && (
        <p className="mb-4">
          ¿No tienes el ID a mano?{' '}
          <a href={tenderSearchPath(props.page.draft)} className="inline-block py-1">
            Búscala por nombre
          </a>
        </p>
      )}
      <StepForm
        page={props.page}
        suggestion={suggestion ? { name: 'email', value: suggestion } : null}
      >
        <StepFields {...props} />
      </StepForm>
    </>
  );
}

/** Shows what Mercado Público states about the tender, above the questions. */
export async function BuyerPage(props: WizardPageProps) {
  return (
    <FieldsPage {...props}>
      <TenderOver {...props} />
      <TenderNotice
        {...props}
        triedAt={isMarketplaceConfigured() && (await askForTenderAgain(props.tender))}
      />
    </FieldsPage>
  );
}

/**
 * Asks Mercado Público again for a tender that it did not answer yet, once the page is sent.
 * Returns when (ms) it was asked last, or null if no answer is awaited.
 */
async function askForTenderAgain(tender: DraftTender | null): Promise<number | null> {
  const visit = await getPageContext();
  const lastAttempt = lastLookUpOf(tender, visit.now);
  if (!lastAttempt) return null;
  if (lastAttempt.mayRetry) after(() => askForTender(tender?.id, visit));
  return lastAttempt.mayRetry ? visit.now : lastAttempt.triedAt;
}
