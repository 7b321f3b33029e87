import { z } from 'zod';
import { deleteShare, postShare } from '#lib/domain/share-links/operations.ts';
import { shareBody } from '#lib/domain/share-links/schema.ts';
import { createShareLink, revokeShareLink } from '#lib/domain/share-links/writes.ts';
import { AppError } from '#lib/platform/errors.ts';
import { fieldErrors } from '#lib/platform/fields.ts';
import { defineOperation } from '#lib/platform/operation.ts';

/** The panel's forms of sharing, where they differ from the endpoint of the same job. */

/** Holds the new link until the page has shown it: its address is stored nowhere else. */
export const NEW_SHARE_COOKIE = 'enlace-nuevo';
const SHOWN_SECONDS = 300;

/**
 * Fields as a form has them: `documentKey`, or one `doc-<fileId>` per box of "Compartir carpeta";
 * `expiresInHours`, `maxOpenings` as text (empty: none), `notify` ticked or not.
 */
export const shareForm = defineOperation({
  method: 'POST',
  path: '/panel/documentos/compartir/crear',
  auth: 'member',
  limit: postShare.limit,
  body: z.record(z.string(), z.string()),
  reply: z.object({ location: z.string() }),
  errors: ['document_not_found', 'conflict'],
  summary: 'Make a link from the panel',
  handler: async (ctx, { body }) => {
    const parsed = shareBody.safeParse(bodyOf(body));
    if (!parsed.success) {
      throw new AppError('validation_failed', { fields: fieldErrors(parsed.error) });
    }
    const made = await createShareLink(ctx, parsed.data);
    const packed = Buffer.from(JSON.stringify(made)).toString('base64url');
    ctx.cookies.set(NEW_SHARE_COOKIE, packed, SHOWN_SECONDS);
    return { location: `/panel/documentos/enlaces?enlace=${made.id}` };
  },
});

export const revokeForm = defineOperation({
  method: 'POST',
  path: '/panel/documentos/enlaces/cerrar',
  auth: 'member',
  limit: deleteShare.limit,
  body: z.object({ id: z.string().max(64) }),
  reply: z.object({ location: z.string() }),
  errors: ['share_not_found'],
  summary: 'End a link from the panel',
  handler: async (ctx, { body }) => {
    await revokeShareLink(ctx, body.id);
    ctx.cookies.set(NEW_SHARE_COOKIE, '', 0);
    return { location: '/panel/documentos/enlaces?aviso=cerrado' };
  },
});

const newShare = z.object({ id: z.string(), shareUrl: z.url(), expiresAt: z.number() });

/** The link that was made a moment ago in this browser, for the page to show once; else null. */
export function readNewShare(cookie: string | undefined): z.infer<typeof newShare> | null {
  try {
    const packed = Buffer.from(cookie ?? '', 'base64url').toString('utf8');
    return newShare.safeParse(JSON.parse(packed)).data ?? null;
  } catch {
    return null;
  }
}

function bodyOf(form: Record<string, string>): object {
  const number = (text: string | undefined) => (text?.trim() ? Number(text) : undefined);
  const boxes = Object.keys(form).filter((name) => name.startsWith('doc-'));
  return {
    ...form,
    documentKeys: boxes.map((name) => name.slice('doc-'.length)),
    expiresInHours: number(form.expiresInHours),
    maxOpenings: number(form.maxOpenings),
    notify: form.notify !== undefined,
  };
}
