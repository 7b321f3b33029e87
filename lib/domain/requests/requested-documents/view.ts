import { leadFileUrl } from '#lib/domain/requests/leads/view.ts';
import {
  type RequestedDocument,
  type RequestedDocumentState,
  requestedDocumentState,
} from '#lib/domain/requests/requested-documents/rules.ts';
import { verdictCopy } from '#lib/domain/requests/submissions/copy.ts';
import { formatDate, formatDateTime, formatSize } from '#lib/platform/chile/format.ts';

export function requestPageLinkOf({
  leadId,
  submissionId,
}: {
  leadId: number;
  submissionId: number | null;
}) {
  return submissionId === null
    ? ({ kind: 'lead-receipt', subject: leadId } as const)
    : ({ kind: 'receipt', subject: submissionId } as const);
}

const requestedStateTexts: Record<RequestedDocumentState, (until: string) => string> = {
  unrequested: () => '',
  received: () => '',
  missing: (until) => `Falta, hasta el ${until}`,
  late: (until) => `No llegó hasta el ${until}`,
  revoked: () => 'Ya no lo pides',
};

/**
 * Returns one row per file. For the team (`team`), files have links and each missing document has a
 * row too.
 */
export function requestedRows(
  requested: readonly RequestedDocument[],
  team?: { leadId: number; now: number },
) {
  return requested.flatMap((document) => {
    const { title: label, until } = document;
    const stateText =
      team && requestedStateTexts[requestedDocumentState(document, team.now)](formatDate(until));
    const files = document.files.map(({ id, fileName, size, verdict, addedAt }) => {
      const text = `${fileName} (${formatSize(size)}), llegó el ${formatDateTime(addedAt)}`;
      if (verdict !== 'clean') return { label, value: `${fileName}: ${verdictCopy[verdict]}` };
      return { label, value: text, href: team && leadFileUrl(team.leadId, id) };
    });
    return [...files, ...(stateText ? [{ label, value: stateText, href: undefined }] : [])];
  });
}
