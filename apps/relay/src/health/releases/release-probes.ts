import { readFile } from 'node:fs/promises'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Probe } from '../probes.ts'
import { isNewer, newestOf } from './release-number.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const askEveryMs = 24 * hourMs
/** Added at random, so that not all relays ask at the same time. */
const jitterMs = hourMs
const firstAskMs = 2 * minuteMs
const jitterFirstMs = 10 * minuteMs
/** An update is installed before the restart that belongs to it. */
const installedMs = 10 * minuteMs

export interface ReleaseProbeParts {
  readonly running: string
  readonly manifest: string
  /** Tags of the remote; null if there is none to ask. Throws without an answer. Undefined: the operator wants no check. */
  readonly tags: (() => Promise<readonly string[] | null>) | undefined
  readonly random: () => number
  readonly now: Clock
  readonly logger: Logger
}

/** Two probes: a newer version is out, and a newer one is installed and waits for a restart. */
export function releaseProbes(parts: ReleaseProbeParts): Probe[] {
  const { running, manifest, tags } = parts
  const facts = () => ({ version: running })
  const installed: Probe = {
    matters: ['restart_due'],
    lastsMs: installedMs,
    facts,
    async look() {
      const version = await versionIn(manifest)
      if (version === undefined) return undefined
      return isNewer(version, running) ? [{ what: 'restart_due', subject: version }] : []
    },
  }
  if (!tags) return [installed]
  const newest = newestRelease({ ...parts, tags })
  const out: Probe = {
    matters: ['version_out'],
    lastsMs: 0,
    facts,
    async look() {
      const found = await newest()
      if (!found.isKnown) return undefined
      const { version } = found
      const own = (await versionIn(manifest)) ?? running
      const isOut = version !== undefined && isNewer(version, running) && isNewer(version, own)
      return isOut ? [{ what: 'version_out', subject: version }] : []
    },
  }
  return [out, installed]
}

/** Asked once a day; in between, and while nobody answers, the last answer. */
function newestRelease({
  tags,
  random,
  now,
  logger,
}: ReleaseProbeParts & { tags: () => Promise<readonly string[] | null> }) {
  let due = now() + firstAskMs + random() * jitterFirstMs
  let known: { readonly isKnown: boolean; readonly version?: string | undefined } = { isKnown: false }
  return async () => {
    if (now() < due) return known
    due = now() + askEveryMs + random() * jitterMs
    try {
      const found = await tags()
      if (!found) logger.info('update check disabled: not a git clone with a reachable remote')
      known = { isKnown: true, version: newestOf(found ?? []) }
    } catch (err) {
      logger.info({ err }, 'could not look for a new version')
    }
    return known
  }
}

async function versionIn(manifest: string): Promise<string | undefined> {
  try {
    const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version?: unknown }
    return typeof version === 'string' ? version : undefined
  } catch {
    // In the middle of an update.
    return undefined
  }
}
