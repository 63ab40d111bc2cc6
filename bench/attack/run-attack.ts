import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { printFigure, rounded } from '../figures.ts'
import { ourRelay } from '../peer/open-relays.ts'
import { freePorts, type PeerRelay } from '../peer/peer-relay.ts'
import { allAttacks } from './attacks/all-attacks.ts'
import type { Feeling } from './feeling.ts'
import { fillForReading } from './fill-for-reading.ts'
import { millisAllowed, type Outcome, performAttack } from './perform-attack.ts'

const normalWithinMillis = 5000

export async function runAttack(words: readonly string[]): Promise<void> {
  const option = (name: string, otherwise: number) =>
    Number(words.find(word => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise)
  const asked = words.filter(word => !word.startsWith('--'))
  const lasting = { seconds: option('seconds', 10), afterMillis: option('after', 6) * 1000 }
  const chosen = allAttacks.filter(({ name }) => asked.length === 0 || asked.some(word => name.includes(word)))
  const folder = await mkdtemp(join(tmpdir(), 'hornets-attack-'))
  const walletPort = await freePorts(1)
  const relay = await ourRelay(join(folder, 'relay'), { walletPort })
  const lines: string[] = []
  try {
    await relay.start()
    await fillForReading(relay, option('events', 20_000))
    for (const attack of chosen) {
      await relay.stop()
      const undo = await attack.prepare?.(relay.folder, walletPort)
      await relay.start()
      const outcome = await inspected(relay, await performAttack(relay, attack, lasting))
      if (undo) await relay.stop().then(undo)
      print(outcome)
      lines.push(tableLine(outcome))
    }
    console.log(`\n${tableHead}\n${lines.join('\n')}`)
  } finally {
    await relay.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function inspected(relay: PeerRelay, outcome: Outcome): Promise<Outcome> {
  const { attack, report } = outcome
  const found = await attack.inspect?.(relay.folder, report.megabytes)
  if (!found) return outcome
  const held = report.held !== false && found.held !== false
  return { ...outcome, report: { ...report, held, seen: `${report.seen}; ${found.seen}` } }
}

function hasHeld({ report, during, normalAfterMillis, survived }: Outcome): boolean {
  const recovered = normalAfterMillis !== null && normalAfterMillis <= normalWithinMillis
  const p99 = Math.max(during.p99, during.writes.p99)
  return survived && report.held !== false && p99 <= millisAllowed && recovered
}

function print(outcome: Outcome): void {
  const { attack, report, before, during, normalAfterMillis, core, memoryMb } = outcome
  printFigure({
    bench: 'attack',
    figure: attack.name,
    held: hasHeld(outcome),
    seen: seenOf(outcome),
    attacker: {
      seconds: rounded(report.seconds, 1),
      connections: report.connections,
      megabytes: rounded(report.megabytes, 1),
      cpuSeconds: rounded(report.cpuSeconds, 1),
    },
    bystanderBeforeMillis: short(before),
    bystanderMillis: short(during),
    bystanderOkMillis: short(during.writes),
    normalAfterMillis: normalAfterMillis === null ? null : Math.round(normalAfterMillis),
    relayWithoutCore: { waitedMillis: round(core.waitedMillis), stolenMillis: core.stolenMillis },
    memoryMb: { before: round(memoryMb.before), peak: round(memoryMb.peak), after: round(memoryMb.after) },
    load: rounded(loadavg()[0] ?? Number.NaN, 1),
  })
}

const tableHead =
  '| attack | held | bystander, REQ p50 / p99 / max, ms | its OK | normal again after | memory before / peak / after, MB | the attacker spent | seen |\n|---|---|---|---|---|---|---|---|'

function tableLine(outcome: Outcome): string {
  const { attack, report, during, normalAfterMillis, memoryMb } = outcome
  const [read, ok] = [during, during.writes].map(felt => Object.values(short(felt)).join(' / '))
  const normal = normalAfterMillis === null ? 'not while it was watched' : `${rounded(normalAfterMillis / 1000, 1)} s`
  const memory = `${round(memoryMb.before)} / ${round(memoryMb.peak)} / ${round(memoryMb.after)}`
  const spent = `${report.connections} connections, ${rounded(report.megabytes, 1)} MB, ${rounded(report.cpuSeconds, 1)} s of a core`
  return `| ${attack.name} | ${hasHeld(outcome) ? 'yes' : 'no'} | ${read} | ${ok} | ${normal} | ${memory} | ${spent} | ${seenOf(outcome)} |`
}

const seenOf = ({ survived, report }: Outcome) => (survived ? report.seen : `the relay ended; ${report.seen}`)
const round = (value: number) => Math.round(value)
const short = ({ p50, p99, max }: Feeling) => ({ p50: rounded(p50, 1), p99: rounded(p99, 1), max: round(max) })
