import { and, asc, eq, inArray } from 'drizzle-orm';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { stageOfMessage } from '#lib/domain/requests/applicant/message-view.ts';
import { listShownEvents } from '#lib/domain/requests/applicant/reads.ts';
import { answerTimeText } from '#lib/domain/requests/leads/answer-time.ts';
import { describeCall } from '#lib/domain/requests/leads/call-copy.ts';
import { filesTitle } from '#lib/domain/requests/leads/copy.ts';
import { nounOf, numberedNoun } from '#lib/domain/requests/leads/form-copy.ts';
import { callCalendarBlocks, teamMail } from '#lib/domain/requests/leads/mail.ts';
import { findFormLead } from '#lib/domain/requests/leads/reads/leads.ts';
import { parseCallChoice } from '#lib/domain/requests/leads/rules.ts';
import { storedEvent } from '#lib/domain/requests/leads/schema.ts';
import type { FormLead } from '#lib/domain/requests/leads/view.ts';
import {
  findLeadWithDocuments,
  type RequestWithDocuments,
} from '#lib/domain/requests/requested-documents/reads.ts';
import { requestPageLinkOf } from '#lib/domain/requests/requested-documents/view.ts';
import { attachmentLabels } from '#lib/domain/requests/submissions/copy.ts';
import { formatSize } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents } from '#lib/platform/db/schema/leads.ts';
import {
  button,
  composeMail,
  type MailContent,
  paragraph,
  section,
  stepsBlock,
  typedBlock,
} from '#lib/platform/mail/blocks.ts';
import { getAdvisorsEmail, getMail } from '#lib/platform/mail/client.ts';

export const ownRequestHandlers = {
  'lead.files-mail': async ({ leadId, eventIds }, { idempotencyKey }) => {
    const lead = await findLeadWithDocuments(leadId);
    const { files, calls, messages: written } = await readAdditions(leadId, eventIds);
    const messages = [...calls.map(({ text }) => text), ...written];
    if (!lead || files.length + messages.length === 0) return skip('not_found');
    const { submissionId, name, email } = lead;
    const subject = numberedNoun(lead.kind, submissionId ?? leadId);
    const arrivalTexts = [
      ...(messages.length > 0
        ? [messages.length === 1 ? 'Mensaje' : `${messages.length} mensajes`]
        : []),
      ...(files.length > 0 ? [filesTitle({ files })] : []),
    ];
    const title = `${arrivalTexts.join(', ')}: ${subject}`;
    const rows = files.map(({ kind, paper, fileName, size }) => ({
      label: paper ?? attachmentLabels[kind],
      value: `${fileName} (${formatSize(size)})`,
    }));
    const mail = teamMail(title, { id: leadId, name }, [
      ...messages.map(typedBlock),
      ...(rows.length > 0 ? [section({ title: 'Documentos', rows })] : []),
    ]);
    await getMail().send({ ...mail, to: getAdvisorsEmail(), replyTo: email, idempotencyKey });
  },
  'lead.added-mail': async ({ leadId, eventIds }, { idempotencyKey }) => {
    const lead = await findLeadWithDocuments(leadId);
    const added = await readAdditions(leadId, eventIds);
    const { files, calls, messages } = added;
    if (!lead || files.length + calls.length + messages.length === 0) return skip('not_found');
    const mail = await addedMail(lead, added);
    const replyTo = getEnv().mail.internalTo;
    await getMail().send({ ...mail, to: lead.email, replyTo, idempotencyKey });
  },
} satisfies DeliveryHandlers;

type AddedEvents = Awaited<ReturnType<typeof readAdditions>>;

/**
 * Composes the mail that confirms an addition to its sender. It repeats no message, because anybody
 * may have typed this e-mail in the form.
 */
async function addedMail(
  lead: RequestWithDocuments,
  { files, messages, calls }: AddedEvents,
): Promise<MailContent> {
  const { kind, subject: subjectId } = requestPageLinkOf(lead);
  const form = await findFormLead(lead.leadId);
  const callLead = calls.length > 0 ? form : null;
  const soon = form ? await readDeadlineText(form) : '';
  const link = await findMailedLink(kind, subjectId);
  const receivedParts = [
    messages.length > 0 && (messages.length === 1 ? 'tu mensaje' : `${messages.length} mensajes`),
    files.length > 0 && (files.length === 1 ? 'tu documento' : `${files.length} documentos`),
  ];
  const receivedText = receivedParts.filter(Boolean).join(' y ');
  // The call that was promised to the sender before these changes.
  const previousChange = calls.find((change) => change.call?.from)?.call;
  const callText = callLead && describeCall(callLead, previousChange, soon);
  const title = callText?.title ?? `Recibimos ${receivedText}`;
  const footer = `Recibes este correo porque alguien escribió a ${brand.name} con esta dirección. Si no fuiste tú, responde este correo.`;
  const subject = callLead ? title : `${title}: ${numberedNoun(lead.kind, subjectId)}`;
  const isPlural = files.length + messages.length > 1;
  const holder = form?.advisor ?? 'tu asesor';
  const heldText = `Ya ${isPlural ? 'los' : 'lo'} tiene ${holder}.`;
  const laterText =
    soon && !callLead ? `Te responde${soon.replace(/,$/, '')}.` : 'Si falta algo, te escribe.';
  return composeMail({ subject, title, preview: callText?.text || heldText, footer }, [
    ...(callText?.text ? [paragraph(callText.text)] : []),
    ...(callLead && link
      ? callCalendarBlocks(callLead, linkUrl(kind, link.id), previousChange)
      : []),
    ...(callLead && receivedText ? [paragraph(`También recibimos ${receivedText}.`)] : []),
    ...(receivedText ? [paragraph(`${heldText} ${laterText}`)] : []),
    ...(files.length > 0
      ? [
          stepsBlock(
            'Documentos',
            files.map((file) => addedFileText(file)),
          ),
        ]
      : []),
    ...(link ? [button(`Ver mi ${nounOf(lead.kind)}`, linkUrl(kind, link.id))] : []),
  ]);
}

/**
 * Returns by when the team answers a message (answer-time.ts), or an empty text if the team owes
 * nothing, or only a call on a certain day.
 */
async function readDeadlineText(form: FormLead): Promise<string> {
  const { stage, since } = stageOfMessage(form, await listShownEvents([form.id]));
  if (stage === 'wrote') return answerTimeText(since);
  return stage === 'new' && !parseCallChoice(form.preferred ?? undefined, form.createdAt)?.day
    ? answerTimeText(since)
    : '';
}

/**
 * Names a file only if its sender proved the e-mail, because otherwise a stranger may have typed
 * the name.
 */
function addedFileText({ kind, paper, fileName, size, isProved }: AddedEvents['files'][number]) {
  const label = paper ?? attachmentLabels[kind];
  const detail = isProved ? `${fileName}, ${formatSize(size)}` : formatSize(size);
  return `${label} (${detail})`;
}

/** Reads the files and messages of these events. Events that were erased since are left out. */
async function readAdditions(leadId: number, eventIds: number[]) {
  const rows = await getDb()
    .read.select({ detail: leadEvents.detail, kind: leadEvents.kind })
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.leadId, leadId),
        inArray(leadEvents.id, eventIds),
        inArray(leadEvents.kind, ['files', 'message']),
      ),
    )
    .orderBy(asc(leadEvents.id));
  const events = rows.map((row) => storedEvent.parse(row));
  const messages = events.flatMap((event) => (event.kind === 'message' ? event : []));
  return {
    files: events.flatMap((event) =>
      event.kind === 'files'
        ? event.files.map((file) => ({ ...file, isProved: event.isProved }))
        : [],
    ),
    messages: messages.filter(({ isCall }) => !isCall).map(({ text }) => text),
    calls: messages.filter(({ isCall }) => isCall),
  };
}
