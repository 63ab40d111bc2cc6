import { basename, isAbsolute } from 'node:path'
import type { AnswerOf, BodyOf } from '@hornets/contract'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { getChainSource, saveChainSource } from '@hornets/contract/wallet/chain-source'
import { ApiError } from '@hornets/server/api-error'
import { isLoopbackHost } from '@hornets/server/http/caller'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import { z } from 'zod'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import type { Config } from '../../config.ts'
import type { WalletDatabase } from '../../database/wallet-database.ts'
import type { SideKey } from '../../keys/secrets/side-key.ts'
import { ChainError, type ChainTip } from '../chain.ts'
import { openChain } from '../open-chain.ts'
import type { ChosenChain } from './chosen-chain.ts'
import { SourceStore } from './source-store.ts'

const testMs = 10_000
const about = 'hornets chain source'
const text = z.string().default('')
const kept = z.object({ url: z.string(), user: text, password: text, cookieFile: text })
type Kept = z.infer<typeof kept>
type Given = Exclude<BodyOf<typeof saveChainSource>, { kind: 'none' }>
type SourceAddress = Pick<Config, 'bitcoind' | 'esploraUrl'>

interface SourceParts {
  readonly config: SourceAddress
  readonly chain: ChosenChain
  readonly database: WalletDatabase
  /** Seals the password: the chain is read while the wallet is locked. */
  readonly serverKey: SideKey
  readonly network: NetworkTraits
  readonly wayOut: WayOut
  readonly logger: Logger
}

/** Where the wallet reads the chain: the environment's source, otherwise the one set in the console. */
export class ChainSource {
  readonly #parts: SourceParts
  readonly #store: SourceStore

  constructor(parts: SourceParts) {
    this.#parts = parts
    this.#store = new SourceStore(parts.database.reads)
    parts.chain.choose(this.#open(this.#place()))
  }

  /** Without the password. */
  describe(): AnswerOf<typeof getChainSource> {
    const { bitcoind, esploraUrl } = this.#place()
    const url = bitcoind?.url ?? esploraUrl
    if (url === undefined) return none
    const { username, password } = new URL(url)
    const shown = new URL(url)
    shown.username = ''
    shown.password = ''
    return {
      kind: bitcoind ? 'bitcoind' : 'esplora',
      fixed: this.#isFixed(),
      url: shown.href.replace(/\/$/, ''),
      user: decodeURIComponent(username),
      has_password: password !== '' || bitcoind?.cookieFile !== undefined,
      cookie_file: bitcoind?.cookieFile ?? '',
    }
  }

  /** Throws ApiError: 'invalid_fields'; 'unavailable' with the reason. */
  async test(given: Given): Promise<ChainTip> {
    const chain = this.#open(placeOf(given.kind, this.#complete(given)))
    if (!chain) throw invalid()
    try {
      return await chain.tip(AbortSignal.timeout(testMs))
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      const { message, template, figures } = error
      throw new ApiError('unavailable', message, { said: { template, figures }, cause: error })
    }
  }

  /** Effective now. Throws as `test`, and ApiError('conflict') if the environment sets the source. */
  async save(given: BodyOf<typeof saveChainSource>): Promise<void> {
    const { database, serverKey, chain } = this.#parts
    if (this.#isFixed()) throw new ApiError('conflict', walletMessages.chainFixed)
    if (given.kind === 'none') database.transact(tx => this.#store.remove(tx))
    else {
      await this.test(given)
      const secret = Buffer.from(JSON.stringify(this.#complete(given)))
      const sealed = serverKey.seal(secret, about)
      secret.fill(0)
      database.transact(tx => this.#store.put(tx, { kind: given.kind, sealed }))
    }
    chain.choose(this.#open(this.#place()))
  }

  #isFixed(): boolean {
    const { bitcoind, esploraUrl } = this.#parts.config
    return bitcoind !== undefined || esploraUrl !== undefined
  }

  #place(): SourceAddress {
    if (this.#isFixed()) return this.#parts.config
    const row = this.#store.read()
    const own = row && this.#kept()
    return row && own ? placeOf(row.kind, own) : { bitcoind: undefined, esploraUrl: undefined }
  }

  /** Without a password, the stored one of the same node and user counts. */
  #complete(given: Given): Kept {
    if (!/^https?:\/\//i.test(given.url) || !URL.canParse(given.url)) throw invalid()
    const { username, password: inUrl } = new URL(given.url)
    if (username || inUrl) throw invalid()
    if (given.kind === 'esplora') return { url: given.url, user: '', password: '', cookieFile: '' }
    if (given.cookie_file) return withCookie(given.url, given.cookie_file)
    const before = this.#kept()
    const isSame = before?.url === given.url && before.user === given.user
    const password = given.rpc_password ?? (isSame ? before.password : '')
    return { url: given.url, user: given.user, password, cookieFile: '' }
  }

  #kept(): Kept | undefined {
    const row = this.#store.read()
    if (!row) return undefined
    try {
      const opened = this.#parts.serverKey.open(row.sealed, about)
      const read = kept.parse(JSON.parse(opened.toString()))
      opened.fill(0)
      return read
    } catch (err) {
      this.#parts.logger.error({ err }, 'cannot decrypt the chain source set in the console; set it again')
      return undefined
    }
  }

  #open(place: SourceAddress) {
    const { network, wayOut, logger } = this.#parts
    return openChain({ ...place, network: network.name, wayOut, logger })
  }
}

const none = { kind: 'none', fixed: false, url: '', user: '', has_password: false, cookie_file: '' } as const

/** Only a node's own file, and only to this machine: the test sends what is in it. */
function withCookie(url: string, cookieFile: string): Kept {
  const isRight = isAbsolute(cookieFile) && basename(cookieFile) === '.cookie' && isLoopbackHost(new URL(url).hostname)
  if (isRight) return { url, user: '', password: '', cookieFile }
  const message = walletMessages.cookieFileInvalid
  throw new ApiError('invalid_fields', message, { fields: { cookie_file: message } })
}

function placeOf(kind: 'bitcoind' | 'esplora', { url, user, password, cookieFile }: Kept): SourceAddress {
  if (kind === 'esplora') return { bitcoind: undefined, esploraUrl: url }
  if (cookieFile) return { bitcoind: { url, cookieFile }, esploraUrl: undefined }
  const whole = new URL(url)
  whole.username = encodeURIComponent(user)
  whole.password = encodeURIComponent(password)
  return { bitcoind: { url: whole.href, cookieFile: undefined }, esploraUrl: undefined }
}

function invalid(): ApiError {
  const message = walletMessages.chainUrlInvalid
  return new ApiError('invalid_fields', message, { fields: { url: message } })
}
