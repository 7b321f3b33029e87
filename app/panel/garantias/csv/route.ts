import { getOwnCsv } from '#lib/domain/issued/own-operations.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getOwnCsv);
