import { Notice } from '#components/ui/notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { expectationCopy, expectationTag, servicesCopy, worksCopy } from '#lib/domain/law/copy.ts';
import type { answerTender, Expectation, TenderQuestion } from '#lib/domain/law/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import type { GuaranteeType } from '#lib/domain/requests/submissions/schema.ts';
import { groupAmount } from '#lib/platform/chile/amounts.ts';
import { formatAmount } from '#lib/platform/chile/format.ts';

type Props = { question: TenderQuestion; answer: ReturnType<typeof answerTender> };

export function CalculatorAnswer({ question, answer }: Props) {
  const { expectations, contradicts, share } = answer;
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
      <Guarantee
        type="cumplimiento"
        expectation={expectations.cumplimiento}
        text={expectationCopy.cumplimiento[expectations.cumplimiento]}
        figure={share && `Si tu oferta neta fuera ese monto: ${money(share.cumplimiento)}.`}
      />
      <Guarantee
        type="seriedad"
        expectation={expectations.seriedad}
        text={expectationCopy.seriedad[expectations.seriedad]}
        figure={
          share && expectations.seriedad !== 'excluded'
            ? `Si ese fuera el monto de la licitación, como máximo ${money(share.seriedad)}.`
            : null
        }
      />
      {question.services && <p>{servicesCopy}</p>}
      {isWorks && <p>{worksCopy}</p>}
      <p className="text-ink-soft">
        Las bases también pueden pedir garantía por el anticipo o por otros riesgos del contrato.
        ¿Te queda una duda?{' '}
        <a href="/asesor" className="inline-block py-1">
          Habla con un asesor
        </a>
        .
      </p>
    </div>
  );
}

/** The answer for a contract between companies, whose guarantees no law regulates. */
export function PrivateAnswer() {
  return (
    <div role="status" className="grid gap-4">
      <h3 className="text-lg">Entre privados manda el contrato</h3>
      <p>
        La ley de compras públicas no fija estas garantías: tipo, monto, plazo y glosa son los que
        acordaron tú y tu mandante. Búscalos en el contrato o en su borrador.
      </p>
      <p>
        <a href="/gestiona-tu-garantia" className="inline-block py-1">
          Pedir la garantía
        </a>{' '}
        o{' '}
        <a href="/asesor" className="inline-block py-1">
          hablar con un asesor
        </a>
        , que la lee contigo.
      </p>
    </div>
  );
}

type GuaranteeProps = {
  type: GuaranteeType;
  expectation: Expectation;
  text: string | undefined;
  figure: string | null;
};

function Guarantee({ type, expectation, text, figure }: GuaranteeProps) {
  return (
    <section className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h4 className="font-semibold">{guaranteeTypeCopy[type].label}</h4>
        <Tag tone={tones[expectation]}>{expectationTag[expectation]}</Tag>
      </div>
      <p className="mt-2">{text}</p>
      {figure && <p className="mt-2 font-semibold">{figure}</p>}
      {expectation !== 'excluded' && (
        <a href={`/gestiona-tu-garantia?garantia=${type}`} className="mt-2 inline-block py-1">
          Pedir esta garantía
          <VisuallyHidden>: {guaranteeTypeCopy[type].label}</VisuallyHidden>
        </a>
      )}
    </section>
  );
}

const tones = {
  required: 'info',
  possible: 'warning',
  justified: 'warning',
  excluded: 'neutral',
  open: 'neutral',
} as const;
