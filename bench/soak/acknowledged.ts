import { askOnce } from '../attack/tactics.ts'
import { type Endpoint, RawSocket } from '../nostr/raw-socket.ts'

const idsAtOnce = 200

/** Notes by id, and the newest version of what is replaceable. */
export class Acknowledged {
  readonly #kept = new Set<string>()
  readonly #newest = new Map<string, { readonly id: string; readonly createdAt: number }>()

  get count(): number {
    return this.#kept.size + this.#newest.size
  }

  keep(id: string): void {
    this.#kept.add(id)
  }

  replace(address: string, id: string, createdAt: number): void {
    const known = this.#newest.get(address)
    if (!known || createdAt > known.createdAt) this.#newest.set(address, { id, createdAt })
  }

  /** Without an answer, a newer version may have taken its place: which of them is stored is unknown. */
  doubt(address: string): void {
    this.#newest.delete(address)
  }

  /** The number of them that the relay lacks. */
  async missingFrom(to: Endpoint): Promise<number> {
    const ids = [...this.#kept, ...[...this.#newest.values()].map(({ id }) => id)]
    const line = await RawSocket.connect(to, { from: '127.0.70.1' })
    let found = 0
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const answer = await askOnce(
        line,
        `["COUNT","n${from}",${JSON.stringify({ ids: ids.slice(from, from + idsAtOnce) })}]`,
        `["COUNT","n${from}"`,
      )
      found += answer === null ? 0 : JSON.parse(answer)[2].count
    }
    line.close()
    return ids.length - found
  }
}
