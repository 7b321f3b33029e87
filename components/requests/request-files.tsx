import type { ReactNode } from 'react';
import { AttachFolder } from '#components/requests/attach-folder.tsx';
import { RequestFile } from '#components/requests/request-file.tsx';
import { MessageField } from '#components/requests/request-message.tsx';
import { Button } from '#components/ui/button.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { EditorsOnly } from '#components/ui/holder-scope.tsx';
import { Section } from '#components/ui/section.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';
import { UploadField } from '#components/uploads/upload-field.tsx';
import { UploadForm } from '#components/uploads/upload-form.tsx';
import { requestedTexts } from '#lib/domain/requests/requested-documents/copy.ts';
import {
  chooseVaultDocuments,
  documentsInStates,
  type OwnDocument,
  type RequestedDocument,
} from '#lib/domain/requests/requested-documents/rules.ts';
import { requestedFieldName } from '#lib/domain/requests/requested-documents/schema.ts';
import {
  attachmentExamples,
  attachmentLabel,
  sendAheadText,
} from '#lib/domain/requests/submissions/copy.ts';
import type { AnswerRow } from '#lib/domain/requests/submissions/view.ts';
import type { UploadKind } from '#lib/domain/uploads/schema.ts';
import type { OpenForm } from '#lib/platform/operations/field-name.ts';

type Props = {
  documents: readonly AnswerRow[];
  mayWithdraw?: (file: string) => boolean;
  /**
   * Kinds of files that may be sent unrequested. `variant`: the request's `sistemaLicitacion`.
   */
  advanceKinds: readonly UploadKind[];
  variant?: string;
  /** Documents that the team requested by name. `note` is its message about them. */
  requestedDocuments: readonly RequestedDocument[];
  note: string | null | undefined;
  isApproved?: boolean;
  now: number;
  /** True if files other than the missing ones are accepted too. */
  mayTakeMore: boolean;
  /** URL for uploads, or null if none are accepted. */
  action: string | null;
  submissionKey: string;
  errors: Record<string, string>;
  /** Typed text of a message that the same form takes, so that text and files are sent together. */
  message?: { value: string | undefined };
  maxUploadMb: number;
  vault: readonly OwnDocument[];
  sentFiles?: readonly { fileName: string; size: number | null }[];
  doneNotice: ReactNode;
  /** True if it is shown in the list of pending steps. */
  isItem?: boolean;
  /** True if sending files is the first pending step. */
  isFirst?: boolean;
};

/** Shows the files of a request and the missing ones. Its form also works without scripts. */
export function RequestFiles({
  documents,
  advanceKinds,
  variant = 'chilecompra',
  requestedDocuments,
  action,
  submissionKey,
  errors,
  ...props
}: Props) {
  const { now, note, mayTakeMore, vault, sentFiles = [], isItem, isFirst = true } = props;
  const { mayWithdraw = () => false, message } = props;
  const missingDocuments = documentsInStates(['missing'], requestedDocuments, now);
  const slots: Slot[] = [
    ...missingDocuments.map((requested) => ({
      name: requestedFieldName(requested.id),
      type: 'adicional',
      ...requested,
    })),
    ...advanceKinds.map((kind) => slotOfKind(kind, variant)),
    ...(mayTakeMore ? [message ? messageSlot : slotOfKind('adicional', variant)] : []),
  ];
  const missingCount = missingDocuments.length;
  const isLetter = message !== undefined && missingCount === 0;
  const isUnfolded = isLetter || missingCount + advanceKinds.length > 0;
  const verb = isLetter ? 'Enviar mensaje' : 'Enviar documentos';
  const folder = chooseVaultDocuments(vault, {
    slots,
    rest: mayTakeMore ? 'adicional' : null,
    sentFiles: [...sentFiles, ...requestedDocuments.flatMap(({ files }) => files)],
  });
  const isOpen = action !== null && slots.length > 0;
  const hasText = action !== null && requestedDocuments.length > 0;
  const isBare = documents.length === 0 && !hasText && !props.doneNotice;
  if (isBare && !isOpen) return null;
  const title = missingCount === 1 ? 'Envía un documento' : `Envía ${missingCount} documentos`;
  const section = (
    <Section
      id="documentos"
      {...{ isItem }}
      title={isItem ? title : isLetter ? 'Escríbele a tu asesor' : 'Documentos'}
      className={documents.length === 0 ? 'print:hidden' : ''}
    >
      <DoneNotice tight>{props.doneNotice}</DoneNotice>
      {action !== null &&
        requestedTexts(requestedDocuments, now).map((text) => (
          <p key={text} className="mb-3 wrap-anywhere">
            {text}
          </p>
        ))}
      {isOpen && missingDocuments.length > 0 && note && (
        <p className="mb-3 border-l-4 border-line pl-3 whitespace-pre-line wrap-anywhere">{note}</p>
      )}
      {documents.length > 0 && (
        <SummaryList
          rows={documents.map((row) => ({
            label: row.label,
            value: <RequestFile {...{ row, action, mayWithdraw }} />,
          }))}
        />
      )}
      {isOpen && <AttachFolder {...{ folder, action, submissionKey }} />}
      {isOpen && (
        <EditorsOnly>
          <details
            className="mt-4 print:hidden"
            open={isUnfolded || Object.keys(errors).length > 0}
          >
            <summary
              className={`w-fit cursor-pointer py-1.5 text-brand underline underline-offset-4 ${isUnfolded ? 'hidden' : ''}`}
            >
              {documents.length === 0 ? 'Agregar documentos' : 'Agregar otros documentos'}
            </summary>
            <UploadForm
              action={action}
              encType="multipart/form-data"
              goOn={verb}
              className="mt-3 grid gap-5"
            >
              {advanceKinds.length > 0 && missingCount === 0 && (
                <p>
                  {sendAheadText(variant)}
                  {!props.isApproved &&
                    ' Sin eso, tu asesor parte con lo que respondiste y te pide lo que necesite.'}
                </p>
              )}
              <input type="hidden" name="envio" value={submissionKey} />
              {/* The text comes before the files, so that a refused file does not lose it. */}
              {message && <MessageField {...message} error={errors.mensaje} optional={!isLetter} />}
              {slots.map(({ name, type, title, hint, category }) => {
                const ownDocument = vault.find(
                  (document) => document.category === category && document.isValid,
                );
                return (
                  <UploadField
                    key={name}
                    type={type}
                    name={name}
                    label={title}
                    hint={hint}
                    optional={message !== undefined && name === 'adicional'}
                    maxUploadMb={props.maxUploadMb}
                    error={errors[name]}
                  >
                    {ownDocument && (
                      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                        <Button<OpenForm>
                          variant="secondary"
                          compact
                          name={`carpeta-${name}`}
                          value={ownDocument.value}
                        >
                          Ya lo tengo<VisuallyHidden>: {title}</VisuallyHidden>
                        </Button>
                        <span className="min-w-0 text-sm wrap-anywhere text-ink-soft">
                          Envía {ownDocument.fileName} de tu carpeta
                        </span>
                      </div>
                    )}
                    {!ownDocument && vault.length > 0 && (
                      <SelectField
                        name={`carpeta-${name}`}
                        label={`O uno de tu carpeta: ${title}`}
                        placeholder="Ninguno"
                        options={vault}
                      />
                    )}
                  </UploadField>
                );
              })}
              <div>
                <Button wide variant={missingCount > 0 && isFirst ? 'primary' : 'secondary'}>
                  {verb}
                </Button>
              </div>
            </UploadForm>
          </details>
        </EditorsOnly>
      )}
    </Section>
  );
  return isBare ? <EditorsOnly>{section}</EditorsOnly> : section;
}

type Slot = {
  name: string;
  /** The kind of upload that the file becomes. */
  type: string;
  title: string;
  hint?: string;
  category?: string | null;
};

const messageSlot: Slot = {
  name: 'adicional',
  type: 'adicional',
  title: 'Tu contrato o las bases (una foto sirve)',
};

function slotOfKind(kind: UploadKind, variant: string): Slot {
  const hint = attachmentExamples[kind];
  return { name: kind, type: kind, title: attachmentLabel(kind, variant), hint };
}
