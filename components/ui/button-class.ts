export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export type ButtonStyle = {
  variant?: ButtonVariant;
  wide?: boolean;
  /** 44 px high, for headers and for rows of lists. */
  compact?: boolean;
};

export function buttonClass({ variant = 'primary', wide, compact }: ButtonStyle): string {
  const size = `${wide ? ' w-full sm:w-auto' : ''}${compact ? ' btn-compact' : ''}`;
  return `btn ${variants[variant]}${size}`;
}

const variants = {
  primary: 'btn-primary',
  secondary: 'btn-secondary',
  quiet: 'btn-quiet',
  danger: 'btn-danger',
} as const;
