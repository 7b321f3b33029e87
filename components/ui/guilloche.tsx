/** Waves as printed on securities, for a drawing of 160 by 72. Decorative. */
export function Guilloche({ width, className }: { width: number; className: string }) {
  return waves.map((height, n) => (
    <path
      key={height}
      d={`M${(n % 3) * 6 - 24} 36q10 ${height} 20 0${'t20 0'.repeat(9)}`}
      strokeWidth={width}
      className={className}
    />
  ));
}

const waves = [-44, -36, -28, -20, -12, 12, 20, 28, 36];
