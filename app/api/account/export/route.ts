import { getExport } from '#lib/domain/personal-data/operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getExport);
