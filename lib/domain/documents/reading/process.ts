import { registerHooks } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { readText } from '#lib/domain/documents/reading/read-text.ts';
import { paperText } from '#lib/platform/paper-text.ts';

/** Node's permissions keep it from files and programs; the network is taken away by name. */
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
Reflect.deleteProperty(process, 'getBuiltinModule');
const closed =
  /^(node:)?(net|tls|https?|http2|dgram|dns|inspector|child_process|worker_threads|module)(\/|$)/;
registerHooks({
  resolve: (specifier, context, next) => {
    if (closed.test(specifier)) throw new Error('not from here');
    return next(specifier, context);
  },
});

const pdf = new Uint8Array(await buffer(process.stdin));
process.stdout.write(JSON.stringify(await readText(await paperText(pdf))));
