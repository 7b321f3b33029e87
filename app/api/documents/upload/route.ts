import { postDocumentUpload } from '#lib/domain/documents/upload-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postDocumentUpload);
