import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import { CancelLink } from '#ui/cancel-link.tsx'
import { UserForm } from '../components/user-form.tsx'
import { useUserMutations } from '../users.mutations.ts'

/** The page on which an administrator adds a person. */
export function UserNewPage({ onCreated }: { onCreated: (id: string) => Promise<void> }) {
  const { t } = useTranslation(['users', 'common'])
  const { create } = useUserMutations()
  return (
    <UserForm
      title={t('new')}
      submitLabel={t('create')}
      cancelLink={
        <CancelLink to="/manager/users" replace className={buttonClasses()}>
          {t('common:cancel')}
        </CancelLink>
      }
      onSave={async (fields) => onCreated((await create(fields)).id)}
    />
  )
}
