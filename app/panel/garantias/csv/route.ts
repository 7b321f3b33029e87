import { getOwnCsv } from '#lib/domain/issued-guarantees/file-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getOwnCsv);
