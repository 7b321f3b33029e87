import {
  Body,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import type { ReactNode } from 'react';
import { brand } from '#lib/platform/brand.ts';

/*
 * Pieces of every e-mail. Colours are inline, as mail programs want it; classes only change them
 * in the dark scheme and on narrow screens. No image: nothing is loaded from anywhere.
 */
const { colors } = brand;
const font =
  "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif";

type LayoutProps = { preview: string; title: string; footer: string; children?: ReactNode };

export function MailLayout({ preview, title, footer, children }: LayoutProps) {
  return (
    <Html lang="es-CL">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no" />
        <title>{title}</title>
        <style>{stylesheet}</style>
      </Head>
      <Body className="canvas" style={{ margin: 0 }}>
        <Preview>{preview}</Preview>
        <Section
          className="canvas"
          style={{ padding: '24px 0', backgroundColor: colors.canvas, fontFamily: font }}
        >
          <Container style={{ maxWidth: '600px', width: '100%' }}>
            <Section className="gutter" style={{ padding: '0 24px 16px' }}>
              <Text
                className="wordmark"
                style={{
                  margin: 0,
                  fontSize: '22px',
                  fontWeight: 700,
                  letterSpacing: '-0.02em',
                  color: colors.brand,
                }}
              >
                {brand.name}
              </Text>
            </Section>
            <Section
              className="card"
              style={{
                backgroundColor: colors.surface,
                border: `1px solid ${colors.line}`,
                borderTop: `4px solid ${colors.copper}`,
                borderRadius: '10px',
                padding: '28px 24px',
              }}
            >
              <Heading
                as="h1"
                className="ink"
                style={{
                  margin: '0 0 12px',
                  fontSize: '24px',
                  lineHeight: '30px',
                  color: colors.ink,
                }}
              >
                {title}
              </Heading>
              {children}
            </Section>
            <Section className="gutter" style={{ padding: '16px 24px 0' }}>
              <Text className="soft" style={{ ...small, margin: 0 }}>
                {footer}
              </Text>
            </Section>
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

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
const small = { fontSize: '14px', lineHeight: '21px', color: colors.inkSoft } as const;
const cell = {
  padding: '9px 0',
  borderBottom: `1px solid ${colors.line}`,
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} as const;

const stylesheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .gutter { padding-left: 16px !important; padding-right: 16px !important; }
  .card { padding: 22px 16px !important; }
  .label, .value { display: block !important; width: auto !important; }
  .label { padding-bottom: 0 !important; border-bottom: 0 !important; }
  .value { padding-top: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .canvas { background-color: ${brand.darkCanvas} !important; }
  .card { background-color: #122124 !important; border-color: #2b4044 !important; border-top-color: #eda274 !important; }
  .tint { background-color: #14363c !important; }
  .ink { color: #e9f1f1 !important; }
  .soft { color: #a9bdbf !important; }
  .rule { border-color: #2b4044 !important; }
  .wordmark, .link { color: #84d3da !important; }
  .button { background-color: #84d3da !important; }
  .on-button { color: #052a31 !important; }
}`;
