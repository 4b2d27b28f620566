import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { usePaletteKeys } from './search-button.tsx'
import { areShortcutsOn, setShortcutsOn } from './use-shortcuts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { linksFor, useCreations } from './palette-entries.ts'

interface Shortcut {
  /** The keys, pressed one after the other. */
  keys: string[]
  label: string
}

/**
 * The dialog that lists the keyboard shortcuts, with a checkbox that turns off those without Ctrl, because some users press them
 * by accident.
 */
export default function ShortcutsHelp({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const { t } = useTranslation(['palette', 'common'])
  const { createHere } = useCreations(viewer)
  const [isOn, setIsOn] = useState(areShortcutsOn)
  const single = [
    { keys: ['/'], label: t('searchHere') },
    ...(createHere ? [{ keys: ['N'], label: t('createHere') }] : []),
    { keys: ['J'], label: t('nextHere') },
    { keys: ['K'], label: t('previousHere') },
    { keys: ['?'], label: t('shortcuts') },
  ]
  const places = linksFor(viewer).map(({ key, label }) => ({
    keys: ['G', key.toUpperCase()],
    label: t(`common:nav.${label}`),
  }))
  return (
    <Dialog isOpen onClose={onClose} title={t('shortcuts')}>
      <Shortcuts shortcuts={[{ keys: usePaletteKeys(), label: t('search') }]} />
      <label className="my-3 flex min-h-control cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setIsOn(target.checked)
            setShortcutsOn(target.checked)
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
    </Dialog>
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
