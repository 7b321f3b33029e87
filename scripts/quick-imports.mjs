import module from 'node:module';

/**
 * Node loads this file first, by `--import`. It would parse the 170 kB package.json of drizzle-orm at
 * every import of one of its files, which takes half of the start of a process, so each is resolved
 * once here. An older Node that runs npm has no hooks.
 */
const known = new Map();

module.registerHooks?.({
  resolve(specifier, context, next) {
    const within = context.parentURL?.includes('/node_modules/drizzle-orm/');
    if (within && /^\..*\.js$/.test(specifier)) {
      const { href } = new URL(specifier, context.parentURL);
      return { url: href, format: 'module', shortCircuit: true };
    }
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context);
    const key = `${specifier} ${context.conditions}`;
    const found = known.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    known.set(key, found);
    return found;
  },
});
