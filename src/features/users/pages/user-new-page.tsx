import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import { UserForm } from '../components/user-form.tsx'
import { useUserChanges } from '../users.mutations.ts'

/** Where an administrator adds a person. */
export function UserNewPage({ onCreated }: { onCreated: (id: string) => void }) {
  const { t } = useTranslation(['users', 'common'])
  const { create } = useUserChanges()
  return (
    <UserForm
      title={t('new')}
      submitLabel={t('create')}
      cancelLink={
        <Link to="/manager/users" className={buttonClasses()}>
          {t('common:cancel')}
        </Link>
      }
      onSave={async (fields) => onCreated((await create(fields)).id)}
    />
  )
}
