import { registerHooks } from 'node:module';

/** Node's permissions restrict files and programs, but not the network, which is removed here. */
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
Reflect.deleteProperty(process, 'getBuiltinModule');
const closed =
  /^(node:)?(net|tls|https?|http2|dgram|dns|inspector|child_process|worker_threads|module)(\/|$)/;
/** Dependency of pdf-lib. It imports `module`, which it does not need here. */
const indifferent = '/node_modules/fflate/';
registerHooks({
  resolve: (specifier, context, next) => {
    if (closed.test(specifier) && !context.parentURL?.includes(indifferent))
      throw new Error('not from here');
    return next(specifier, context);
  },
});
