import { z } from 'zod';
import { getLink } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { findNamedTender } from '#lib/domain/marketplace/reads/tenders.ts';
import { nextSteps } from '#lib/domain/requests/applicant/copy.ts';
import {
  getLinkedRequest,
  getOwnRequest,
  listShownEvents,
} from '#lib/domain/requests/applicant/reads.ts';
import { submissionNumberParam } from '#lib/domain/requests/applicant/schema.ts';
import { answerTimeText } from '#lib/domain/requests/leads/answer-time.ts';
import { getFormLead } from '#lib/domain/requests/leads/reads/leads.ts';
import { callHours } from '#lib/domain/requests/leads/rules.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { createReceipt, receiptFileName } from '#lib/domain/requests/submissions/receipt.ts';
import { formatPhone } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { calendarOf } from '#lib/platform/files/icalendar.ts';
import { pdfFile } from '#lib/platform/files/pdf.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import type { GeneratedFileReply } from '#lib/platform/operations/files.ts';
import { defineFile } from '#lib/platform/operations/operation.ts';
import { HOUR, HOUR_SECONDS } from '#lib/platform/process/durations.ts';

export const getReceiptPdf = defineFile({
  path: '/comprobante/{token}/pdf',
  auth: 'guest',
  limit: { name: 'receipts', points: 60, seconds: 600, per: 'ip' },
  params: z.object({ token: z.string().max(100) }),
  produces: 'application/pdf',
  errors: ['share_expired'],
  summary: 'Download the receipt of a request as PDF',
  handler: async (ctx, { params }) => {
    const link = await getLink('receipt', params.token, ctx.now, 'not_found');
    return createReceiptPdf(Number(link.subject), linkUrl('receipt', link.id));
  },
});

/**
 * The uid stays the same when a call is moved or cancelled, so that calendars change their entry.
 */
export const getCallCalendar = defineFile({
  path: '/recibido/{token}/calendario',
  auth: 'guest',
  limit: { name: 'receipts', points: 60, seconds: 600, per: 'ip' },
  params: z.object({ token: z.string().max(100) }),
  produces: 'text/calendar',
  errors: ['share_expired'],
  summary: 'Download the promised call as an iCalendar file',
  handler: async (ctx, { params }) => {
    const link = await getLink('lead-receipt', params.token, ctx.now, 'not_found');
    const lead = await getFormLead(Number(link.subject));
    const { telefono, respuesta_preferida: chosenAnswer } = lead.answers;
    const events = await listShownEvents([lead.id]);
    const callChanges = events.flatMap(
      ({ event }) => (event.kind === 'message' && event.call) || [],
    );
    const lastCall = findRecordedCall(events);
    const promisedHours = callHours(lead.preferred ?? undefined, lead.createdAt);
    // A recorded call stays in calendars at its chosen hour or, without one, at the time of the
    // recording.
    const chosenHours = telefono ? callHours(chosenAnswer, lead.createdAt) : null;
    const pastHours = chosenHours && chosenHours.end < ctx.now ? chosenHours : null;
    const talkedHours =
      lastCall?.outcome === 'talked' && !(chosenHours && chosenHours.start <= lastCall.at)
        ? { start: lastCall.at - HOUR / 2, end: lastCall.at }
        : null;
    const hours =
      promisedHours ??
      talkedHours ??
      chosenHours ??
      callHours(callChanges.find(({ from }) => callHours(from, 0))?.from, 0);
    if (!hours) throw new AppError('not_found');
    const title = `Llamada de ${brand.name}`;
    const url = linkUrl('lead-receipt', link.id);
    const entry = { uid: `call:${lead.id}`, when: hours, title, changedAt: ctx.now, url };
    const isCancelled = !promisedHours && !pastHours && lastCall?.outcome !== 'talked';
    const state = { changeCount: callChanges.length + (promisedHours ? 0 : 1), isCancelled };
    const description =
      lastCall && !promisedHours
        ? `${callResults[lastCall.outcome]}. Puedes pedir otra llamada en ${url}`
        : !isCancelled && telefono
          ? `Te llamamos al ${formatPhone(telefono)}. Puedes cambiarla en ${url}`
          : `La llamada se canceló. Puedes pedir otra en ${url}`;
    const content = calendarOf(title, [{ ...entry, ...state, description }], HOUR_SECONDS / 4);
    return { content, type: 'text/calendar; charset=utf-8', name: 'llamada.ics' };
  },
});

/**
 * Returns the newest recorded call, unless the sender has chosen another call since. `events` are
 * newest first.
 */
function findRecordedCall(events: Awaited<ReturnType<typeof listShownEvents>>) {
  for (const { at, event } of events) {
    if (event.kind === 'message' && event.isCall) return undefined;
    if (event.kind === 'reply' && event.call) return { at, outcome: event.call };
  }
  return undefined;
}

const callResults = { talked: 'Hablamos contigo', missed: 'Te llamamos y no contestaste' };

/** Serves applicants who are logged in, even after all links to the receipt have ended. */
export const getOwnReceipt = defineFile({
  path: '/panel/solicitudes/{id}/comprobante',
  auth: 'signedIn',
  limit: { name: 'guarantees/receipt', points: 60, seconds: 600, per: 'account' },
  params: z.object({ id: submissionNumberParam }),
  produces: 'application/pdf',
  summary: 'Download the receipt of an own request as PDF',
  handler: async (ctx, { params }) => {
    const { submissionId } = await getOwnRequest(ctx, params.id);
    return createReceiptPdf(submissionId, `${getEnv().appUrl}/panel/solicitudes/${submissionId}`);
  },
});

async function createReceiptPdf(id: number, url: string): Promise<GeneratedFileReply> {
  const [request, linkedRequest] = await Promise.all([
    getGuaranteeRequest(id),
    getLinkedRequest(id),
  ]);
  const tender = await findNamedTender(linkedRequest.tenderId ?? '');
  const receipt = await createReceipt(request, {
    url,
    tenderName: tender?.name,
    next: nextSteps(linkedRequest, answerTimeText(request.createdAt), getEnv().company.issueDays),
  });
  return pdfFile(receipt, receiptFileName(id));
}
