import { Button } from 'react-email'
import { ACCENT } from './colors.ts'
import { Aside, Lead, MailFrame, type MailFrameProps } from './mail-frame.tsx'

interface InvitationEmailProps extends MailFrameProps {
  /** The sentences of the mail, in the receiver's language. */
  texts: MailFrameProps['texts'] & {
    lead: string
    howTo: string
    /** The link to the sign-in page. */
    link: { label: string; url: string }
    validity: string
    notExpected: string
  }
}

/** The email with an invitation: the inviter, the link, and its expiry. */
export function InvitationEmail({ texts, ...frame }: InvitationEmailProps) {
  return (
    <MailFrame {...frame} texts={texts}>
      <Lead>{texts.lead}</Lead>
      <Aside>{texts.howTo}</Aside>
      <Button
        href={texts.link.url}
        style={{
          background: ACCENT,
          borderRadius: 8,
          color: '#ffffff',
          fontSize: 16,
          fontWeight: 600,
          lineHeight: '24px',
          margin: '20px 0 8px',
          padding: '12px 24px',
        }}
      >
        {texts.link.label}
      </Button>
      <Aside>{texts.validity}</Aside>
      <Aside>{texts.notExpected}</Aside>
    </MailFrame>
  )
}
