import { House, LayoutDashboard } from 'lucide-react'

/** The places of the user area. */
export const APP_LINKS = [{ to: '/app', label: 'home', icon: House }] as const

/** The places of the administration. */
export const MANAGER_LINKS = [{ to: '/manager/dashboard', label: 'dashboard', icon: LayoutDashboard }] as const
