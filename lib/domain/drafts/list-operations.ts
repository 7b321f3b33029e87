import { z } from 'zod';
import {
  checkRoom,
  draftKeyOf,
  openHere,
  removeHere,
  setAside,
} from '#lib/domain/drafts/browser.ts';
import { ofDraft, ofWizard } from '#lib/domain/drafts/operations.ts';
import { readDraft } from '#lib/domain/drafts/reads.ts';
import { nextPlace } from '#lib/domain/drafts/rules.ts';
import { guaranteeTypeFromInput, tenderIdFromInput } from '#lib/domain/drafts/schema.ts';
import { placePath, startPath, WIZARD } from '#lib/domain/drafts/view.ts';
import { removeDraft } from '#lib/domain/drafts/writes/remove-draft.ts';
import { getDb } from '#lib/platform/db/client.ts';
import { defineOperation } from '#lib/platform/operations/operation.ts';

export const postStartOver = defineOperation({
  ...ofWizard,
  path: `${WIZARD}/empezar`,
  body: z.record(z.string(), z.string()),
  summary: 'Begin with an empty draft beside those of this browser',
  handler: async (ctx, { body }) => {
    await checkRoom(ctx);
    setAside(ctx);
    return startPath({
      licitacion: tenderIdFromInput(body.licitacion),
      garantia: guaranteeTypeFromInput(body.garantia),
    });
  },
});

export const postOpenDraft = defineOperation({
  ...ofWizard,
  path: `${WIZARD}/continuar`,
  body: ofDraft,
  summary: 'Go on with one of the drafts of this browser',
  handler: async (ctx, { body }) => {
    const key = draftKeyOf(ctx, body.borrador);
    const draft = key && (await readDraft(getDb().read, key, ctx.now));
    if (!draft) return WIZARD;
    openHere(ctx, key);
    return placePath({ ...nextPlace(draft.answers), draft: draft.id });
  },
});

export const postRemoveDraft = defineOperation({
  ...ofWizard,
  path: `${WIZARD}/borrar`,
  body: ofDraft,
  summary: 'Delete one of the drafts of this browser',
  handler: async (ctx, { body }) => {
    const key = draftKeyOf(ctx, body.borrador);
    if (key) {
      await removeDraft(key, ctx.now);
      removeHere(ctx, key);
    }
    return `${WIZARD}?aviso=borrado`;
  },
});
