import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isolateDirection } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormEnd } from '#ui/form-end.tsx'
import { RoomLimit } from '#ui/room.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { usePasskeyMutations } from '../passkeys.mutations.ts'
import { myPasskeysQuery } from '../passkeys.queries.ts'
import { type PasskeyRow, passkeyNameInput } from '../passkeys.schema.ts'
import { PasskeyDialogButton } from './passkey-dialog-button.tsx'
import { PasskeyList } from './passkey-list.tsx'

/** The user's own passkeys, with actions to add, rename and remove them. @param isReadOnly hides the actions */
export function MyPasskeys({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation('passkeys')
  const { data: passkeys } = useSuspenseQuery(myPasskeysQuery)
  const { add } = usePasskeyMutations()
  return (
    <>
      <p className="mb-2 text-muted">{passkeys.length === 0 ? `${t('lead')} ${t('none')}` : t('lead')}</p>
      <PasskeyList
        passkeys={passkeys}
        renderActions={(passkey) =>
          !isReadOnly && <PasskeyActions passkey={{ ...passkey, name: passkey.name || t('unnamed') }} />
        }
      />
      {!isReadOnly && (
        <div className="mt-3">
          <RoomLimit used={passkeys.length} most={appConfig.passkey.maxPerUser}>
            <PasskeyDialogButton label={t('add')} onPress={add} />
          </RoomLimit>
        </div>
      )}
    </>
  )
}

function PasskeyActions({ passkey: { id, name } }: { passkey: PasskeyRow }) {
  const { t } = useTranslation('passkeys')
  const { remove } = usePasskeyMutations()
  const [isRenaming, setIsRenaming] = useState(false)
  return (
    <>
      <Button aria-label={t('renameNamed', { name })} onClick={() => setIsRenaming(true)}>
        {t('rename')}
      </Button>
      <ConfirmButton
        aria-label={t('removeNamed', { name })}
        summary={t('removeNamed', { name })}
        description={t('removeQuestion', { name: isolateDirection(name) })}
        action={t('remove')}
        isDestructive
        onConfirm={() => remove(id)}
      />
      {isRenaming && <RenameDialog id={id} name={name} onClose={() => setIsRenaming(false)} />}
    </>
  )
}

function RenameDialog({ id, name, onClose }: Pick<PasskeyRow, 'id' | 'name'> & { onClose: () => void }) {
  const { t } = useTranslation('passkeys')
  const { rename } = usePasskeyMutations()
  const { field, ...form } = useSaveForm({
    schema: passkeyNameInput,
    initial: { name },
    sentence: (key: MessageKeyOf<'passkeys'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: async (typed) => {
      await rename(id, typed.name)
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={t('renameTitle')}>
      <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
        <TextField label={t('name')} autoFocus autoComplete="off" dir="auto" {...field('name')} />
        <FormEnd {...form} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
