import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PriorityMutex } from './priority-mutex.ts'

const deriveKey = promisify(argon2)

/** Cost parameters of a password hash (Argon2id, RFC 9106). */
export interface PasswordCost {
  readonly memoryKib: number
  readonly passes: number
  readonly lanes: number
}

/** RFC 9106's second recommendation: 64 MiB, 3 passes, 4 lanes. */
export const usualPasswordCost: PasswordCost = { memoryKib: 65_536, passes: 3, lanes: 4 }

const saltBytes = 16
const hashBytes = 32

/** Argon2id with parameters in each hash. One at a time: each takes 64 MiB, and guessing must not exhaust us. */
export class PasswordHasher {
  readonly #cost: PasswordCost
  /** No password gives these random bytes, and comparing with them takes as long. */
  readonly #nobody: string
  readonly #mutex = new PriorityMutex()

  constructor(cost = usualPasswordCost) {
    this.#cost = cost
    this.#nobody = written(cost, randomBytes(saltBytes), randomBytes(hashBytes))
  }

  hash(password: string, isKnown = false): Promise<string> {
    return this.#mutex.run(() => hash(password, this.#cost), isKnown)
  }

  /** Without a stored hash: the same work, then false. `isKnown` callers go before strangers (see `PriorityMutex`). */
  verify(password: string, stored: string | undefined, isKnown = false): Promise<boolean> {
    return this.#mutex.run(async () => {
      const right = await matches(password, stored ?? this.#nobody)
      return stored !== undefined && right
    }, isKnown)
  }
}

async function hash(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  return written(cost, salt, await derive(password, salt, cost, hashBytes))
}

/** PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, base64 without padding. */
const written = ({ memoryKib, passes, lanes }: PasswordCost, salt: Buffer, key: Buffer) =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${encode(salt)}$${encode(key)}`

async function matches(password: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored)
  if (!parts) throw new Error('a stored password is not an Argon2id PHC string')
  const [, memory, passes, lanes, salt = '', expected = ''] = parts
  const wanted = Buffer.from(expected, 'base64')
  const parameters = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) }
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), parameters, wanted.length), wanted)
}

/** NFKC, so that the same password typed on different keyboards gives the same bytes. */
function derive(password: string, salt: Buffer, { memoryKib, passes, lanes }: PasswordCost, length: number) {
  return deriveKey('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    memory: memoryKib,
    passes,
    parallelism: lanes,
    tagLength: length,
  })
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
