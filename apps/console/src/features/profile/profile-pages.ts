import { Bell, CreditCard, IdCard, type LucideIcon, ShieldCheck } from 'lucide-react'

export interface ProfilePage {
  readonly name: 'personalInfo' | 'security' | 'notifications' | 'payments'
  readonly path: string
  readonly icon: LucideIcon
}

/** The pages of the profile (ROUTE-18), in their order. */
export const profilePages: readonly ProfilePage[] = [
  { name: 'personalInfo', path: '/profile/personal-info', icon: IdCard },
  { name: 'security', path: '/profile/security-settings', icon: ShieldCheck },
  { name: 'notifications', path: '/profile/notifications', icon: Bell },
  { name: 'payments', path: '/profile/payments', icon: CreditCard },
]
