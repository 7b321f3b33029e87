import { eq } from 'drizzle-orm';
import { memberRoleCopy } from '#lib/domain/accounts/companies/copy.ts';
import { findMemberRole } from '#lib/domain/accounts/companies/reads.ts';
import { COMPANY_PAGE, invitationUrl } from '#lib/domain/accounts/companies/view.ts';
import { findAccount, findPerson, type Person } from '#lib/domain/accounts/reads/accounts.ts';
import { skip } from '#lib/domain/deliveries/rules.ts';
import type { DeliveryPayload } from '#lib/domain/deliveries/schema.ts';
import type { DeliveryHandlers } from '#lib/domain/deliveries/worker.ts';
import { formatDate, formatDateTime, isoDay } from '#lib/platform/chile/format.ts';
import { brand } from '#lib/platform/config/brand.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { companyInvitations } from '#lib/platform/db/schema/companies.ts';
import {
  button,
  composeMail,
  details,
  type MailContent,
  paragraph,
  smallBlock,
  urlAsText,
} from '#lib/platform/mail/blocks.ts';
import { getMail } from '#lib/platform/mail/client.ts';
import { ownerName } from '#lib/platform/mail/public-names.ts';

/**
 * Mails about a company and its members. A mail that no longer applies, such as one for an
 * invitation that was used, is not sent.
 */
export const companyHandlers = {
  'company.invitation-mail': async ({ invitationId }, { idempotencyKey, now }) => {
    const [invitation] = await getDb()
      .read.select()
      .from(companyInvitations)
      .where(eq(companyInvitations.id, invitationId));
    if (!invitation || invitation.endsAt <= now) return skip('link_over');
    const { companyId, invitedBy, email } = invitation;
    const [company, inviter] = await Promise.all([findAccount(companyId), findPerson(invitedBy)]);
    if (!company || !inviter) return skip('no_recipient');
    const name = ownerName(company.razonSocial);
    await getMail().send({
      ...(await invitationMail(invitation, { name, inviter: inviterText(inviter) })),
      to: email,
      replyTo: inviter.email,
      idempotencyKey,
    });
  },
  'company.removed-mail': async ({ companyId, personId, deleted }, { idempotencyKey }) => {
    const [company, person] = await Promise.all([findAccount(companyId), findPerson(personId)]);
    if (!person || !(company || deleted !== undefined)) return skip('no_recipient');
    const name = ownerName(company ? company.razonSocial : deleted);
    const content = await removedMail(name, { isDeleted: deleted !== undefined });
    await getMail().send({ ...content, to: person.email, idempotencyKey });
  },
  'company.member-mail': async (
    { companyId, personId, memberId, ...change },
    { idempotencyKey },
  ) => {
    const [company, role, owner, person] = await Promise.all([
      findAccount(companyId),
      findMemberRole({ companyId, personId }),
      findPerson(personId),
      findPerson(memberId),
    ]);
    if (!company || role !== 'owner' || !owner || !person) return skip('no_recipient');
    const email = memberId === personId ? null : person.email;
    const content = await memberMail(ownerName(company.razonSocial) ?? 'tu empresa', email, change);
    await getMail().send({ ...content, to: owner.email, idempotencyKey });
  },
  'company.asked-mail': async ({ companyId, personId, email }, { idempotencyKey }) => {
    const [role, owner] = await Promise.all([
      findMemberRole({ companyId, personId }),
      findPerson(personId),
    ]);
    if (role !== 'owner' || !owner) return skip('no_recipient');
    await getMail().send({ ...(await joinRequestMail(email)), to: owner.email, idempotencyKey });
  },
} satisfies DeliveryHandlers;

/** Returns the inviter's e-mail, after the name if the rules of public names allow it. */
function inviterText({ name, email }: Pick<Person, 'name' | 'email'>): string {
  const publicName = ownerName(name);
  return publicName ? `${publicName} (${email})` : email;
}

async function invitationMail(
  { id, role, endsAt }: typeof companyInvitations.$inferSelect,
  { name, inviter: actor }: { name: string | null; inviter: string },
): Promise<MailContent> {
  const title = name ? `Te invitan a ${name}` : 'Te invitan a una empresa';
  const intro = `${actor} te invita a trabajar en su empresa en ${brand.name}.`;
  const url = invitationUrl(id);
  const footer = `Recibes este correo porque alguien escribió tu dirección en ${brand.name}. Si no lo esperabas, ignóralo: nada cambia.`;
  const { label, may } = memberRoleCopy[role];
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: intro, footer }, [
    paragraph(intro),
    details([
      { label: 'Tu rol', value: label },
      { label: 'Podrás', value: may },
      { label: 'Vale hasta', value: formatDate(isoDay(endsAt)) },
    ]),
    button('Ver la invitación', url),
    smallBlock('Solo sirve con este correo. Si no tienes cuenta, la creas en el mismo paso.'),
    urlAsText(url),
  ]);
}

async function removedMail(
  name: string | null,
  { isDeleted }: { isDeleted: boolean },
): Promise<MailContent> {
  const company = name ?? 'una empresa';
  const title = isDeleted ? `Se eliminó ${company}` : `Ya no estás en ${company}`;
  const intro = isDeleted
    ? 'Alguien que administraba la empresa la eliminó con su carpeta. Tu cuenta y tus documentos siguen igual.'
    : 'Alguien que administra la empresa te quitó. Tu cuenta y tus documentos siguen igual.';
  const footer = `Recibes este aviso porque trabajabas en una empresa en ${brand.name}.`;
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: intro, footer }, [
    paragraph(intro),
    smallBlock(
      isDeleted
        ? 'Si crees que es un error, habla con quien la administraba: no se puede deshacer.'
        : 'Lo que hiciste para la empresa se queda en ella. Si crees que es un error, habla con la empresa.',
    ),
  ]);
}

/** `email` is the e-mail of the member, or null if the member is the recipient of the mail. */
async function memberMail(
  company: string,
  email: string | null,
  { change: event, at }: Pick<DeliveryPayload<'company.member-mail'>, 'change' | 'at'>,
): Promise<MailContent> {
  const acts = { joined: 'entró a', left: 'salió de', owner: 'ahora administra' };
  const title = email ? `${email} ${acts[event]} ${company}` : `Ahora administras ${company}`;
  const footer = `Recibes este aviso porque administras una empresa en ${brand.name}.`;
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: title, footer }, [
    paragraph(
      `Fue el ${formatDateTime(at)}, hora de Chile. Si no lo esperabas, revisa quiénes trabajan en ella.`,
    ),
    button('Ver mi empresa', `${getEnv().appUrl}${COMPANY_PAGE}`),
  ]);
}

async function joinRequestMail(email: string): Promise<MailContent> {
  const title = 'Piden entrar a tu empresa';
  const intro = `${email} creó una cuenta con el mismo RUT que tu empresa y pide que lo invites.`;
  const footer = `Recibes este aviso porque administras una empresa en ${brand.name}.`;
  return composeMail({ subject: `${title} en ${brand.name}`, title, preview: intro, footer }, [
    paragraph(intro),
    paragraph(
      'Si trabaja contigo, invítalo desde tu empresa. Si no lo conoces, ignora este correo: no ve nada tuyo.',
    ),
    button('Ver mi empresa', `${getEnv().appUrl}${COMPANY_PAGE}`),
  ]);
}
