import type { RelaySettings } from '@hornets/contract/admin/relay-settings'

const unitBytes = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const

export function maxFileBytes(settings: Pick<RelaySettings, 'maxfilesize' | 'maxfilesizeunit'>): number {
  return settings.maxfilesize * unitBytes[settings.maxfilesizeunit]
}
