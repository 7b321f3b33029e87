import { z } from 'zod';
import { CSRF_COOKIE, CSRF_SECONDS, mintCsrfToken } from '#lib/http/csrf.ts';
import { defineOperation } from '#lib/platform/operation.ts';

export const getCsrfToken = defineOperation({
  method: 'GET',
  path: '/api/csrf-token',
  auth: 'guest',
  limit: { unlimited: 'computes one HMAC and stores nothing' },
  reply: z.object({ success: z.literal(true), token: z.string() }),
  setsCookies: [CSRF_COOKIE],
  summary: 'A CSRF token, valid 2 hours; the same value is set as the cookie csrf-token',
  handler: async (ctx) => {
    const token = mintCsrfToken(ctx.now);
    ctx.cookies.set(CSRF_COOKIE, token, CSRF_SECONDS);
    return { success: true, token } as const;
  },
});
