import { Close, Content, Portal, Root, Title } from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, BookMarked, CircleUser, CornerDownLeft, Search } from 'lucide-react'
import { useDeferredValue, useId, useState, type ComponentType, type SVGProps } from 'react'
import { useTranslation } from 'react-i18next'
import { displayNameOf } from '#lib/names.ts'
import { matchesTyped } from '#ui/list-search.ts'
import { Backdrop } from '#ui/modal-parts.tsx'
import { scrollIntoView, useActiveOption } from '#ui/use-active-option.ts'
import { useReturnFocus } from '#ui/use-return-focus.ts'
import { paletteMatchesQuery } from './palette.queries.ts'

/** An entry of the command palette: a page, an action or a match. */
export interface PaletteEntry {
  id: string
  label: string
  /** Additional text beside the label, for example an email address. */
  detail?: string
  icon: ComponentType<SVGProps<SVGSVGElement>>
  onChoose: () => void
}

interface PaletteProps {
  onClose: () => void
  /** The actions on the selected rows, whose number is `chosen`, or on the page. */
  here: { chosen: string | undefined; entries: PaletteEntry[] }
  /** The recently opened entries; shown until the user types. */
  recent: PaletteEntry[]
  pages: PaletteEntry[]
  actions: PaletteEntry[]
  onOpenRepository: (id: string) => void
  onOpenUser: (id: string) => void
}

/** The command palette: a search over pages, actions, repositories and users. */
export default function Palette({ onClose, onOpenRepository, onOpenUser, ...known }: PaletteProps) {
  const { t } = useTranslation('palette')
  const listId = useId()
  const [typed, setTyped] = useState('')
  const returnFocus = useReturnFocus(true)
  const groups = useGroups(typed, known, onOpenRepository, onOpenUser)
  const entries = groups.flatMap((group) => group.entries)
  const { active: current, onKeyDown, goTo } = useActiveOption(entries, choose)

  function choose(entry: PaletteEntry | undefined) {
    if (!entry) return
    onClose()
    entry.onChoose()
  }

  return (
    <Root open onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Backdrop />
        <Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed inset-x-0 top-2 z-50 mx-auto flex max-h-[min(70dvh,480px)] w-[min(560px,calc(100vw-16px))] flex-col overflow-clip rounded-dialog border border-hairline bg-surface shadow-xl outline-none data-[state=open]:animate-[fade-in_120ms] sm:top-[15vh]"
        >
          <Title className="sr-only">{t('title')}</Title>
          <div className="relative border-b border-hairline">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-muted"
            />
            <input
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={current && `${listId}-${current.id}`}
              aria-label={t('search')}
              placeholder={t('placeholder')}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                goTo(0)
              }}
              onKeyDown={onKeyDown}
              autoFocus
              dir="auto"
              className="block h-12 w-full rounded-t-dialog bg-transparent ps-11 pe-4 text-comfortable outline-none placeholder:text-muted"
            />
          </div>
          <div id={listId} role="listbox" aria-label={t('title')} className="min-h-0 flex-1 overflow-y-auto p-2">
            {groups.map((group) => (
              <div key={group.name} role="group" aria-label={group.name} className="not-first:mt-2">
                <p aria-hidden="true" className="px-2 py-1 text-tiny font-medium text-muted">
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
          <p role="status" className="px-4 text-muted not-empty:pb-4">
            {entries.length === 0 && t('nothing', { term: typed })}
          </p>
          <Footer />
        </Content>
      </Portal>
    </Root>
  )
}

interface Group {
  name: string
  entries: PaletteEntry[]
}

/** Returns the entries that match the typed text, by kind, without empty groups. */
function useGroups(
  typed: string,
  { here, recent, pages, actions }: Pick<PaletteProps, 'here' | 'recent' | 'pages' | 'actions'>,
  onOpenRepository: (id: string) => void,
  onOpenUser: (id: string) => void,
): Group[] {
  const { t } = useTranslation('palette')
  const { data: found } = useQuery(paletteMatchesQuery(useDeferredValue(typed)))
  const isTyped = typed.trim() !== ''
  const ofRecent = { name: t('recent'), entries: isTyped ? [] : recent }
  const ofHere = {
    name: here.chosen ?? t('here'),
    entries: here.entries.filter(({ label }) => matchesTyped(label, typed)),
  }
  const groups = [
    ...(here.chosen === undefined ? [ofRecent, ofHere] : [ofHere, ofRecent]),
    { name: t('pages'), entries: pages.filter(({ label }) => matchesTyped(label, typed)) },
    { name: t('actions'), entries: actions.filter(({ label }) => matchesTyped(label, typed)) },
    {
      name: t('repositories'),
      entries: (found?.repositories ?? []).map(({ id, name }) => ({
        id,
        label: name,
        icon: BookMarked,
        onChoose: () => onOpenRepository(id),
      })),
    },
    {
      name: t('users'),
      entries: (found?.people ?? []).map(({ id, name, email }) => ({
        id,
        label: displayNameOf({ name, email }),
        detail: email,
        icon: CircleUser,
        onChoose: () => onOpenUser(id),
      })),
    },
  ]
  // Omit the matches if the field is empty, because the query still returns those of the previous term.
  return groups.slice(0, isTyped ? undefined : 4).filter(({ entries }) => entries.length > 0)
}

const KEYS = [
  { icons: [ArrowUp, ArrowDown], action: 'move' },
  { icons: [CornerDownLeft], action: 'open' },
] as const

/** The line that explains the keys. In it, Escape is a button that closes the palette, for users without a keyboard. */
function Footer() {
  const { t } = useTranslation(['palette', 'common'])
  return (
    <div className="flex items-center gap-4 border-t border-hairline px-4 py-1.5 text-tiny text-muted">
      {KEYS.map(({ icons, action }) => (
        <p key={action} className="flex items-center gap-1.5 pointer-coarse:hidden">
          <kbd aria-hidden="true" className="key flex">
            {icons.map((Icon) => (
              <Icon key={Icon.displayName} className="size-3" />
            ))}
          </kbd>
          {t(`keys.${action}`)}
        </p>
      ))}
      <Close className="ms-auto -me-2 flex min-h-control items-center gap-1.5 rounded-control px-2 hover:bg-sunken hover:text-text">
        <kbd className="key pointer-coarse:hidden">{t('keys.escape')}</kbd>
        {t('common:close')}
      </Close>
    </div>
  )
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  isCurrent: boolean
  onChoose: () => void
}

function Option({ id, entry: { icon: Icon, label, detail }, isCurrent, onChoose }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the combobox that owns this list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      ref={isCurrent ? scrollIntoView : undefined}
      onClick={onChoose}
      className="flex min-h-control cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-sunken aria-selected:bg-accent-surface"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <bdi className="min-w-0 truncate">{label}</bdi>
      {detail && <bdi className="ms-auto max-w-[50%] truncate text-small text-muted">{detail}</bdi>}
    </div>
  )
}
