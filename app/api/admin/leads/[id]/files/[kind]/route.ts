import { getLeadFile } from '#lib/domain/inbox/file-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getLeadFile);
