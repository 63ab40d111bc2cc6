import { xnostr } from '@hornets/contract/admin/settings'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Rounds } from '@hornets/server/rounds'
import type { Settings } from '../settings/settings.ts'
import { Browser } from './browser.ts'
import { HandleChecks, type HandleChecksParts } from './handle-checks.ts'
import { HandleStore } from './handle-store.ts'
import { Mirrors } from './mirrors.ts'
import { nestedIn } from './nested-settings.ts'

interface Parts extends Omit<HandleChecksParts, 'store' | 'mirrors' | 'browser' | 'values'> {
  readonly settings: Settings
  readonly wayOut: Pick<WayOut, 'proxyFor'>
  readonly programFolders: readonly string[]
  readonly rounds: Rounds
  readonly isDemo: boolean
}

export function openXnostr(parts: Parts) {
  const { database, settings, rounds, now, isDemo } = parts
  const values = () => ({ ...settings.get(xnostr), ...(isDemo && { enabled: false }) })
  const store = new HandleStore(database.reads)
  const mirrors = new Mirrors(() => nestedIn(values()).nitter, now)
  const browser = new Browser(values, parts)
  const checks = new HandleChecks({ ...parts, values, store, mirrors, browser })
  const round = rounds.open({ name: 'x_handles', everyMs: null, isLong: true, work: () => checks.round() })
  const follow = () => {
    const { enabled, check_interval } = values()
    browser.turn()
    checks.turn()
    round.every(enabled ? check_interval * 1000 : null)
  }
  follow()
  const stop = settings.onChange(xnostr, follow)
  const close = async () => {
    stop()
    await checks.close()
    await round.close()
  }
  return { checks, mirrors, close }
}
