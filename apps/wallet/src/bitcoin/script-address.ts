import { createHash } from 'node:crypto'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { NetworkTraits } from './network.ts'

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** BIP 173, BIP 350. Null for a bad checksum, another network or length, and base58 (WALLET-28, R-61). */
export function scriptOfAddress(address: string, { hrp }: NetworkTraits): string | null {
  const decoded = bech32.decodeUnsafe(address, 90) ?? bech32m.decodeUnsafe(address, 90)
  if (!decoded || decoded.prefix !== hrp) return null
  const [version, ...data] = decoded.words
  if (version === undefined || version > 16) return null
  const encoding = version === 0 ? bech32 : bech32m
  if (!encoding.decodeUnsafe(address, 90)) return null
  const program = encoding.fromWordsUnsafe(data)
  if (!program || program.length < 2 || program.length > 40) return null
  if (version === 0 && program.length !== 20 && program.length !== 32) return null
  return witnessScript(version, Buffer.from(program)).toString('hex')
}

/** The address of a scriptPubKey (hex); null if it has none. */
export function addressOfScript(script: string, { hrp, pubKeyHash, scriptHash }: NetworkTraits): string | null {
  const bytes = Buffer.from(script, 'hex')
  const segwit = segwitProgram(bytes)
  if (segwit) {
    const encoding = segwit.version === 0 ? bech32 : bech32m
    return encoding.encode(hrp, [segwit.version, ...encoding.toWords(segwit.program)])
  }
  const keyHash = /^76a914([0-9a-f]{40})88ac$/.exec(script)?.[1]
  if (keyHash) return base58check.encode(Buffer.concat([Buffer.from([pubKeyHash]), Buffer.from(keyHash, 'hex')]))
  const hash = /^a914([0-9a-f]{40})87$/.exec(script)?.[1]
  if (hash) return base58check.encode(Buffer.concat([Buffer.from([scriptHash]), Buffer.from(hash, 'hex')]))
  return null
}

/** Esplora's name for a script (hex): its SHA-256, without reversing the bytes as Electrum does. */
export function scriptHashOf(script: string): string {
  return createHash('sha256').update(Buffer.from(script, 'hex')).digest('hex')
}

/** Version (OP_0, OP_1 to OP_16) and 2 to 40 bytes of program (BIP 141). */
function segwitProgram(bytes: Buffer): { version: number; program: Buffer } | null {
  const [op = 255, length = 0] = bytes
  if (bytes.length < 4 || bytes.length > 42 || length !== bytes.length - 2) return null
  if (op !== 0 && (op < 0x51 || op > 0x60)) return null
  const version = op === 0 ? 0 : op - 0x50
  const program = bytes.subarray(2)
  return version === 0 && program.length !== 20 && program.length !== 32 ? null : { version, program }
}

function witnessScript(version: number, program: Buffer): Buffer {
  return Buffer.concat([Buffer.from([version === 0 ? 0 : 0x50 + version, program.length]), program])
}
