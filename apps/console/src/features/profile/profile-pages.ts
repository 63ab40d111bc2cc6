import { Bell, CreditCard, IdCard, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ComponentType } from 'react'

export interface ProfilePage {
  readonly path: string
  readonly title: `profile.page.${'personalInfo' | 'security' | 'notifications' | 'payments'}`
  readonly icon: LucideIcon
  readonly load: () => Promise<ComponentType>
}

/** The profile's pages in order (ROUTE-18). */
export const profilePages: readonly ProfilePage[] = [
  {
    path: '/profile/personal-info',
    title: 'profile.page.personalInfo',
    icon: IdCard,
    load: async () => (await import('./personal-info/page.tsx')).PersonalInfoPage,
  },
  {
    path: '/profile/security-settings',
    title: 'profile.page.security',
    icon: ShieldCheck,
    load: async () => (await import('./security/page.tsx')).SecurityPage,
  },
  {
    path: '/profile/notifications',
    title: 'profile.page.notifications',
    icon: Bell,
    load: async () => (await import('./notifications/page.tsx')).NotificationsPage,
  },
  {
    path: '/profile/payments',
    title: 'profile.page.payments',
    icon: CreditCard,
    load: async () => (await import('./payments/page.tsx')).PaymentsPage,
  },
]
