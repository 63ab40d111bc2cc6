import { randomBytes } from 'node:crypto'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import type { SecretBox } from '../database/secret-box.ts'
import type { Choice } from './engine-choice.ts'

const place = 'event_engine.address'
const ownerBytes = 16

/** Where the events are, as the last move has noted it. */
export class EngineChoiceStore {
  readonly #database: AdminDatabase
  readonly #box: Pick<SecretBox, 'seal' | 'unseal'>

  constructor(database: AdminDatabase, box: Pick<SecretBox, 'seal' | 'unseal'>) {
    this.#database = database
    this.#box = box
  }

  /** Null: no events were ever moved. */
  async find(): Promise<Choice | null> {
    const row = await this.#database.reads.selectFrom('event_engine').selectAll().executeTakeFirst()
    if (!row) return null
    const { engine, address, owner } = row
    return { engine, owner, address: address === null ? null : this.#box.unseal(address, place) }
  }

  /** What applies before a first move: `address` as the environment has it. */
  async findOrBegin(address: string | undefined, since: number): Promise<Choice> {
    const found = await this.find()
    if (found) return found
    const engine = address === undefined ? 'embedded' : 'postgres'
    const choice: Choice = { engine, address: address ?? null, owner: randomBytes(ownerBytes).toString('hex') }
    await this.#database.transact(tx => this.put(tx, choice, since))
    return choice
  }

  async put(tx: AdminTransaction, { engine, address, owner }: Choice, since: number): Promise<void> {
    const sealed = address === null ? null : this.#box.seal(address, place)
    await tx.deleteFrom('event_engine').execute()
    await tx.insertInto('event_engine').values({ id: 1, engine, address: sealed, owner, since }).execute()
  }
}
