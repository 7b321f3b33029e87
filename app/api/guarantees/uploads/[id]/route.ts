import { putUpload } from '#lib/domain/uploads/file-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const PUT = route(putUpload);
