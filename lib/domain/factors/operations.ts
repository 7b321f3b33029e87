import { z } from 'zod';
import { storeLogin } from '#lib/domain/accounts/browser.ts';
import { loginReply } from '#lib/domain/accounts/schema.ts';
import { CHALLENGE_MS } from '#lib/domain/factors/rules.ts';
import {
  passkeyBody,
  passkeyOptionsReply,
  proofBody,
  recoveryCodesReply,
  secondFactorBody,
  totpSetupBody,
} from '#lib/domain/factors/schema.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  logInByPasskey,
} from '#lib/domain/factors/writes/passkeys.ts';
import { confirmIdentity, finishLogIn, sendProofCode } from '#lib/domain/factors/writes/proof.ts';
import { beginTotp, confirmTotp } from '#lib/domain/factors/writes/totp.ts';
import { defineOperation, type RequestCtx } from '#lib/platform/operations/operation.ts';
import {
  dataReply,
  messageReply,
  withData,
  withMessage,
} from '#lib/platform/operations/replies.ts';

/** Limits changes of second factors. No operation in this file is in the published API. */
export const factorChangeLimit = {
  name: 'factors',
  points: 60,
  seconds: 900,
  per: 'account',
} as const;
export const ownFactorsAccess = {
  auth: 'signedIn',
  actsFor: 'person',
  limit: factorChangeLimit,
} as const;
export const enrolmentAccess = { ...ownFactorsAccess, allowsNoFactor: true, sudo: true } as const;

export const postSecondFactor = defineOperation({
  method: 'POST',
  path: '/api/auth/second-factor',
  auth: 'guest',
  limit: { name: 'second-factor', points: 50, seconds: 900, per: 'ip' },
  body: secondFactorBody,
  reply: loginReply,
  errors: ['invalid_code', 'no_session', 'account_suspended'],
  setsCookies: ['session', 'loginStep'],
  summary: 'Finish a login with a second factor; a cookie holds the ticket of the first step',
  handler: async (ctx, { body }) => {
    const { entered, data } = await finishLogIn(ctx, body);
    ctx.browser.delete('loginStep');
    storeLogin(ctx, entered);
    return withData(data);
  },
});

export const postTotp = defineOperation({
  method: 'POST',
  path: '/api/auth/totp',
  ...enrolmentAccess,
  reply: dataReply(
    z.object({
      secret: z.string().describe('The secret of the codes, in base32, for the app.'),
      uri: z.string().describe('The same, for a QR code.'),
      setup: z.string().describe('Goes back with the first code, within a quarter of an hour.'),
    }),
  ),
  summary: 'Begin enrolling an authenticator app; its first code confirms the secret',
  handler: async (ctx) => withData(await beginTotp(ctx)),
});

export const postTotpConfirm = defineOperation({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  ...enrolmentAccess,
  body: totpSetupBody,
  reply: recoveryCodesReply,
  errors: ['invalid_token'],
  summary: 'Confirm the authenticator app with its first code',
  handler: async (ctx, { body }) => {
    const recoveryCodes = await confirmTotp(ctx, body);
    return withData({ recoveryCodes });
  },
});

export const postPasskeyLoginOptions = defineOperation({
  method: 'POST',
  path: '/api/auth/passkey/options',
  auth: 'guest',
  limit: { name: 'passkey', points: 100, seconds: 900, per: 'ip' },
  reply: passkeyOptionsReply,
  setsCookies: ['passkeyChallenge'],
  summary: 'Get options for a passkey login',
  handler: async (ctx) => ceremonyReply(ctx, await beginPasskeyLogin(ctx)),
});

export const postPasskeyLogin = defineOperation({
  method: 'POST',
  path: '/api/auth/passkey',
  auth: 'guest',
  limit: { name: 'passkey', points: 100, seconds: 900, per: 'ip' },
  body: passkeyBody,
  reply: loginReply,
  errors: ['wrong_credentials', 'no_session', 'account_suspended'],
  setsCookies: ['session'],
  summary: 'Open a session with a passkey alone',
  handler: async (ctx, { body }) => {
    const { entered, data } = await logInByPasskey(ctx, body.credential);
    storeLogin(ctx, entered);
    return withData(data);
  },
});

export const postPasskeyRegistrationOptions = defineOperation({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  ...enrolmentAccess,
  reply: passkeyOptionsReply,
  setsCookies: ['passkeyChallenge'],
  summary: 'Get options for creating a passkey',
  handler: async (ctx) => ceremonyReply(ctx, await beginPasskey(ctx)),
});

export const postPasskey = defineOperation({
  method: 'POST',
  path: '/api/auth/passkeys',
  ...enrolmentAccess,
  body: passkeyBody,
  reply: recoveryCodesReply,
  errors: ['invalid_token', 'conflict'],
  summary: 'Add a passkey that the browser created',
  handler: async (ctx, { body }) => {
    const recoveryCodes = await addPasskey(ctx, body.credential);
    return withData({ recoveryCodes });
  },
});

type Ceremony = { options: { challenge: string }; ticket: string };

/**
 * Answers with the options for a passkey, and sets a cookie with the challenge that the passkey
 * must sign.
 */
function ceremonyReply({ browser }: RequestCtx, { options, ticket }: Ceremony) {
  const cookieOptions = { part: options.challenge, seconds: CHALLENGE_MS / 1000 };
  browser.set('passkeyChallenge', ticket, cookieOptions);
  return withData({ ...options });
}

export const postProof = defineOperation({
  method: 'POST',
  path: '/api/auth/proof',
  auth: 'signedIn',
  actsFor: 'person',
  allowsNoFactor: true,
  limit: { name: 'proof', points: 20, seconds: 900, per: 'account' },
  body: proofBody,
  reply: messageReply,
  errors: ['forbidden'],
  summary: "Confirm one's identity again; operations that answer `proof_required` demand it",
  handler: async (ctx, { body }) => {
    await confirmIdentity(ctx, body);
    return withMessage('Confirmaste que eres tú.');
  },
});

export const postProofMail = defineOperation({
  method: 'POST',
  path: '/api/auth/proof/mail',
  auth: 'signedIn',
  actsFor: 'person',
  allowsNoFactor: true,
  limit: { name: 'proof/mail', points: 5, seconds: 3600, per: 'account' },
  reply: messageReply,
  errors: ['forbidden'],
  summary: 'Mail a confirmation code; it is for accounts that log in only with Google',
  handler: async (ctx) => {
    await sendProofCode(ctx);
    return withMessage('Te enviamos un código para confirmar.');
  },
});
