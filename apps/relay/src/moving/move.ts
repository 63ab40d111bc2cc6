import { moveMessages } from '@hornets/contract/admin/events/move-messages'
import type { MovedThing } from '@hornets/contract/admin/events/moved-things'
import { ApiError } from '@hornets/server/api-error'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Actor } from '../audit/audit-log.ts'
import type { SecretBox } from '../database/secret-box.ts'
import type { EventCopy } from '../transfers/copy/event-copy.ts'
import { Peer, type PeerOptions } from '../transfers/copy/peer.ts'
import type { ImportFiles } from '../transfers/import/import-files.ts'
import type { MoveRunner } from '../transfers/move-runner.ts'
import type { Run } from '../transfers/run.ts'
import { type MovePlan, tokenOf } from './move-plan.ts'
import { newReport, ThingReport } from './move-report.ts'
import { OldServer } from './old-server.ts'
import type { StatisticsPlace } from './statistics-store.ts'
import { type AccessParts, takeAccess } from './take/access.ts'
import { countEvents, countFiles } from './take/counts.ts'
import type { FilePlace } from './take/file-list.ts'
import { type FilesParts, takeFiles } from './take/files.ts'
import { type SettingsParts, takeSettings } from './take/old-settings.ts'
import { ownKinds, subscriptionKinds } from './take/published-subscriptions.ts'
import { storedByPages } from './take/stored-by-pages.ts'
import { namePaying, type SubscribersParts, takeFromEvents, takeFromStatistics } from './take/subscribers.ts'

export interface MoveParts
  extends SettingsParts,
    AccessParts,
    Omit<SubscribersParts, 'brought'>,
    FilesParts,
    Pick<PeerOptions, 'secretKey' | 'now'> {
  readonly brought: SubscribersParts['brought'] & { isKnown(pubkey: string): Promise<boolean> }
  readonly wayOut: Pick<WayOut, 'send' | 'stream' | 'agentFor'>
  readonly box: SecretBox
}

interface Tools {
  readonly copies: EventCopy
  readonly files: Pick<ImportFiles, 'path'>
}

interface Work {
  readonly run: Run
  readonly plan: MovePlan
  readonly server: OldServer
  readonly actor: Actor
  readonly tools: Tools
  readonly report: ThingReport
  readonly at: unknown
  readonly noteAt: (at: unknown) => Promise<void>
}

const publishedMax = 100_000

/** Takes kind by kind what the plan names: a kind is taken again from its beginning or its place, and nothing twice. */
export class Move implements MoveRunner {
  readonly #parts: MoveParts

  constructor(parts: MoveParts) {
    this.#parts = parts
  }

  async run(run: Run, given: object, tools: Tools): Promise<void> {
    const plan = given as MovePlan
    const { box, wayOut } = this.#parts
    const token = tokenOf(box, plan)
    if (token === null) throw new ApiError('forbidden', moveMessages.signedOut)
    const server = new OldServer({ url: plan.url, token, wayOut, signal: run.signal })
    const state = run.account.move ?? { report: newReport(plan.things) }
    const actor: Actor = { pubkey: run.by, address: null }
    for (const one of state.report) {
      const report = new ThingReport(one)
      if (report.isDone || run.signal.aborted) continue
      const noteAt = async (at: unknown) => {
        run.account.move = { report: state.report, at }
        await run.save()
      }
      run.account.move = { report: state.report, at: run.account.move?.at }
      const { at } = run.account.move
      await this.#take[one.thing]({ run, plan, server, actor, tools, report, at, noteAt })
      if (run.signal.aborted) return run.save()
      report.end()
      await noteAt(undefined)
    }
    if (!run.signal.aborted) await server.signOut()
  }

  readonly #take: Readonly<Record<MovedThing, (work: Work) => Promise<void>>> = {
    settings: ({ server, report, actor }) => takeSettings(this.#parts, server, report, actor),
    access: ({ server, report, actor, run: { signal } }) => takeAccess(this.#parts, { server, report, actor, signal }),
    subscribers: work => this.#takeSubscribers(work),
    events: work => this.#takeEvents(work),
    files: async ({ server, plan, report, run: { signal }, at, noteAt }) => {
      report.begin(await countFiles(server))
      const place = (at as FilePlace | undefined) ?? { type: 0, offset: 0 }
      await takeFiles(this.#parts, place, { server, base: baseOf(plan), report, signal, noteAt })
    },
  }

  async #takeSubscribers({ plan, server, tools, report, actor, run: { signal }, at, noteAt }: Work): Promise<void> {
    const taking = { report, actor, signal }
    if (plan.file !== null) {
      const from = (at as StatisticsPlace | undefined) ?? { table: '', row: 0 }
      await takeFromStatistics(this.#parts, tools.files.path(plan.file), from, taking, noteAt)
    }
    if (plan.relay === null) report.begin(null)
    else await this.#takePublished(plan.relay, server, taking)
    await namePaying(server, pubkey => this.#parts.brought.isKnown(pubkey), report)
  }

  async #takePublished(relay: string, server: OldServer, taking: Parameters<typeof takeFromEvents>[3]): Promise<void> {
    const key = await server.relayKey(relay.replace(/^ws/, 'http'))
    if (key === null) return taking.report.begin(null)
    const peer = await Peer.connect({ ...this.#parts, url: relay, signal: taking.signal })
    try {
      const theirs = storedByPages(peer, { kinds: subscriptionKinds, authors: [key] }, publishedMax)
      await takeFromEvents(this.#parts, theirs, key, taking)
    } finally {
      peer.close()
    }
  }

  async #takeEvents({ run, plan, server, tools, report }: Work): Promise<void> {
    report.begin(await countEvents(server))
    if (plan.relay === null) throw new ApiError('bad_gateway', moveMessages.noRelay)
    const copy = { url: plan.relay, direction: 'pull', filter: {}, role: 'owner', without: ownKinds } as const
    await tools.copies.run(run, copy)
  }
}

/** Where public files are: at the relay, else at the console. */
function baseOf({ relay, url }: MovePlan): string {
  return new URL((relay ?? url).replace(/^ws/, 'http')).origin
}
