import { Notice } from '#components/ui/notice.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { SUSPENDED, tenderStates } from '#lib/domain/marketplace/rules.ts';
import { hasBidBond } from '#lib/domain/requests/submissions/rules.ts';
import type { StoredAnswers } from '#lib/domain/requests/submissions/view.ts';
import type { TenderStatus } from '#lib/domain/tenders/view.ts';
import { formatDateTime } from '#lib/platform/chile/format.ts';

type Props = {
  tenderStatus: TenderStatus | null;
  answers: Pick<StoredAnswers, 'garantias'> | null;
  /** True once it is paid. */
  isPaid?: boolean;
};

/** Warns that the tender of a bid bond has closed, before anybody accepts or pays something. */
export function ClosedTender({ tenderStatus, answers, isPaid = false }: Props) {
  const { isClosed, closesAt, code, state } = tenderStatus ?? {};
  // A suspended tender may get another closing date.
  if (
    !isClosed ||
    !closesAt ||
    !answers ||
    !hasBidBond(answers.garantias) ||
    state === tenderStates[SUSPENDED]
  )
    return null;
  const askText = isPaid ? 'Avísale' : 'Antes de pagar, avísale';
  return (
    <Notice tone="danger" title="La licitación ya cerró">
      <p>
        <UnbrokenText
          text={`${code} cerró el ${formatDateTime(closesAt)}: una garantía de seriedad ya no sirve para ofertar. ${askText} a tu asesor si el ID es otro o si ya presentaste tu oferta.`}
        />
      </p>
    </Notice>
  );
}
