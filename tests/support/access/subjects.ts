import { apiOperations } from '#lib/http/operations.ts';
import { pageDoors, type Subject } from '#tests/support/access/doors.ts';
import { routeOf } from '#tests/support/routes.ts';

/** Everything that answers a request and is no page: the API and the doors beside the pages. */
export async function allSubjects(): Promise<Subject[]> {
  const api = apiOperations.map((operation): Subject => {
    const { method, path } = operation;
    const handler = async () => (await routeOf(path))[method];
    return { name: `${method} ${path}`, operation, path, isForm: false, handler };
  });
  return [...api, ...(await pageDoors())];
}
