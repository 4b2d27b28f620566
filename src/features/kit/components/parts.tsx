import { useTranslation } from 'react-i18next'
import { Plus } from 'lucide-react'
import { LANGUAGE_CHOICES } from '#i18n/languages.ts'
import { AccountMenu } from '#ui/account-menu.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button, buttonClasses, type ButtonVariant } from '#ui/button.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { ProductMark, LanguageIcon } from '#ui/icons.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { DescriptionEntry } from '#ui/section.tsx'
import { CompactSelect } from '#ui/select-field.tsx'
import { SessionList } from '#ui/session-list.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { daysBefore, LONG_LINK, ROWS } from '../samples.ts'
import { Row, Section } from './section.tsx'

const TONES: BadgeTone[] = ['neutral', 'accent', 'success', 'warning', 'danger', 'info']
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
        <ProductMark className="size-8" />
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

/** Shows page headers with little and with much content. */
export function Headers() {
  const { t } = useTranslation('kit')
  const action = <Button variant="primary">{t('action')}</Button>
  return (
    <Section name="headers">
      <PageHeader title={t('name')} />
      <PageHeader title={t('name')} tools={<SearchForm searchTerm="" onSearch={() => undefined} />} action={action} />
      <PageHeader title={t('long')} action={action} />
    </Section>
  )
}

const BUTTON_VARIANTS: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger', 'destructive']

/** Shows all buttons: idle, busy, disabled, with an icon; a link that looks like a button; and a button in full width. */
export function Buttons() {
  const { t } = useTranslation('kit')
  return (
    <Section name="buttons">
      <dl className="grid grid-cols-1 gap-4">
        {BUTTON_VARIANTS.map((look) => (
          <DescriptionEntry key={look} name={look}>
            <Row>
              <Button variant={look}>{t('name')}</Button>
              <Button variant={look} isBusy>
                {t('name')}
              </Button>
              <Button variant={look} disabled>
                {t('name')}
              </Button>
              <Button variant={look}>
                <Plus aria-hidden="true" className="size-4" />
                {t('name')}
              </Button>
            </Row>
          </DescriptionEntry>
        ))}
      </dl>
      <a href="#buttons" className={`${buttonClasses()} w-fit`}>
        {t('name')}
      </a>
      <Button variant="primary" className="w-full">
        {t('long')}
      </Button>
    </Section>
  )
}

const PLACES = [
  { sidebar: 'collapsed', place: 'sidebar' },
  { sidebar: 'open', place: 'sidebar' },
  { sidebar: 'open', place: 'header' },
] as const

/** Shows the account menu in each position on a page, with all kinds of names. */
export function Menus() {
  const { t, i18n } = useTranslation(['kit', 'common'])
  const preferences = (
    <CompactSelect
      icon={<LanguageIcon />}
      label={t('common:language')}
      value={i18n.language}
      options={LANGUAGE_CHOICES}
      onChange={() => undefined}
    />
  )
  return (
    <Section name="menus">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {PLACES.map(({ sidebar, place }, index) => (
          <div key={`${sidebar} ${place}`} data-sidebar={sidebar}>
            <AccountMenu
              name={ROWS[index]?.name ?? ''}
              email={ROWS[index]?.email ?? ''}
              place={place}
              preferences={preferences}
            >
              <Button className="w-full">{t('common:signOut')}</Button>
            </AccountMenu>
          </div>
        ))}
      </div>
    </Section>
  )
}

/** Shows sessions of this device, of another and of an administrator; ending one fails. */
export function Sessions({ now }: { now: number }) {
  const sample = { lastSeenAt: daysBefore(now, 2), isCurrent: false, isImpersonation: false }
  const devices = {
    laptop: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
    phone: { browser: 'Safari', system: 'iOS', kind: 'mobile' },
    unknown: { browser: '', system: '', kind: 'unknown' },
  } as const
  const sessions = [
    { ...sample, id: '1', device: devices.laptop, ipAddress: '198.51.100.7', isCurrent: true },
    { ...sample, id: '2', device: devices.phone, ipAddress: '2001:db8::7' },
    { ...sample, id: '3', device: devices.unknown, ipAddress: null, isImpersonation: true },
  ]
  return (
    <Section name="sessions">
      <SessionList sessions={sessions} onEnd={(id) => Promise.reject(new Error(id))} />
    </Section>
  )
}
