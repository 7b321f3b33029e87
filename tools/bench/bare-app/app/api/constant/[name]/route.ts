import { readFileSync } from 'node:fs';

/** The least that a Next route handler can do to answer: a body it has in memory. */
const bodies: Record<string, unknown> = JSON.parse(
  process.env.BARE_BODIES ? readFileSync(process.env.BARE_BODIES, 'utf8') : '{}',
);

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  return Response.json(bodies[(await params).name] ?? {});
}
