import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { providerSignInErrorOf } from '#auth/login-errors.ts'
import { buttonClasses } from '#ui/button.tsx'

/** The page that explains why a sign-in through another site failed. Shows unknown kinds of errors as an unknown error. */
export function LoginErrorPage() {
  const { t } = useTranslation('login')
  const kind = providerSignInErrorOf(useSearch({ from: '/login/error' }).error)
  return (
    <>
      <h1 className="text-heading font-semibold">{t(`error.${kind}.title`)}</h1>
      <p className="mt-1 text-muted">{t(`error.${kind}.text`)}</p>
      <Link to="/login" className={`${buttonClasses('primary')} mt-6 w-full`}>
        {t('error.backToLogin')}
      </Link>
    </>
  )
}
