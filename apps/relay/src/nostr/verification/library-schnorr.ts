import { createRequire } from 'node:module'
import type { VerifySchnorr } from './verify-schnorr.ts'

type ForeignFunction = (...values: unknown[]) => unknown

interface Koffi {
  load(path: string): { func(declaration: string): ForeignFunction }
}

/** Names under which systems install libsecp256k1, newest first. Versions before 1 had a different signature. */
const libraryNames = [6, 5, 4, 3, 2, 1].flatMap(version =>
  process.platform === 'darwin'
    ? ['/opt/homebrew/lib', '/usr/local/lib'].map(folder => `${folder}/libsecp256k1.${version}.dylib`)
    : process.platform === 'win32'
      ? [`libsecp256k1-${version}.dll`]
      : [`libsecp256k1.so.${version}`],
)
/** SECP256K1_CONTEXT_VERIFY: ignored by newer versions, required by older ones. */
const contextFlags = 0x101
const parsedKeyBytes = 64
/** Reading a key takes an eighth of a check, and few authors write most events. About 1 MB. */
const parsedKeysMax = 4096

// Vector 1 of BIP-340.
const known = {
  publicKey: Buffer.from('DFF1D77F2A671C5F36183726DB2341BE58FEAE1DA2DECED843240F7B502BA659', 'hex'),
  message: Buffer.from('243F6A8885A308D313198A2E03707344A4093822299F31D0082EFA98EC4E6C89', 'hex'),
  signature: Buffer.from(
    '6896BD60EEAE296DB48A229FF71DFE071BDE413E6D43F917DC8DCF8C78DE33418906D11AC976ABCCB20B091292BFF4EA897EFCB639EA871CFA95F6DE339E4B0A',
    'hex',
  ),
}

/** BIP-340 by the system's libsecp256k1, built with schnorrsig. Throws if none works. */
export const verifyByLibrary: VerifySchnorr = openLibrary()

function openLibrary(): VerifySchnorr {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi
  for (const name of libraryNames) {
    try {
      const verify = bind(koffi.load(name))
      if (isRight(verify)) return verify
    } catch {
      // Try the next name, or the next tier.
    }
  }
  throw new Error('there is no libsecp256k1 on this machine')
}

function bind(library: ReturnType<Koffi['load']>): VerifySchnorr {
  const createContext = library.func('void *secp256k1_context_create(unsigned int flags)')
  const parseKey = library.func('int secp256k1_xonly_pubkey_parse(void *context, void *key, void *input)')
  const verifySignature = library.func(
    'int secp256k1_schnorrsig_verify(void *context, void *signature, void *message, size_t length, void *key)',
  )
  const context = createContext(contextFlags)
  const parsed = new Map<string, Buffer>()
  function parsedKey(publicKey: Uint8Array): Buffer | undefined {
    const name = Buffer.from(publicKey.buffer, publicKey.byteOffset, publicKey.length).toString('latin1')
    const known = parsed.get(name)
    if (known) return known
    const key = Buffer.alloc(parsedKeyBytes)
    if (parseKey(context, key, publicKey) !== 1) return undefined
    if (parsed.size >= parsedKeysMax) parsed.clear()
    parsed.set(name, key)
    return key
  }
  return (signature, message, publicKey) => {
    const key = parsedKey(publicKey)
    return key !== undefined && verifySignature(context, signature, message, message.length, key) === 1
  }
}

/** Rejects a library that fails, or that accepts everything. */
function isRight(verify: VerifySchnorr): boolean {
  const { signature, message, publicKey } = known
  const broken = Buffer.from(signature)
  broken.writeUInt8(broken.readUInt8(63) ^ 1, 63)
  return verify(signature, message, publicKey) && !verify(broken, message, publicKey)
}
