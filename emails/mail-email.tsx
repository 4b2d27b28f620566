import { Body, Button, Container, Head, Heading, Html, Link, Preview, Text, Section } from 'react-email'
import { ACCENT, ACCENT_ON_DARK } from './colors.ts'

/** A part of an email: the main message, small print, a code, or a link. */
export type MailPart =
  | { kind: 'lead' | 'aside' | 'code'; text: string }
  | { kind: 'main-button' | 'button' | 'link'; label: string; url: string }

interface MailEmailProps {
  product: string
  language: string
  direction: 'ltr' | 'rtl'
  /** The text that email clients show beside the subject. */
  preview: string
  heading: string
  parts: MailPart[]
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

/** Every email: product name, heading and parts, without images. Supports right-to-left languages. */
export function MailEmail({ product, language, direction, preview, heading, parts }: MailEmailProps) {
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
          {parts.map((part) => (
            <Part key={JSON.stringify(part)} {...part} />
          ))}
        </Container>
      </Body>
    </Html>
  )
}

const ASIDE = { color: '#69626c', fontSize: 14, lineHeight: '20px', margin: '12px 0 0' }
const CODE = {
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
} as const
const MAIN_BUTTON = {
  background: ACCENT,
  borderRadius: 8,
  color: '#ffffff',
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '24px',
  margin: '20px 0 8px',
  padding: '12px 24px',
}
const BUTTON = {
  background: '#ffffff',
  border: `1px solid ${ACCENT}`,
  borderRadius: 8,
  color: ACCENT,
  fontSize: 14,
  fontWeight: 600,
  lineHeight: '20px',
  margin: '16px 0 0',
  padding: '9px 16px',
}

function Part(part: MailPart) {
  switch (part.kind) {
    case 'lead':
      return (
        <Text className="strong" style={{ color: '#252127', fontSize: 16, lineHeight: '24px', margin: 0 }}>
          {part.text}
        </Text>
      )
    case 'aside':
      return (
        <Text className="quiet" style={ASIDE}>
          {part.text}
        </Text>
      )
    // Large and alone in its element, so that it is easy to select.
    case 'code':
      return (
        <Section style={{ margin: '24px 0 12px' }}>
          <Text className="code" dir="ltr" style={CODE}>
            {part.text}
          </Text>
        </Section>
      )
    case 'link':
      return (
        <Text className="quiet" style={ASIDE}>
          <Link href={part.url} className="quiet" style={{ color: '#69626c', textDecoration: 'underline' }}>
            {part.label}
          </Link>
        </Text>
      )
    default:
      return (
        <Button
          href={part.url}
          {...(part.kind === 'button' && { className: 'link' })}
          style={part.kind === 'button' ? BUTTON : MAIN_BUTTON}
        >
          {part.label}
        </Button>
      )
  }
}
