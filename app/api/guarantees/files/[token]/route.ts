import { route } from '#lib/http/route.ts';
import { getUploadedFile } from '#lib/http/uploads.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getUploadedFile);
