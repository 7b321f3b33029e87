import { attachmentLabel, verdictCopy } from '#lib/domain/requests/submissions/copy.ts';
import {
  type AnswerRow,
  answerSections,
  type GuaranteeRequest,
  guaranteeSections,
  type StoredAnswers,
  type SummarySection,
} from '#lib/domain/requests/submissions/view.ts';
import { type UploadKind, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { formatDateTime, formatSize } from '#lib/platform/chile/format.ts';

/** Returns all sections of a request. Unless `documents` are given, attachments have no links. */
export function requestSections(
  answers: StoredAnswers,
  documents = attachmentRows(answers),
): SummarySection[] {
  return [
    ...guaranteeSections(answers),
    ...answerSections(answers),
    ...documentSections(documents),
  ];
}

/**
 * Returns a row per attachment. A URL that the applicant typed is shown as text, because its
 * content was never checked.
 */
export function attachmentRows(
  answers: StoredAnswers,
  linkOf?: (kind: UploadKind) => string,
  notes: ReadonlyMap<string, string> = new Map(),
  titles: ReadonlyMap<string, string | null> = new Map(),
): AnswerRow[] {
  return uploadKinds.flatMap((kind): AnswerRow[] => {
    const attachment = answers[kind];
    const label = attachmentLabel(kind, answers.sistemaLicitacion);
    if (!attachment) return [];
    if ('externalUrl' in attachment) {
      return [{ label, value: `Enlace externo, no revisado: ${attachment.externalUrl}` }];
    }
    const value = `${attachment.fileName} (${formatSize(attachment.size)})`;
    const note = notes.get(attachment.uploadId);
    const named = titles.get(attachment.uploadId) ?? label;
    if (note) return [{ label: named, value: `${value}: ${note}` }];
    return [{ label: named, value, href: linkOf?.(kind) }];
  });
}

/** Returns the attachments and all other files that came with the request. */
export function sentFileRows({ answers, files, createdAt }: GuaranteeRequest): AnswerRow[] {
  const further = files.filter(({ addedAt }) => addedAt === createdAt);
  return [
    ...attachmentRows(answers),
    ...further.map(({ kind, fileName, size }) => ({
      label: attachmentLabel(kind, answers.sistemaLicitacion),
      value: `${fileName} (${formatSize(size ?? 0)})`,
    })),
  ];
}

export function documentRows(
  { answers, files }: Pick<GuaranteeRequest, 'answers' | 'files'>,
  linkOf?: (file: string) => string,
): AnswerRow[] {
  const refused = files.filter(({ verdict }) => verdict !== 'clean');
  const notes = new Map(refused.map(({ id, verdict }) => [id, verdictCopy[verdict]]));
  const added = files.flatMap(({ id, kind, requestedTitle, fileName, size, addedAt }) => {
    if (addedAt === null) return [];
    const label = requestedTitle ?? attachmentLabel(kind, answers.sistemaLicitacion);
    const note = notes.get(id);
    if (note) return [{ label, file: id, value: `${fileName}: ${note}` }];
    const day = `agregado el ${formatDateTime(addedAt)}`;
    const value = `${fileName} (${formatSize(size ?? 0)}), ${day}`;
    return [{ label, file: id, value, href: linkOf?.(id) }];
  });
  const titles = new Map(files.map(({ id, requestedTitle }) => [id, requestedTitle]));
  return [...attachmentRows(answers, linkOf, notes, titles), ...added];
}

export function documentSections(rows: AnswerRow[]): SummarySection[] {
  return rows.length > 0 ? [{ title: 'Documentos', rows }] : [];
}
