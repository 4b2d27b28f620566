import { useTranslation } from 'react-i18next'

/** Links to the sections of the account page, a sticky line that scrolls sideways, for windows too narrow for two columns. */
export function SectionLinks({ isImpersonated }: { isImpersonated: boolean }) {
  const { t } = useTranslation('account')
  const sections = [
    ['profile', t('profile.title')],
    ['preferences', t('preferences')],
    ['notices', !isImpersonated && t('notices.title')],
    ['passkeys', t('passkeys')],
    ['sessions', t('sessions.title')],
    ['activity', t('activity')],
    ['data', !isImpersonated && t('data.title')],
    ['deletion', !isImpersonated && t('deletion.title')],
  ] as const
  return (
    <nav
      aria-label={t('onThisPage')}
      className="sticky top-[calc(var(--stuck-height,0px)+var(--header-height,0px))] z-20 -mx-4 -mt-3 mb-5 flex gap-x-5 overflow-x-auto border-b border-hairline bg-page px-4 [scrollbar-width:none] md:mx-0 md:px-0 @min-[960px]:hidden"
    >
      {sections.map(
        ([id, title]) =>
          title && (
            <a key={id} href={`#${id}`} className="tab shrink-0 -outline-offset-2">
              {title}
            </a>
          ),
      )}
    </nav>
  )
}
