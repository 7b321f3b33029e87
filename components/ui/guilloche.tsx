import { guilloche } from '#lib/platform/config/brand.ts';

export function Guilloche({ width, className }: { width: number; className: string }) {
  return guilloche.map((wave) => (
    <path key={wave} d={wave} strokeWidth={width} className={className} />
  ));
}
