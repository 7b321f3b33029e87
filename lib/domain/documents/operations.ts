import { z } from 'zod';
import { findAccount } from '#lib/domain/accounts/reads/accounts.ts';
import { folderFile, folderFormatParam, folderKinds } from '#lib/domain/documents/archive.ts';
import { listVault } from '#lib/domain/documents/reads/documents.ts';
import {
  type CategoryKey,
  categories,
  categoriesOf,
  categoryKeys,
} from '#lib/domain/documents/rules.ts';
import {
  changeBody,
  type DocumentMetadata,
  deleteBody,
  documentMetadataReply,
  documentParams,
  documentReply,
  profileQuery,
  restoreBody,
  vaultReply,
} from '#lib/domain/documents/schema.ts';
import { toDocumentMetadata } from '#lib/domain/documents/view.ts';
import {
  changeDocument,
  deleteDocument,
  restoreDocument,
} from '#lib/domain/documents/writes/change-document.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { notModifiedStatus } from '#lib/platform/operations/files.ts';
import { defineFile, defineOperation } from '#lib/platform/operations/operation.ts';
import { dataReply, messageField, timeField, withData } from '#lib/platform/operations/replies.ts';

export const getDocumentsProfile = defineOperation({
  method: 'GET',
  path: '/api/documents/profile',
  auth: 'signedIn',
  limit: { name: 'documents/profile', points: 300, seconds: 600, per: 'account' },
  query: profileQuery,
  reply: vaultReply,
  errors: ['profile_not_permitted'],
  alsoAnswers: notModifiedStatus,
  summary: 'List own documents of a group by category',
  handler: async (ctx, { query: { type, profile } }) => {
    if (profile && ctx.role !== 'admin') throw new AppError('profile_not_permitted');
    const singles: Partial<Record<CategoryKey, DocumentMetadata>> = {};
    const lists: Partial<Record<CategoryKey, DocumentMetadata[]>> = {};
    for (const document of await listVault(ctx.holderId, categoriesOf(type, profile))) {
      const { category, state, otherRut } = document;
      if (categories[category].holds === 'many') {
        lists[category] ??= [];
        lists[category].push(toDocumentMetadata(document));
      } else if (!singles[category] || (state === 'kept' && !otherRut)) {
        // Until its replacement has been scanned, the previous document is the one that counts. A
        // document of somebody else never takes its place.
        singles[category] = toDocumentMetadata(document);
      }
    }
    return { ...singles, ...lists };
  },
});

export const postDeleteDocument = defineOperation({
  method: 'POST',
  path: '/api/documents/delete',
  auth: 'signedIn',
  limit: { name: 'documents/delete', points: 120, seconds: 600, per: 'account' },
  body: deleteBody,
  reply: dataReply(
    z.object({
      documentId: documentMetadataReply.shape.id,
      restorableUntil: timeField(
        'Until when it can be brought back, UTC; null: it cannot.',
      ).nullable(),
    }),
  ).extend({ message: messageField }),
  errors: ['document_not_found'],
  summary: 'Delete a document; it can be restored for one minute',
  handler: async (ctx, { body }) => {
    const { documentId, restorableUntil } = await deleteDocument(ctx, body);
    const until = restorableUntil === null ? null : new Date(restorableUntil).toISOString();
    return {
      success: true,
      message: 'Eliminamos el documento.',
      data: { documentId, restorableUntil: until },
    } as const;
  },
});

export const postRestoreDocument = defineOperation({
  method: 'POST',
  path: '/api/documents/restore',
  auth: 'signedIn',
  limit: { name: 'documents/restore', points: 120, seconds: 600, per: 'account' },
  body: restoreBody,
  reply: documentReply,
  errors: ['document_not_found', 'conflict'],
  summary: 'Restore a deleted document or an earlier version; a deleted one only for a minute',
  handler: async (ctx, { body }) => {
    const document = await restoreDocument(ctx, body.documentId);
    return withData(toDocumentMetadata(document));
  },
});

export const patchDocument = defineOperation({
  method: 'PATCH',
  path: '/api/documents/{id}',
  auth: 'signedIn',
  limit: { name: 'documents/change', points: 120, seconds: 600, per: 'account' },
  params: documentParams,
  body: changeBody,
  reply: documentReply,
  errors: ['document_not_found'],
  summary: 'Rename a document, or set its date and its expiry',
  handler: async (ctx, { params, body }) =>
    withData(toDocumentMetadata(await changeDocument(ctx, params.id, body))),
});

export const getFolder = defineFile({
  path: '/api/documents/folder',
  auth: 'signedIn',
  limit: { name: 'documents/folder', points: 30, seconds: 600, per: 'account' },
  produces: Object.values(folderKinds),
  query: z.object({ as: folderFormatParam.default('zip') }),
  errors: ['document_not_found', 'unavailable'],
  summary: 'Download all own valid documents as a ZIP or one PDF',
  handler: async ({ holderId, now }, { query: { as: format } }) => {
    const documents = (await listVault(holderId))
      .filter(({ state, otherRut }) => state === 'kept' && !otherRut)
      .filter(({ expiresAt }) => (expiresAt ?? now) >= now)
      .sort((a, b) => categoryKeys.indexOf(a.category) - categoryKeys.indexOf(b.category));
    if (documents.length === 0) throw new AppError('document_not_found');
    const account = await findAccount(holderId);
    const owner = account?.razonSocial ?? account?.name ?? null;
    return folderFile(documents, format, { title: null, owner, now });
  },
});
