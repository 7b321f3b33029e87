import { submissionBody } from '#lib/domain/requests/submissions/schema.ts';
import { openStore } from '#tools/bench/bare-store.ts';

/**
 * A route handler that parses a request, stores it and replies: the least that Next needs for a
 * submission.
 */
const store = openStore();

export async function POST(request: Request): Promise<Response> {
  const body = submissionBody.parse(await request.json());
  const submissionId = await (await store).insert(JSON.stringify(body));
  return Response.json({ success: true, data: { submissionId } });
}
