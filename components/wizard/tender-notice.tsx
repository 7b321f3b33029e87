import { Notice } from '#components/ui/notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { WatchState } from '#components/wizard/lazy-fields.tsx';
import { tenderCopy } from '#lib/domain/drafts/copy.ts';
import type { WizardPage } from '#lib/domain/drafts/rules.ts';
import { type DraftTender, wizardPath } from '#lib/domain/drafts/view.ts';
import { codeProblems } from '#lib/domain/marketplace/copy.ts';
import {
  CLOSED,
  DESERTED,
  REVOKED,
  SUSPENDED,
  tenderStates,
} from '#lib/domain/marketplace/rules.ts';
import { estimatedAmountText, publicPageOf, tenderDates } from '#lib/domain/marketplace/view.ts';
import { formatDateTime, formatTime } from '#lib/platform/chile/format.ts';
import { nameFromCapitals, titleFromCapitals } from '#lib/platform/chile/names.ts';

type Props = {
  tender: DraftTender | null;
  page: WizardPage;
  /** When (ms) Mercado Público was last asked, if it may still answer. */
  triedAt?: number | null | false;
};

export function TenderNotice({ tender, page, triedAt }: Props) {
  if (tender?.problem || tender?.isMissing) {
    return (
      <div className="mb-8">
        <Notice tone="warning" title={`Revisa el ID ${tender.id}`}>
          <p>{tender.problem ? codeProblems[tender.problem] : tenderCopy.missing}</p>
          <p>
            {tenderCopy.goOn} <ChangeId {...page} />
          </p>
        </Notice>
      </div>
    );
  }
  if (!tender?.facts)
    return tender && triedAt ? <NoAnswer id={tender.id} {...{ page, triedAt }} /> : null;
  const { code, name, state, unitName, fetchedAt } = tender.facts;
  const amount = estimatedAmountText(tender.facts);
  return (
    <section
      aria-label="Tu licitación"
      className="mb-8 rounded-lg border border-line bg-surface p-5"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag tone="info">Traído de Mercado Público</Tag>
        {state && <span className="text-sm text-ink-soft">{state}</span>}
      </p>
      <p className="mt-2 font-semibold break-words">{name ? titleFromCapitals(name) : code}</p>
      {unitName && (
        <p className="text-sm break-words text-ink-soft">{nameFromCapitals(unitName)}</p>
      )}
      <dl className="mt-3 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        {[
          ...tenderDates(tender.facts),
          ...(amount ? [{ label: 'Monto estimado', value: amount }] : []),
        ].map(({ label, value }) => (
          <div key={label} className="flex gap-2">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm">
        <a href={publicPageOf(code)} target="_blank" rel="noopener" className="inline-block py-1">
          Ver {code} en Mercado Público
        </a>{' '}
        <span className="text-ink-soft">Consultado el {formatDateTime(fetchedAt)}.</span>
      </p>
    </section>
  );
}

/** Warns that the tender takes no offers. `isBrief` makes it one line. */
export function TenderOver({ tender, page, isBrief }: Props & { isBrief?: boolean }) {
  const { stateCode = null, closesAt = null } = tender?.facts ?? {};
  if (stateCode === null || !overCodes.includes(stateCode)) return null;
  const isClosed = stateCode === CLOSED && closesAt !== null;
  if (isBrief) {
    return (
      <p className="mb-4 text-sm font-semibold text-warning">
        La licitación{' '}
        {isClosed
          ? `cerró el ${formatDateTime(closesAt)}`
          : `está ${tenderStates[stateCode]?.toLowerCase()}`}
        : una garantía de seriedad ya no sirve para ofertar. <ChangeId {...page} />
      </p>
    );
  }
  return (
    <div className="mb-6">
      <Notice
        tone="warning"
        title={`Esta licitación está ${tenderStates[stateCode]?.toLowerCase()}`}
      >
        <p>
          {isClosed && `Cerró el ${formatDateTime(closesAt)}. `}
          Antes de pedir una garantía para ella, revisa el ID. Si ya presentaste tu oferta, sigue.{' '}
          <ChangeId {...page} />
        </p>
      </Notice>
    </div>
  );
}

function ChangeId({ draft, licitacion }: WizardPage) {
  return (
    <a href={wizardPath({ step: 'licitacion', draft, licitacion })} className="inline-block py-1">
      Cambiar el ID
    </a>
  );
}

const overCodes = [CLOSED, DESERTED, REVOKED, SUSPENDED];

type NoAnswerProps = { id: string; page: WizardPage; triedAt: number };

/** Shows that an answer is awaited. With scripts the page refreshes itself. */
function NoAnswer({ id, page, triedAt }: NoAnswerProps) {
  const { draft, licitacion } = page;
  return (
    <div className="mb-8 rounded-lg bg-sunken p-4 text-sm">
      <p>
        Mercado Público aún no responde por {id}. Seguimos preguntando: último intento a las{' '}
        {formatTime(triedAt)}. Completa los datos a mano o{' '}
        <a
          href={wizardPath({ step: 'institucion', draft, licitacion })}
          className="inline-block py-1"
        >
          mira si ya llegaron
        </a>
        .
      </p>
      <WatchState />
    </div>
  );
}
