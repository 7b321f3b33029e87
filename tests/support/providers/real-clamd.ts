import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killOnExit } from '#tests/support/child-processes.ts';
import { closeAfterTest } from '#tests/support/cleanup.ts';
import { EICAR } from '#tests/support/providers/clamd.ts';

/** Path of Debian's clamd, or of the one that CLAMD names, or null. */
export const clamdPath =
  [process.env.CLAMD, '/usr/sbin/clamd', '/usr/local/sbin/clamd'].find(
    (path) => path && existsSync(path),
  ) ?? null;

/** Starts a clamd of its own on a socket file, whose only signature is the EICAR test string. */
export async function startRealClamd(path: string) {
  const folder = mkdtempSync(join(tmpdir(), 'resguardo-clamd-'));
  const socket = join(folder, 'clamd.sock');
  mkdirSync(join(folder, 'db'));
  const hex = Buffer.from(EICAR).toString('hex');
  writeFileSync(join(folder, 'db/local.ndb'), `Eicar-Test-Local:0:*:${hex}\n`);
  writeFileSync(
    join(folder, 'clamd.conf'),
    [`LocalSocket ${socket}`, `DatabaseDirectory ${folder}/db`, 'Foreground yes', ''].join('\n'),
  );
  const child: ChildProcess = killOnExit(
    spawn(path, ['--config-file', join(folder, 'clamd.conf')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  for (let tries = 0; !(await listens(socket)); tries += 1) {
    if (tries > 200 || child.exitCode !== null) throw new Error('clamd did not start');
    await sleep(50);
  }
  return closeAfterTest({
    variables: { CLAMAV_SOCKET: socket },
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

function listens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });
}
