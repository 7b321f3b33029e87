const paths = {
  info: 'M12 11v6M12 7.2v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  check: 'M8 12.5l2.8 2.8L16.2 9M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  warning:
    'M12 9.5v4.2M12 17v.1M10.6 4.2 2.9 17.8A1.6 1.6 0 0 0 4.3 20.2h15.4a1.6 1.6 0 0 0 1.4-2.4L13.4 4.2a1.6 1.6 0 0 0-2.8 0z',
  alert: 'M12 7.5v5.3M12 16.4v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  chevron: 'M6 9.5l6 6 6-6',
  file: 'M13.5 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5zM13.5 3v5.5H19',
  clock: 'M12 7.5V12l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  dashed:
    'M9 3.5a9 9 0 0 1 6 0M19.5 7a9 9 0 0 1 1.5 5M19 17.5a9 9 0 0 1-4 3M9 20.5a9 9 0 0 1-4.5-3.5M3 12a9 9 0 0 1 1.5-5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  upload:
    'M12 15.5V4M7.5 8.5 12 4l4.5 4.5M4 16v2.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V16',
  download:
    'M12 4v11.5M7.5 11 12 15.5 16.5 11M4 16v2.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V16',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4.1 4.1 0 0 0-5.8-5.8L12 6.8M14 10a4 4 0 0 0-6-.4l-3 3a4.1 4.1 0 0 0 5.8 5.8l1.2-1.2',
  seriedad:
    'M13.5 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5zM13.5 3v5.5H19M8.8 14.6l2.3 2.3 4.2-4.4',
  cumplimiento:
    'M12 3l7.5 2.8V11c0 4.8-3 8-7.5 10-4.5-2-7.5-5.2-7.5-10V5.8zM8.8 11.8l2.3 2.3 4.2-4.4',
  anticipo: 'M3 6.5h18v11H3zM12 9.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8zM6.2 12h.1M17.7 12h.1',
  ejecucion: 'M4 16.5V15a8 8 0 0 1 16 0v1.5M2.5 16.5h19V20h-19zM9.8 7.5V12M14.2 7.5V12',
  responsabilidad:
    'M9 4.3a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.6a3.6 3.6 0 0 1 0 6.6M18.2 14.3a6.5 6.5 0 0 1 3.3 5.7',
  capital_trabajo: 'M3.5 20.5h17M7 16.5v-4M12 16.5v-8M17 16.5v-12',
  factoring: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
  canje_retenciones: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
} as const;

export type IconName = keyof typeof paths;

export const isIcon = (name: string): name is IconName => Object.hasOwn(paths, name);

/** A decorative icon. A text must stand beside it. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`shrink-0 ${className}`}
    >
      <path d={paths[name]} />
    </svg>
  );
}
