import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouteContext } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { displayNameOf } from '#lib/names.ts'
import { Breadcrumb } from '#ui/page-header.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { CancelLink } from '#ui/cancel-link.tsx'
import { useFormEntry } from '#ui/use-form-entry.ts'
import { UserForm } from '../components/user-form.tsx'
import { useUserMutations } from '../users.mutations.ts'
import { userFieldsQuery } from '../users.queries.ts'

interface UserUpdatePageProps {
  /** Refetches the administrator's own name, which the frame of the page also shows. */
  onOwnChange: () => Promise<void>
}

/** The page on which an administrator edits a user. */
export function UserUpdatePage({ onOwnChange }: UserUpdatePageProps) {
  const { t } = useTranslation(['users', 'common'])
  const { id } = useParams({ from: '/manager/users/$id/update' })
  const { viewer } = useRouteContext({ from: '/manager' })
  const navigate = useNavigate()
  const { finish } = useFormEntry()
  const isSelf = id.toLowerCase() === viewer.id
  const { data } = useSuspenseQuery(userFieldsQuery(id))
  const { protectedUntil, ...fields } = data
  const { update } = useUserMutations()
  return (
    <UserForm
      breadcrumb={
        <Breadcrumb
          parents={[
            { to: '/manager/users', label: t('title') },
            { to: '/manager/users/$id', params: { id }, label: displayNameOf(fields) },
          ]}
          current={t('common:edit')}
        />
      }
      title={t('editNamed', { name: displayNameOf(fields) })}
      initial={fields}
      // Submit the unchanged role here: on their own account, administrators see a disabled field, which browsers do not submit.
      plain={{ intent: 'update-user', id, ...(isSelf && { role: fields.role }) }}
      isSelf={isSelf}
      protectedUntil={protectedUntil}
      submitLabel={t('common:save')}
      cancelLink={
        <CancelLink to="/manager/users/$id" params={{ id }} replace className={buttonClasses()}>
          {t('common:cancel')}
        </CancelLink>
      }
      onSave={async ({ invitation: _invitation, ...changed }) => {
        await update(id, changed)
        if (isSelf) await onOwnChange()
        await finish(() => navigate({ to: '/manager/users/$id', params: { id }, replace: true }))
      }}
    />
  )
}
