import { Section, Text } from 'react-email'
import { Aside, Lead, MailFrame, type MailFrameProps } from './mail-frame.tsx'

interface CodeEmailProps extends MailFrameProps {
  code: string
  /** The sentences of the mail, in the receiver's language. */
  texts: MailFrameProps['texts'] & { lead: string; validity: string; notYou: string }
}

/** The email with a code. The code is easy to select. */
export function CodeEmail({ code, texts, ...frame }: CodeEmailProps) {
  return (
    <MailFrame {...frame} texts={texts}>
      <Lead>{texts.lead}</Lead>
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
          {code}
        </Text>
      </Section>
      <Aside>{texts.validity}</Aside>
      <Aside>{texts.notYou}</Aside>
    </MailFrame>
  )
}
