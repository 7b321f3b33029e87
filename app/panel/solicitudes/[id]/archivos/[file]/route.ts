import { getOwnFile } from '#lib/domain/requests/applicant/file-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getOwnFile);
