import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { ShortcutList } from '#features/palette/shortcut-list.tsx'
import { usePaletteKeys } from './search-button.tsx'
import { areShortcutsOn, setShortcutsOn } from './use-shortcuts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { linksForViewer, useCreateActions } from './palette-entries.ts'

/** The dialog that lists the keyboard shortcuts. */
export default function ShortcutsHelp({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const { t } = useTranslation(['palette', 'common'])
  const { createHere } = useCreateActions(viewer)
  const paletteKeys = usePaletteKeys()
  const places = linksForViewer(viewer).map(({ key, label }) => ({
    keys: ['G', key.toUpperCase()],
    label: t(`common:nav.${label}`),
  }))
  return (
    <Dialog isOpen onClose={onClose} title={t('shortcuts')}>
      <ShortcutList
        paletteKeys={paletteKeys}
        places={places}
        canCreate={createHere !== undefined}
        isOn={areShortcutsOn()}
        onTurn={setShortcutsOn}
      />
    </Dialog>
  )
}
