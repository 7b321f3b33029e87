import { route } from '#lib/http/api/route.ts';
import { postUploadProxy } from '#lib/http/files/uploads.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(postUploadProxy);
