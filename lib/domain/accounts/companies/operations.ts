import { z } from 'zod';
import { getCompanyId } from '#lib/domain/accounts/companies/reads.ts';
import { SWITCH_PAGE } from '#lib/domain/accounts/companies/rules.ts';
import {
  actingFor,
  factorDemand,
  invitation,
  memberRole,
  oneInvitation,
  oneMember,
} from '#lib/domain/accounts/companies/schema.ts';
import { COMPANY_PAGE } from '#lib/domain/accounts/companies/view.ts';
import { actFor } from '#lib/domain/accounts/companies/writes/act-for.ts';
import {
  acceptInvitation,
  askToJoin,
  endInvitation,
  invite,
  renewInvitation,
} from '#lib/domain/accounts/companies/writes/invite.ts';
import {
  changeRole,
  demandFactor,
  leaveCompany,
  removeMember,
} from '#lib/domain/accounts/companies/writes/members.ts';
import { correctedProfile } from '#lib/domain/accounts/schema.ts';
import { correctProfile } from '#lib/domain/accounts/writes/complete-profile.ts';
import { AppError, type ErrorCode } from '#lib/platform/operations/errors.ts';
import { defineOperation, redirectAddress } from '#lib/platform/operations/operation.ts';

const limit = { name: 'company', points: 120, seconds: 600, per: 'account' } as const;
const ofOwner = {
  method: 'POST',
  auth: 'member',
  actsFor: 'owner',
  limit,
  reply: redirectAddress,
  errors: ['forbidden', 'conflict'] as ErrorCode[],
} as const;
const ofPerson = { ...ofOwner, actsFor: 'person' } as const;

export const postCompanyData = defineOperation({
  ...ofOwner,
  path: `${COMPANY_PAGE}/guardar`,
  body: correctedProfile,
  summary: 'Correct the data of the company',
  handler: async (ctx, { body }) => {
    await correctProfile(ctx, getCompanyId(ctx), body);
    return '?aviso=guardado#datos';
  },
});

export const postInvite = defineOperation({
  ...ofOwner,
  path: `${COMPANY_PAGE}/invitar`,
  sudo: true,
  limit: { name: 'company/invite', points: 60, seconds: 3600, per: 'account' },
  body: invitation,
  summary: 'Mail an invitation to the company, which a second one for the address renews',
  handler: async (ctx, { body }) => {
    await invite(ctx, body);
    return '?aviso=invitada#invitaciones';
  },
});

export const postRenewInvitation = defineOperation({
  ...ofOwner,
  path: `${COMPANY_PAGE}/renovar`,
  sudo: true,
  limit: { name: 'company/invite', points: 60, seconds: 3600, per: 'account' },
  body: oneInvitation,
  summary: 'Mail an invitation again, for another seven days',
  handler: async (ctx, { body }) => {
    await renewInvitation(ctx, body.invitation);
    return '?aviso=invitada#invitaciones';
  },
});

export const postEndInvitation = defineOperation({
  ...ofOwner,
  path: `${COMPANY_PAGE}/retirar`,
  body: oneInvitation,
  summary: 'End an invitation',
  handler: async (ctx, { body }) => {
    await endInvitation(ctx, body.invitation);
    return '?aviso=retirada#invitaciones';
  },
});

export const postRole = defineOperation({
  ...ofOwner,
  path: `${COMPANY_PAGE}/rol`,
  sudo: true,
  body: memberRole,
  summary: 'Change what a member may do',
  handler: async (ctx, { body }) => {
    await changeRole(ctx, body);
    return '?aviso=rol#personas';
  },
});

export const postRemoveMember = defineOperation({
  ...ofOwner,
  path: `${COMPANY_PAGE}/quitar`,
  sudo: true,
  body: oneMember,
  summary: 'Remove a member, whose sessions for the company end',
  handler: async (ctx, { body }) => {
    if (body.person === ctx.accountId) throw new AppError('conflict', { message: leaveInstead });
    await removeMember(ctx, body.person);
    return '?aviso=quitada#personas';
  },
});

const leaveInstead = 'Para salir tú, usa “Salir de la empresa”.';

export const postFactorDemand = defineOperation({
  ...ofOwner,
  path: `${COMPANY_PAGE}/seguridad`,
  sudo: true,
  body: factorDemand,
  summary: 'Demand a second factor of all who act for the company, or no longer',
  handler: async (ctx, { body }) => {
    await demandFactor(ctx, body.demand === 'yes');
    return '?aviso=seguridad#seguridad';
  },
});

export const postLeave = defineOperation({
  ...ofPerson,
  path: `${COMPANY_PAGE}/salir`,
  allowsNoFactor: true,
  body: actingFor,
  summary: 'Leave the company; the last owner cannot',
  handler: async (ctx, { body }) => {
    // The page may be of another company than the one that a second tab chose since.
    if (body.company !== ctx.companyId) throw new AppError('conflict');
    await leaveCompany(ctx);
    return '/panel?aviso=salida';
  },
});

export const postAskToJoin = defineOperation({
  ...ofPerson,
  path: `${COMPANY_PAGE}/pedir-entrada`,
  summary: 'Ask the owners of another company with the same RUT for an invitation',
  handler: async (ctx) => {
    await askToJoin(ctx);
    return '?aviso=pedida#otra';
  },
});

export const postActFor = defineOperation({
  ...ofPerson,
  path: `${SWITCH_PAGE}/actuar`,
  allowsNoFactor: true,
  body: actingFor,
  errors: ['not_found'],
  summary: 'Act for one of the own companies, or with an empty id alone',
  handler: async (ctx, { body }) => {
    await actFor(ctx, body.company);
    return '/panel';
  },
});

export const postAcceptInvitation = defineOperation({
  ...ofPerson,
  path: '/invitacion/{token}/aceptar',
  params: z.object({ token: z.string().max(200) }),
  errors: ['invalid_token', 'forbidden'],
  summary: 'Join the company of an invitation, for which the session then acts',
  handler: async (ctx, { params }) => {
    await acceptInvitation(ctx, params.token);
    return '/panel?aviso=entrada';
  },
});
