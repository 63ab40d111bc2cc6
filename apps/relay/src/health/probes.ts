import type { DeliveryChannel } from '@hornets/contract/admin/notifications/delivery'
import type { HealthMatter } from '@hornets/contract/admin/notifications/health'
import type { RoundState } from '@hornets/contract/admin/notifications/health-rounds'
import type { ChainSight } from '@hornets/contract/admin/subscriptions/subscribers'
import { health as walletHealth } from '@hornets/contract/wallet/set-up'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import { parseSafely } from '@hornets/server/http/serve'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { MailTrouble } from '../mail/mail-health.ts'
import type { DiskGrowth } from './disk-growth.ts'

const minuteMs = 60_000
const walletMs = 10_000
const walletBytesMax = 65_536
/** Below this multiple of the reserve the disk is nearly full. */
const lowReserves = 4

export interface Found {
  readonly what: HealthMatter
  readonly subject?: string
  readonly facts?: { readonly channels: readonly DeliveryChannel[]; readonly value?: number }
}

export interface Probe {
  readonly matters: readonly HealthMatter[]
  /** Delay before notifying, ms. */
  readonly lastsMs: number
  /** What is wrong now; undefined if that cannot be told. */
  readonly look: () => Promise<readonly Found[] | undefined>
  readonly facts?: () => { readonly freeBytes?: number; readonly version?: string }
}

interface BackupTroubles {
  readonly isOld: boolean
  readonly hasFailed: boolean
  readonly hasFailedTest: boolean
}

export function diskProbe(freeSpace: Pick<FreeSpace, 'freeBytes' | 'isTight' | 'reserveBytes'>): Probe {
  return {
    matters: ['disk_low', 'disk_full'],
    lastsMs: 0,
    async look() {
      if (freeSpace.isTight()) return [{ what: 'disk_low' }, { what: 'disk_full' }]
      return freeSpace.freeBytes < lowReserves * freeSpace.reserveBytes ? [{ what: 'disk_low' }] : []
    },
    facts: () => ({ freeBytes: freeSpace.freeBytes }),
  }
}

/** Two warnings: less than 30 and less than 7 days until the disk is full. */
export function growthProbe(growth: Pick<DiskGrowth, 'show'>, freeSpace: Pick<FreeSpace, 'freeBytes'>): Probe {
  return {
    matters: ['disk_fills', 'disk_fills_soon'],
    lastsMs: 0,
    async look() {
      const { forecast } = await growth.show()
      if (forecast.state !== 'fills' || forecast.days >= 30) return []
      return forecast.days < 7 ? [{ what: 'disk_fills' }, { what: 'disk_fills_soon' }] : [{ what: 'disk_fills' }]
    },
    facts: () => ({ freeBytes: freeSpace.freeBytes }),
  }
}

export function databaseProbe(integrity: { damaged(): readonly string[] }): Probe {
  return {
    matters: ['database_damaged'],
    lastsMs: 0,
    look: async () => integrity.damaged().map(file => ({ what: 'database_damaged', subject: file })),
  }
}

/** The file of events cannot grow although the disk has room: a limit of the system, a failing disk, or the map's end. */
export function eventsProbe(events: { readonly isFull: boolean }): Probe {
  return { matters: ['events_full'], lastsMs: 0, look: async () => (events.isFull ? [{ what: 'events_full' }] : []) }
}

export function fileProbe(checks: { countFindings(): Promise<number> }): Probe {
  return {
    matters: ['files_damaged'],
    lastsMs: 0,
    look: async () => ((await checks.countFindings()) > 0 ? [{ what: 'files_damaged' }] : []),
  }
}

interface RemoteStore {
  /** Undefined while it answers. */
  readonly downSince: number | undefined
  lookAgain(): Promise<void>
}

/** Asks an S3 server again that did not answer its last call. */
export function storeProbe(s3: () => RemoteStore | undefined): Probe {
  return {
    matters: ['store_away'],
    lastsMs: 0,
    async look() {
      await s3()?.lookAgain()
      return s3()?.downSince === undefined ? [] : [{ what: 'store_away' }]
    },
  }
}

/** Mail that has neither failed nor worked since the start tells nothing. */
export function mailProbe(mails: { readonly trouble: MailTrouble | undefined; readonly hasWorked: boolean }): Probe {
  return {
    matters: ['mail_failing'],
    lastsMs: 0,
    async look() {
      if (mails.trouble) return [{ what: 'mail_failing' }]
      return mails.hasWorked ? [] : undefined
    },
  }
}

/** `isFailing`: of the service that judges images and videos, at its last call. */
export function judgeProbe(isFailing: () => boolean): Probe {
  return {
    matters: ['judge_failing'],
    lastsMs: 5 * minuteMs,
    look: async () => (isFailing() ? [{ what: 'judge_failing' }] : []),
  }
}

/** `lastBackupAt`: milliseconds; null if none was ever made. */
export function backupProbe(
  lastBackupAt: () => Promise<number | null>,
  backups: { troubles(lastAt: number | null): Promise<BackupTroubles> },
): Probe {
  return {
    matters: ['backup_old', 'backup_failed', 'restore_test_failed'],
    lastsMs: 0,
    async look() {
      const { isOld, hasFailed, hasFailedTest } = await backups.troubles(await lastBackupAt())
      return [
        ...(isOld ? [{ what: 'backup_old' } as const] : []),
        ...(hasFailed ? [{ what: 'backup_failed' } as const] : []),
        ...(hasFailedTest ? [{ what: 'restore_test_failed' } as const] : []),
      ]
    },
  }
}

/** Tiers on sale that nobody can pay for on-chain. What cannot be told yet is no trouble. */
export function saleProbe({ isSelling, sight }: { isSelling: () => boolean; sight: () => Promise<ChainSight> }): Probe {
  const blocked: readonly ChainSight[] = ['no_wallet', 'no_chain', 'behind']
  return {
    matters: ['sale_blocked'],
    lastsMs: 0,
    look: async () => (isSelling() && blocked.includes(await sight()) ? [{ what: 'sale_blocked' }] : []),
  }
}

/** `isAny`: payments that wait for an operator to say whose they are. */
export function unassignedProbe(isAny: () => Promise<boolean>): Probe {
  return {
    matters: ['payment_unassigned'],
    lastsMs: 0,
    look: async () => ((await isAny()) ? [{ what: 'payment_unassigned' }] : []),
  }
}

export function roundProbes(rounds: { states(): readonly RoundState[] }): Probe[] {
  const named = (what: HealthMatter, is: (state: RoundState) => boolean) => {
    const names = rounds
      .states()
      .filter(is)
      .map(({ name }) => name)
    return [...new Set(names)].map(subject => ({ what, subject }))
  }
  return [
    {
      matters: ['round_failed'],
      lastsMs: 0,
      look: async () => named('round_failed', ({ last_error }) => last_error !== null),
    },
    { matters: ['round_late'], lastsMs: 0, look: async () => named('round_late', ({ is_late }) => is_late) },
  ]
}

export interface WalletProbeParts {
  readonly walletUrl: string
  readonly wayOut: Pick<WayOut, 'send'>
  /** A relay whose wallet has never reported has none. */
  readonly hasReported: () => Promise<boolean>
}

/** Two probes: the wallet does not answer, and it answers but is behind. */
export function walletProbes({ walletUrl, wayOut, hasReported }: WalletProbeParts): Probe[] {
  const ask = async () => {
    const asked = { timeoutMs: walletMs, maxBytes: walletBytesMax }
    const answer = await wayOut.send(new URL(`${walletUrl}${walletHealth.path}`), asked).catch(() => undefined)
    if (answer?.status !== 200) return undefined
    return parseSafely(walletHealth.answers[200], parsed(answer.text)).data
  }
  return [
    {
      matters: ['wallet_away'],
      lastsMs: 5 * minuteMs,
      look: async () => ((await hasReported()) && !(await ask()) ? [{ what: 'wallet_away' }] : []),
    },
    {
      matters: ['wallet_behind'],
      lastsMs: 30 * minuteMs,
      async look() {
        if (!(await hasReported())) return []
        const said = await ask()
        if (!said) return undefined
        return said.wallet !== 'none' && !said.synced ? [{ what: 'wallet_behind' }] : []
      },
    },
  ]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
