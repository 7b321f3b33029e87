import { getLinkedSheet } from '#lib/domain/issued/sheet-operations.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getLinkedSheet);
