import { postUploadProxy } from '#lib/domain/uploads/file-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postUploadProxy);
