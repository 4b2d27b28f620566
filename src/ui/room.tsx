import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { FormButtons } from './form-end.tsx'

/** From this share on people are told how much room is left. */
const NEARLY_FULL = 0.9

interface RoomProps {
  /** How many there are; undefined where nobody counts. */
  used?: number | undefined
  /** How many there may be. */
  most?: number | undefined
  /** Closes the dialog that it is in. */
  onClose?: () => void
  /** The form or the button that adds one. */
  children: ReactNode
}

/** Says how much room for more is left, once it runs out; where there is none it says so in place of what adds one. */
export function Room({ used = 0, most = Infinity, onClose, children }: RoomProps) {
  if (used < most * NEARLY_FULL) return children
  // Few come so far, and only they are asked for these words.
  return (
    <>
      <Suspense>
        <RoomLeft used={used} most={most} onClose={onClose} />
      </Suspense>
      {used < most && children}
    </>
  )
}

function RoomLeft({ used, most, onClose }: Required<Pick<RoomProps, 'used' | 'most'>> & Pick<RoomProps, 'onClose'>) {
  const { t } = useTranslation(['room', 'common'])
  if (used < most) return <p className="mb-4 text-muted">{t('left', { used, most, count: most - used })}</p>
  return (
    <div className="grid gap-5">
      <p role="status">{t('none', { used, most })}</p>
      {onClose && (
        <FormButtons>
          <Button onClick={onClose}>{t('common:close')}</Button>
        </FormButtons>
      )}
    </div>
  )
}
