import { guaranteeTitle, lapseSentence } from '#lib/domain/alerts/copy.ts';
import { daysLeftUntil } from '#lib/domain/alerts/rules.ts';
import { buildOverview, guaranteePath } from '#lib/domain/alerts/view.ts';
import { closedItem } from '#lib/domain/dashboard/closing-items.ts';
import { type DueItem, dateItem, documentItems } from '#lib/domain/dashboard/document-items.ts';
import type { ListedDocument } from '#lib/domain/documents/reads/documents.ts';
import { lacksDate } from '#lib/domain/documents/rules.ts';
import { isPrintedEndUnknown } from '#lib/domain/documents/view.ts';
import type { IssuedDetail } from '#lib/domain/issued-guarantees/reads/guarantees.ts';
import type { MoveOffer } from '#lib/domain/issued-guarantees/reads/moves.ts';
import { needsExtension } from '#lib/domain/issued-guarantees/replacement-rules.ts';
import { daysLeft, EXPIRING_DAYS } from '#lib/domain/issued-guarantees/rules.ts';
import { type Extension, movableText } from '#lib/domain/issued-guarantees/view.ts';
import type { DuePayment } from '#lib/domain/payments/reads/list-requests.ts';
import type { OwnRequest } from '#lib/domain/requests/applicant/reads.ts';
import { applicantTasks } from '#lib/domain/requests/applicant/rules.ts';
import { conditionsTitle } from '#lib/domain/requests/leads/copy.ts';
import type { AwaitedDocuments } from '#lib/domain/requests/requested-documents/reads.ts';
import type { listNewLinkRequests } from '#lib/domain/share-links/reads/list-links.ts';
import {
  formatDate,
  formatDay,
  formatRequestNumber,
  startOfDay,
} from '#lib/platform/chile/format.ts';
import type { Role } from '#lib/platform/operations/operation.ts';
import { DAY } from '#lib/platform/process/durations.ts';

export type { DueItem };

type DashboardData = {
  payments: readonly DuePayment[];
  documents: readonly ListedDocument[];
  requests: readonly OwnRequest[];
  awaitedDocuments: readonly AwaitedDocuments[];
  guarantees: readonly IssuedDetail[];
  extensions: ReadonlyMap<number, Extension>;
  /** Ended links for which a visitor asked for a new link. */
  links: Awaited<ReturnType<typeof listNewLinkRequests>>;
  moves: readonly MoveOffer[];
  profile: readonly string[];
  /** Numbers of the requests whose tenders have closed. */
  closed: readonly number[];
  /** Number of uploads that wait for a category. */
  unplaced: number;
};

/** Time (ms) for which a message is listed. Answers by mail are unknown here and cannot end it. */
export const MESSAGE_MS = 14 * DAY;
const MAX_NAMED_DOCUMENTS = 3;
/** Number of days that conditions without a last day count as. */
const DAYS_TO_ACCEPT = 7;

/**
 * Lists what an account holder has to do: first the files to sort, then the items with the fewest
 * days left.
 */
export function dueItems(
  {
    payments,
    documents,
    requests,
    awaitedDocuments,
    guarantees,
    extensions,
    links,
    moves,
    profile: missingProfileFields,
    closed: closedNumbers,
    unplaced: unplacedCount,
  }: DashboardData,
  role: Role,
  now: number,
) {
  const { outstanding, requiredCount } = buildOverview(documents, role, now);
  const missing = outstanding.filter(({ status }) => status === 'missing');
  const items: DueItem[] = [
    // Among items with as many days left, those on which another person depends come first.
    ...awaitedDocuments.map((awaited) => requestedItem(awaited, now)),
    ...requests.flatMap((request) => conditionsItem(request, now)),
    ...payments.map((payment) => paymentItem(payment, now)),
    ...requests.flatMap((request) => messageItem(request, now)),
    ...guarantees.flatMap((guarantee) =>
      guaranteeItem(guarantee, extensions.get(guarantee.number), now),
    ),
    ...documentItems(documents, now).filter(({ tone }) => tone !== 'calm'),
    ...closedItem(closedNumbers),
    ...moves.flatMap(moveItem),
    ...links.map(linkItem),
    ...documents
      .filter((document) => isPrintedEndUnknown(document) && !lacksDate(document))
      .map(dateItem),
    // Advisors need no documents of their own.
    ...(role === 'admin' || missing.length === 0 ? [] : [missingItem(missing, requiredCount)]),
    ...(missingProfileFields.length === 0 ? [] : [profileItem(missingProfileFields, role)]),
  ];
  const rank = ({ days = Number.MAX_SAFE_INTEGER }: DueItem) => Math.max(days, 0);
  const sorted = items.sort(
    (a, b) => rank(a) - rank(b) || tonesByUrgency.indexOf(a.tone) - tonesByUrgency.indexOf(b.tone),
  );
  return unplacedCount === 0 ? sorted : [unplacedItem(unplacedCount), ...sorted];
}

function unplacedItem(count: number): DueItem {
  const uploadsText = count === 1 ? 'Subiste un archivo' : `Subiste ${count} archivos`;
  const title = `${uploadsText} y falta confirmar${count === 1 ? 'lo' : 'los'}`;
  const detail = 'Lo que no ordenas se borra un día después de subirlo.';
  const href = '/panel/documentos/ordenar';
  return { tone: 'warning', title, detail, action: 'Confirmar', href, days: 1 };
}

const tonesByUrgency: readonly DueItem['tone'][] = ['danger', 'warning', 'info', 'calm'];

export function paymentItem({ amount, description, ...payment }: DuePayment, now: number): DueItem {
  const requestText =
    payment.submissionId === null ? '' : `Solicitud ${formatRequestNumber(payment.submissionId)}. `;
  const detail = `${requestText}Hasta el ${formatDay(payment.expiresAt)}.`;
  const title = `${amount}: ${description}`;
  return {
    tone: 'warning',
    title,
    detail,
    action: 'Pagar',
    href: payment.path,
    days: daysLeftUntil(payment.expiresAt, now),
  };
}

function requestedItem(
  { submissionId, titles, until, href }: AwaitedDocuments,
  now: number,
): DueItem {
  const documentsText = titles.length === 1 ? 'un documento' : `${titles.length} documentos`;
  const requestText =
    submissionId === null ? '' : `Solicitud ${formatRequestNumber(submissionId)}. `;
  const detail = `${requestText}${formatList(titles)}. Hasta el ${formatDate(until)}.`;
  return {
    tone: 'warning',
    title: `Tu asesor espera ${documentsText}`,
    detail,
    action: 'Enviar',
    href,
    days: daysLeft({ validTo: until }, now),
  };
}

function moveItem({ movable, name }: MoveOffer): DueItem[] {
  if (movable === 0) return [];
  const title = movableText(movable, name);
  const detail = 'Puedes pasar a la empresa lo que es de ella.';
  return [{ tone: 'info', title, detail, action: 'Ver', href: '/panel/garantias' }];
}

function linkItem({ id, label, recipient, requestedAt }: DashboardData['links'][number]): DueItem {
  const title = `Piden un enlace nuevo: ${recipient ?? label ?? 'uno que compartiste'}`;
  const detail = `Abrieron uno que ya terminó, el ${formatDay(requestedAt)}.`;
  const href = `/panel/documentos/enlaces#${id}`;
  return { tone: 'info', title, detail, action: 'Ver el enlace', href };
}

function conditionsItem(request: OwnRequest, now: number): DueItem[] {
  const { submissionId, conditions } = request;
  if (!conditions || applicantTasks(request, now).conditionsState !== 'open') return [];
  const untilText = conditions.validUntil ? `, hasta el ${formatDate(conditions.validUntil)}` : '';
  const title = `Acepta las condiciones${untilText}`;
  const detail = `Solicitud ${formatRequestNumber(submissionId)}: ${conditionsTitle(conditions)}.`;
  const href = `/panel/solicitudes/${submissionId}#condiciones`;
  const { validUntil } = conditions;
  const days = validUntil ? daysLeft({ validTo: validUntil }, now) : DAYS_TO_ACCEPT;
  return [{ tone: 'warning', title, detail, action: 'Ver las condiciones', href, days }];
}

function messageItem(request: OwnRequest, now: number): DueItem[] {
  const { submissionId, events } = request;
  const last = events.find(({ event }) => event.kind !== 'booking' && event.kind !== 'payment');
  if (!last || now - last.at > MESSAGE_MS) return [];
  const { event } = last;
  if (event.kind !== 'reply' && event.kind !== 'conditions') return [];
  if (event.kind === 'conditions' && conditionsItem(request, now).length > 0) return [];
  const title = `Te escribimos por tu solicitud ${formatRequestNumber(submissionId)}`;
  const newsText = event.kind === 'reply' ? event.subject : conditionsTitle(event);
  const detail = `${newsText}. El ${formatDay(last.at)}.`;
  const [action, anchor] =
    event.kind === 'reply' ? ['Leer', 'historia'] : ['Ver las condiciones', 'condiciones'];
  const href = `/panel/solicitudes/${submissionId}#${anchor}`;
  return [{ tone: 'info', title, detail, action, href }];
}

function guaranteeItem(
  guarantee: IssuedDetail,
  extension: Extension | undefined,
  now: number,
): DueItem[] {
  const { validTo, beneficiaryName, reported } = guarantee;
  const days = daysLeft({ validTo }, now);
  const isExtensionNeeded = needsExtension(guarantee, now);
  if (!isExtensionNeeded && (reported !== null || days > EXPIRING_DAYS)) return [];
  const title = guaranteeTitle(guarantee);
  const detail = `${lapseSentence(days, startOfDay(validTo))} Para ${beneficiaryName}.`;
  const href = guaranteePath(guarantee);
  if (extension?.requestedAt) {
    const extensionDetail = `${detail} Prórroga pedida el ${formatDay(extension.requestedAt)}.`;
    const requestPath = `/panel/solicitudes/${extension.requestSubmissionId}`;
    return [
      {
        tone: 'info',
        title,
        detail: extensionDetail,
        action: 'Ver la solicitud',
        href: requestPath,
      },
    ];
  }
  if (!isExtensionNeeded) {
    const questionDetail = `${detail} ¿Te la devolvieron?`;
    return [
      { tone: 'warning', title, detail: questionDetail, action: 'Decir qué pasó', href, days },
    ];
  }
  const form = `${href}/prorroga`;
  return [{ tone: 'warning', title, detail, action: 'Pedir prórroga', href, formPath: form, days }];
}

function missingItem(missing: readonly { label: string }[], requiredCount: number): DueItem {
  const omittedCount = missing.length - MAX_NAMED_DOCUMENTS;
  const labels = missing
    .slice(0, omittedCount > 1 ? MAX_NAMED_DOCUMENTS : undefined)
    .map(({ label }) => label);
  const title = `Te falta${missing.length > 1 ? 'n' : ''} ${missing.length} de ${requiredCount} documentos`;
  const detail = `${formatList(omittedCount > 1 ? [...labels, `${omittedCount} más`] : labels)}.`;
  const href = '/panel/documentos#subir';
  return { tone: 'info', title, detail, action: 'Subir documentos', href };
}

function profileItem(missingFields: readonly string[], role: Role): DueItem {
  const isCompany = role === 'juridica';
  const title = `Completa ${isCompany ? 'los datos de la empresa' : 'tu perfil'} y no escribas lo mismo de nuevo`;
  const detail = `Sin ${formatList(missingFields)}. Aparecen ya escritos cuando pides una garantía.`;
  const href = isCompany ? '/panel/empresa#datos' : '/panel/perfil';
  return { tone: 'info', title, detail, action: 'Completar', href };
}

function formatList(words: readonly string[]): string {
  return new Intl.ListFormat('es-CL').format(words);
}
