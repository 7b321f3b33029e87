import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { parseTypedTenderId } from '#lib/domain/marketplace/rules.ts';
import { closingSoonText } from '#lib/domain/marketplace/view.ts';
import { answerTimeText } from '#lib/domain/requests/leads/answer-time.ts';
import {
  type AcknowledgementFacts,
  arrivalHandlers,
  type TenderSummary,
} from '#lib/domain/requests/leads/arrival-mail.ts';
import { rewordForMail } from '#lib/domain/requests/leads/form-copy.ts';
import { awayText, inboxRow, reachText, urgentText } from '#lib/domain/requests/leads/view.ts';
import { attachmentLabel, sendAheadText } from '#lib/domain/requests/submissions/copy.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { receiptBytes, receiptFileName } from '#lib/domain/requests/submissions/receipt.ts';
import { requestSections, sentFileRows } from '#lib/domain/requests/submissions/request-view.ts';
import {
  hasBidBond,
  lateIssueText,
  timelyPayText,
} from '#lib/domain/requests/submissions/rules.ts';
import { newRequestSteps } from '#lib/domain/requests/submissions/steps.ts';
import {
  type GuaranteeRequest,
  guaranteeName,
  guaranteeSections,
} from '#lib/domain/requests/submissions/view.ts';
import { neededKinds, uploadKinds } from '#lib/domain/uploads/schema.ts';
import { formatDateTime, formatWeekday } from '#lib/platform/chile/format.ts';
import { titleFromCapitals } from '#lib/platform/chile/names.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import {
  type Block,
  bigNumber,
  button,
  composeMail,
  greetingOf,
  type MailContent,
  paragraph,
  section,
  smallBlock,
  stepsBlock,
} from '#lib/platform/mail/blocks.ts';

const newRequestMails = arrivalHandlers({
  find: (id) => getGuaranteeRequest(id),
  emailOf: ({ answers }) => answers.email,
  link: 'receipt',
  toTeam: internalMail,
  toSender: async (request, facts) => ({
    ...(await acknowledgementMail(request, facts)),
    ...(facts.isOwn && { attachments: [await createReceiptFile(request, facts)] }),
  }),
});

export const guaranteeHandlers = {
  'guarantee.internal-mail': newRequestMails.internal,
  'guarantee.acknowledgement': newRequestMails.acknowledgement,
} satisfies DeliveryHandlers;

async function createReceiptFile(
  request: GuaranteeRequest,
  { url, tenderName }: AcknowledgementFacts,
) {
  const content = await receiptBytes(request, url, tenderName);
  return { fileName: receiptFileName(request.id), contentType: 'application/pdf', content };
}

/**
 * Composes the mail to the team. The same request always gives the same bytes, so that the provider
 * recognises a repeated delivery. Documents can be opened only from the inbox, because people
 * forward mails with all their links.
 */
export async function internalMail(
  request: GuaranteeRequest,
  tender: TenderSummary = {},
): Promise<MailContent> {
  const { answers } = request;
  const title = `Solicitud N.º ${request.id}`;
  const preview = headlineOf(request);
  const closingText = closingSoonText(tender.closesAt, request.createdAt);
  const subject = [`${title}: ${preview}`, closingText, companyOf(request)]
    .filter(Boolean)
    .join(' · ');
  const reception = [...receptionRows(request), inboxRow(request.leadId)];

  return composeMail({ subject, title, preview, footer: null }, [
    paragraph(
      `${answers.nombreSolicitante} pide: ${preview}. Responde este correo para escribirle.`,
    ),
    ...tenderBlocks(answers, tender),
    ...requestSections(answers, sentFileRows(request)).map(section),
    section({ title: 'Recepción', rows: reception }),
  ]);
}

/**
 * Composes the mail to the applicant. If the e-mail is unproved (`isOwn` false), it repeats no
 * typed text. Otherwise anyone could make us mail any text to anybody.
 */
export async function acknowledgementMail(
  request: GuaranteeRequest,
  { url, isOwn, ...tender }: AcknowledgementFacts,
): Promise<MailContent> {
  const { answers, id } = request;
  const title = 'Recibimos tu solicitud';
  const salutation = isOwn ? `${greetingOf(answers.nombreSolicitante)} ` : '';
  const greeting = `${salutation}Guarda este número para cualquier consulta.`;
  const receipt = isOwn
    ? 'En la página de tu solicitud ves cómo va. El comprobante va adjunto en PDF.'
    : 'En la página de tu solicitud están todas tus respuestas, y puedes descargar el comprobante en PDF.';
  const isOnlyExtensions = answers.garantias.every(({ renews }) => renews !== undefined);
  const missingKinds = isOnlyExtensions ? [] : neededKinds.filter((kind) => !answers[kind]);
  const sections = guaranteeSections(answers, isOwn ? [] : ['glosaGarantia']);
  const footer = `Recibes este correo porque alguien pidió una garantía en ${brand.name} con esta dirección el ${formatDateTime(request.createdAt)} (hora de Chile). Si no fuiste tú, responde este correo y la anulamos.`;
  const preview = `Tu número es ${id}. Esto es lo que sigue.`;
  return composeMail({ subject: `${title} N.º ${id}`, title, preview, footer }, [
    paragraph(greeting),
    ...closingTexts(request, tender.closesAt).map((text) => paragraph(text)),
    bigNumber('Número de solicitud', `N.º ${id}`),
    ...(missingKinds.length > 0
      ? [paragraph(sendAheadText(answers.sistemaLicitacion), attachmentsLink(url))]
      : []),
    { ...button('Ver mi solicitud', url), text: `${receipt}\n${url}` },
    { ...smallBlock(receipt), text: '' },
    stepsBlock(
      'Qué sigue',
      rewordForMail(newRequestSteps(answerTimeText(request.createdAt), getEnv().company.issueDays)),
    ),
    ...tenderBlocks(answers, tender),
    ...sections.map(section),
    ...receivedFileBlocks(request, isOwn),
  ]);
}

/**
 * Says that the tender has closed, or else by when to act and how to reach the team. The closing is
 * said only once.
 */
function closingTexts(
  { answers, createdAt: now }: GuaranteeRequest,
  closesAt: number | undefined,
): string[] {
  const { company } = getEnv();
  if (closesAt && closesAt <= now && hasBidBond(answers.garantias)) {
    const closing = `${formatWeekday(closesAt)} ${formatDateTime(closesAt)}`;
    return [
      `La licitación cerró el ${closing}: ya no recibe ofertas. Si el ID es otro o ya ofertaste, responde este correo.`,
    ];
  }
  const times = { ...company, closesAt, now };
  const paymentNote =
    lateIssueText(answers.garantias, times) ?? timelyPayText(answers.garantias, times);
  const urgentNote = urgentText(company, { now, closesAt });
  const namesClosing = closesAt && paymentNote?.includes(formatDateTime(closesAt));
  const texts =
    urgentNote && namesClosing
      ? [paymentNote, reachText(company, now), awayText(company, times)]
      : [urgentNote, paymentNote];
  return texts.flatMap((text) => text || []);
}

/**
 * Names the tender by its id, official name and closing. Other typed text is left out, because the
 * e-mail may be unproved.
 */
function tenderBlocks(
  answers: GuaranteeRequest['answers'],
  { tenderName, closesAt }: TenderSummary,
): Block[] {
  const { idLicitacion = '' } = answers.sistemaLicitacion === 'chilecompra' ? answers : {};
  const tender = parseTypedTenderId(idLicitacion);
  if (!tender.ok) return [];
  const rows = [
    { label: 'ID', value: tender.code.id },
    { label: 'Nombre', value: tenderName && titleFromCapitals(tenderName) },
    { label: 'Cierre', value: closesAt && formatDateTime(closesAt) },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  return [section({ title: 'Licitación', rows })];
}

const attachmentsLink = (url: string) => ({
  label: 'Hazlo en la página de tu solicitud',
  href: `${url}#documentos`,
  after: '.',
});

/**
 * Names the files only if the sender proved the e-mail. Otherwise anyone could make us mail any
 * text to anybody.
 */
function receivedFileBlocks(request: GuaranteeRequest, isOwn: boolean): Block[] {
  const { answers } = request;
  const rows = sentFileRows(request);
  if (rows.length === 0) return [];
  if (isOwn) return [section({ title: 'Documentos que recibimos', rows })];
  const joinLabels = ({ isLink }: { isLink: boolean }) =>
    uploadKinds
      .filter((kind) => answers[kind] && 'externalUrl' in answers[kind] === isLink)
      .map((kind) => attachmentLabel(kind, answers.sistemaLicitacion).toLowerCase())
      .join(', ');
  const [files, links] = [joinLabels({ isLink: false }), joinLabels({ isLink: true })];
  return [
    ...(files ? [paragraph(`Recibimos: ${files}.`)] : []),
    ...(links ? [paragraph(`Nos diste un enlace, que no revisamos, para: ${links}.`)] : []),
  ];
}

function receptionRows({ id, createdAt, source, consentVersion }: GuaranteeRequest) {
  return [
    { label: 'Número', value: String(id) },
    { label: 'Recibida', value: `${formatDateTime(createdAt)} (hora de Chile)` },
    { label: 'Por', value: source === 'wizard' ? 'Formulario web' : 'API' },
    { label: 'Privacidad aceptada', value: `Versión ${consentVersion}` },
  ];
}

function headlineOf({ answers }: GuaranteeRequest): string {
  const [first, ...others] = answers.garantias;
  if (!first) return 'una garantía';
  if (others.length > 0) return `${answers.garantias.length} garantías`;
  return guaranteeName(first);
}

function companyOf({ answers }: GuaranteeRequest): string {
  const company =
    answers.sistemaLicitacion === 'chilecompra'
      ? answers.nombreEmpresaOferente
      : answers.nombreEmpresaContratista;
  return company ?? answers.nombreSolicitante;
}
