import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flush } from '#scripts/backup/manifest.ts';
import { type DataPlaces, type Prepared, targetsOf } from '#scripts/backup/prepare.ts';

/** Files of SQLite beside a database. They must be moved together with it. */
const companions = ['-wal', '-shm', '-journal'];

/** Returns the paths of data that a restore would replace. `app-secret` does not count. */
export async function existing(place: DataPlaces): Promise<string[]> {
  const { database, files } = targetsOf(place);
  const leftover = ['', ...companions]
    .map((end) => database + end)
    .filter((path) => existsSync(path));
  const names = await readdir(files).catch(() => []);
  return names.length > 0 ? [...leftover, files] : leftover;
}

/**
 * Moves existing data aside and prepared data into its place. Returns the new paths of the former
 * data. If a rename fails, earlier ones are undone.
 */
export async function swapIn(prepared: Prepared[]): Promise<string[]> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const moved: Prepared[] = [];
  const move = async (from: string, to: string) => {
    await rename(from, to);
    moved.push({ from, to });
  };
  const keptPaths: string[] = [];
  try {
    for (const { from, to } of prepared) {
      const aside = `${to}.before-restore-${stamp}`;
      for (const end of companions) {
        if (existsSync(to + end)) await move(to + end, aside + end);
      }
      if (existsSync(to)) {
        await move(to, aside);
        keptPaths.push(aside);
      }
      await move(from, to);
      await flush(dirname(to));
    }
  } catch (error) {
    for (const { from, to } of moved.reverse()) await rename(to, from);
    throw error;
  }
  return keptPaths;
}
