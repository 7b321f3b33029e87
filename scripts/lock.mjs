import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` while holding the lock file at `path`. Takes over the lock of a killed process. */
export async function withLock(path, work) {
  await take(path);
  const release = () => rmSync(path, { force: true });
  process.on('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

async function take(path) {
  for (let told = false; ; ) {
    try {
      writeFileSync(path, `${process.pid}`, { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (dropStale(path)) continue;
    if (!told) console.log('Another npm command is preparing this checkout; waiting for it.');
    told = true;
    await sleep(200);
  }
}

/** Removes the lock of a dead process. Returns whether it is worth trying again at once. */
function dropStale(path) {
  const holder = holderOf(path);
  if (holder === null) return true;
  if (isAlive(holder)) return false;
  const taken = `${path}.${process.pid}`;
  try {
    renameSync(path, taken);
    // If another process took the lock since it was read, the lock is given back.
    if (holderOf(taken) !== holder) linkSync(taken, path);
    rmSync(taken, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  return true;
}

function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

function isAlive(pid) {
  // A pid of 0 means an empty file: its owner has just created it.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
