import {
  Ban,
  CircleCheck,
  Download,
  FolderPlus,
  Layers,
  LogIn,
  LogOut,
  Mail,
  Pause,
  Pencil,
  Plus,
  RotateCcw,
  ShieldAlert,
  Trash2,
  UserCheck,
  UserPlus,
  VenetianMask,
  type LucideIcon,
} from 'lucide-react'

/** The icons by words of an action's name. The first match counts. */
const ICONS = [
  [/undone|restored|resumed|retried|lifted/, RotateCcw],
  [/^signed-in/, LogIn],
  [/^impersonation/, VenetianMask],
  [/session|left|stopped/, LogOut],
  [/started/, Layers],
  [/refused|not-me|code-used/, ShieldAlert],
  [/exported|downloaded/, Download],
  [/unbanned/, CircleCheck],
  [/banned/, Ban],
  [/joined|accepted/, UserCheck],
  [/deleted|removed|revoked|dropped|purged|withdrawn|declined/, Trash2],
  [/invitation/, Mail],
  [/^user-created|signed-up/, UserPlus],
  [/^repository-created/, FolderPlus],
  [/created|added|made/, Plus],
  [/paused/, Pause],
] as const

/** The icons that point in the direction of reading. */
const DIRECTED = new Set<LucideIcon>([LogIn, LogOut])

/** The icon of an action in the history, beside the sentence that says the same. */
export function AuditIcon({ action }: { action: string }) {
  const [, Icon] = ICONS.find(([words]) => words.test(action)) ?? [undefined, Pencil]
  return (
    <span className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-muted">
      <Icon aria-hidden="true" className={`size-4 ${DIRECTED.has(Icon) ? 'rtl:-scale-x-100' : ''}`} />
    </span>
  )
}
