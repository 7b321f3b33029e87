import { submission } from '#lib/domain/requests/submissions/schema.ts';
import { openStore } from '#tools/bench/bare-store.ts';

/** A Next route handler can do no less with a request: parse it, store it, answer. */
const store = openStore();

export async function POST(request: Request): Promise<Response> {
  const body = submission.parse(await request.json());
  const submissionId = await (await store).insert(JSON.stringify(body));
  return Response.json({ success: true, data: { submissionId } });
}
