import { getLeadFile } from '#lib/domain/requests/team/file-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getLeadFile);
