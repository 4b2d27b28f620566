import { Button, Link } from 'react-email'
import { ACCENT } from './colors.ts'
import { Aside, Lead, MailFrame, type MailFrameProps } from './mail-frame.tsx'

interface NoticeEmailProps extends MailFrameProps {
  /** The sentences of the mail, in the receiver's language. */
  texts: MailFrameProps['texts'] & {
    lead: string
    advice?: string
    /** Leads to the page on which the reader says that it was not them. */
    link?: { label: string; url: string }
    /** Leads to where the reader says which of these mails they want. */
    choices?: { label: string; url: string }
  }
}

/** An email about an event of an account, with advice if the user did not cause it. */
export function NoticeEmail({ texts, ...frame }: NoticeEmailProps) {
  return (
    <MailFrame {...frame} texts={texts}>
      <Lead>{texts.lead}</Lead>
      {texts.advice && <Aside>{texts.advice}</Aside>}
      {texts.link && (
        <Button
          href={texts.link.url}
          className="link"
          style={{
            background: '#ffffff',
            border: `1px solid ${ACCENT}`,
            borderRadius: 8,
            color: ACCENT,
            fontSize: 14,
            fontWeight: 600,
            lineHeight: '20px',
            margin: '16px 0 0',
            padding: '9px 16px',
          }}
        >
          {texts.link.label}
        </Button>
      )}
      {texts.choices && (
        <Aside>
          <Link href={texts.choices.url} className="quiet" style={{ color: '#69626c', textDecoration: 'underline' }}>
            {texts.choices.label}
          </Link>
        </Aside>
      )}
    </MailFrame>
  )
}
