import type { ListedDocument } from '#lib/domain/documents/reads.ts';
import type { DocumentMetadata } from '#lib/domain/documents/schema.ts';
import { getEnv } from '#lib/platform/env.ts';

export function metadataOf(document: ListedDocument): DocumentMetadata {
  const { id, fileName, fileId, category, customTitle, size, contentType, state } = document;
  const { issuedAt, countedFrom } = document;
  const url = `${getEnv().appUrl}/api/documents/download?key=${fileId}`;
  return {
    id,
    fileName,
    fileId,
    url,
    previewUrl: `${url}&inline=1`,
    category,
    customTitle,
    uploadedAt: new Date(document.uploadedAt).toISOString(),
    issuedAt,
    expiresAt: document.expiresAt === null ? null : new Date(document.expiresAt).toISOString(),
    countedFrom,
    size,
    contentType,
    state,
  };
}
