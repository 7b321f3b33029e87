import { getExport } from '#lib/domain/personal-data/operations.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getExport);
