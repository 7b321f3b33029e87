/** Shows where the code is on a hand-over sheet: below the facts, beside the QR code. */
export function CodePicture() {
  return (
    <figure className="grid grid-cols-[5.5rem_1fr] items-center gap-4 lg:grid-cols-1">
      <svg viewBox="0 0 120 156" aria-hidden="true" className="w-full max-w-56">
        <rect
          x="1"
          y="1"
          width="118"
          height="154"
          rx="4"
          className="fill-surface stroke-line-strong"
        />
        <path d="M14 22h58" className="stroke-ink" strokeWidth="5" />
        <path d="M14 38h78M14 50h92M14 62h92M14 74h70" className="stroke-line" strokeWidth="3" />
        <path d="M14 94h40" className="stroke-line-strong" strokeWidth="4" />
        <rect
          x="10"
          y="108"
          width="66"
          height="18"
          rx="3"
          className="fill-copper-tint stroke-copper"
          strokeWidth="2"
        />
        <path d="M16 117h11m3 0h11m3 0h11m3 0h11" className="stroke-ink" strokeWidth="4" />
        <path
          d="M85 104h10v10h-10zm2.5 2.5v5h5v-5zm13.5-2.5h9v9h-9zm2.5 2.5v4h4v-4zm-18.500 11h9v9h-9zm2.500 2.500v4h4v-4zm11.500-3h3v3h-3zm5 0h4v3h-4zm-2 5h4v4h-4zm5 2h3v3h-3z"
          fillRule="evenodd"
          className="fill-ink"
        />
      </svg>
      <figcaption className="text-sm text-ink-soft">
        Está en la hoja de entrega, bajo «Cómo verificarla», junto al código cuadrado. Si lo
        escaneas con el teléfono, llegas directo.
      </figcaption>
    </figure>
  );
}
