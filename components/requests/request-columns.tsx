import type { Drawn } from '#components/list/list-table.tsx';
import { StateTag } from '#components/requests/state-tag.tsx';
import { UnbrokenText } from '#components/ui/dated-text.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { stateMeaning } from '#lib/domain/requests/applicant/copy.ts';
import type { OwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { pendingOf, pendingText } from '#lib/domain/requests/applicant/rules.ts';
import { guaranteeParts } from '#lib/domain/requests/submissions/view.ts';
import { formatDay, requestNumber } from '#lib/platform/chile/format.ts';

const wrapped = 'max-lg:w-full lg:whitespace-normal!';

/** Columns of the applicant's own requests. */
export const requestColumns: readonly Drawn<OwnRequest>[] = [
  {
    label: 'Solicitud',
    width: 'time',
    look: 'lg:whitespace-normal!',
    cell: ({ submissionId, createdAt }) => ({
      text: `Solicitud ${requestNumber(submissionId)}`,
      href: `/panel/solicitudes/${submissionId}`,
      note: formatDay(createdAt),
    }),
  },
  { label: 'Estado', width: 'short', cell: ({ state }) => <StateTag state={state} /> },
  {
    label: 'Garantía',
    look: wrapped,
    cell: ({ answers, tenderId, isUnsigned }) => (
      <>
        <ul>
          {answers.garantias.map(guaranteeParts).map(({ type, amount }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sent request never changes
            <li key={at}>
              {type}: <span className="font-semibold whitespace-nowrap">{amount}</span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {tenderId && (
            <p className="text-ink-soft">
              Licitación <span className="whitespace-nowrap">{tenderId}</span>
            </p>
          )}
          {isUnsigned && <Tag tone="warning">Enviada sin iniciar sesión</Tag>}
        </div>
      </>
    ),
  },
  {
    label: 'Qué sigue',
    look: wrapped,
    cell: (request, now) => {
      const pending = pendingText(pendingOf(request, now));
      return pending ? (
        <strong className="font-semibold">
          <UnbrokenText text={pending} />
        </strong>
      ) : (
        <span className="text-ink-soft">{stateMeaning(request)}</span>
      );
    },
  },
];
