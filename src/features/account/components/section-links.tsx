import { useTranslation } from 'react-i18next'

interface SectionLinksProps {
  isImpersonated: boolean
  /** The link to a section that another feature adds in the middle of the page: its fragment and its title. */
  added: readonly [id: string, title: string]
}

/** Links to the sections of the account page, for windows that are too narrow for two columns. */
export function SectionLinks({ isImpersonated, added }: SectionLinksProps) {
  const { t } = useTranslation('account')
  const sections = [
    ['profile', t('profile.title')],
    ['preferences', t('preferences')],
    ['notices', !isImpersonated && t('notices.title')],
    added,
    ['sessions', t('sessions.title')],
    ['activity', t('activity')],
    ['data', !isImpersonated && t('data.title')],
    ['deletion', !isImpersonated && t('deletion.title')],
  ] as const
  return (
    <nav aria-label={t('onThisPage')} className="-mt-3 mb-4 flex flex-wrap gap-x-5 @min-[960px]:hidden">
      {sections.map(
        ([id, title]) =>
          title && (
            <a key={id} href={`#${id}`} className="inline-flex min-h-11 items-center text-link text-body md:min-h-8">
              {title}
            </a>
          ),
      )}
    </nav>
  )
}
