import { registerHooks } from 'node:module';

/**
 * Imported first by limited processes. Node's permissions restrict files and programs but not the
 * network, so this module removes the network.
 */
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
Reflect.deleteProperty(process, 'getBuiltinModule');
const blockedModules =
  /^(node:)?(net|tls|https?|http2|dgram|dns|inspector|child_process|worker_threads|module)(\/|$)/;
/** A dependency of pdf-lib that imports `module`, but does not need it here. */
const exemptImporterPath = '/node_modules/fflate/';
registerHooks({
  resolve: (specifier, context, next) => {
    if (blockedModules.test(specifier) && !context.parentURL?.includes(exemptImporterPath))
      throw new Error(`A limited process may not import ${specifier}`);
    return next(specifier, context);
  },
});
