import { registerHooks } from 'node:module';

/** Node's permissions keep a limited process from files and programs; this takes the network away by name. */
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
