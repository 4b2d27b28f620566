import { useTranslation } from 'react-i18next'
import { Breadcrumb } from '#ui/page-header.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { CancelLink } from '#ui/cancel-link.tsx'
import { UserForm } from '../components/user-form.tsx'
import { useUserMutations } from '../users.mutations.ts'
import type { NewUserFields } from '../users.schema.ts'

interface UserNewPageProps {
  /** The initially selected language of the invitation; empty for no invitation. */
  invitation: NewUserFields['invitation']
  onCreated: (id: string) => Promise<void>
}

/** The page on which an administrator adds a user. */
export function UserNewPage({ invitation, onCreated }: UserNewPageProps) {
  const { t } = useTranslation(['users', 'common'])
  const { create } = useUserMutations()
  return (
    <UserForm
      breadcrumb={<Breadcrumb parents={[{ to: '/manager/users', label: t('title') }]} current={t('new')} />}
      title={t('new')}
      invitation={invitation}
      plain={{ intent: 'create-user' }}
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
