import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { LANGUAGE_NAMES } from '#i18n/languages.ts'
import { AccountMenu } from '#ui/account-menu.tsx'
import { Button } from '#ui/button.tsx'
import { LanguageIcon } from '#ui/icons.tsx'
import { QuietSelect } from '#ui/select-field.tsx'
import { ROWS } from '../samples.ts'
import { Section } from './section.tsx'

const PLACES = [
  { sidebar: 'folded', place: 'sidebar' },
  { sidebar: 'open', place: 'sidebar' },
  { sidebar: 'open', place: 'header' },
] as const

/** Shows the account menu in each position on a page, with all kinds of names. */
export function Menus() {
  const { t, i18n } = useTranslation(['kit', 'common'])
  const preferences = (
    <QuietSelect
      icon={<LanguageIcon />}
      label={t('common:language')}
      value={i18n.language}
      options={appConfig.languages.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
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
