import {
  Activity,
  BookMarked,
  UsersRound,
  CircleUser,
  History,
  House,
  Key,
  LayoutDashboard,
  ListChecks,
  Users,
  Webhook,
} from 'lucide-react'

/** The links of the user area's navigation, in order; each is gone to by `g` and its key. */
export const APP_LINKS = [
  { to: '/app', label: 'home', icon: House, key: 'h' },
  { to: '/app/repositories', label: 'repositories', icon: BookMarked, key: 'r' },
  { to: '/app/account', label: 'account', icon: CircleUser, key: 'a' },
] as const

/** The way to one's own organizations, from the account menu and by keys: many people have none. */
export const ORGANIZATIONS_LINK = {
  to: '/app/organizations',
  label: 'organizations',
  icon: UsersRound,
  key: 'o',
} as const

/** The links of the administration's navigation, in order; each is gone to by `g` and its key. */
export const MANAGER_LINKS = [
  { to: '/manager/dashboard', label: 'dashboard', icon: LayoutDashboard, key: 'd' },
  { to: '/manager/repositories', label: 'repositories', icon: BookMarked, key: 'r' },
  { to: '/manager/users', label: 'users', icon: Users, key: 'u' },
  { to: '/manager/history', label: 'history', icon: History, key: 'y' },
  { to: '/manager/jobs', label: 'jobs', icon: ListChecks, key: 'j' },
  { to: '/manager/api-keys', label: 'apiKeys', icon: Key, key: 'k' },
  { to: '/manager/webhooks', label: 'webhooks', icon: Webhook, key: 'w' },
  { to: '/manager/system', label: 'system', icon: Activity, key: 's' },
  { to: '/manager/account', label: 'account', icon: CircleUser, key: 'a' },
] as const
