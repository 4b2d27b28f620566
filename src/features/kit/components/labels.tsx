import { useTranslation } from 'react-i18next'
import { Avatar } from '#ui/avatar.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { Mark } from '#ui/icons.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { daysBefore, LONG_LINK, ROWS } from '../samples.ts'
import { Row, Section } from './section.tsx'

const TONES: BadgeTone[] = ['neutral', 'accent', 'success', 'warning', 'danger']
const LINK = 'https://example.com/workshop'

/** Shows inline elements: badges, avatars, times, links, the logo, the spinner. */
export function Labels({ now }: { now: number }) {
  const { t } = useTranslation('kit')
  return (
    <Section name="labels">
      <Row>
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {t('active')}
          </Badge>
        ))}
        {ROWS.map(({ id, name }) => (
          <Avatar key={id} name={name} />
        ))}
        <Mark className="size-8" />
        <Spinner />
      </Row>
      <Row>
        {ROWS.map(({ id, addedDaysAgo }) => (
          <span key={id} className="text-muted">
            <RelativeTime at={daysBefore(now, addedDaysAgo)} />
          </span>
        ))}
      </Row>
      <Row>
        <ExternalLink href={LINK} />
        <ExternalLink href={LONG_LINK} />
      </Row>
    </Section>
  )
}
