import { spawn } from 'node:child_process';
import { killOnExit } from '#tests/support/child-processes.ts';
import { programEnv } from '#tests/support/program-env.ts';

type Options = { dataDir: string; variables: Record<string, string> };

/** Starts `vault-server.ts` as a process of its own. */
export async function startHandlers({ dataDir, variables }: Options) {
  const env = {
    ...programEnv(),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...variables,
  };
  const child = killOnExit(
    spawn(process.execPath, ['tests/support/vault-server.ts'], {
      env: { ...env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(String(line).split(' ')[1]?.trim() ?? ''));
    child.once('close', () => reject(new Error('the handlers did not start')));
  });
  const kill9 = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, kill9 };
}
