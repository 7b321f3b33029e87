import { attachFiles } from '#lib/domain/documents/attached-files.ts';
import { draftKeyOf } from '#lib/domain/drafts/browser.ts';
import { afterSaving, ofDraft } from '#lib/domain/drafts/operations.ts';
import { readDraft } from '#lib/domain/drafts/reads.ts';
import type { Attachments } from '#lib/domain/drafts/schema.ts';
import { WIZARD } from '#lib/domain/drafts/view.ts';
import { countNewDraft, draftLimit } from '#lib/domain/drafts/writes/begin-draft.ts';
import { saveAttachments } from '#lib/domain/drafts/writes/save-attachment.ts';
import { uploadKinds } from '#lib/domain/uploads/schema.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { defineUpload, redirectAddress } from '#lib/platform/operations/operation.ts';

/** `quitar` removes a file. With `guardar` the page stays open and no draft is begun. */
export const postAttachments = defineUpload({
  path: `${WIZARD}/documentos/archivos`,
  auth: 'guest',
  limit: [draftLimit, { name: 'drafts/attachments', points: 60, seconds: 600, per: 'address' }],
  accepts: 'multipart/form-data',
  query: ofDraft,
  reply: redirectAddress,
  summary: 'Attach, replace or remove the files of the draft',
  handler: async (ctx, { query: { borrador } }, received) => {
    const {
      attached: files,
      fields,
      errors,
    } = await attachFiles(ctx, received, {
      fields: ['quitar', 'guardar'],
    });
    const attached: Attachments = {};
    for (const { kind, uploadId, fileName, size, holderId } of files) {
      attached[kind] = { uploadId, fileName, size, ...(holderId && { holderId }) };
    }
    const removed = uploadKinds.find((kind) => kind === fields.quitar);
    const stay = fields.guardar !== undefined;
    const key = draftKeyOf(ctx, borrador);
    if (stay && !(key && (await readDraft(getDb().read, key, ctx.now)))) return WIZARD;
    if (!key) await countNewDraft(ctx);
    const sent = { attached, errors, removed, stay };
    return afterSaving(ctx, await saveAttachments(key, sent, ctx.now), key);
  },
});
