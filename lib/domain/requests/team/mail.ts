import { and, eq, isNull } from 'drizzle-orm';
import { findPerson } from '#lib/domain/accounts/reads/accounts.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { calledPhoneText } from '#lib/domain/requests/leads/call-copy.ts';
import type { CallOutcome } from '#lib/domain/requests/leads/call-schema.ts';
import { nounOf, numberedNoun } from '#lib/domain/requests/leads/form-copy.ts';
import { type LeadKind, storedEvent } from '#lib/domain/requests/leads/schema.ts';
import { oneLine } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { leadEvents, leads } from '#lib/platform/db/schema/leads.ts';
import {
  type Block,
  button,
  composeMail,
  type MailContent,
  paragraph,
  typedBlock,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';
import { publicName } from '#lib/platform/mail/public-names.ts';

/** Mails an advisor's reply to a person. If the person answers, the answer goes to that advisor. */
export const replyHandlers = {
  'lead.reply-mail': async ({ eventId }, { idempotencyKey }) => {
    const reply = await findReply(eventId);
    if (!reply) return skip('not_found');
    const { email, advisor } = reply;
    const replyTo = advisor?.email ?? getEnv().mail.internalTo;
    await getMail().send({ ...(await replyMail(reply)), to: email, replyTo, idempotencyKey });
  },
} satisfies DeliveryHandlers;

type ReplyFacts = {
  subject: string;
  text: string;
  call?: CallOutcome | undefined;
  phone: string | null;
  submissionId: number | null;
  leadId: number;
  leadKind: LeadKind;
  /** Null if the advisor's account was deleted. */
  advisor: { email: string; name: string | null } | null;
};

/**
 * Composes the mail of a reply: the advisor's words as written, a link to the request or message if
 * there is one, and the signature.
 */
async function replyMail(reply: ReplyFacts): Promise<MailContent> {
  const { subject, text, call, submissionId, leadId, leadKind, advisor } = reply;
  const kind = submissionId === null ? 'lead-receipt' : 'receipt';
  const link = await findMailedLink(kind, submissionId ?? leadId);
  const footer = `Recibes este correo porque escribiste a ${brand.name} con esta dirección. Si lo respondes, le llega a ${advisor?.email ?? `el equipo de ${brand.name}`}.`;
  const name = publicName(advisor?.name);
  const isMessage = leadKind !== 'garantia';
  const preview = oneLine(text || callText(reply)).slice(0, 140);
  return composeMail(
    {
      subject: isMessage ? `${subjectOf(reply, name)}: ${numberedNoun(leadKind, leadId)}` : subject,
      title: isMessage ? subjectOf(reply, name) : subject,
      preview,
      footer,
    },
    [
      ...(call ? [paragraph(callText(reply))] : []),
      ...(text ? [typedBlock(text)] : []),
      ...(link ? [buttonOf(reply, linkUrl(kind, link.id))] : []),
      typedBlock([name, `Equipo de ${brand.name}`].filter(Boolean).join('\n')),
    ],
  );
}

/** Returns the subject of a mail about a message: who answered, or the outcome of the call. */
function subjectOf({ call, subject }: ReplyFacts, name: string | null): string {
  if (call) return subject;
  return `${name ?? `El equipo de ${brand.name}`} te respondió`;
}

function callText({ call, phone, advisor }: ReplyFacts): string {
  const name = publicName(advisor?.name);
  const caller = name ?? `el equipo de ${brand.name}`;
  return call === 'talked'
    ? `Hablaste por teléfono con ${caller}.`
    : `Te llamó ${caller}${calledPhoneText(phone ?? undefined, { namesPhone: false })}.`;
}

/**
 * Returns the button after a recorded call. It leads to the guarantee or, if the page takes calls,
 * to the choice of another hour.
 */
function buttonOf({ call, leadKind }: ReplyFacts, url: string): Block {
  if (call === 'talked') return button('Pedir esta garantía', `${url}#otra`);
  return call === 'missed' && leadKind === 'asesor'
    ? button('Elegir otra hora', `${url}#llamada`)
    : button(`Ver mi ${nounOf(leadKind)}`, url);
}

async function findReply(eventId: number): Promise<(ReplyFacts & { email: string }) | null> {
  const [row] = await getDb()
    .read.select({
      detail: leadEvents.detail,
      kind: leadEvents.kind,
      actor: leadEvents.actor,
      email: leads.email,
      phone: leads.phone,
      submissionId: leads.submissionId,
      leadId: leads.id,
      leadKind: leads.kind,
    })
    .from(leadEvents)
    .innerJoin(leads, and(eq(leads.id, leadEvents.leadId), isNull(leads.erasedAt)))
    .where(eq(leadEvents.id, eventId))
    .limit(1);
  if (!row) return null;
  const { detail: _, kind: __, actor, ...lead } = row;
  const event = storedEvent.parse(row);
  return event.kind === 'reply' ? { ...event, ...lead, advisor: await findPerson(actor) } : null;
}
