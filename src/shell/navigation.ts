import { BookMarked, CircleUser, House, LayoutDashboard, Users } from 'lucide-react'

/** The links of the user area's navigation, in order. */
export const APP_LINKS = [
  { to: '/app', label: 'home', icon: House },
  { to: '/app/repositories', label: 'repositories', icon: BookMarked },
  { to: '/app/account', label: 'account', icon: CircleUser },
] as const

/** The links of the administration's navigation, in order. */
export const MANAGER_LINKS = [
  { to: '/manager/dashboard', label: 'dashboard', icon: LayoutDashboard },
  { to: '/manager/repositories', label: 'repositories', icon: BookMarked },
  { to: '/manager/users', label: 'users', icon: Users },
  { to: '/manager/account', label: 'account', icon: CircleUser },
] as const
