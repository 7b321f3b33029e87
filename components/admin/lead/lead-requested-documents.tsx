import type { ReactNode } from 'react';
import { fromList, type LeadPartProps } from '#components/admin/lead/lead-form.ts';
import { LeadSection } from '#components/admin/lead/lead-section.tsx';
import { LastEvent } from '#components/admin/lead/lead-watch.tsx';
import { UndeliveredWarning } from '#components/admin/lead/undelivered-mail.tsx';
import { formFields } from '#components/forms/form-fields.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { FieldError } from '#components/ui/field-error.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { categories } from '#lib/domain/documents/rules.ts';
import { isDecided } from '#lib/domain/requests/leads/rules.ts';
import { receivedCountTag } from '#lib/domain/requests/requested-documents/copy.ts';
import {
  documentsInStates,
  proposedCategories,
  proposeLastDay,
  type RequestedDocument,
} from '#lib/domain/requests/requested-documents/rules.ts';
import type { requestDocumentsForm } from '#lib/domain/requests/requested-documents/schema.ts';
import {
  MAX_DOCUMENT_NOTE_LENGTH,
  requestableCategories,
} from '#lib/domain/requests/requested-documents/schema.ts';
import { requestedRows } from '#lib/domain/requests/requested-documents/view.ts';
import { hasBidBond } from '#lib/domain/requests/submissions/rules.ts';
import { isoDay } from '#lib/platform/chile/format.ts';

type Props = LeadPartProps & {
  requestedDocuments: readonly RequestedDocument[];
  notice: ReactNode;
};

/**
 * Shows the requested documents and their files. The form requests more documents or moves the last
 * day.
 */
export function LeadRequestedDocuments({
  lead,
  requestedDocuments,
  list,
  values,
  errors,
  now,
  notice,
}: Props) {
  const isClosed = isDecided(lead.state);
  if (isClosed && requestedDocuments.length === 0) return null;
  const tag = receivedCountTag(requestedDocuments, now);
  const rows = requestedRows(requestedDocuments, { leadId: lead.id, now }).map(
    ({ label, value, href }) => ({
      label,
      value: href ? <a href={href}>{value}</a> : value,
    }),
  );
  const outstandingDocuments = documentsInStates(['missing', 'late'], requestedDocuments, now);
  const [firstOutstanding] = outstandingDocuments;
  const verb = firstOutstanding ? 'Pedir otra vez' : 'Pedir documentos';
  const isNew = (key: string) => !outstandingDocuments.some(({ category }) => category === key);
  const closesAt = hasBidBond(lead.requested) ? lead.closesAt : null;
  const field = formFields<typeof requestDocumentsForm>({ values, errors });
  // Once something was requested, the form is for what else is needed.
  const proposedKeys =
    requestedDocuments.length === 0 ? proposedCategories(lead.missing, lead.contract) : [];
  const until =
    firstOutstanding && firstOutstanding.until >= isoDay(now) ? firstOutstanding.until : null;
  return (
    <LeadSection
      id="documentos"
      command="documents"
      title="Documentos pedidos"
      aside={tag && <Tag tone={tag.tone}>{tag.label}</Tag>}
      notice={notice}
      foldLabel={firstOutstanding ? 'Pedir más, dar más plazo o dejar de pedir' : verb}
      isOpen={'hasta' in values}
      foldedContent={
        !isClosed && (
          <InPlaceForm
            action={`/admin/leads/${lead.id}/documentos${fromList(list)}`}
            className="grid gap-6"
          >
            <LastEvent />
            <UndeliveredWarning lead={lead} list={list} />
            <fieldset
              id="pedir-documentos"
              className={`scroll-mt-4 ${errors.documentos ? 'border-l-4 border-danger pl-4' : ''}`}
            >
              <legend className="font-semibold">¿Qué documentos?</legend>
              {errors.documentos && <FieldError name="documentos" message={errors.documentos} />}
              <div className="grid gap-x-3 sm:grid-cols-2">
                {requestableCategories.filter(isNew).map((key) => (
                  <Checkbox
                    key={key}
                    name={`doc-${key}`}
                    value="si"
                    label={categories[key].label}
                    defaultChecked={
                      'hasta' in values ? `doc-${key}` in values : proposedKeys.includes(key)
                    }
                  />
                ))}
              </div>
            </fieldset>
            <TextArea
              {...field('otros')}
              label="Otros"
              optional
              hint="Uno por línea, con el nombre que va a leer."
              rows={2}
              data={{ 'data-keep-typed': '' }}
            />
            <DateField
              {...field('hasta', until ?? proposeLastDay(now, closesAt))}
              label="Hasta cuándo"
              hint={firstOutstanding && 'Vale también para los que faltan.'}
              min={isoDay(now)}
            />
            <TextArea
              {...field('mensaje')}
              label="Qué le dices"
              optional
              rows={2}
              maxLength={MAX_DOCUMENT_NOTE_LENGTH}
              data={{ 'data-keep-typed': '' }}
            />
            <p className="text-sm text-ink-soft">
              Recibe un correo con un enlace para subirlos sin cuenta, y otro a los 2 y a los 5 días
              si falta alguno.
            </p>
            <div className="flex flex-wrap gap-3">
              <Button>{verb}</Button>
              {firstOutstanding && (
                <Button<typeof requestDocumentsForm> variant="secondary" name="dejar" value="si">
                  Dejar de pedir los que faltan
                </Button>
              )}
            </div>
          </InPlaceForm>
        )
      }
    >
      {rows.length > 0 && <SummaryList dense rows={rows} />}
    </LeadSection>
  );
}
