import { guilloche } from '#lib/platform/config/brand.ts';

/** Draws decorative waves on a box of 160 by 72. */
export function Guilloche({ width, className }: { width: number; className: string }) {
  return guilloche.map((wave) => (
    <path key={wave} d={wave} strokeWidth={width} className={className} />
  ));
}
