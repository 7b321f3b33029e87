import { getTenderGuarantees } from '#lib/domain/marketplace/search-operations.ts';
import { route } from '#lib/http/api/route.ts';

export const GET = route(getTenderGuarantees);
