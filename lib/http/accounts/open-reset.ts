import { z } from 'zod';
import { RESET_MINUTES } from '#lib/domain/accounts/rules.ts';
import { redirectTo } from '#lib/http/api/reply.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';

/** Moves the token of a mailed link from the URL to a cookie, from which the form reads it. */
export const openReset = defineStream({
  method: 'GET',
  path: '/restablecer/abrir',
  auth: 'guest',
  limit: { unlimited: 'changes nothing: it moves what the caller brought' },
  query: z.object({ token: z.string().max(200).catch('') }),
  reply: z.never(),
  setsCookies: ['passwordReset'],
  summary: 'Move the token of a reset link from the address to a cookie',
  handler: async (ctx, { query }) => {
    const token = query.token.replace(/[^\w.-]/g, '');
    ctx.browser.set('passwordReset', token, { seconds: RESET_MINUTES * 60 });
    return redirectTo('/restablecer', { headers: { 'Referrer-Policy': 'no-referrer' } });
  },
});
