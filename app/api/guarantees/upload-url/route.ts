import { getUploadUrl } from '#lib/domain/uploads/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getUploadUrl);
