import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { HealthNotification } from '@hornets/contract/admin/notifications/health'
import type { HealthReport } from '@hornets/contract/admin/notifications/health-report'
import type { RoundState } from '@hornets/contract/admin/notifications/health-rounds'
import type { OutsideView } from '@hornets/contract/admin/operation/outside-view'
import type { ChainSight } from '@hornets/contract/admin/subscriptions/subscribers'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { FreeSpace } from '@hornets/server/disk/free-space'
import type { Vitals } from '@hornets/server/process/vitals'
import type { ProcessState } from '../../nostr/serving/serving-processes.ts'
import { version } from '../../version.ts'
import type { ClockCheck } from './clock-check.ts'
import * as states from './states.ts'

export interface HealthReportParts {
  readonly folder: string
  readonly freeSpace: Pick<FreeSpace, 'freeBytes' | 'totalBytes' | 'reserveBytes'>
  readonly vitals: Pick<Vitals, 'samples' | 'latest' | 'machine'>
  readonly clock: Pick<ClockCheck, 'offsetMs'>
  readonly integrity: { damaged(): readonly string[] }
  readonly certificates: { seen(): Promise<readonly { readonly host: string; readonly endsAt: number | undefined }[]> }
  readonly sight: () => Promise<ChainSight>
  readonly isSelling: () => boolean
  readonly mails: { readonly isOn: boolean; readonly trouble: unknown; readonly hasWorked: boolean }
  readonly connections: () => number
  readonly nostr: { unsentBytes(): number; processes(): readonly ProcessState[]; readonly verifier: string }
  readonly images: { readonly waitingCount: number }
  readonly rounds: { states(): readonly RoundState[] }
  readonly lasting: () => Promise<readonly HealthNotification[]>
  /** Milliseconds; null if none was ever made. */
  readonly lastBackupAt: () => Promise<number | null>
  readonly outside: { read(): Promise<OutsideView> }
  /** Undefined without STANDBY=on. */
  readonly standby: { waiting(): Promise<readonly states.WaitingMachine[]> } | undefined
  readonly startedAt: string
  readonly now: Clock
}

const textIndex = 'event-text.db'

export class HealthReportService {
  readonly #parts: HealthReportParts

  constructor(parts: HealthReportParts) {
    this.#parts = parts
  }

  async read(): Promise<HealthReport> {
    const { mails, rounds, lastBackupAt, sight, isSelling, now } = this.#parts
    const [seen, lastAt, databases, certificates, outside, version, standby, textBytes] = await Promise.all([
      ...([sight(), lastBackupAt(), this.#databases(), this.#certificates(), this.#outside()] as const),
      this.#version(),
      this.#standby(),
      bytesOf(join(this.#parts.folder, textIndex)),
    ])
    const offset_ms = this.#parts.clock.offsetMs()
    const all = rounds.states()
    const bad = all.filter(({ last_error, is_late }) => last_error !== null || is_late).length
    return {
      ...this.#machine(),
      databases,
      certificates,
      outside,
      version,
      standby,
      text_index: { state: 'ok', bytes: textBytes ?? 0 },
      clock: { state: states.clockState(offset_ms), offset_ms },
      chain: { state: states.chainState(seen, isSelling()), sight: seen },
      mail: { state: mails.isOn ? (mails.trouble ? 'bad' : mails.hasWorked ? 'ok' : 'unknown') : 'off' },
      rounds: { state: bad > 0 ? 'warn' : 'ok', count: all.length, bad },
      backup: { state: states.backupState(lastAt, now()), last_at: lastAt === null ? null : toTimestamp(lastAt) },
    }
  }

  #machine() {
    const { vitals, freeSpace, connections, nostr, images } = this.#parts
    const { freeBytes, totalBytes, reserveBytes } = freeSpace
    const { share, usedBytes, medianMs, p99Ms, maxMs } = vitals.latest()
    const machine = vitals.machine()
    return {
      disk: {
        state: states.diskState({ freeBytes, reserveBytes }),
        free_bytes: freeBytes,
        total_bytes: totalBytes,
        reserve_bytes: reserveBytes,
      },
      memory: {
        state: states.memoryState(machine.availableBytes, machine.totalBytes),
        used_bytes: usedBytes,
        heap_bytes: machine.heapBytes,
        available_bytes: machine.availableBytes,
        total_bytes: machine.totalBytes,
      },
      processor: {
        state: states.processorState(machine.load, machine.cores),
        share,
        cores: machine.cores,
        load: machine.load,
      },
      processes: processesOf(nostr.processes()),
      event_loop: { state: states.loopState(p99Ms), median_ms: medianMs, p99_ms: p99Ms, max_ms: maxMs },
      queues: {
        state: 'ok' as const,
        connections: connections(),
        unsent_bytes: nostr.unsentBytes(),
        images: images.waitingCount,
      },
      history: vitals.samples.map(sample => ({
        at: toTimestamp(sample.at),
        share: sample.share,
        used_bytes: sample.usedBytes,
        p99_ms: sample.p99Ms,
      })),
    }
  }

  async #databases(): Promise<HealthReport['databases']> {
    const { folder, integrity } = this.#parts
    const damaged = integrity.damaged()
    const names = (await readdir(folder)).filter(name => /\.(db|lmdb)$/.test(name) && name !== textIndex)
    const sizes = await Promise.all(names.map(name => bytesOf(join(folder, name))))
    const files = names.sort().map((name, at) => ({ name, bytes: sizes[at] ?? 0, is_damaged: damaged.includes(name) }))
    return { state: damaged.length > 0 ? 'bad' : 'ok', files }
  }

  async #certificates(): Promise<HealthReport['certificates']> {
    const { certificates, now } = this.#parts
    const seen = await certificates.seen()
    return {
      state: states.worst(seen.map(({ endsAt }) => states.certificateState(endsAt, now()))),
      hosts: seen.map(({ host, endsAt }) => ({ host, ends_at: endsAt === undefined ? null : toTimestamp(endsAt) })),
    }
  }

  async #outside(): Promise<HealthReport['outside']> {
    const view = await this.#parts.outside.read()
    const state = states.outsideState(view, this.#parts.now())
    return { state, monitors: view.reports.length, newest_at: view.reports[0]?.at ?? null }
  }

  async #standby(): Promise<HealthReport['standby']> {
    const { standby, now } = this.#parts
    if (!standby) return { state: 'off', machines: [] }
    // Without the database, whether one waits is not known.
    const found = await standby.waiting().catch(() => undefined)
    const machines = (found ?? []).map(({ host, seenMsAgo, problem }) => {
      return { host, seen_at: toTimestamp(now() - seenMsAgo), problem }
    })
    return { state: states.standbyState(found), machines }
  }

  async #version(): Promise<HealthReport['version']> {
    const { lasting, nostr, startedAt } = this.#parts
    const found = (await lasting()).filter(({ what }) => what === 'version_out' || what === 'restart_due')
    return {
      state: found.length > 0 ? 'warn' : 'ok',
      running: version,
      newest: found.at(-1)?.subject ?? null,
      node: process.version,
      verifier: nostr.verifier,
      started_at: startedAt,
    }
  }
}

/** What the file takes on the disk; undefined if there is none. */
const bytesOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ blocks }) => blocks * 512,
    () => undefined,
  )

function processesOf(all: readonly ProcessState[]): HealthReport['processes'] {
  const each = all.map(({ number, machine, isReady, open, usedBytes, share, p99Ms }) => ({
    number,
    machine,
    is_running: isReady,
    connections: open,
    used_bytes: usedBytes,
    share,
    p99_ms: p99Ms,
  }))
  if (each.length === 0) return { state: 'off', each }
  const isBad = each.some(({ is_running }) => !is_running)
  return { state: isBad ? 'bad' : states.loopState(Math.max(...each.map(({ p99_ms }) => p99_ms))), each }
}
