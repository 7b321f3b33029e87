import { Heading, Link, Section, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import { brand } from '#lib/platform/brand.ts';

const { colors } = brand;

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ ...text, margin: '0 0 14px' }}>
      {children}
    </Text>
  );
}

export function Small({ children }: { children: ReactNode }) {
  return (
    <Text className="soft" style={{ ...small, margin: '0 0 14px' }}>
      {children}
    </Text>
  );
}

export function SectionTitle({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h2"
      className="ink"
      style={{ margin: '26px 0 6px', fontSize: '17px', lineHeight: '24px', color: colors.ink }}
    >
      {children}
    </Heading>
  );
}

export function BigNumber({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Section
      className="tint"
      style={{
        backgroundColor: colors.brandTint,
        borderRadius: '8px',
        padding: '14px 18px',
        margin: '4px 0 18px',
      }}
    >
      <Text className="soft" style={{ ...small, margin: 0 }}>
        {label}
      </Text>
      <Text
        className="ink"
        style={{
          margin: 0,
          fontSize: '28px',
          lineHeight: '34px',
          fontWeight: 700,
          color: colors.ink,
        }}
      >
        {children}
      </Text>
    </Section>
  );
}

type Row = { label: string; value: string; href?: string };

export function Details({ rows }: { rows: readonly Row[] }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ borderCollapse: 'collapse' }}>
      <tbody>
        {rows.map(({ label, value, href }) => (
          <tr key={label}>
            <th
              scope="row"
              align="left"
              className="label soft rule"
              style={{ ...small, ...cell, width: '36%', fontWeight: 400, paddingRight: '14px' }}
            >
              {label}
            </th>
            <td
              className="value ink rule"
              style={{ ...text, ...cell, fontWeight: 600, whiteSpace: 'pre-line' }}
            >
              {href ? <MailLink href={href}>{value}</MailLink> : value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Steps({ items }: { items: readonly string[] }) {
  return (
    <ol className="ink" style={{ ...text, margin: '0 0 6px', paddingLeft: '22px' }}>
      {items.map((item) => (
        <li key={item} style={{ marginBottom: '8px' }}>
          {item}
        </li>
      ))}
    </ol>
  );
}

/** A link that looks like a button, also where only table cells can have a background. */
export function ButtonLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <table cellPadding={0} cellSpacing={0} style={{ margin: '18px 0 20px' }}>
      <tbody>
        <tr>
          <td
            className="button"
            align="center"
            style={{ backgroundColor: colors.brand, borderRadius: '8px' }}
          >
            <Link
              href={href}
              className="on-button"
              style={{
                display: 'inline-block',
                padding: '13px 24px',
                fontSize: '16px',
                fontWeight: 600,
                color: colors.onBrand,
                textDecoration: 'none',
              }}
            >
              {children}
            </Link>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="link"
      style={{ color: colors.brand, textDecoration: 'underline', overflowWrap: 'anywhere' }}
    >
      {children}
    </Link>
  );
}

const text = { fontSize: '16px', lineHeight: '24px', color: colors.ink } as const;
export const small = { fontSize: '14px', lineHeight: '21px', color: colors.inkSoft } as const;
const cell = {
  padding: '9px 0',
  borderBottom: `1px solid ${colors.line}`,
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} as const;
