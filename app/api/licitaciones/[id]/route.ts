import { getTenderDetail } from '#lib/domain/marketplace/search-operations.ts';
import { route } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getTenderDetail);
