import type { ReactNode } from 'react';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { isUnrecorded } from '#components/admin/lead/lead-tags.tsx';
import { GuaranteeStatusTag } from '#components/issued-guarantees/guarantee-status-tag.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/view.ts';
import { guaranteeTypeCopy } from '#lib/domain/requests/submissions/copy.ts';
import type { StoredLead } from '#lib/domain/requests/team/view.ts';
import { formatAmount, formatDate } from '#lib/platform/chile/format.ts';

type Props = LeadPartProps & {
  requested: StoredLead['requested'];
  records: readonly IssuedDetail[];
  notice: ReactNode;
};

export function LeadIssued({ lead, requested, records, list, now, notice }: Props) {
  const { id, state } = lead;
  const awaitsRecord = isUnrecorded(lead);
  const isApproved = state === 'aprobada' || state === 'emitida';
  if (!isApproved && !awaitsRecord && records.length === 0) return null;
  const isComplete = records.length >= requested.length;
  return (
    <Section
      id="emision"
      title="Emisión"
      aside={
        <Tag tone={isComplete ? 'success' : 'warning'}>
          {requested.length === 1
            ? isComplete
              ? 'Emitida'
              : 'Falta registrarla'
            : `${records.length} de ${requested.length} emitidas`}
        </Tag>
      }
      compact
    >
      <DoneNotice tight>{notice}</DoneNotice>
      {awaitsRecord && (
        <div className="mb-3">
          <Notice tone="warning" title="El CRM dice que está emitida">
            <p>
              {isApproved
                ? 'Registra cada garantía: quien la pidió recibe la suya por correo.'
                : 'Apruébala y registra cada garantía: quien la pidió recibe la suya por correo.'}
            </p>
          </Notice>
        </div>
      )}
      <ol className="border-t border-line">
        {requested.map((guarantee, index) => {
          const record = records.find((issued) => issued.item === index);
          const label = guaranteeTypeCopy[guarantee.tipoGarantia].label;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a requested guarantee is its position
              key={index}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 last:border-b-0 last:pb-0"
            >
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-semibold">
                  {index + 1}. {label}
                </p>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {record
                    ? `${record.issuerName}, ${record.issuerNumber} · hasta el ${formatDate(record.validTo)}`
                    : formatAmount(guarantee.montoGarantia, guarantee.monedaGarantia)}
                </p>
              </div>
              {record ? (
                <span className="flex flex-wrap items-center gap-x-3">
                  <a href={`/admin/garantias/${record.id}`} className="inline-block py-1.5">
                    Garantía N.º {record.number}
                  </a>
                  <GuaranteeStatusTag record={record} now={now} />
                </span>
              ) : (
                isApproved && (
                  <LinkButton
                    href={`/admin/leads/${id}/emision/${index}${fromList(list)}`}
                    variant="secondary"
                    compact
                  >
                    <span>
                      Registrar emisión
                      <VisuallyHidden>
                        {' '}
                        de {index + 1}. {label}
                      </VisuallyHidden>
                    </span>
                  </LinkButton>
                )
              )}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
