import { z } from 'zod';
import { redirectTo } from '#lib/http/api/reply.ts';
import { getEnv } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { defineStream } from '#lib/platform/operations/operation.ts';
import { DAY } from '#lib/platform/process/durations.ts';
import { wholeResponse } from '#lib/platform/web/content.ts';

const unlimited = { unlimited: 'a few lines of the configuration' };

/** Serves the contact for vulnerabilities (RFC 9116), or 404 if none is configured. */
export const getSecurityTxt = defineStream({
  method: 'GET',
  path: '/.well-known/security.txt',
  auth: 'guest',
  limit: unlimited,
  produces: 'text/plain',
  reply: z.never(),
  errors: ['not_found'],
  summary: 'Get the address to which to report a security problem',
  handler: async ({ now }) => {
    const { appUrl, security } = getEnv();
    if (!security.contact) throw new AppError('not_found');
    const isUrl = security.contact.startsWith('https:');
    const lines = [
      `Contact: ${isUrl ? '' : 'mailto:'}${security.contact}`,
      `Expires: ${new Date(now + 180 * DAY).toISOString().slice(0, 10)}T00:00:00Z`,
      'Preferred-Languages: es, en',
      `Canonical: ${appUrl}/.well-known/security.txt`,
      ...(security.policy ? [`Policy: ${security.policy}`] : []),
    ];
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
    return wholeResponse(`${lines.join('\n')}\n`, { headers });
  },
});

/** Redirects password managers to the page that changes the password. */
export const getChangePassword = defineStream({
  method: 'GET',
  path: '/.well-known/change-password',
  auth: 'guest',
  limit: unlimited,
  reply: z.never(),
  alsoAnswers: { 303: 'The page where the password is changed.' },
  summary: 'Go to the page where the password is changed',
  handler: async () => redirectTo('/panel/perfil#contrasena'),
});
