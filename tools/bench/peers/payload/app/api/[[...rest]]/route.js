import { REST_GET, REST_POST } from '@payloadcms/next/routes';
import config from '../../../payload.config.mjs';

const named =
  (handler) =>
  async (request, { params }) =>
    handler(request, { params: { slug: (await params).rest } });

export const GET = named(REST_GET(config));
export const POST = named(REST_POST(config));
