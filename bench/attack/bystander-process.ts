import { setTimeout as delay } from 'node:timers/promises'
import { Asker } from '../nostr/asker.ts'
import { RawSocket } from '../nostr/raw-socket.ts'
import { writer } from '../nostr/signed-event.ts'
import type { Told } from './bystander.ts'
import { everyMillis } from './feeling.ts'
import { askOnce } from './tactics.ts'

// `REQ {kinds:[1], limit:10}` and a note, each every 50 ms, in a process of its own, so that attacks do not delay its
// clock.

const [host = '', port = ''] = process.argv.slice(2)
const endpoint = { host, port: Number(port) }
const from = { from: '127.0.0.9' }
const patienceMillis = 60_000

/** Repeats one kind of call, and says how long each took; a pending one counts with the time that it has waited. */
class Repeated {
  #felt: number[] = []
  #since = 0
  readonly #call: () => Promise<boolean>

  /** `call` resolves with false when its connection ended. */
  constructor(call: () => Promise<boolean>) {
    this.#call = call
    void this.#run()
  }

  take(): number[] {
    const waiting = this.#since > 0 ? [performance.now() - this.#since] : []
    return [...this.#felt.splice(0), ...waiting]
  }

  async #run(): Promise<never> {
    for (;;) {
      this.#since = performance.now()
      while (!(await this.#call().catch(() => false))) await delay(everyMillis)
      const millis = performance.now() - this.#since
      this.#felt.push(millis)
      this.#since = 0
      await delay(Math.max(0, everyMillis - millis))
    }
  }
}

let asker: Asker | null = null
const reads = new Repeated(async () => {
  asker ??= await Asker.connect(endpoint, from)
  const answer = await Promise.race([asker.request({ kinds: [1], limit: 10 }), delay(patienceMillis, { end: 'late' })])
  if (answer.end === 'EOSE') return true
  asker.line.close()
  asker = null
  return answer.end === 'late'
})

const author = writer(`bystander ${process.pid}`)
let line: RawSocket | null = null
let number = 0
const writes = new Repeated(async () => {
  line ??= await RawSocket.connect(endpoint, from)
  const note = author.write({ content: `the bystander's note ${++number}` })
  if (await askOnce(line, `["EVENT",${note}]`, `["OK","${note.slice(7, 71)}"`)) return true
  line.close()
  line = null
  return false
})

process.on('message', () => process.send?.({ reads: reads.take(), writes: writes.take() } satisfies Told))
process.on('disconnect', () => process.exit())
process.send?.('ready')
