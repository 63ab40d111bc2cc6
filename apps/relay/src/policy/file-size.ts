import type { RelaySettings } from '@hornets/contract/admin/relay-settings'

const unitBytes = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const

export function maxFileBytes(settings: Pick<RelaySettings, 'maxfilesize' | 'maxfilesizeunit'>): number {
  return settings.maxfilesize * unitBytes[settings.maxfilesizeunit]
}

/** Bytes of a size as the settings write it: '20 MB', 1024-based. Null for none. */
export function bytesOfFileSize(size: string | undefined): number | null {
  const [number, unit] = size?.split(' ') ?? []
  return number && unit ? Math.floor(Number(number) * unitBytes[unit as keyof typeof unitBytes]) : null
}
