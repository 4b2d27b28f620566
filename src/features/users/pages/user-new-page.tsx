import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '#ui/page-header.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { CancelLink } from '#ui/cancel-link.tsx'
import { useFormEntry } from '#ui/use-form-entry.ts'
import { UserForm } from '../components/user-form.tsx'
import { useUserMutations } from '../users.mutations.ts'

/** The page on which an administrator adds a user. */
export function UserNewPage() {
  const navigate = useNavigate()
  const { finish } = useFormEntry()
  const { t } = useTranslation(['users', 'common'])
  const { create } = useUserMutations()
  return (
    <UserForm
      breadcrumb={<Breadcrumb parents={[{ to: '/manager/users', label: t('title') }]} current={t('new')} />}
      title={t('new')}
      invitation={useSearch({ from: '/manager/users/new' }).invitation}
      plain={{ intent: 'create-user' }}
      submitLabel={t('create')}
      cancelLink={
        <CancelLink to="/manager/users" replace className={buttonClasses()}>
          {t('common:cancel')}
        </CancelLink>
      }
      onSave={async (fields) => {
        const { id } = await create(fields)
        await finish(() => navigate({ to: '/manager/users/$id', params: { id }, replace: true }))
      }}
    />
  )
}
