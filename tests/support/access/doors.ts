import type { AnyOperation } from '#lib/platform/operation.ts';
import type { RouteHandler } from '#tests/support/routes.ts';
import { filesUnder, projectRoot, readSource } from '#tests/support/source-files.ts';

export type Subject = {
  name: string;
  operation: AnyOperation;
  /** The address with `{name}` where a parameter stands. */
  path: string;
  isForm: boolean;
  handler: () => Promise<RouteHandler>;
};

/** The `route.ts` files beside the pages, each with the operation that it hands to its door. */
export async function pageDoors(): Promise<Subject[]> {
  const files = filesUnder('app').filter(
    (path) => path.endsWith('/route.ts') && !path.startsWith('app/api/'),
  );
  if (files.length === 0) throw new Error('no doors found');
  return Promise.all(files.map(doorOf));
}

async function doorOf(file: string): Promise<Subject> {
  const { text } = readSource(file);
  const [, kind, name = ''] = /=\s*(formRoute|route)\((\w+)/.exec(text) ?? [];
  const [, from] =
    new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '#([^']+)'`).exec(text) ?? [];
  if (!kind || !from) throw new Error(`${file} is no door that this test can read`);
  const module = (await import(/* @vite-ignore */ projectRoot + from)) as Record<
    string,
    AnyOperation
  >;
  const operation = module[name];
  if (!operation) throw new Error(`${file}: ${name} is not an operation`);
  const isForm = kind === 'formRoute';
  const path = file.slice('app'.length, -'/route.ts'.length).replace(/\/\([^)]+\)/g, '');
  return {
    name: `${isForm ? 'the form' : 'the address'} ${path}`,
    operation,
    path: path.replaceAll('[', '{').replaceAll(']', '}'),
    isForm,
    handler: async () => {
      const exports = (await import(/* @vite-ignore */ projectRoot + file)) as Record<
        string,
        RouteHandler
      >;
      const handler = exports[isForm ? 'POST' : operation.method];
      if (!handler) throw new Error(`${file} has no handler`);
      return handler;
    },
  };
}
