import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { FormButtons } from './form-end.tsx'

/** The used share of the maximum from which the remaining number is shown. */
const NEARLY_FULL_SHARE = 0.9

interface RoomProps {
  /** The current number of objects; undefined if they are not counted. */
  used?: number | undefined
  /** The maximum number of objects; unlimited if absent. */
  most?: number | undefined
  /** The name of the counted objects, if several kinds are counted in one place. */
  label?: string | undefined
  /** Closes the dialog that contains the form. */
  onClose?: () => void
  /** The form or the button that adds more. */
  children: ReactNode
}

/** Shows how many more can be added when the maximum is near. When it is reached, a message replaces the form or button. */
export function RoomLimit({ used = 0, most = Infinity, label, onClose, children }: RoomProps) {
  if (used < most * NEARLY_FULL_SHARE) return children
  // The texts of `RemainingRoom` are loaded only here, because few users come near a maximum.
  return (
    <>
      <Suspense>
        <RemainingRoom used={used} most={most} label={label} onClose={onClose} />
      </Suspense>
      {used < most && children}
    </>
  )
}

type RoomLeftProps = Required<Pick<RoomProps, 'used' | 'most'>> & Pick<RoomProps, 'label' | 'onClose'>

function RemainingRoom({ used, most, label, onClose }: RoomLeftProps) {
  const { t } = useTranslation(['room', 'common'])
  const value = used < most ? t('left', { used, most, count: most - used }) : t('none', { used, most })
  const text = label === undefined ? value : t('common:labelled', { label, value })
  if (used < most) return <p className="mb-4 text-muted">{text}</p>
  return (
    <div className="grid gap-5">
      <p role="status">{text}</p>
      {onClose && (
        <FormButtons>
          <Button onClick={onClose}>{t('common:close')}</Button>
        </FormButtons>
      )}
    </div>
  )
}
