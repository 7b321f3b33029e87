import { CalculatorNote } from '#app/gestiona-tu-garantia/_components/calculator-note.tsx';
import { StepFields } from '#app/gestiona-tu-garantia/_components/step-fields.tsx';
import type { WizardPageProps } from '#app/gestiona-tu-garantia/_lib/step-state.ts';
import { LawRemarks } from '#components/marketplace/law-remarks.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Caption, PageHeading } from '#components/ui/page-heading.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { LAW_HINT, LawHint } from '#components/wizard/law-hint.tsx';
import { ShareFields } from '#components/wizard/lazy-fields.tsx';
import { StepForm } from '#components/wizard/step-form.tsx';
import { Suggestions } from '#components/wizard/suggestions.tsx';
import { steps } from '#lib/domain/drafts/steps.ts';
import { itemCaption, ownRemarks } from '#lib/domain/drafts/view.ts';
import { findByNumber } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import { remainingOf } from '#lib/domain/issued-guarantees/rules.ts';
import { expectationLabel } from '#lib/domain/law/copy.ts';
import { expectationsOfType } from '#lib/domain/law/rules.ts';
import { AWARDED } from '#lib/domain/marketplace/rules.ts';
import { priceNotice } from '#lib/domain/requests/submissions/copy.ts';
import type { GuaranteeType } from '#lib/domain/requests/submissions/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatRequestNumber, isoDay } from '#lib/platform/chile/format.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { now } from '#lib/platform/process/clock.ts';

export function GuaranteeTypePage(props: WizardPageProps) {
  const { page, answers, tender } = props;
  const { examplePrices } = getEnv();
  const suggestions = page.g === undefined ? (tender?.suggestions ?? []) : [];
  const hasSuggestions = suggestions.length > 0;
  const isFirst = answers.garantias.length === 0;
  const isAwarded = tender?.facts?.stateCode === AWARDED && isFirst;
  const likelyType = isFirst ? (answers.chosenType ?? (isAwarded && 'cumplimiento')) : null;
  const caption = itemCaption(answers, page);
  const remarks = tender?.remarks ?? [];
  const remarkedTypes = remarks.map((remark) => remark.split('-')[0] ?? '');
  const warnings = tender ? warningsOf(tender.type, remarkedTypes) : {};
  return (
    <>
      <LawRemarks remarks={remarks} className="mb-6" />
      <CalculatorNote {...props} />
      {hasSuggestions ? (
        <>
          <PageHeading caption={caption}>{steps[page.step].question}</PageHeading>
          <Suggestions
            page={page}
            today={isoDay(now())}
            suggestions={suggestions}
            className="mb-8"
          />
        </>
      ) : (
        <Caption>{caption}</Caption>
      )}
      <StepForm page={page}>
        {isAwarded && (
          <Notice>
            <p>
              Esta licitación ya está adjudicada: lo que se pide ahora es el fiel cumplimiento. Si
              necesitas otra, elígela.
            </p>
          </Notice>
        )}
        <StepFields
          {...props}
          values={likelyType ? { tipoGarantia: likelyType, ...props.values } : props.values}
          question={hasSuggestions ? 'O elige tú el tipo' : undefined}
          warnings={warnings}
          likelyTypes={
            answers.values.sistemaLicitacion === 'privados' ? likelyPrivate : likelyPublic
          }
        />
        {examplePrices && (
          <p className="text-sm text-ink-soft">
            <UnbrokenText text={priceNotice(examplePrices.day)} />
          </p>
        )}
        {tender && (
          <LawHint
            type={tender.type}
            mentioned={remarkedTypes}
            isOpen={Object.keys(warnings).length > 0}
          />
        )}
      </StepForm>
    </>
  );
}

const likelyPublic: GuaranteeType[] = ['seriedad', 'cumplimiento', 'anticipo'];
const likelyPrivate: GuaranteeType[] = ['cumplimiento', 'anticipo', 'canje_retenciones'];

export async function AmountPage(props: WizardPageProps) {
  const { page, answers, tender } = props;
  const { question, intro } = steps[page.step];
  const item = answers.garantias.find(({ id }) => id === page.g);
  const balance = await balanceOf(item);
  const { montoGarantia = balance } = props.values;
  const values = montoGarantia ? { ...props.values, montoGarantia } : props.values;
  const pageRemarks =
    tender?.remarks.filter((remark) => remark === `${item?.tipoGarantia}-above`) ?? [];
  const ownWarnings = ownRemarks(tender, item ?? {}, props.values.porcentaje).filter(
    (remark) => !pageRemarks.includes(remark),
  );
  return (
    <>
      <PageHeading caption={itemCaption(answers, page)} intro={intro}>
        {question}
      </PageHeading>
      <CalculatorNote {...props} />
      <LawRemarks remarks={pageRemarks} className="mb-6" />
      <LawRemarks remarks={ownWarnings} isOwn className="mb-6" />
      {item?.renews && !item.montoGarantia && (
        <div className="mb-6">
          <Notice title={`Prórroga de la garantía ${formatRequestNumber(item.renews)}`}>
            <p>
              Se cobró una parte. Escribimos el saldo que queda: cámbialo por el monto completo si
              el beneficiario lo pide.
            </p>
          </Notice>
        </div>
      )}
      {item?.page?.amount && (
        <div className="mb-6">
          <Notice title={`La ficha pide ${item.page.amount}`}>
            <p>Las bases dicen sobre qué se calcula: casi siempre, el monto neto de tu oferta.</p>
          </Notice>
        </div>
      )}
      <StepForm page={page}>
        <ShareFields
          values={values}
          errors={props.errors}
          requested={item?.page?.amount}
          isTender={answers.values.sistemaLicitacion === 'chilecompra'}
        >
          <StepFields {...props} values={values} />
        </ShareFields>
      </StepForm>
    </>
  );
}

/** Returns what is left of a guarantee that was claimed in part and is to be extended. */
async function balanceOf(item: { renews?: number; montoGarantia?: string } | undefined) {
  if (!item?.renews || item.montoGarantia) return undefined;
  const record = await findByNumber(item.renews);
  return record ? groupAmount(remainingOf(record.amount, record.claimed)) : undefined;
}

/** Returns warnings by type, for types that the law excludes or restricts in this tender. */
function warningsOf(type: string, remarkedTypes: readonly string[]) {
  return Object.fromEntries(
    Object.entries(expectationsOfType(type)).flatMap(([name, expected]) =>
      (expected === 'excluded' || expected === 'justified') && !remarkedTypes.includes(name)
        ? [[name, { text: expectationLabel[expected], href: `#${LAW_HINT}` }]]
        : [],
    ),
  );
}
