import { readFileSync } from 'node:fs';

/** A Next route handler can do no less to answer: a body it has in memory. */
const bodies: Record<string, unknown> = JSON.parse(
  process.env.BARE_BODIES ? readFileSync(process.env.BARE_BODIES, 'utf8') : '{}',
);

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  return Response.json(bodies[(await params).name] ?? {});
}
