import { GuaranteeCard, type Offer } from '#components/contact/guarantee-card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import {
  expectationCopy,
  expectationLabel,
  servicesCopy,
  unknownUtmCopy,
  usedUtmText,
  worksCopy,
} from '#lib/domain/law/copy.ts';
import type { answerTender, Expectation, TenderQuestion } from '#lib/domain/law/rules.ts';
import type { KnownUtm } from '#lib/domain/law/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatAmount } from '#lib/platform/chile/format.ts';

type Props = Offer & {
  question: TenderQuestion;
  answer: ReturnType<typeof answerTender>;
  utm: KnownUtm | null;
  /** Inputs of the calculator. The form for advice and the request begin with them. */
  calculation: Record<string, string>;
};

export function CalculatorAnswer({ question, answer, utm, ...offer }: Props) {
  const { expectations, contradicts, share, needsUtm } = answer;
  const money = (amount: string) =>
    share?.unit === 'UTM' ? `${groupAmount(amount)} UTM` : formatAmount(amount, 'pesos');
  const isWorks = question.type === 'O1' || question.type === 'O2';
  return (
    <div role="status" className="grid gap-4">
      <h3 className="text-lg">Lo que puedes esperar</h3>
      {contradicts && (
        <Notice tone="warning">
          <p>
            Ese monto no calza con el tipo {question.type}. Respondemos por el monto; confírmalo en
            las bases.
          </p>
        </Notice>
      )}
      {needsUtm && (
        <Notice>
          <p>{unknownUtmCopy}</p>
        </Notice>
      )}
      {question.amount?.unit === 'pesos' && question.pesosPerUtm && (
        <p>
          <UnbrokenText text={usedUtmText(question.pesosPerUtm, utm)} />
        </p>
      )}
      <GuaranteeCard
        type="cumplimiento"
        tag={tagOf(expectations.cumplimiento)}
        text={expectationCopy.cumplimiento[expectations.cumplimiento]}
        figure={share && `Si tu oferta neta fuera ese monto: ${money(share.cumplimiento)}.`}
        pesos={share?.unit === 'pesos' ? share.cumplimiento : undefined}
        {...offer}
      />
      <GuaranteeCard
        type="seriedad"
        tag={tagOf(expectations.seriedad)}
        isOffered={expectations.seriedad !== 'excluded'}
        text={expectationCopy.seriedad[expectations.seriedad]}
        figure={
          share && expectations.seriedad !== 'excluded'
            ? `Si ese fuera el monto de la licitación, como máximo ${money(share.seriedad)}.`
            : null
        }
        pesos={share?.unit === 'pesos' ? share.seriedad : undefined}
        {...offer}
      />
      {question.services && <p>{servicesCopy}</p>}
      {isWorks && <p>{worksCopy}</p>}
      <p className="text-ink-soft">
        Las bases también pueden pedir garantía por el anticipo o por otros riesgos del contrato.
        ¿Te queda una duda?{' '}
        <a href={`/asesor?${new URLSearchParams(offer.calculation)}`} className="inline-block py-1">
          Habla con un asesor
        </a>
        .
      </p>
    </div>
  );
}

function tagOf(expectation: Expectation) {
  return <Tag tone={tones[expectation]}>{expectationLabel[expectation]}</Tag>;
}

const tones = {
  required: 'info',
  possible: 'warning',
  justified: 'warning',
  excluded: 'neutral',
  open: 'neutral',
} as const;
