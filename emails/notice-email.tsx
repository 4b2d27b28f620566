import { Aside, Lead, MailFrame, type MailFrameProps } from './mail-frame.tsx'

interface NoticeEmailProps extends MailFrameProps {
  /** The sentences of the mail, in the receiver's language. */
  texts: MailFrameProps['texts'] & { lead: string; advice: string }
}

/** A mail that tells what happened to an account, and what to do if it should not have. */
export function NoticeEmail({ texts, ...frame }: NoticeEmailProps) {
  return (
    <MailFrame {...frame} texts={texts}>
      <Lead>{texts.lead}</Lead>
      <Aside>{texts.advice}</Aside>
    </MailFrame>
  )
}
