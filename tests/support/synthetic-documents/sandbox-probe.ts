/** Tries acts that a document's process must not be able to do, and prints those that worked. */
const tries: Record<string, () => unknown> = {
  file: async () => (await import('node:fs')).readFileSync('/etc/passwd'),
  data: async () => (await import('node:fs')).readdirSync('.'),
  write: async () => (await import('node:fs')).writeFileSync('/tmp/paper-probe', ''),
  program: async () => (await import('node:child_process')).execFileSync('/bin/true'),
  thread: async () => {
    const { Worker } = await import('node:worker_threads');
    return new Worker('1', { eval: true });
  },
  secrets: () => {
    if (Object.keys(process.env).join() === 'NODE_ENV') throw new Error('none');
  },
  code: () => new Function('return 1')(),
};
const could: string[] = [];
for (const [name, attempt] of Object.entries(tries)) {
  try {
    await attempt();
    could.push(name);
  } catch {}
}
process.stdout.write(JSON.stringify(could));

export {};
