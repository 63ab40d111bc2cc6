import type { HealthMatter, SetupLine } from '@hornets/contract/admin/notifications/health'
import type { Need } from '@hornets/contract/admin/operation/needs'

const health = '/health'

const placesOfHealth: Partial<Record<HealthMatter, string>> = {
  alert: '/alerts',
  alert_urgent: '/alerts',
  backup_old: '/backup',
  backup_failed: '/backup',
  restore_test_failed: '/backup',
  disk_low: '/media-manager',
  disk_full: '/media-manager',
  disk_fills: '/media-manager',
  disk_fills_soon: '/media-manager',
  files_damaged: '/media-manager',
  store_away: '/media-manager',
  payment_unassigned: '/subscribers',
  sale_blocked: '/settings/wallet',
  judge_failing: '/settings/image-moderation',
}

const placesOfSetup: Partial<Record<SetupLine['what'], string>> = {
  backup: '/backup',
  chain_source: '/settings/wallet',
}

/** The page where it is dealt with. */
export function needPlace(need: Need): { readonly to: string; readonly search?: Readonly<Record<string, string>> } {
  switch (need.kind) {
    case 'cases':
      return { to: '/moderation' }
    case 'refunds':
      return { to: '/subscribers' }
    case 'payments':
      return { to: '/profile/payments', search: { status: 'failed' } }
    case 'health':
      return { to: placesOfHealth[need.what] ?? health }
    case 'setup':
      return { to: placesOfSetup[need.what] ?? health }
    case 'maintenance':
      return { to: health }
  }
}
