import { route } from '#lib/http/api/route.ts';
import { getUploadedFile } from '#lib/http/files/uploads.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getUploadedFile);
