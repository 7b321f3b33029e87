import { readFileSync } from 'node:fs';

/**
 * A route handler that only replies with a body from memory: the least that Next needs for a reply.
 */
const bodies: Record<string, unknown> = JSON.parse(
  process.env.BARE_BODIES ? readFileSync(process.env.BARE_BODIES, 'utf8') : '{}',
);

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  return Response.json(bodies[(await params).name] ?? {});
}
