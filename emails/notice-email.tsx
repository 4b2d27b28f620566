import { Button, Link } from 'react-email'
import { ACCENT } from './colors.ts'
import { Aside, Lead, MailFrame, type MailFrameProps } from './mail-frame.tsx'

interface NoticeEmailProps extends MailFrameProps {
  /** The sentences of the mail, in the receiver's language. */
  texts: MailFrameProps['texts'] & {
    lead: string
    advice?: string
    /** The link to the page on which users report that they did not cause the event. */
    link?: { label: string; url: string }
    /** The link to the page on which users choose which of these emails they receive. */
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
