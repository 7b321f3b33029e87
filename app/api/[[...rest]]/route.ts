import { apiOperations } from '#lib/http/operations.ts';
import { apiRoutes } from '#lib/http/route.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiRoutes(apiOperations);
