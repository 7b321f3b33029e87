import { createFinder } from '#lib/http/api/paths.ts';
import type { FormDeclaration } from '#lib/http/forms/form.ts';
import type { Endpoint } from '#lib/platform/operations/operation.ts';
import type { RouteHandler } from '#tests/support/routes.ts';
import { filesUnder, projectRoot } from '#tests/support/source-files.ts';

export type PageForm = FormDeclaration & {
  path: string;
  operation: Endpoint;
  file: string;
  GET: RouteHandler;
  POST: RouteHandler;
};

/** Returns the URL of a folder below `app`, with `{name}` for each parameter. */
export function pathOfRoute(file: string): string {
  return file
    .slice('app'.length, -'/route.ts'.length)
    .replace(/\/\([^)]+\)/g, '')
    .replaceAll('[', '{')
    .replaceAll(']', '}');
}

const files = filesUnder('app').filter(
  (file) => file.endsWith('/route.ts') && !file.startsWith('app/api/'),
);

/** Finds every form of the pages in the tree of `app`: the routes whose `POST` declares one. */
export const forms: PageForm[] = (
  await Promise.all(
    files.map(async (file) => {
      const { GET, POST } = await import(/* @vite-ignore */ projectRoot + file);
      if (!POST?.form) return [];
      const path = pathOfRoute(file);
      return [{ ...POST.form, operation: { path, ...POST.form.operation }, path, file, GET, POST }];
    }),
  )
).flat();

const find = createFinder(forms);

/** Returns the form at a URL, with the parameters of its path. Throws if there is none. */
export function formAt(path: string) {
  const found = find(new URL(path, 'http://localhost').pathname);
  if (!found) throw new Error(`no form at ${path}`);
  return found;
}
