import { StateTag } from '#components/requests/state-tag.tsx';
import { UnbrokenText } from '#components/ui/dated-text.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { stateMeaning } from '#lib/domain/requests/applicant/copy.ts';
import { type PendingFacts, pendingOf, pendingText } from '#lib/domain/requests/applicant/rules.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import type { GuaranteeItem } from '#lib/domain/requests/submissions/schema.ts';
import { formatAmount, formatDay, requestNumber } from '#lib/platform/chile/format.ts';

type Props = {
  request: Omit<Parameters<typeof stateMeaning>[0], 'answers'> & {
    submissionId: number;
    tenderId: string | null;
    createdAt: number;
    isUnsigned: boolean;
    answers: { garantias: readonly GuaranteeItem[] };
  } & PendingFacts;
  now: number;
};

export function RequestCard({ request, now }: Props) {
  const pending = pendingText(pendingOf(request, now));
  const { submissionId, state, tenderId, createdAt, isUnsigned, answers } = request;
  return (
    <article className="relative rounded-lg border border-line bg-surface p-5 hover:border-brand">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">
          <a href={`/panel/solicitudes/${submissionId}`} className="after:absolute after:inset-0">
            Solicitud {requestNumber(submissionId)}
          </a>
        </h2>
        <StateTag state={state} />
      </div>
      <ul className="mt-2">
        {answers.garantias.map(({ tipoGarantia, montoGarantia, monedaGarantia }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sent request never changes
          <li key={i}>
            {guaranteeTypeCopy[tipoGarantia].label}:{' '}
            <span className="font-semibold whitespace-nowrap">
              {formatAmount(montoGarantia, monedaGarantia)}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-ink-soft">
        {formatDay(createdAt)}
        {tenderId && (
          <>
            {' · '}Licitación <span className="whitespace-nowrap">{tenderId}</span>
          </>
        )}
      </p>
      {isUnsigned && (
        <p className="mt-2">
          <Tag tone="warning">Enviada sin iniciar sesión</Tag>
        </p>
      )}
      <p className="mt-3">{stateMeaning(request)}</p>
      {pending && (
        <p className="mt-1 font-semibold">
          <UnbrokenText text={pending} />
        </p>
      )}
    </article>
  );
}
