import { getDocumentsProfile } from '#lib/domain/documents/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getDocumentsProfile);
