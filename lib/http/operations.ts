import { postGuarantees } from '#lib/domain/guarantees/operations.ts';
import { getHealth } from '#lib/domain/health/operations.ts';
import { getUploadUrl } from '#lib/domain/uploads/operations.ts';
import { serveApiDocument } from '#lib/http/api-document.ts';
import { getCsrfToken } from '#lib/http/csrf-token.ts';
import { getUploadedFile, postUploadProxy, putUpload } from '#lib/http/uploads.ts';
import type { AnyOperation } from '#lib/platform/operation.ts';

export const getApiDocument = serveApiDocument(() => apiOperations);

/** Everything under /api, in the order of the API's documentation. */
export const apiOperations: AnyOperation[] = [
  getHealth,
  getCsrfToken,
  getApiDocument,
  getUploadUrl,
  putUpload,
  postUploadProxy,
  getUploadedFile,
  postGuarantees,
];
