import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { foldForSearch } from '#lib/search-text.ts'
import { Dialog } from '#ui/dialog.tsx'
import { findingsQuery } from './palette.queries.ts'

/** An entry of the command palette: something that can be gone to or done. */
export interface PaletteEntry {
  id: string
  label: string
  /** Beside the label: an e-mail address, say. */
  detail?: string
  onChoose: () => void
}

interface PaletteProps {
  onClose: () => void
  pages: PaletteEntry[]
  actions: PaletteEntry[]
  onOpenRepository: (id: string) => void
  onOpenPerson: (id: string) => void
}

/** The command palette: goes anywhere and does anything by typing, over pages, actions, repositories and people. */
export default function Palette({ onClose, pages, actions, onOpenRepository, onOpenPerson }: PaletteProps) {
  const { t } = useTranslation('palette')
  const listId = useId()
  const [typed, setTyped] = useState('')
  const term = useDeferredValue(typed)
  const [position, setPosition] = useState(0)
  const { data: found } = useQuery(findingsQuery(term))

  const groups = [
    { name: t('pages'), entries: pages.filter((entry) => fitsTyped(entry, typed)) },
    { name: t('actions'), entries: actions.filter((entry) => fitsTyped(entry, typed)) },
    {
      name: t('repositories'),
      entries:
        typed.trim() === ''
          ? []
          : (found?.repositories ?? []).map(({ id, name }) => ({
              id,
              label: name,
              onChoose: () => onOpenRepository(id),
            })),
    },
    {
      name: t('people'),
      entries:
        typed.trim() === ''
          ? []
          : (found?.people ?? []).map(({ id, name, email }) => ({
              id,
              label: nameOf({ name, email }),
              detail: email,
              onChoose: () => onOpenPerson(id),
            })),
    },
  ].filter((group) => group.entries.length > 0)
  const entries: PaletteEntry[] = groups.flatMap((group) => group.entries)
  const current = entries[Math.min(position, entries.length - 1)]

  function choose(entry: PaletteEntry | undefined) {
    if (!entry) return
    onClose()
    entry.onChoose()
  }

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setPosition((Math.min(position, entries.length - 1) + step + entries.length) % Math.max(1, entries.length))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(current)
    }
  }

  return (
    <Dialog isOpen onClose={onClose} title={t('title')}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${current.id}`}
        aria-label={t('placeholder')}
        placeholder={t('placeholder')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setPosition(0)
        }}
        onKeyDown={move}
        autoFocus
        dir="auto"
        className="h-11 w-full rounded-control border border-edge bg-surface px-3 text-md placeholder:text-muted"
      />
      <div id={listId} role="listbox" aria-label={t('title')} className="mt-3 max-h-[50dvh] overflow-y-auto">
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden="true" className="px-3 pt-3 pb-1 text-xs font-medium text-muted">
              {group.name}
            </p>
            {group.entries.map((entry) => (
              <Option
                key={entry.id}
                id={`${listId}-${entry.id}`}
                entry={entry}
                isCurrent={entry === current}
                onChoose={() => choose(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="min-h-5 px-3 text-sm text-muted">
        {entries.length === 0 && t('nothing', { term: typed })}
      </p>
    </Dialog>
  )
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  isCurrent: boolean
  onChoose: () => void
}

function Option({ id, entry, isCurrent, onChoose }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the combobox that owns this list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      ref={isCurrent ? scrollIntoView : undefined}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-2 hover:bg-sunken aria-selected:bg-accent-surface"
    >
      <bdi className="font-medium">{entry.label}</bdi>
      {entry.detail && <bdi className="text-sm break-all text-muted">{entry.detail}</bdi>}
    </div>
  )
}

function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}

function fitsTyped({ label }: PaletteEntry, typed: string): boolean {
  return foldForSearch(label).includes(foldForSearch(typed.trim()))
}
