import { z } from 'zod';
import { shareChangeBody } from '#lib/domain/share-links/change-schema.ts';
import { listShares } from '#lib/domain/share-links/reads/list-links.ts';
import {
  sendSharesBody,
  shareBody,
  shareItemReply,
  shareReply,
  sharesQuery,
  sharesReply,
} from '#lib/domain/share-links/schema.ts';
import { changeShareLink } from '#lib/domain/share-links/writes/change-link.ts';
import {
  createShareLink,
  repeatShareLink,
  revokeShareLink,
} from '#lib/domain/share-links/writes/create-link.ts';
import { sendShareLinks } from '#lib/domain/share-links/writes/send-links.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';
import {
  dataReply,
  messageReply,
  withData,
  withMessage,
} from '#lib/platform/operations/replies.ts';

export const postShare = defineOperation({
  method: 'POST',
  path: '/api/documents/share',
  auth: 'signedIn',
  sudo: true,
  limit: { name: 'documents/share', points: 60, seconds: 600, per: 'account' },
  body: shareBody,
  reply: shareReply,
  errors: ['document_not_found', 'conflict', 'unavailable'],
  summary: 'Create a link to documents; whoever has it needs no account',
  handler: async (ctx, { body }) => {
    const { id, shareUrl, shortUrl, expiresAt } = await createShareLink(ctx, body);
    const created = { id, shareUrl, shortUrl };
    return { success: true, ...created, expiresAt: new Date(expiresAt).toISOString() } as const;
  },
});

export const getShares = defineOperation({
  method: 'GET',
  path: '/api/documents/shares',
  auth: 'signedIn',
  limit: { name: 'documents/shares', points: 300, seconds: 600, per: 'account' },
  query: sharesQuery,
  reply: sharesReply,
  summary: 'List own links of the last 90 days, newest first; each has its latest 10 openings',
  handler: async (ctx, { query: { limit, offset } }) => {
    const { shares, total } = await listShares(ctx.holderId, { now: ctx.now, limit, offset });
    const hasMore = offset + shares.length < total;
    return { success: true, data: shares, pagination: { total, limit, offset, hasMore } } as const;
  },
});

const shareParams = z.object({ id: shareItemReply.shape.id.max(64) });

export const patchShare = defineOperation({
  method: 'PATCH',
  path: '/api/documents/shares/{id}',
  auth: 'signedIn',
  sudo: true,
  limit: { name: 'documents/shares/change', points: 60, seconds: 600, per: 'account' },
  params: shareParams,
  body: shareChangeBody,
  reply: messageReply,
  errors: ['share_not_found', 'document_not_found', 'conflict'],
  summary: 'Change an own live link; absent fields stay and null removes a value',
  handler: async (ctx, { params, body }) => {
    await changeShareLink(ctx, params.id, body);
    return withMessage('Guardamos los cambios del enlace.');
  },
});

export const deleteShare = defineOperation({
  method: 'DELETE',
  path: '/api/documents/shares/{id}',
  auth: 'signedIn',
  limit: { name: 'documents/shares/delete', points: 300, seconds: 600, per: 'account' },
  params: shareParams,
  reply: messageReply,
  errors: ['share_not_found'],
  summary: 'End an own link at once',
  handler: async (ctx, { params }) => {
    await revokeShareLink(ctx, params.id);
    return withMessage('Cerraste el enlace.');
  },
});

export const postSendShares = defineOperation({
  method: 'POST',
  path: '/api/documents/shares/send',
  auth: 'signedIn',
  limit: { name: 'documents/shares/send', points: 60, seconds: 600, per: 'account' },
  body: sendSharesBody,
  reply: messageReply,
  errors: ['share_not_found', 'conflict'],
  summary: 'Mail own links to their recipients',
  handler: async (ctx, { body }) => {
    await sendShareLinks(ctx, body.ids);
    return withMessage('Enviamos los enlaces por correo.');
  },
});

export const postRepeatShare = defineOperation({
  method: 'POST',
  path: '/api/documents/shares/{id}/repeat',
  auth: 'signedIn',
  sudo: true,
  limit: { name: 'documents/shares/repeat', points: 60, seconds: 600, per: 'account' },
  params: shareParams,
  reply: dataReply(z.object({ id: shareItemReply.shape.id })),
  errors: ['share_not_found', 'conflict'],
  summary: 'Create a link like an own one that ended or was used up',
  handler: async (ctx, { params }) => withData(await repeatShareLink(ctx, params.id)),
});
