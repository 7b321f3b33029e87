import { getTenderSearch } from '#lib/domain/marketplace/search-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getTenderSearch);
