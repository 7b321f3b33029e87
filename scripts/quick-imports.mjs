import module from 'node:module';

/**
 * Node loads this file first, through `--import`. Each import of a drizzle-orm file would parse
 * that package's package.json of 170 kB, which takes half of a process's start, so this hook
 * resolves each file once. The Node that runs npm may be too old for hooks.
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
