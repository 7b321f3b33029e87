/** The guilloche of security paper, as on bonds and policies. Decoration only. */
export function Rosette({ className }: { className: string }) {
  return (
    <svg viewBox="-100 -100 200 200" fill="none" aria-hidden="true" className={className}>
      {turns.map((turn) => (
        <g key={turn} transform={`rotate(${turn})`} stroke="currentColor" strokeWidth="0.22">
          <ellipse rx="98" ry="34" />
          <ellipse rx="64" ry="22" />
        </g>
      ))}
    </svg>
  );
}

const turns = Array.from({ length: 30 }, (_, index) => index * 6);
