import { and, eq, sql } from 'drizzle-orm';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { readRequestUrl } from '#lib/domain/links/reads.ts';
import { stateTitle } from '#lib/domain/requests/leads/copy.ts';
import { storedEvent } from '#lib/domain/requests/leads/schema.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import type { RequestState } from '#lib/platform/db/schema/request-states.ts';
import {
  bigNumber,
  button,
  composeMail,
  type MailContent,
  paragraph,
  smallBlock,
  typedBlock,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';

/**
 * Notifies the applicant of a new state by mail. If the state has changed again, nothing is sent,
 * because the mail of the newer state follows. Nor is a review mailed once conditions were
 * accepted.
 */
export const stateMailHandlers = {
  'lead.state-mail': async ({ eventId }, { idempotencyKey }) => {
    const stateChange = await findStateChange(eventId);
    if (!stateChange || stateChange.state === 'recibida') return skip('newer_state');
    const { internalTo } = getEnv().mail;
    await getMail().send({
      ...(await stateMail({ ...stateChange, state: stateChange.state })),
      to: stateChange.email,
      replyTo: internalTo,
      idempotencyKey,
    });
  },
} satisfies DeliveryHandlers;

/**
 * Composes the mail about a state. The only typed text in it is the advisor's reason. Its link
 * opens without an account.
 */
async function stateMail({
  submissionId,
  state,
  guarantees,
  reason,
  isCancelled,
}: {
  submissionId: number;
  state: Exclude<RequestState, 'recibida'>;
  guarantees: number;
  reason?: string | undefined;
  isCancelled: boolean;
}): Promise<MailContent> {
  const {
    subject,
    intro,
    plural = intro,
    next,
    explained,
  } = stateTexts[isCancelled ? 'anulada' : state];
  const text = guarantees > 1 ? plural : intro;
  const title = isCancelled ? 'Tu solicitud fue anulada' : stateTitle(state, guarantees);
  const number = `N.º ${submissionId}`;
  const { url, isLink } = await readRequestUrl(submissionId);
  const account = 'Con una cuenta de este mismo correo ves juntas todas tus solicitudes.';
  const secret = 'Quien tenga el enlace puede abrirlo, así que no lo compartas.';
  const footer = `Recibes este correo porque pediste una garantía en ${brand.name} con esta dirección. Para cualquier duda, responde este correo.`;
  const go = button('Ver mi solicitud', url);
  return composeMail({ subject: subject(number, title), title, preview: text, footer }, [
    paragraph(text),
    bigNumber('Número de solicitud', number),
    ...(reason ? [typedBlock(reason)] : []),
    paragraph((reason && explained) || next),
    { ...go, text: `Ver mi solicitud: ${url}` },
    smallBlock(isLink ? `${secret} ${account}` : account),
  ]);
}

const stateTexts: Record<
  Exclude<RequestState, 'recibida'> | 'anulada',
  {
    subject: (number: string, title: string) => string;
    intro: string;
    /** Replaces `intro` if several guarantees were requested. */
    plural?: string;
    next: string;
    /** Replaces `next` if an advisor gave a reason. */
    explained?: string;
  }
> = {
  en_revision: {
    subject: (number) => `Estamos revisando tu solicitud ${number}`,
    intro: 'Un asesor tomó tu solicitud y la está revisando.',
    next: 'Si falta algo, te escribimos. Lo que esté pendiente lo ves en la página de tu solicitud.',
    explained:
      'Sube lo que falta en la página de tu solicitud, o responde este correo si tienes dudas.',
  },
  aprobada: {
    subject: (number) => `Tu solicitud ${number} fue aprobada`,
    intro: 'Tu garantía fue aprobada.',
    plural: 'Tus garantías fueron aprobadas.',
    next: 'Ahora gestionamos la emisión. Si falta acordar el costo o pagarlo, lo ves en la página de tu solicitud.',
  },
  rechazada: {
    subject: (number) => `Tu solicitud ${number} no fue aprobada`,
    intro: 'Esta vez no pudimos aprobar tu garantía.',
    plural: 'Esta vez no pudimos aprobar tus garantías.',
    next: 'Responde este correo si quieres conocer los motivos o ver otra alternativa con tu asesor.',
    explained: 'Responde este correo si quieres ver otra alternativa con tu asesor.',
  },
  anulada: {
    subject: (number) => `Tu solicitud ${number} fue anulada`,
    intro: 'Se anuló en la página de tu solicitud.',
    next: 'Ya no la revisamos ni te pedimos nada. Si no fuiste tú o la necesitas otra vez, responde este correo.',
  },
  emitida: {
    subject: (number, title) => `${title}: solicitud ${number}`,
    intro: 'Ya se emitió lo que pediste.',
    next: 'Ábrelo en la página de tu solicitud; si todavía no está ahí, tu asesor te lo envía. Revisa que el monto, la vigencia y la glosa coincidan con las bases.',
  },
};

/**
 * Finds the state that an event set. Returns null if a newer event followed or the lead was erased.
 */
async function findStateChange(eventId: number) {
  const [row] = await getDb()
    .read.select({
      state: leads.state,
      email: leads.email,
      detail: leadEvents.detail,
      submissionId: leads.submissionId,
      guarantees: sql<number>`(select json_array_length(answers, '$.garantias')
        from submissions where id = ${leads.submissionId})`,
      isNewest: sql<number>`not exists (select 1 from lead_events newer
        where newer.lead_id = ${leadEvents.leadId} and newer.id > ${leadEvents.id}
          and (newer.kind = 'state'
            or newer.kind = 'accepted' and ${leads.state} = 'en_revision'))`,
    })
    .from(leadEvents)
    .innerJoin(leads, eq(leads.id, leadEvents.leadId))
    .where(and(eq(leadEvents.id, eventId), eq(leadEvents.kind, 'state')))
    .limit(1);
  if (!row?.isNewest || row.submissionId === null) return null;
  const event = storedEvent.parse({ detail: row.detail, kind: 'state' });
  const { reason, isCancelled = false } = event.kind === 'state' ? event : {};
  return { ...row, reason, isCancelled, submissionId: row.submissionId };
}
