import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface Shortcut {
  /** The keys, pressed one after the other. */
  keys: string[]
  label: string
}

interface ShortcutListProps {
  /** The keys that open the palette, pressed together. */
  paletteKeys: string[]
  /** The pages with two-key shortcuts. */
  places: Shortcut[]
  canCreate: boolean
  /** Whether the shortcuts without Ctrl are on when the list opens. `onTurn` is called when the user turns them on or off. */
  isOn: boolean
  onTurn: (isOn: boolean) => void
}

/** The keyboard shortcuts, and a checkbox that turns off those without Ctrl, because some users press them by accident. */
export function ShortcutList({ paletteKeys, places, canCreate, isOn: wasOn, onTurn }: ShortcutListProps) {
  const { t } = useTranslation('palette')
  const [isOn, setIsOn] = useState(wasOn)
  const everywhere = [{ keys: paletteKeys, label: t('search') }]
  const single = [
    { keys: ['/'], label: t('searchHere') },
    ...(canCreate ? [{ keys: ['N'], label: t('createHere') }] : []),
    { keys: ['J'], label: t('nextHere') },
    { keys: ['K'], label: t('previousHere') },
    { keys: ['?'], label: t('shortcuts') },
  ]
  return (
    <>
      <Shortcuts shortcuts={everywhere} />
      <label className="my-3 flex min-h-control cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setIsOn(target.checked)
            onTurn(target.checked)
          }}
          className="size-4 accent-accent"
        />
        {t('singleKeys')}
      </label>
      <div className={isOn ? '' : 'opacity-60'}>
        <Shortcuts shortcuts={single} />
        <h3 className="mt-4 mb-1 text-tiny font-medium text-muted">{t('title')}</h3>
        <Shortcuts shortcuts={places} />
      </div>
    </>
  )
}

function Shortcuts({ shortcuts }: { shortcuts: Shortcut[] }) {
  return (
    <dl>
      {shortcuts.map(({ keys, label }) => (
        <div key={label} className="flex min-h-9 items-center justify-between gap-4 border-t border-hairline">
          <dt>{label}</dt>
          <dd dir="ltr" className="flex gap-1">
            {keys.map((key) => (
              <kbd key={key} className="key">
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
