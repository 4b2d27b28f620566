import type { CSSProperties } from 'react'
import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from 'react-email'
import { ACCENT, ACCENT_ON_DARK } from './colors.ts'

/** A part of an email after its first paragraph: a paragraph in small print, a code, or a link. */
export type EmailPart = string | { code: string } | EmailLink

interface EmailLink {
  label: string
  url: string
  /** The look of the link: the main button of the email, another button, or text. */
  look: 'primary' | 'secondary' | 'text'
}

/** The content of an email, in the language of the recipient. */
export interface EmailProps {
  product: string
  language: string
  direction: 'ltr' | 'rtl'
  /** The text that email clients show beside the subject. */
  preview: string
  heading: string
  /** The first paragraph, with the main message. */
  lead: string
  parts: EmailPart[]
}

const FONT = '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", Arial, sans-serif'

// The colors for email clients with a dark mode; other clients ignore the media query. react-email sets the background
// twice: on the body, and on a table cell in the body, because some clients remove the body element.
const DARK = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page, .page > table > tbody > tr > td { background: #17151a !important; }
    .card { background: #211f24 !important; border-color: #3a363d !important; }
    .product { color: ${ACCENT_ON_DARK} !important; }
    .strong { color: #f5f3f6 !important; }
    .quiet { color: #b3adb6 !important; }
    .link { background: #211f24 !important; border-color: ${ACCENT_ON_DARK} !important; color: ${ACCENT_ON_DARK} !important; }
    .code { background: #131115 !important; color: #f5f3f6 !important; border-color: #3a363d !important; }
  }`

/** An email: product name, heading and content, without images. Supports right-to-left languages. */
export function Email({ product, language, direction, preview, heading, lead, parts }: EmailProps) {
  return (
    <Html lang={language} dir={direction}>
      <Head>
        <title>{heading}</title>
        <style dangerouslySetInnerHTML={{ __html: DARK }} />
      </Head>
      <Preview useTitleTag={false}>{preview}</Preview>
      <Body
        dir={direction}
        lang={language}
        className="page"
        style={{ background: '#f8f6f8', fontFamily: FONT, margin: 0, padding: '32px 12px' }}
      >
        <Container
          className="card"
          style={{
            background: '#ffffff',
            border: '1px solid #e6e1e6',
            borderRadius: 12,
            margin: '0 auto',
            maxWidth: 480,
            padding: 32,
            textAlign: direction === 'rtl' ? 'right' : 'left',
          }}
        >
          <Text className="product" style={{ color: ACCENT, fontSize: 14, fontWeight: 600, margin: 0 }}>
            {product}
          </Text>
          <Heading
            as="h1"
            className="strong"
            style={{ color: '#252127', fontSize: 20, fontWeight: 600, lineHeight: '28px', margin: '16px 0 8px' }}
          >
            {heading}
          </Heading>
          <Text className="strong" style={{ color: '#252127', fontSize: 16, lineHeight: '24px', margin: 0 }}>
            {lead}
          </Text>
          {parts.map((part) => (
            <Part key={JSON.stringify(part)} part={part} />
          ))}
        </Container>
      </Body>
    </Html>
  )
}

const SMALL_PRINT: CSSProperties = { color: '#69626c', fontSize: 14, lineHeight: '20px', margin: '12px 0 0' }

function Part({ part }: { part: EmailPart }) {
  if (typeof part !== 'string' && 'code' in part) return <Code>{part.code}</Code>
  if (typeof part !== 'string' && part.look !== 'text') return <LinkButton {...part} />
  return (
    <Text className="quiet" style={SMALL_PRINT}>
      {typeof part === 'string' ? (
        part
      ) : (
        <Link href={part.url} className="quiet" style={{ color: '#69626c', textDecoration: 'underline' }}>
          {part.label}
        </Link>
      )}
    </Text>
  )
}

/** A code that is easy to select. */
function Code({ children }: { children: string }) {
  return (
    <Section style={{ margin: '24px 0 12px' }}>
      <Text
        className="code"
        dir="ltr"
        style={{
          background: '#f6f3f6',
          border: '1px solid #e6e1e6',
          borderRadius: 8,
          color: '#252127',
          fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
          fontSize: 32,
          fontWeight: 600,
          letterSpacing: 8,
          lineHeight: '40px',
          margin: 0,
          padding: '16px 8px 16px 16px',
          textAlign: 'center',
        }}
      >
        {children}
      </Text>
    </Section>
  )
}

function LinkButton({ label, url, look }: EmailLink) {
  const isPrimary = look === 'primary'
  return (
    <Button
      href={url}
      {...(!isPrimary && { className: 'link' })}
      style={{
        background: isPrimary ? ACCENT : '#ffffff',
        ...(!isPrimary && { border: `1px solid ${ACCENT}` }),
        borderRadius: 8,
        color: isPrimary ? '#ffffff' : ACCENT,
        fontSize: isPrimary ? 16 : 14,
        fontWeight: 600,
        lineHeight: isPrimary ? '24px' : '20px',
        margin: isPrimary ? '20px 0 8px' : '16px 0 0',
        padding: isPrimary ? '12px 24px' : '9px 16px',
      }}
    >
      {label}
    </Button>
  )
}
