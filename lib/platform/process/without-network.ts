import { registerHooks } from 'node:module';

/** Node's permissions keep a limited process from files and programs. This removes the network. */
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
Reflect.deleteProperty(process, 'getBuiltinModule');
const closed =
  /^(node:)?(net|tls|https?|http2|dgram|dns|inspector|child_process|worker_threads|module)(\/|$)/;
/** pdf-lib loads it. It imports `module`, and works without what it would load by it. */
const indifferent = '/node_modules/fflate/';
registerHooks({
  resolve: (specifier, context, next) => {
    if (closed.test(specifier) && !context.parentURL?.includes(indifferent))
      throw new Error('not from here');
    return next(specifier, context);
  },
});
