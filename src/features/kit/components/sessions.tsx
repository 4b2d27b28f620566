import { SessionList } from '#ui/session-list.tsx'
import { daysBefore } from '../samples.ts'
import { Section } from './section.tsx'

/** Shows sessions of this device, of another and of an administrator; ending one fails. */
export function Sessions({ now }: { now: number }) {
  const common = { lastSeenAt: daysBefore(now, 2), isCurrent: false, isImpersonation: false }
  const sessions = [
    {
      ...common,
      id: '1',
      device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' as const },
      ipAddress: '198.51.100.7',
      isCurrent: true,
    },
    {
      ...common,
      id: '2',
      device: { browser: 'Safari', system: 'iOS', kind: 'mobile' as const },
      ipAddress: '2001:db8::7',
    },
    {
      ...common,
      id: '3',
      device: { browser: '', system: '', kind: 'unknown' as const },
      ipAddress: null,
      isImpersonation: true,
    },
  ]
  return (
    <Section name="sessions">
      <SessionList sessions={sessions} onEnd={(id) => Promise.reject(new Error(id))} />
    </Section>
  )
}
