import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBulkResult } from '#bulk/use-bulk-result.ts'
import { countLabel } from '#bulk/row-label.ts'
import { appConfig } from '#app.config'
import type { Permission } from '#auth/permissions.ts'
import { displayNameOf } from '#lib/names.ts'
import { Confirm, ConfirmForm } from '#ui/confirm.tsx'
import { useCopy } from '#ui/copy-button.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { showToast } from '#ui/toast.ts'
import { SelectionBar, useSelectedCountText } from '#bulk/selection-bar.tsx'
import type { Selection } from '#ui/use-selection.ts'
import { changeManyUsers } from '../user-detail.functions.ts'
import { endOfBan, type BanFields, type ManyUsersInput } from '../user-detail.schema.ts'
import { usersKey } from '../users.queries.ts'
import type { UserFilter, UserRow } from '../users.schema.ts'
import { useBanForm } from './ban-dialog.tsx'
import { ImpersonateDialog } from './user-actions.tsx'

type BulkAction = 'user-ban' | 'user-unban' | 'user-end-sessions' | 'user-role-admin' | 'user-role-user' | 'user-delete'

interface BulkRequest {
  action: BulkAction
  selection: ManyUsersInput['selection']
  /** The affected users as a text: a name, or their number. */
  who: string
}

interface ManyUsersProps {
  permissions: Permission[]
  filter: UserFilter
  selection: Selection
  total: number | undefined
  /** The row whose menu is open, and its anchor element. */
  menu: { row: UserRow; button: HTMLElement } | undefined
  onMenuClose: () => void
}

/** The bulk actions of the user list: on the selected rows, and on one row by its menu. */
export default function ManyUsers({ permissions, filter, selection, total, menu, onMenuClose }: ManyUsersProps) {
  const { t, i18n } = useTranslation('bulk')
  const [asked, setAsked] = useState<BulkRequest>()
  const [actingAs, setActingAs] = useState<UserRow>()
  const ownItems = useOwnItems(permissions, menu?.row, setActingAs)
  const number = useSelectedCountText(selection, total)
  const { searchTerm, role, status } = filter
  const chosen = selection.isAll ? { filter: { searchTerm, role, status } } : { ids: [...selection.ids] }
  const chosenCount = selection.isAll ? (total ?? 0) : selection.ids.size
  const isFew = !selection.isAll && selection.ids.size <= appConfig.bulk.rowsAtOnce

  function itemsFor(actions: BulkAction[], question: Omit<BulkRequest, 'action'>): MenuItem[] {
    return actions
      .filter((action) => permissions.includes(NEEDED_PERMISSIONS[action]))
      .map((action) => ({
        name: action,
        label: t(`actions.${action}`),
        isDangerous: action === 'user-delete' || action === 'user-ban',
        onChoose: () => setAsked({ action, ...question }),
      }))
  }

  return (
    <>
      {!selection.isEmpty && (
        <SelectionBar
          selection={selection}
          total={total}
          actions={itemsFor(
            [
              'user-unban',
              'user-end-sessions',
              ...(isFew ? (['user-role-admin'] as const) : []),
              'user-role-user',
              'user-ban',
              'user-delete',
            ],
            { selection: chosen, who: countLabel(i18n, 'users', chosenCount, number) },
          )}
        />
      )}
      {menu && (
        <Menu
          items={[
            ...ownItems,
            ...itemsFor(actionsFor(menu.row), {
              selection: { ids: [menu.row.id] },
              who: t('who.user', { name: displayNameOf(menu.row) }),
            }),
          ]}
          button={menu.button}
          onClose={onMenuClose}
        />
      )}
      {asked && <Question {...asked} onClose={() => setAsked(undefined)} onDone={selection.clear} />}
      {actingAs && (
        <ImpersonateDialog
          userRef={{ id: actingAs.id, name: displayNameOf(actingAs) }}
          onClose={() => setActingAs(undefined)}
        />
      )}
    </>
  )
}

/** Returns the items of a row's menu that no bulk action has. */
function useOwnItems(permissions: Permission[], row: UserRow | undefined, onActAs: (row: UserRow) => void): MenuItem[] {
  const { t } = useTranslation(['user', 'common'])
  const navigate = useNavigate()
  const copyEmail = useCopy(row?.email ?? '', () => void showToast(t('common:copied')))
  if (!row) return []
  const { id, role, status } = row
  const edit = () => void navigate({ to: '/manager/users/$id/update', params: { id } })
  const canActAs = permissions.includes('user:impersonate') && role !== 'admin' && status !== 'banned'
  return [
    { name: 'edit', label: t('update'), onChoose: edit },
    { name: 'copy-email', label: t('copyEmail'), onChoose: copyEmail },
    ...(canActAs ? [{ name: 'act-as', label: t('impersonate.action'), onChoose: () => onActAs(row) }] : []),
  ]
}

const NEEDED_PERMISSIONS: Record<BulkAction, Permission> = {
  'user-ban': 'user:ban',
  'user-unban': 'user:ban',
  'user-end-sessions': 'session:revoke',
  'user-role-admin': 'user:set-role',
  'user-role-user': 'user:set-role',
  'user-delete': 'user:delete',
}

function actionsFor({ role, status }: UserRow): BulkAction[] {
  return [
    'user-end-sessions',
    role === 'admin' ? 'user-role-user' : 'user-role-admin',
    status === 'banned' ? 'user-unban' : 'user-ban',
    'user-delete',
  ]
}

interface QuestionProps extends BulkRequest {
  onClose: () => void
  onDone: () => void
}

function Question({ action, selection, who, onClose, onDone }: QuestionProps) {
  const { t } = useTranslation('bulk')
  const tell = useBulkResult(usersKey)
  const way = action === 'user-end-sessions' ? t('cannotUndo') : t('canUndo', { days: appConfig.bulk.undoDays })
  const description = `${t(`will.${action}`, { who })} ${way}`

  async function change(data: ManyUsersInput) {
    await tell(await changeManyUsers({ data }))
    onDone()
  }

  if (action === 'user-ban')
    return (
      <BanQuestion
        who={who}
        description={description}
        onClose={onClose}
        onBan={({ reason, lastDay }) => change({ kind: 'user-ban', selection, reason, endsAt: endOfBan(lastDay) })}
      />
    )
  return (
    <Confirm
      isOpen
      isDestructive={action === 'user-delete'}
      onClose={onClose}
      summary={t(`summaries.${action}`, { who })}
      description={description}
      action={t(`actions.${action}`)}
      onConfirm={() => change(bulkInputOf(action, selection))}
    />
  )
}

function bulkInputOf(action: Exclude<BulkAction, 'user-ban'>, selection: ManyUsersInput['selection']): ManyUsersInput {
  if (action === 'user-role-admin') return { kind: 'user-role', selection, role: 'admin' }
  if (action === 'user-role-user') return { kind: 'user-role', selection, role: 'user' }
  return { kind: action, selection }
}

interface BanQuestionProps {
  who: string
  description: string
  onClose: () => void
  onBan: (fields: BanFields) => Promise<void>
}

function BanQuestion({ who, description, onClose, onBan }: BanQuestionProps) {
  const { t } = useTranslation('bulk')
  const { form, fields } = useBanForm({ reasonHint: t('reasonHint'), onClose, onBan })
  return (
    <ConfirmForm
      isOpen
      isDestructive
      onClose={onClose}
      summary={t('summaries.user-ban', { who })}
      description={description}
      action={t('actions.user-ban')}
      form={form}
    >
      {fields}
    </ConfirmForm>
  )
}
