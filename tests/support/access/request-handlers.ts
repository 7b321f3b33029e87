import { apiOperations } from '#lib/http/api/operations.ts';
import type { Endpoint } from '#lib/platform/operations/operation.ts';
import { forms, type PageForm, pathOfRoute } from '#tests/support/forms.ts';
import { type RouteHandler, routeOf } from '#tests/support/routes.ts';
import { filesUnder, projectRoot, readSource } from '#tests/support/source-files.ts';

export type RequestHandler = {
  name: string;
  operation: Endpoint;
  /** URL with `{name}` for each parameter. */
  path: string;
  isForm: boolean;
  handler: () => Promise<RouteHandler>;
};

/** Lists everything that answers a request and is no page: the API and routes beside pages. */
export async function allRequestHandlers(): Promise<RequestHandler[]> {
  const api = apiOperations.map((operation): RequestHandler => {
    const { method, path } = operation;
    const handler = async () => (await routeOf(path))[method];
    return { name: `${method} ${path}`, operation, path, isForm: false, handler };
  });
  return [...api, ...(await pageHandlers())];
}

/** Lists the forms and the other `route.ts` files beside the pages, each with its operation. */
async function pageHandlers(): Promise<RequestHandler[]> {
  const ofForms = new Set(forms.map(({ file }) => file));
  const files = filesUnder('app').filter(
    (path) => path.endsWith('/route.ts') && !path.startsWith('app/api/') && !ofForms.has(path),
  );
  if (files.length === 0) throw new Error('no routes found');
  return [...forms.map(formHandler), ...(await Promise.all(files.flatMap(doorsOf)))];
}

function formHandler({ path, operation, POST }: PageForm): RequestHandler {
  return { name: `POST ${path}`, operation, path, isForm: true, handler: async () => POST };
}

function doorsOf(file: string): Promise<RequestHandler>[] {
  const { text } = readSource(file);
  const routes = [...text.matchAll(/= route\((\w+)\)/g)];
  if (routes.length === 0) throw new Error(`${file} is no route that this test can read`);
  return routes.map(([, name = '']) => doorOf(file, text, name));
}

async function doorOf(file: string, text: string, name: string): Promise<RequestHandler> {
  const [, from] =
    new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '#([^']+)'`).exec(text) ?? [];
  if (!from) throw new Error(`${file} is no route that this test can read`);
  const module = (await import(/* @vite-ignore */ projectRoot + from)) as Record<string, Endpoint>;
  const operation = module[name];
  if (!operation) throw new Error(`${file}: ${name} is not an operation`);
  const { method } = operation;
  const path = pathOfRoute(file);
  const handler = async () => {
    const exports: Record<string, RouteHandler> = await import(
      /* @vite-ignore */ projectRoot + file
    );
    const found = exports[method];
    if (!found) throw new Error(`${file} has no handler`);
    return found;
  };
  return { name: `${method} ${path}`, operation, path, isForm: false, handler };
}
