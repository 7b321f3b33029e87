import { route } from '#lib/http/api/route.ts';
import { postDocumentUpload } from '#lib/http/files/documents.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postDocumentUpload);
