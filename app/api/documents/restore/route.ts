import { postRestoreDocument } from '#lib/domain/documents/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const POST = route(postRestoreDocument);
