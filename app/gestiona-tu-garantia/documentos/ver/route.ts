import { getDraftFile } from '#lib/domain/drafts/file-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getDraftFile);
