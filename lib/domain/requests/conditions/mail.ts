import { eq } from 'drizzle-orm';
import { findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryPayload } from '#lib/domain/deliveries/schema.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { findMailedLink } from '#lib/domain/links/reads.ts';
import { linkUrl } from '#lib/domain/links/view.ts';
import { findKnownTender, findNamedTender } from '#lib/domain/marketplace/reads/tenders.ts';
import { conditionsRows } from '#lib/domain/requests/conditions/copy.ts';
import {
  findRequestWithConditions,
  type RequestWithConditions,
} from '#lib/domain/requests/conditions/reads.ts';
import { conditionsStateOf } from '#lib/domain/requests/conditions/rules.ts';
import type { Conditions } from '#lib/domain/requests/conditions/schema.ts';
import { acceptedTitle } from '#lib/domain/requests/leads/copy.ts';
import { teamMail } from '#lib/domain/requests/leads/mail.ts';
import { getGuaranteeRequest } from '#lib/domain/requests/submissions/reads.ts';
import { payByText, upcomingClosing } from '#lib/domain/requests/submissions/rules.ts';
import { guaranteeCoverRows } from '#lib/domain/requests/submissions/view.ts';
import { formatDateTime, formatPesos } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { leads } from '#lib/platform/db/schema/leads.ts';
import {
  bigNumber,
  button,
  composeMail,
  details,
  type MailContent,
  paragraph,
  smallBlock,
  typedBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { getAdvisorsEmail, getMail } from '#lib/platform/mail/client.ts';

/** Sends the mails about conditions, except about a version that a newer one replaced. */
export const conditionsHandlers = {
  'lead.conditions-mail': async (payload, { idempotencyKey, now }) => {
    const request = await findRequestOfVersion(payload);
    if (!request) return skip('replaced');
    const state = conditionsStateOf(request.conditions, request.state, now);
    if (state !== 'open') return skip(state === 'accepted' ? 'accepted' : 'conditions_over');
    const { conditions, email } = request;
    const advisor = await findAccount(conditions.sentBy);
    const replyTo = advisor?.email ?? getEnv().mail.internalTo;
    const mail = await conditionsMail(request, conditions);
    await getMail().send({ ...mail, to: email, replyTo, idempotencyKey });
  },

  'lead.accepted-mail': async (payload, { idempotencyKey }) => {
    const version = await findRequestOfVersion(payload);
    const acceptedAt = version?.conditions.acceptedAt;
    if (!version || acceptedAt === undefined) return skip('replaced');
    const { leadId, submissionId, name, email, conditions } = version;
    const title = `Aceptó las condiciones: solicitud N.º ${submissionId}`;
    const at = formatDateTime(acceptedAt);
    const mail = teamMail(title, { id: leadId, name }, [
      paragraph(`${acceptedTitle(conditions)}. El ${at}, hora de Chile.`),
    ]);
    await getMail().send({ ...mail, to: getAdvisorsEmail(), replyTo: email, idempotencyKey });
  },
} satisfies DeliveryHandlers;

async function findRequestOfVersion({ leadId, version }: DeliveryPayload<'lead.conditions-mail'>) {
  const request = await findRequestWithConditions(eq(leads.id, leadId));
  const { conditions } = request ?? {};
  return request && conditions?.version === version ? { ...request, conditions } : null;
}

/**
 * Composes the mail with new conditions. It links to the page of the request, where the applicant
 * accepts them.
 */
async function conditionsMail(
  { submissionId: id, tenderId }: RequestWithConditions,
  conditions: Conditions,
): Promise<MailContent> {
  const link = await findMailedLink('receipt', id);
  const page = link ? linkUrl('receipt', link.id) : `${getEnv().appUrl}/panel/solicitudes/${id}`;
  const url = `${page}#condiciones`;
  const title = 'Condiciones para tu garantía';
  const price = formatPesos(conditions.price);
  const { answers } = await getGuaranteeRequest(id);
  const tender = (await findKnownTender(tenderId ?? ''))?.value;
  const { issueDays } = getEnv().company;
  // A list may name the closing of a tender whose details are not stored.
  const closing = (await findNamedTender(tenderId ?? ''))?.closesAt ?? tender?.closesAt;
  const times = { closesAt: closing, now: conditions.sentAt, issueDays };
  const isBidDue = upcomingClosing(answers.garantias, closing, times.now) !== null;
  const payText = isBidDue ? payByText(answers, times) : null;
  const covered = guaranteeCoverRows(answers, tender?.buyerName);
  const preview = `${price}, ${conditions.issuer}`;
  const footer = `Recibes este correo porque pediste una garantía en ${brand.name} con esta dirección.`;
  return composeMail({ subject: `${title}: solicitud N.º ${id}`, title, preview, footer }, [
    paragraph('Revisa las condiciones. Si te parecen bien, acéptalas y paga en la misma página.'),
    bigNumber('Precio', price),
    ...(payText ? [paragraph(payText)] : []),
    details([
      ...covered,
      ...conditionsRows(conditions, issueDays).slice(1),
      { label: 'Impuestos', value: 'Incluidos en el precio' },
    ]),
    typedBlock(conditions.terms),
    button('Revisar y aceptar', url),
    smallBlock('¿Tienes dudas? Responde este correo.'),
    urlAsText(url),
  ]);
}
