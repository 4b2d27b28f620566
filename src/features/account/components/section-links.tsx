import { useTranslation } from 'react-i18next'

/** Links to the groups of the account page: beside them, or above them in narrow windows. */
export function SectionLinks({ isImpersonated }: { isImpersonated: boolean }) {
  const { t } = useTranslation('account')
  return (
    <nav aria-label={t('onThisPage')} className="section-links">
      <a href="#profile">{t('profile.title')}</a>
      <a href="#security">{t('security')}</a>
      <a href="#preferences">{t('preferences')}</a>
      {!isImpersonated && <a href="#data">{t('dataAndDeletion')}</a>}
    </nav>
  )
}
