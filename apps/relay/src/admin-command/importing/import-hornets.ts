import { createReadStream } from 'node:fs'
import type { NostrEvent } from '@hornets/contract'
import { movedThings } from '@hornets/contract/admin/events/moved-things'
import { oldServerUrl } from '@hornets/contract/admin/events/moves'
import { nostrEvent } from '@hornets/contract/nostr'
import type { UnsignedEvent } from '@hornets/contract/sign-in'
import { ApiError } from '@hornets/server/api-error'
import { WayOut } from '@hornets/server/outgoing/way-out'
import { finalizeEvent, getPublicKey } from 'nostr-tools'
import { decode } from 'nostr-tools/nip19'
import { CommandError } from '../../accounts/by-command.ts'
import { SecretBox } from '../../database/secret-box.ts'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import { MovingByCommand, type OldServerByCommand } from '../../moving/moving-by-command.ts'
import { openTransfersByCommand } from '../../transfers/open-by-command.ts'
import type { CommandParts } from '../command.ts'
import { WrongWords } from '../wrong-words.ts'
import { askPiped } from './ask-piped.ts'
import { tellProgress } from './tell-progress.ts'

const usage = 'Usage: import hornets <https://old-console> [dry-run | its statistics file]'

/** Everything from a server of the family: signs in there, says what there is, and has the relay take it. */
export async function importHornets(parts: CommandParts, [url, how]: readonly string[]): Promise<number> {
  if (url === undefined || !oldServerUrl.safeParse(url).success) throw new WrongWords(usage)
  const { say, socksProxy, dataDir } = parts
  const moving = new MovingByCommand({ wayOut: new WayOut(socksProxy) })
  const there = await signInThere(parts, moving, url).catch(inWords)
  tellContent(parts, there)
  if (how === 'dry-run') {
    await moving.leave(there)
    say('Nothing was taken.')
    return 0
  }
  await using opened = await openTransfersByCommand(parts)
  const statistics = how === undefined ? null : createReadStream(how)
  const box = await SecretBox.open(dataDir)
  const row = await moving.begin(there, opened.transfers, box, statistics).catch(inWords)
  // Awaited: `opened` is closed when this returns.
  return await tellProgress(parts, opened.transfers, row.id)
}

async function signInThere(
  { say, askSecret }: CommandParts,
  moving: MovingByCommand,
  url: string,
): Promise<OldServerByCommand> {
  const ask = askSecret ?? askPiped()
  const npub = toPubkeyHex((await ask('Public key (npub) of an operator of the old server: ')).trim())
  if (npub === null) throw new CommandError('This is no public key.')
  const draft = await moving.challenge(url, npub, await ask('Password of this operator there: '))
  say(`The old server wants this event to be signed: ${JSON.stringify(draft)}`)
  const given = await ask('The signed event, or the secret key (nsec), which is used once and not stored: ')
  return moving.look(url, signedBy(given.trim(), draft, npub))
}

/** Throws CommandError. */
function signedBy(given: string, draft: UnsignedEvent, npub: string): NostrEvent {
  if (given.startsWith('{')) {
    const read = nostrEvent.safeParse(parsed(given))
    if (read.success) return read.data
    throw new CommandError('This is no signed event.')
  }
  const secret = secretIn(given)
  try {
    if (!secret || getPublicKey(secret) !== npub) throw new CommandError('This is not the secret key of that operator.')
    const { id, pubkey, created_at, kind, tags, content, sig } = finalizeEvent({ ...draft, tags: draft.tags }, secret)
    return { id, pubkey, created_at, kind, tags, content, sig }
  } finally {
    secret?.fill(0)
  }
}

function secretIn(given: string): Uint8Array | null {
  try {
    const { type, data } = decode(given)
    return type === 'nsec' ? data : null
  } catch {
    return /^[0-9a-f]{64}$/.test(given) ? Buffer.from(given, 'hex') : null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function tellContent(
  { say }: CommandParts,
  { url, found: { dialect, name, relay, counts } }: OldServerByCommand,
): void {
  say(`${plain(name) || 'A relay'} at ${url}, as servers of ${dialect} answer`)
  say(relay ? `its relay answers at ${relay}` : 'its relay does not answer: events are not taken')
  for (const thing of movedThings) say(`${thing}: ${counts[thing] ?? 'it does not say'}`)
}

/** What strangers wrote must not steer the terminal. */
const plain = (text: string) => text.replace(/\p{C}+/gu, ' ')

function inWords(error: unknown): never {
  throw error instanceof ApiError || (error instanceof Error && 'code' in error)
    ? new CommandError(error.message)
    : error
}
