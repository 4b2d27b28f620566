import {
  Ban,
  CircleCheck,
  Download,
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
  VenetianMask,
} from 'lucide-react'

/** The icons by words of an action's name. The first match counts. */
const ICONS = [
  [/undone|restored|resumed|retried|lifted/, RotateCcw],
  [/^signed-in/, LogIn],
  [/session|left|stopped/, LogOut],
  [/^impersonation/, VenetianMask],
  [/started/, Layers],
  [/refused|not-me|code-used/, ShieldAlert],
  [/exported|downloaded/, Download],
  [/unbanned/, CircleCheck],
  [/banned/, Ban],
  [/joined|accepted/, UserCheck],
  [/deleted|removed|revoked|dropped|purged|withdrawn|declined/, Trash2],
  [/invitation/, Mail],
  [/created|added|made/, Plus],
  [/paused/, Pause],
] as const

/** The icon of an action in the history, beside the sentence that says the same. */
export function AuditIcon({ action }: { action: string }) {
  const [, Icon] = ICONS.find(([words]) => words.test(action)) ?? [undefined, Pencil]
  return (
    <span className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-muted">
      <Icon aria-hidden="true" className="size-4" />
    </span>
  )
}
