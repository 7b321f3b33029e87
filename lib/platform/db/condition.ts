import { log } from '#lib/platform/log.ts';
import { singleton } from '#lib/platform/singleton.ts';

export function reportDamage(): void {
  condition().damaged = true;
  log().error('database alarm: the file is damaged; stop, restore a backup, start');
}

export function isDamaged(): boolean {
  return condition().damaged;
}

function condition(): { damaged: boolean } {
  return singleton('database-condition', () => ({ damaged: false }));
}
